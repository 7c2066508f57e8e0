import { join } from 'node:path';
import Type from 'typebox';
import type { Fact } from '../../building/facts/fact.ts';
import { readBytes } from '../../building/files/file-bytes.ts';
import { parseJsonAs } from '../../building/files/json-shape.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { MunicipalDivision, Municipality } from '../places/municipalities.ts';
import { type MunicipalGrain, municipalReading } from './municipal-reading.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const RENT_SOURCE = 'mivau-serpavi-2024-derived';
const FOLDER = 'spain-serpavi-2024';
const RENTS = 'seccion_signal.json.gz';
const INCOMES = 'ine_adrh_income_municipality_2022.csv';

/** Municipalities of Spain by INE code, which GeoNames has as the third level. */
export const SPANISH_MUNICIPALITIES: MunicipalDivision = {
  countries: ['ES'],
  term: 'Municipality',
  folder: FOLDER,
  municipalities: (directory) => readMunicipalities(directory).map(toMunicipality),
  codesOfCities:
    () =>
    ({ admin3 }) =>
      admin3,
};

/**
 * Rents of Spanish municipalities: medians over census sections that the compiler of the file computed from the medians of
 * the sections. Only an input of the estimates.
 */
export const spainSerpavi: SourceReader = {
  id: 'spain-serpavi',
  folder: FOLDER,
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const published = readMunicipalities(directory).map((rent) => ({ ...rent, ...toMunicipality(rent) }));
    const { facts, matches } = municipalReading(
      gazetteer,
      SPANISH_MUNICIPALITIES,
      published,
      (place, grain, { rent }) => [toFact(place, grain, rent)],
    );
    return {
      sources: [
        {
          id: RENT_SOURCE,
          publisher: 'Ministerio de Vivienda y Agenda Urbana (MIVAU)',
          title:
            'SERPAVI 2011-2024, median rents of flats by census section (municipal medians calculated by a third party)',
          url: 'https://www.mivau.gob.es/vivienda/alquila-bien-es-tu-derecho/serpavi',
          licence:
            'datos.gob.es reuse terms (attribution) (our understanding, not confirmed by the publisher)',
          licence_url: null,
          attribution: 'Own elaboration with data of MIVAU (SERPAVI)',
          vintage: '2011–2024, dated 2026-03-09',
        },
      ],
      facts,
      matches,
    };
  },
};

interface MunicipalRent {
  code: string;
  name: string;
  /** EUR per month and square metre. */
  rent: number;
}

const Signals = Type.Object({
  municipios: Type.Record(
    Type.String({ pattern: '^\\d{5}$' }),
    Type.Tuple([Type.Union([Type.Number(), Type.Null()]), Type.Union([Type.Number(), Type.Null()])]),
    { additionalProperties: false },
  ),
});

/** The municipalities with a rent. The file of rents has only codes, so the names come from the file of incomes. */
function readMunicipalities(directory: string): MunicipalRent[] {
  const { municipios } = parseJsonAs(Signals, RENTS, readBytes(join(directory, RENTS), RENTS));
  const names = readNames(directory);
  return Object.entries(municipios).flatMap(([code, [rent]]): MunicipalRent[] => {
    if (rent === null) return [];
    const name = names.get(code);
    if (name === undefined) throw new SourceFileError(RENTS, 0, code, `no municipality of ${INCOMES}`);
    return [{ code, name, rent }];
  });
}

function readNames(directory: string): Map<string, string> {
  const { rows } = readPublishedTable(join(directory, INCOMES), { columns: ['mun_code', 'mun_name'] });
  return new Map(
    rows.map((row) => [row.matching('mun_code', /^\d{5}$/, 'an INE code'), row.required('mun_name')]),
  );
}

/** `Alacant/Alicante` goes by two names, and `Palmas de Gran Canaria, Las` begins with its article. */
function toMunicipality({ code, name }: MunicipalRent): Municipality {
  const spellings = name
    .split('/')
    .map((one) => one.replace(/^(.*), (.*')$/, '$2$1').replace(/^(.*), (\S+)$/, '$2 $1'));
  return { code, names: [name, ...spellings] };
}

function toFact(place: string, grain: MunicipalGrain, rent: number): Fact {
  return {
    place,
    metric: 'derived_city_rent',
    // Where a section's median of 2024 is not published, the compiler took that of an earlier year.
    period: '2022/2024',
    grain,
    value: rent,
    unit: 'EUR',
    source: RENT_SOURCE,
    note: 'rented flats in tax declarations, sitting tenants included; median of the medians of census sections',
  };
}
