import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import { type FoodPrice, regionalFoodIndex } from './food-index.ts';
import type { SourceReader } from './reader.ts';

const ID = 'indonesia-pihps-food';
const SOURCE = 'bi-pihps-food-2026-02';
/** Left out, because their prices follow the harvests of each province. */
const CHILLIES = ['Cabai Merah', 'Cabai Rawit'];

/**
 * How expensive food is in each province of Indonesia, from a year of daily prices that Bank Indonesia collects in traditional
 * markets. An input of the estimates, computed from the published prices.
 */
export const indonesiaPihpsFood: SourceReader = {
  id: ID,
  folder: 'indonesia-pihps-food-2025',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'pihps_daily_2025-02_2026-02.csv.gz'), {
      columns: ['Date_Param', 'Commodity_Name', 'Province_Name', 'Price'],
    });
    const days: string[] = [];
    const prices = rows.flatMap((row): FoodPrice[] => {
      const day = row.date('Date_Param');
      const item = row.required('Commodity_Name');
      if (CHILLIES.includes(item)) return [];
      days.push(day);
      const month = day.slice(0, 'yyyy-mm'.length);
      return [{ place: row.required('Province_Name'), item, month, price: row.requiredNumber('Price') }];
    });
    days.sort();
    const provinces = new RegionMatches(gazetteer.dataDirectory, ID);
    return regionalFoodIndex(prices, provinces, { source: SOURCE, period: `${days[0]}/${days.at(-1)}` });
  },
};
