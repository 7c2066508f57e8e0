import type { Category } from '../../release/cost-basket.ts';
import type { Household } from '../../release/household-budgets.ts';
import type { Budget } from '../cost/budget.ts';
import NAMES from '../names.json' with { type: 'json' };
import { moneyText } from './cells.ts';
import { roughInterval, withArticle } from './words.ts';

/** Budgets in words, for pages, documents and the command line. */

export const HOUSEHOLD_WORDS: Readonly<Record<Household, string>> = NAMES.households;

export const BUDGET_TITLES: Readonly<Record<Category, string>> = NAMES.budget;

export const HOMES: Readonly<Record<Household, string>> = NAMES.homes;

/** `At the standard of an average American household, one adult needs about 2,732 EUR a month in Lisbon (80 % interval: 2,272 to 3,285), 1,166 EUR of it for rent.` */
export function budgetSentence(name: string, { household, currency, total, categories }: Budget): string {
  const who = HOUSEHOLD_WORDS[household];
  const rent = categories.housing;
  const ofIt = rent === null ? '' : `, ${moneyText({ amount: rent.value, currency })} of it for rent`;
  return `At the standard of an average American household, ${who} needs about ${moneyText({ amount: total.value, currency })} a month in ${withArticle(name)} (80 % interval: ${roughInterval(total)})${ofIt}.`;
}
