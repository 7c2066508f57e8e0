import { join } from 'node:path';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { workbookSheet } from '../files/workbook.ts';
import { type FoodPrice, foodIndexFact, foodIndices } from './food-index.ts';
import { reviewedRegions } from './place-rules.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const ID = 'nigeria-food-prices';
const SOURCE = 'nbs-nigeria-food-prices-2025-04';
const FILES: readonly (readonly [month: string, file: string])[] = [
  ['2024-11', 'selected_food_Nov_2024.xlsx'],
  ['2024-12', 'selected_food_Dec_2024.xlsx'],
  ['2025-01', 'Selected_food_table_Jan25.xlsx'],
  ['2025-02', 'selected_food_table_Feb_25.xlsx'],
  ['2025-03', 'selected_food_table_Mar_25.xlsx'],
  ['2025-04', 'selected_food_table_Apr25.xlsx'],
];
/** The sheet of prices by zone. */
const ZONES_SHEET = 2;
const ZONES = ['NORTH CENTRAL', 'NORTH EAST', 'NORTH WEST', 'SOUTH EAST', 'SOUTH SOUTH', 'SOUTH WEST'];

/**
 * How expensive food is in each of the six zones of Nigeria, from half a year of monthly prices of the National Bureau of
 * Statistics. An input of the estimates, computed from the published prices.
 */
export const nigeriaFoodPrices: SourceReader<Promise<SourceReading>> = {
  id: ID,
  folder: 'nigeria-nbs-food-prices-2025',
  sources: [SOURCE],
  async read(directory: string, gazetteer: Gazetteer): Promise<SourceReading> {
    const prices: FoodPrice[] = [];
    for (const [month, file] of FILES)
      prices.push(...(await readZonePrices(join(directory, file), file, month)));
    const zones = reviewedRegions(gazetteer.dataDirectory, ID);
    const of = { period: `${FILES[0]?.[0]}/${FILES.at(-1)?.[0]}`, grain: 'region', source: SOURCE } as const;
    const facts = [...foodIndices(prices)].flatMap(([zone, value]) =>
      (zones.get(zone) ?? []).map(({ place }) => foodIndexFact({ ...of, place, value })),
    );
    return { facts, matches: [...zones.values()].flat() };
  },
};

async function readZonePrices(path: string, file: string, month: string): Promise<FoodPrice[]> {
  const [header = [], ...rows] = await workbookSheet(path, ZONES_SHEET);
  const wrong = ZONES.findIndex((zone, index) => header[index + 1]?.trim() !== zone);
  if (wrong >= 0)
    throw new SourceFileError(file, 1, String(wrong + 2), `not ${ZONES[wrong]}: ${header[wrong + 1] ?? ''}`);
  return rows.flatMap(([item = '', ...cells], index) =>
    ZONES.flatMap((zone, column): FoodPrice[] => {
      const text = cells[column] ?? '';
      if (item === '' || text === '') return [];
      const price = Number(text);
      const fault = `not a price: ${JSON.stringify(text)}`;
      if (!(price > 0)) throw new SourceFileError(file, index + 2, String(column + 2), fault);
      return [{ place: zone, item: item.trim(), month, price }];
    }),
  );
}
