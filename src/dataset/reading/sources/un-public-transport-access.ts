import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { citiesOfCountries } from './place-rules.ts';
import type { SourceReader } from './reader.ts';

const ID = 'un-public-transport-access';
const SOURCE = 'un-sdg-11-2-1-2024-06';

/**
 * Countries whose "cities" are districts, with figures that cannot be of the same thing: in Pakistan districts in the desert (Awaran,
 * Kharan) have 100 per cent, Lahore 59 and Islamabad 52.
 */
const LISTED_BY_DISTRICT: ReadonlySet<string> = new Set(['PK']);

const CITIES = citiesOfCountries('country_iso2', 'city');
const ACCESS = { metric: 'public_transport_access', unit: 'percent_of_population', source: SOURCE, note: '' };

/**
 * Share of people with convenient access to public transport (SDG indicator 11.2.1), by city, tidied by 360info. The United
 * Nations give a city's name and country. We match by these, as for every publisher, and not by 360info's GeoNames ids, which it
 * found through parts of names (Philadelphia: New Philadelphia in Ohio; Torbay: Corby), so that a city may have several rows.
 */
export const unPublicTransportAccess: SourceReader = {
  id: ID,
  folder: '360info-pt-access',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const table = readPublishedTable(join(directory, 'pt-access.csv'), {
      columns: ['country_iso2', 'city', 'year', 'pct_pt_access'],
    });
    const rows = table.rows.filter((row) => !LISTED_BY_DISTRICT.has(row.required('country_iso2')));
    const cities = CITIES(rows, gazetteer, ID);
    const facts = new Map<string, Fact>();
    for (const row of rows) {
      const value = row.requiredNumber('pct_pt_access');
      const period = row.year('year');
      for (const { place, grain } of cities.of(row)) {
        const known = facts.get(place);
        if (known !== undefined && (known.value !== value || known.period !== period))
          throw row.fault('pct_pt_access', `${label(row)} was ${known.value} in ${known.period} before`);
        facts.set(place, { ...ACCESS, place, period, grain, value });
      }
    }
    return { facts: [...facts.values()], matches: cities.matches() };
  },
};

function label(row: PublishedRow): string {
  return `${row.required('country_iso2')} | ${row.required('city')}`;
}
