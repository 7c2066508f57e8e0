import { join } from 'node:path';
import Type from 'typebox';
import { readJsonAs } from '../../building/files/json-shape.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { municipalReader, type PublishedMunicipality } from './municipal-reader.ts';

const SOURCE = 'ons-private-rents-2026';
const ENGLAND = 'england_2026-04_official-rent-benchmarks.json';
const SCOTLAND_AND_WALES = 'scotland_wales_2026-08.csv';
const SCOTLAND_AND_WALES_MONTH = '2026-08';

/** The file's name of a rent, and our metric. */
const RENTS = [
  ['monthlyRentAll', 'rent_average_dwelling'],
  ['monthlyRentOneBed', 'rent_one_bedroom'],
  ['monthlyRentTwoBed', 'rent_two_bedroom'],
  ['monthlyRentThreeBed', 'rent_three_bedroom'],
] as const;
type RentColumn = (typeof RENTS)[number][0];

/** Broad rental market areas of Scotland, which are groups of councils. */
const MARKET_AREA = /^S33/;

/**
 * Average private rents of Great Britain by number of bedrooms: of local authorities of England and Wales and market areas of
 * Scotland, by the code of the Office for National Statistics.
 */
export const ukPrivateRents = municipalReader({
  id: 'uk-private-rents',
  folder: 'uk-ons-private-rents-2026',
  sources: [SOURCE],
  countries: ['GB'],
  term: 'Local authority, or broad rental market area of Scotland',
  municipalities: (directory) => readRents(directory).map(toMunicipality),
});

interface AuthorityRent {
  code: string;
  name: string;
  /** ISO 8601 month. */
  period: string;
  /** GBP per month; null where not published. */
  rents: Readonly<Record<RentColumn, number | null>>;
}

const Amount = Type.Union([Type.Number(), Type.Null()]);
const Benchmarks = Type.Object({
  benchmarks: Type.Array(
    Type.Object({
      areaCode: Type.String({ pattern: '^E0[6-9]\\d{6}$' }),
      areaName: Type.String({ minLength: 1 }),
      period: Type.String({ pattern: '^\\d{4}-\\d{2}-01$' }),
      monthlyRentAll: Amount,
      monthlyRentOneBed: Amount,
      monthlyRentTwoBed: Amount,
      monthlyRentThreeBed: Amount,
    }),
  ),
});

function readRents(directory: string): AuthorityRent[] {
  const rents = [...readEngland(directory), ...readScotlandAndWales(directory)];
  const codes = new Set<string>();
  for (const { code } of rents) {
    if (codes.has(code)) throw new SourceFileError(ENGLAND, 0, 'areaCode', `${code} is there twice`);
    codes.add(code);
  }
  return rents;
}

function readEngland(directory: string): AuthorityRent[] {
  const { benchmarks } = readJsonAs(Benchmarks, join(directory, ENGLAND));
  return benchmarks.map(({ areaCode, areaName, period, ...rents }) => ({
    code: areaCode,
    name: areaName,
    period: period.slice(0, '2026-04'.length),
    rents,
  }));
}

function readScotlandAndWales(directory: string): AuthorityRent[] {
  const { rows } = readPublishedTable(join(directory, SCOTLAND_AND_WALES), {
    columns: ['areaCode', 'areaName', ...RENTS.map(([column]) => column)],
  });
  return rows.map((row) => ({
    code: row.matching('areaCode', /^(S33|W06)\d{6}$/, 'a code of an area'),
    name: row.required('areaName'),
    period: SCOTLAND_AND_WALES_MONTH,
    rents: {
      monthlyRentAll: row.requiredNumber('monthlyRentAll'),
      monthlyRentOneBed: row.number('monthlyRentOneBed'),
      monthlyRentTwoBed: row.number('monthlyRentTwoBed'),
      monthlyRentThreeBed: row.number('monthlyRentThreeBed'),
    },
  }));
}

/** `Bristol, City of` is the city of Bristol. */
function toMunicipality({ code, name, period, rents }: AuthorityRent): PublishedMunicipality {
  return {
    code,
    names: [name, name.replace(/, (City|County) of$/, '')],
    isGroup: MARKET_AREA.test(code),
    figures: RENTS.flatMap(([column, metric]) => {
      const value = rents[column];
      const note = 'privately rented, sitting tenants included';
      return value === null ? [] : { metric, period, value, unit: 'GBP', source: SOURCE, note };
    }),
  };
}
