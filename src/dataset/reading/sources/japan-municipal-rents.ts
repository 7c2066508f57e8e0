import { join } from 'node:path';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import { namesByTable } from '../places/municipalities.ts';
import { municipalReader, type PublishedMunicipality } from './municipal-reader.ts';
import type { SourceReader } from './reader.ts';

const ID = 'japan-municipal-rents';
const COUNTRY = 'JP';
const RENT = 'rent_jpy_per_m2_month';
const DWELLINGS = 'private_rented_dwellings';
const NOTE = 'privately rented, sitting tenants included';
/** Below this number of rented dwellings, as the survey estimates it, the sample is small. */
const FEW_DWELLINGS = 1000;

const MUNICIPALITIES = municipalReader({
  id: ID,
  folder: 'japan-housing-survey-municipal-rents-2023',
  sources: ['japan-municipal-rents-2023'],
  countries: [COUNTRY],
  term: 'Municipality',
  municipalities: readMunicipalities,
});

/**
 * Rents per square metre of private rented dwellings in Japan, by municipality (ward, in Tokyo) and by prefecture, from a
 * sample survey. GeoNames has the municipalities under numbers of its own, and some by the name of a part only.
 */
export const japanMunicipalRents = {
  ...MUNICIPALITIES,
  read(directory, gazetteer) {
    const { facts, matches } = MUNICIPALITIES.read(directory, gazetteer);
    const regions = new RegionMatches(gazetteer.dataDirectory, ID);
    const ofPrefectures = rowsOf(directory, 'prefecture').flatMap((row) =>
      regions
        .of(row.required('prefecture'))
        .flatMap((place) => figuresOf(row).map((figure) => ({ ...figure, place, grain: 'region' as const }))),
    );
    return { facts: [...facts, ...ofPrefectures], matches: [...matches, ...regions.matches()] };
  },
} satisfies SourceReader;

function readMunicipalities(directory: string, dataDirectory: string): PublishedMunicipality[] {
  const names = namesByTable(dataDirectory, COUNTRY);
  return rowsOf(directory, 'municipality').map((row) => {
    const code = row.matching('code', /^\d{5}$/, 'a code of five digits');
    const name = row.required('municipality');
    return { code, names: [names.get(code) ?? name, name], figures: figuresOf(row) };
  });
}

function rowsOf(directory: string, level: 'prefecture' | 'municipality'): PublishedRow[] {
  const { rows } = readPublishedTable(join(directory, 'rents_per_m2_2023.csv'), {
    columns: ['code', 'level', 'prefecture', 'municipality', DWELLINGS, RENT],
  });
  return rows.filter(
    (row) => row.matching('level', /^(prefecture|municipality)$/, 'prefecture or municipality') === level,
  );
}

function figuresOf(row: PublishedRow) {
  const few = row.requiredNumber(DWELLINGS) < FEW_DWELLINGS;
  return [
    {
      metric: 'rent_per_square_metre',
      period: '2023-10',
      value: row.requiredNumber(RENT),
      unit: 'JPY',
      source: 'japan-municipal-rents-2023',
      note: few ? `${NOTE}; fewer than 1,000 rented dwellings` : NOTE,
    },
  ];
}
