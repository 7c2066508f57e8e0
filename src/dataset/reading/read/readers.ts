import { GEOGRAPHY_READERS } from '../geography/geography-readers.ts';
import { australiaCensusRents } from '../sources/australia-census-rents.ts';
import { ecbReferenceRates } from '../sources/ecb-reference-rates.ts';
import { nigeriaFoodPrices } from '../sources/nigeria-food-prices.ts';
import { officialCityRents } from '../sources/official-city-rents.ts';
import type { SourceReader, SourceReading } from '../sources/reader.ts';
import { tableReaders } from '../sources/table-reader.ts';
import { TABLE_RULES } from '../sources/table-rules.ts';
import { wfpFoodPrices } from '../sources/wfp-food-prices.ts';
import { worldBankWdi } from '../sources/world-bank-wdi.ts';

type AnyReader = SourceReader<SourceReading | Promise<SourceReading>>;

/** Every publisher's format that we read: the tables that are described, and the files that have a program. */
export function readersOf(dataDirectory: string): readonly AnyReader[] {
  return [...tableReaders(dataDirectory, TABLE_RULES), ...PROGRAMS, ...GEOGRAPHY_READERS];
}

const PROGRAMS: readonly AnyReader[] = [
  worldBankWdi,
  ecbReferenceRates,
  officialCityRents,
  australiaCensusRents,
  wfpFoodPrices,
  nigeriaFoodPrices,
];
