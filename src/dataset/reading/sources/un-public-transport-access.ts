import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const ID = 'un-public-transport-access';
const SOURCE = 'un-sdg-11-2-1-2024-06';

/** Countries whose "cities" in this table are the districts that bear the name: Pakistan lists Swat, Kohlu. */
const LISTED_BY_DISTRICT: ReadonlySet<string> = new Set(['PK']);

/**
 * Share of people with convenient access to public transport (SDG indicator 11.2.1), by city, tidied by 360info. The United
 * Nations give a city's name and country. We match by these, as for every publisher, and not by 360info's GeoNames ids, which it
 * found through parts of names (Philadelphia: New Philadelphia in Ohio; Torbay: Corby), so that a city may have several rows.
 */
export const unPublicTransportAccess: SourceReader = {
  id: ID,
  folder: '360info-pt-access',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const { rows } = readPublishedTable(join(directory, 'pt-access.csv'), {
      columns: ['country_iso2', 'city', 'year', 'pct_pt_access'],
    });
    const matches = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      rows.map((row) => ({
        published: label(row),
        name: row.required('city'),
        iso2: row.required('country_iso2'),
      })),
    );
    const facts = new Map<string, Fact>();
    for (const row of rows) {
      const value = row.requiredNumber('pct_pt_access');
      const period = row.year('year');
      const place = matches.get(label(row))?.place ?? '';
      if (place === '') continue;
      const known = facts.get(place);
      if (known !== undefined && (known.value !== value || known.period !== period))
        throw row.fault('pct_pt_access', `${label(row)} was ${known.value} in ${known.period} before`);
      facts.set(place, {
        place,
        metric: 'public_transport_access',
        period,
        grain: LISTED_BY_DISTRICT.has(row.required('country_iso2')) ? 'region' : 'city',
        value,
        unit: 'percent_of_population',
        source: SOURCE,
        note: '',
      });
    }
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'United Nations (UN-Habitat), tidied by 360info',
          title: 'Population with convenient access to public transport, SDG indicator 11.2.1, by city',
          url: 'https://unstats.un.org/sdgs/dataportal',
          licence: 'CC BY 4.0 (360info); United Nations data, reusable with attribution',
          licence_url: 'https://creativecommons.org/licenses/by/4.0/',
          attribution: 'United Nations SDG Global Database, series SP_TRN_PUBL, tidied by 360info',
          vintage: '2024-06',
        },
      ],
      facts: [...facts.values()],
      matches: [...matches.values()],
    };
  },
};

function label(row: PublishedRow): string {
  return `${row.required('country_iso2')} | ${row.required('city')}`;
}
