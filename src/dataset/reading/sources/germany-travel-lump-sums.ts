import type { PublishedRow } from '../../building/files/published-file.ts';
import { citiesByName, type PlaceRule } from './place-rules.ts';
import { figuresIn, tableReader } from './table-reader.ts';

/** The Ministry's letters of earlier years are in the file too. */
const YEAR = '2026';

const AMOUNTS = figuresIn('EUR', {
  overnight_eur: 'overnight_lump_sum_germany',
  meals_24h_eur: 'meals_lump_sum_germany',
});

/**
 * The amounts that business travellers from Germany may deduct for a night and a day abroad: one line per country, for
 * places that are not listed, and one per listed city.
 */
export const germanyTravelLumpSums = tableReader({
  id: 'germany-travel-lump-sums',
  folder: 'germany-auslandsreisekosten-2026',
  sources: ['germany-bmf-travel-2026'],
  file: 'pauschbetraege_2023_2026.csv',
  columns: ['year', 'country_iso2', 'city_de', ...AMOUNTS.map(({ column }) => column)],
  keep: (row) => row.year('year') === YEAR,
  places: listedPlaces,
  period: YEAR,
  figures(row) {
    for (const { column } of AMOUNTS)
      if (row.requiredNumber(column) <= 0) throw row.fault(column, `${row.text(column)} is no amount`);
    return AMOUNTS;
  },
});

function listedPlaces(...[rows, gazetteer, reader]: Parameters<PlaceRule>): ReturnType<PlaceRule> {
  const isCity = (row: PublishedRow) => row.text('city_de') !== '';
  const named = citiesByName((row) => {
    const [name, iso2] = [row.required('city_de'), row.required('country_iso2')];
    return { published: `${iso2} | ${name}`, name, iso2 };
  });
  const cities = named(rows.filter(isCity), gazetteer, reader);
  return {
    of(row) {
      if (isCity(row)) return cities.of(row);
      const country = gazetteer.countryByCode(row.required('country_iso2'));
      if (country === undefined) throw row.fault('country_iso2', 'no ISO 3166-1 code');
      return [{ place: country.key, grain: 'country' }];
    },
    matches: cities.matches,
  };
}
