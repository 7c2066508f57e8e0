import { join } from 'node:path';
import Type from 'typebox';
import { readJsonAs } from '../../building/files/json-shape.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { municipalReader, type PublishedMunicipality } from './municipal-reader.ts';

const RENT_SOURCE = 'mivau-serpavi-2024-derived';
const RENTS = 'seccion_signal.json.gz';
const INCOMES = 'ine_adrh_income_municipality_2022.csv';

const RENT = {
  metric: 'derived_city_rent',
  // Where a section's median of 2024 is not published, the compiler took that of an earlier year.
  period: '2022/2024',
  unit: 'EUR',
  source: RENT_SOURCE,
  note: 'rented flats in tax declarations, sitting tenants included; median of the medians of census sections',
};

/**
 * Rents of Spanish municipalities, in EUR per month and square metre: medians over census sections that the compiler of the
 * file computed from the medians of the sections. Only an input of the estimates. INE's codes are GeoNames' third level.
 */
export const spainSerpavi = municipalReader({
  id: 'spain-serpavi',
  folder: 'spain-serpavi-2024',
  sources: [RENT_SOURCE],
  countries: ['ES'],
  term: 'Municipality',
  municipalities: readMunicipalities,
  codesOfCities: () => (city) => city.admin3,
});

const Signals = Type.Object({
  municipios: Type.Record(
    Type.String({ pattern: '^\\d{5}$' }),
    Type.Tuple([Type.Union([Type.Number(), Type.Null()]), Type.Union([Type.Number(), Type.Null()])]),
    { additionalProperties: false },
  ),
});

/** The municipalities with a rent. The file of rents has only codes, so the names come from the file of incomes. */
function readMunicipalities(directory: string): PublishedMunicipality[] {
  const { municipios } = readJsonAs(Signals, join(directory, RENTS));
  const names = readNames(directory);
  return Object.entries(municipios).flatMap(([code, [rent]]): PublishedMunicipality[] => {
    if (rent === null) return [];
    const name = names.get(code);
    if (name === undefined) throw new SourceFileError(RENTS, 0, code, `no municipality of ${INCOMES}`);
    return [{ code, names: spellingsOf(name), figures: [{ ...RENT, value: rent }] }];
  });
}

function readNames(directory: string): Map<string, string> {
  const { rows } = readPublishedTable(join(directory, INCOMES), { columns: ['mun_code', 'mun_name'] });
  return new Map(
    rows.map((row) => [row.matching('mun_code', /^\d{5}$/, 'an INE code'), row.required('mun_name')]),
  );
}

/** `Alacant/Alicante` goes by two names, and `Palmas de Gran Canaria, Las` begins with its article. */
function spellingsOf(name: string): [string, ...string[]] {
  const spellings = name
    .split('/')
    .map((one) => one.replace(/^(.*), (.*')$/, '$2$1').replace(/^(.*), (\S+)$/, '$2 $1'));
  return [name, ...spellings];
}
