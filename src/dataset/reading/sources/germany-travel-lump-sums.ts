import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const ID = 'germany-travel-lump-sums';
/** The Ministry's letters of earlier years are in the file too. */
const YEAR = '2026';
const SOURCE = `germany-bmf-travel-${YEAR}`;

/** Column → metric. */
const AMOUNTS: ReadonlyMap<string, string> = new Map([
  ['overnight_eur', 'overnight_lump_sum_germany'],
  ['meals_24h_eur', 'meals_lump_sum_germany'],
]);

/**
 * The amounts that business travellers from Germany may deduct for a night and a day abroad: one line per country, for
 * places that are not listed, and one per listed city.
 */
export const germanyTravelLumpSums: SourceReader = {
  id: ID,
  folder: 'germany-auslandsreisekosten-2026',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'pauschbetraege_2023_2026.csv'), {
      columns: ['year', 'country_iso2', 'city_de', ...AMOUNTS.keys()],
    });
    const ofYear = rows.filter((row) => row.year('year') === YEAR);
    const matches = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      ofYear
        .filter((row) => row.text('city_de') !== '')
        .map((row) => ({
          published: label(row),
          name: row.text('city_de'),
          iso2: row.required('country_iso2'),
        })),
    );
    const facts = ofYear.flatMap((row): Fact[] => {
      const place = row.text('city_de') === '' ? countryOf(row, gazetteer) : matches.get(label(row))?.place;
      if (place === undefined || place === '') return [];
      const grain = place.startsWith('country/') ? 'country' : 'city';
      return [...AMOUNTS].map(([column, metric]) => {
        const value = row.requiredNumber(column);
        if (value <= 0) throw row.fault(column, `${value} is no amount`);
        return { place, metric, period: YEAR, grain, value, unit: 'EUR', source: SOURCE, note: '' };
      });
    });
    return { facts, matches: [...matches.values()] };
  },
};

function countryOf(row: PublishedRow, gazetteer: Gazetteer): string {
  const country = gazetteer.countryByCode(row.required('country_iso2'));
  if (country === undefined) throw row.fault('country_iso2', 'no ISO 3166-1 code');
  return country.key;
}

function label(row: PublishedRow): string {
  return `${row.required('country_iso2')} | ${row.text('city_de')}`;
}
