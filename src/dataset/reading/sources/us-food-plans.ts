import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { type SpendingByHousehold, spendingRatios } from './household-ratios.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'us-usda-food-plans-2026-07';
const FILE = 'households_2026_07.csv';
const COST = 'moderate_cost_usd_month';

const HOUSEHOLDS: Readonly<Record<keyof SpendingByHousehold, string>> = {
  one: 'one adult 19 to 50',
  couple: 'couple 19 to 50',
  family: 'couple with children of 6 to 8 and 9 to 11',
};

/** How many times as much food at home costs for couples and families as for one adult, by the moderate plan of the USDA. */
export const usFoodPlans: SourceReader = {
  id: 'us-food-plans',
  folder: SOURCE,
  sources: [SOURCE],
  read(directory, gazetteer) {
    const table = readPublishedTable(join(directory, FILE), { columns: ['household', COST] });
    const costs = new Map(table.rows.map((row) => [row.required('household'), row.requiredNumber(COST)]));
    const of = (household: keyof SpendingByHousehold) => {
      const cost = costs.get(HOUSEHOLDS[household]);
      if (cost === undefined)
        throw new SourceFileError(FILE, 0, 'household', `there is no ${HOUSEHOLDS[household]}`);
      return cost;
    };
    const spending = { one: of('one'), couple: of('couple'), family: of('family') };
    const about = { period: '2026-07', grain: 'country', source: SOURCE, note: 'food at home' } as const;
    return {
      facts: spendingRatios(spending, { place: gazetteer.countryByCode('US')?.key ?? '', ...about }),
      matches: [],
    };
  },
};
