import { EUROSTAT_LETTERS } from './eurostat-regions.ts';
import { citiesByName } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

/** Here the survey covers the city and the towns around it. */
const GREATER_CITIES: ReadonlySet<string> = new Set(['Athina', 'Lisboa', 'Paris', 'Manchester']);

export const eurostatCityPerception: TableRules = {
  places: citiesByName(
    (row, gazetteer) => {
      const [city, country] = [row.required('city'), row.required('cc')];
      const iso2 = gazetteer.countryByCode(EUROSTAT_LETTERS[country] ?? country)?.iso2 ?? null;
      return { published: `${country} | ${city}`, name: city.split('/')[0] ?? '', iso2 };
    },
    (row) => (GREATER_CITIES.has(row.required('city')) ? 'metro' : 'city'),
  ),
};
