import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { codesByTable, type MunicipalDivision, type Municipality } from '../places/municipalities.ts';
import { municipalReading } from './municipal-reading.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const SOURCE = 'statistics-finland-rents-2026-q2';
const FOLDER = 'finland-rents-2026q2';
const QUARTER = '2026-04-01/2026-06-30';

/** Column, and what it counts. Neither includes subsidised dwellings. */
const TENANCIES = [
  ['all_eur_m2_month', 'non-subsidised dwellings, all tenancies'],
  ['new_eur_m2_month', 'non-subsidised dwellings, new tenancies'],
] as const;

/** `MK01 Uusimaa` is the region with the code 01, in GeoNames too. */
const REGION = /^MK(\d{2}) /;
/** Groups of municipalities, which are not places. */
const GROUPS = new Set([
  'Whole country',
  'Greater Helsinki',
  'Whole country excluding Greater Helsinki',
  'Satellite municipalities',
]);

/** Municipalities of Finland, by the publisher's name. */
export const FINNISH_MUNICIPALITIES: MunicipalDivision = {
  countries: ['FI'],
  term: 'Municipality',
  folder: FOLDER,
  municipalities: readMunicipalities,
  codesOfCities: (dataDirectory) => codesByTable(dataDirectory, 'FI'),
};

/** Rents of non-subsidised dwellings in Finland, by municipality and by region. */
export const finlandRents: SourceReader = {
  id: 'finland-rents',
  folder: FOLDER,
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const { facts, matches } = municipalReading(
      gazetteer,
      FINNISH_MUNICIPALITIES,
      readMunicipalities(directory),
      (place, grain, { row }) => toFacts(place, grain, row),
    );
    const regions = readRows(directory).flatMap((row) => {
      const [, code] = REGION.exec(row.required('area')) ?? [];
      return code === undefined ? [] : { row, place: areaKey(`fi-admin1-${code}`) };
    });
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'Statistics Finland',
          title: 'Rents of dwellings, second quarter of 2026 (StatFin table 15fa)',
          url: 'https://pxdata.stat.fi/PxWeb/pxweb/en/StatFin/StatFin__asvu/statfin_asvu_pxt_15fa.px/',
          licence: 'CC BY 4.0',
          licence_url:
            'https://stat.fi/en/services/statistical-data-services/statistical-databases/terms-of-use',
          attribution: 'Statistics Finland, Rents of dwellings',
          vintage: '2026, second quarter',
        },
      ],
      facts: [...facts, ...regions.flatMap(({ place, row }) => toFacts(place, 'region', row))],
      matches: [
        ...matches,
        ...regions.map(({ place, row }) => ({ published: row.required('area'), place, how: 'code' })),
      ],
    };
  },
};

function readRows(directory: string): PublishedRow[] {
  return readPublishedTable(join(directory, 'finland_rents_2026q2_total.csv'), {
    columns: ['area', ...TENANCIES.map(([column]) => column)],
  }).rows;
}

function readMunicipalities(directory: string): (Municipality & { row: PublishedRow })[] {
  return readRows(directory).flatMap((row) => {
    const name = row.required('area');
    if (REGION.test(name) || GROUPS.has(name)) return [];
    // Espoo is published together with the small town that it surrounds.
    return { code: name, names: [name, name.replace(/-Kauniainen$/, '')], row };
  });
}

function toFacts(place: string, grain: 'city' | 'region', row: PublishedRow): Fact[] {
  return TENANCIES.map(([column, note]) => ({
    place,
    metric: 'rent_per_square_metre',
    period: QUARTER,
    grain,
    value: row.requiredNumber(column),
    unit: 'EUR',
    source: SOURCE,
    note,
  }));
}
