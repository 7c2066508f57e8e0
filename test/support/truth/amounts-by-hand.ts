import { join } from 'node:path';
import { readTable } from '../../../src/dataset/building/files/table.ts';
import { CATEGORIES, type Category } from '../../../src/release/cost-basket.ts';
import type { Household } from '../../../src/release/household-budgets.ts';
import { DATA_DIRECTORY } from '../directories.ts';
import { cell, jsonFile, type Row, rowsWhere } from './published-files.ts';

/*
 * The amounts of money of a city's page, as a person would work them out on paper: from the publishers' files and the price
 * levels that the page shows, without any of the code that makes them.
 */

const SPENDING = 'us-bls-consumer-expenditure-2024/spending_by_household_2024.csv';
const SURVEYS = 'household-spending-by-type/spending_by_household_type.csv';
const FOOD_PLANS = 'us-usda-food-plans-2026-07/households_2026_07.csv';

/** By survey: the rows of its three households. */
const HOUSEHOLDS: Readonly<Record<string, { rows: Row; one: string[]; couple: string; family: string }>> = {
  'ssb-consumer-expenditure-2007-2009': {
    rows: { area: 'NO', period: '2007-2009' },
    one: ['one person'],
    couple: 'couple without children',
    family: 'couple, youngest child 7-19',
  },
  'hessen-evs-2013': {
    rows: { area: 'DE-HE', period: '2013' },
    one: ['one person, woman', 'one person, man'],
    couple: 'couple without children',
    family: 'couple with children',
  },
};

/** Which category an item of a survey belongs to is a decision, in data/estimates. */
const items = readTable(join(DATA_DIRECTORY, 'estimates', 'household-items.tsv'), [
  'source',
  'item',
  'category',
  'reason',
]);

/** US dollars a month at average American prices, without rent. */
export function basketByHand(household: Household, category: Category, day: Date): number {
  const spent = items
    .filter((row) => row.source.startsWith('us-bls') && row.category === category)
    .map(({ item }) => rowsWhere(SPENDING, { item: item.replaceAll(' ', '_') })[0] ?? {})
    .reduce((sum, row) => sum + Number(cell(row, 'one_person')), 0);
  return (spent / 12) * pricesSince2024(day) * ratioByHand(household, category);
}

/** From the middle of 2024, by the inflation of each year; the last one known goes on. */
function pricesSince2024(day: Date): number {
  const { values } = jsonFile('imf-weo-2026/PCPIPCH.json') as {
    values: { PCPIPCH: { USA: Record<string, number> } };
  };
  const rate = (year: number) =>
    1 + (values.PCPIPCH.USA[String(Math.min(year, day.getUTCFullYear()))] ?? 0) / 100;
  const start = Date.UTC(day.getUTCFullYear(), 0, 1);
  const share = (day.getTime() - start) / (Date.UTC(day.getUTCFullYear() + 1, 0, 1) - start);
  const years = day.getUTCFullYear() + share - 2024.5;
  let factor = 1;
  for (let passed = 0; passed < years; passed++) factor *= rate(2025 + passed) ** Math.min(1, years - passed);
  return factor;
}

/** The geometric mean of the surveys; who is more never spends less. */
function ratioByHand(household: Household, category: Category): number {
  const [couple, family] = (['couple', 'family'] as const).map((larger) => {
    const logs = items
      .filter((row) => !row.source.startsWith('us-bls') && row.category === category)
      .map((row) => Math.log(ratioOf(larger, row)));
    return logs.reduce((sum, log) => sum + log, 0) / Math.max(1, logs.length);
  }) as [number, number];
  const [ofCouple, ofFamily] =
    family < couple ? [(couple + family) / 2, (couple + family) / 2] : [couple, family];
  if (household === 'one') return 1;
  return Math.exp(Math.max(0, household === 'couple' ? ofCouple : ofFamily));
}

function ratioOf(larger: 'couple' | 'family', { source, item }: { source: string; item: string }): number {
  const survey = HOUSEHOLDS[source];
  if (survey === undefined) {
    const names = { couple: 'couple 19 to 50', family: 'couple with children of 6 to 8 and 9 to 11' };
    const cost = (household: string) =>
      Number(cell(rowsWhere(FOOD_PLANS, { household })[0] ?? {}, 'moderate_cost_usd_month'));
    return cost(names[larger]) / cost('one adult 19 to 50');
  }
  const spent = (household: string) =>
    Number(cell(rowsWhere(SURVEYS, { ...survey.rows, household, item })[0] ?? {}, 'value'));
  const one = survey.one.reduce((sum, household) => sum + spent(household), 0) / survey.one.length;
  return spent(survey[larger]) / one;
}

/** Metrics of rents by bedrooms, and the factor by which a rent becomes that of a home let now without utilities. */
const RENTS: Readonly<Record<Household, readonly string[]>> = {
  one: ['rent_one_bedroom', 'rent_fair_market_one_bedroom'],
  couple: ['rent_two_bedroom', 'rent_fair_market_two_bedroom'],
  family: ['rent_three_bedroom', 'rent_fair_market_three_bedroom'],
};
const terms = readTable(join(DATA_DIRECTORY, 'estimates', 'comparable-rents.tsv'), [
  'source',
  'metric',
  'note',
  'basis',
  'factor',
  'sd',
  'shared_sd',
  'reason',
]).filter(({ metric, basis }) => basis === 'dwelling' && RENTS.couple.includes(metric));

/** A published rent on the page, in its own currency. */
export interface ShownRent {
  item: string;
  amount: number;
  sources: readonly string[];
}

/** What the published rents of a source say about the home of a household; empty if there are none, or its terms are of another home. */
export function rentsByHand(household: Household, source: string, shown: readonly ShownRent[]): number[] {
  const factor = terms.find((row) => row.source === source)?.factor;
  if (factor === undefined) return [];
  return shown
    .filter(({ item, sources }) => RENTS[household].includes(item) && sources.includes(source))
    .map(({ amount }) => amount * Number(factor));
}

/** The offices whose rents by bedrooms are compared with one another; figures.test.ts holds these tables to their files. */
const OFFICES = [
  'canada-cmhc-rents',
  'eurostat-city-rents',
  'ireland-new-tenancies',
  'uk-private-rents',
  'us-hud-fmr',
];

/** How many times the rent of two bedrooms the home of a household costs: the middle office, each by its middle place. */
export function sizeByHand(household: Household): number {
  const ofOffices = OFFICES.map((table) => {
    const columns = ['place', 'metric', 'period', 'grain', 'value', 'unit', 'source', 'note'] as const;
    const rows = readTable(join(DATA_DIRECTORY, 'facts', `${table}.tsv`), columns);
    const rents = (wanted: Household) => {
      const latest = new Map<string, { period: string; value: string }>();
      for (const { metric, place, period, value } of rows)
        if (RENTS[wanted].includes(metric) && period >= (latest.get(place)?.period ?? ''))
          latest.set(place, { period, value });
      return latest;
    };
    const couples = rents('couple');
    const ratios = [...rents(household)].flatMap(([place, { value }]) => {
      const couple = couples.get(place);
      return couple === undefined ? [] : [Number(value) / Number(couple.value)];
    });
    return middle(ratios);
  });
  return middle(ofOffices);
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const [low, high] = [Math.floor, Math.ceil].map((round) => sorted[round((sorted.length - 1) / 2)] ?? 0);
  return ((low ?? 0) + (high ?? 0)) / 2;
}

/** All that is not rent. */
export const BOUGHT = CATEGORIES.filter((category) => category !== 'housing');
