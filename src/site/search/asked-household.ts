import { fold } from '../../release/fold.ts';
import type { Household } from '../../release/household-budgets.ts';
import WORDS from './question-words.json' with { type: 'json' };

/** Who a question is about: the nearest household that has a budget. */
interface AskedHousehold {
  household: Household;
  /** Whether the question says how many people, and the household has as many grown-ups and children. */
  isExact: boolean;
}

const { numbers: NUMBERS, ...PEOPLE } = WORDS.household;
const [NUMBER, FAMILY, COUPLE, SINGLE, CHILDREN, ADULTS, ANYONE] = [
  NUMBERS.join(' '),
  ...Object.values(PEOPLE),
].map((words) => words.split(' ').map(fold).join('|'));
/** Words, folded, that only say who a question is about. */
export const HOUSEHOLD_WORDS: ReadonlySet<string> = new Set(
  [...NUMBERS, ...Object.values(PEOPLE)].flatMap((words) => words.split(' ').map(fold)),
);

const has = (words: string | undefined) => new RegExp(`\\b(?:${words})\\b`);
const [IS_FAMILY, IS_COUPLE, IS_SINGLE, HAS_CHILDREN] = [FAMILY, COUPLE, SINGLE, CHILDREN].map(has);
const counted = (words: string | undefined) =>
  new RegExp(`\\b(?:${NUMBER})(?= (?:(?:small|young|school) )?(?:${words})\\b)`);
const [ADULTS_COUNTED, CHILDREN_COUNTED, PEOPLE_COUNTED] = [ADULTS, CHILDREN, ANYONE].map(counted);
/** `family of 4`, `enough for 3 in Geneva`, `für vier`, but not `for 3 months`. */
const OF_PEOPLE = new RegExp(
  `(?<=\\b(?:of|for|fur|para|pour|per) )(?:${NUMBER})(?= (?:in|im|at|en|a|to|on|live|living)\\b|$)|\\b(?:${NUMBER})(?= of us\\b)`,
);

/** @param text folded */
export function householdIn(text: string): AskedHousehold | undefined {
  const grown = numberIn(ADULTS_COUNTED, text);
  const small = numberIn(CHILDREN_COUNTED, text);
  const all = numberIn(PEOPLE_COUNTED, text) ?? numberIn(OF_PEOPLE, text);
  if (small !== undefined || HAS_CHILDREN?.test(text)) {
    const isAlone = grown === 1 || (grown === undefined && IS_SINGLE?.test(text) === true);
    return { household: 'family', isExact: !isAlone && (small ?? 2) === 2 && (grown ?? 2) === 2 };
  }
  const people = grown ?? all;
  if (people !== undefined && !(people === 1 && IS_FAMILY?.test(text)))
    return {
      household: people === 1 ? 'one' : people === 2 ? 'couple' : 'family',
      isExact: grown === undefined ? [1, 2, 4].includes(people) : people < 3,
    };
  if (IS_FAMILY?.test(text)) return { household: 'family', isExact: true };
  return IS_COUPLE?.test(text) ? { household: 'couple', isExact: true } : undefined;
}

function numberIn(pattern: RegExp | undefined, text: string): number | undefined {
  const found = pattern?.exec(text)?.[0];
  const at = NUMBERS.findIndex((words) => found !== undefined && words.split(' ').includes(found));
  return at === -1 ? undefined : at + 1;
}
