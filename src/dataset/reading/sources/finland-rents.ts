import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey } from '../../building/places/areas.ts';
import { municipalReader, type PublishedMunicipality } from './municipal-reader.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'statistics-finland-rents-2026-q2';
const RENT = {
  metric: 'rent_per_square_metre',
  period: '2026-04-01/2026-06-30',
  unit: 'EUR',
  source: SOURCE,
};

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

const MUNICIPALITIES = municipalReader({
  id: 'finland-rents',
  folder: 'finland-rents-2026q2',
  sources: [SOURCE],
  countries: ['FI'],
  term: 'Municipality',
  municipalities: readMunicipalities,
});

/** Rents of non-subsidised dwellings in Finland, by municipality (and its name) and by region. */
export const finlandRents = {
  ...MUNICIPALITIES,
  read(directory, gazetteer) {
    const { facts, matches } = MUNICIPALITIES.read(directory, gazetteer);
    const regions = readRows(directory).flatMap((row) => {
      const [, code] = REGION.exec(row.required('area')) ?? [];
      return code === undefined ? [] : { row, place: areaKey(`fi-admin1-${code}`) };
    });
    return {
      facts: [...facts, ...regions.flatMap(regionFacts)],
      matches: [
        ...matches,
        ...regions.map(({ place, row }) => ({ published: row.required('area'), place, how: 'code' })),
      ],
    };
  },
} satisfies SourceReader;

function readRows(directory: string): PublishedRow[] {
  return readPublishedTable(join(directory, 'finland_rents_2026q2_total.csv'), {
    columns: ['area', ...TENANCIES.map(([column]) => column)],
  }).rows;
}

function readMunicipalities(directory: string): PublishedMunicipality[] {
  return readRows(directory).flatMap((row) => {
    const name = row.required('area');
    if (REGION.test(name) || GROUPS.has(name)) return [];
    // Espoo is published together with the small town that it surrounds.
    return { code: name, names: [name, name.replace(/-Kauniainen$/, '')], figures: figuresOf(row) };
  });
}

function regionFacts({ place, row }: { place: string; row: PublishedRow }): Fact[] {
  return figuresOf(row).map((figure) => ({ ...figure, place, grain: 'region' }));
}

function figuresOf(row: PublishedRow) {
  return TENANCIES.map(([column, note]) => ({ ...RENT, value: row.requiredNumber(column), note }));
}
