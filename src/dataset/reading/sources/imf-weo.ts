import { join } from 'node:path';
import Type from 'typebox';
import type { Fact } from '../../building/facts/fact.ts';
import { readJsonAs } from '../../building/files/json-shape.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'imf-weo-2026-04';

const FIRST_YEAR = 2015;
/** The last year before the edition: known, or estimated from most of it. Later years are projected. */
const LAST_ESTIMATED_YEAR = 2025;
/** The year that the edition was made in: a projection, which only the estimates use. */
const PROJECTED_YEAR = 2026;

interface Series {
  indicator: string;
  metric: string;
  /** Metric of the projection for the current year; none where it is not used. */
  projected?: string;
  unit: string;
}

const SERIES: readonly Series[] = [
  {
    indicator: 'PCPIPCH',
    metric: 'consumer_price_inflation_imf',
    projected: 'projected_consumer_price_inflation',
    unit: 'percent_per_year',
  },
  { indicator: 'NGDPDPC', metric: 'gdp_per_capita_imf', unit: 'current_usd_per_person' },
];

/** The Fund's codes for economies that have another one in ISO 3166-1. */
const OWN_CODES: Readonly<Record<string, string>> = { UVK: 'XK', WBG: 'PS' };
/** The Fund's codes for groups of countries. */
const GROUPS = new Set(
  (
    'ADVEC AFQ SSQ AS5 APQ AZQ CBQ CMQ CAQ EAQ EEQ DA EDE OEMDC EURO EUQ EU WE MAE MEQ MECA NAQ NMQ OAE PIQ ' +
    'SMQ SAQ SEQ SSA WEQ WHQ WEOWORLD'
  ).split(' '),
);

const answerOf = (indicator: string) =>
  Type.Object({
    values: Type.Object({
      [indicator]: Type.Record(Type.String(), Type.Record(Type.String(), Type.Number())),
    }),
  });

/** Answers of the Fund's DataMapper, one file per indicator: economy → year → value, to 2031. */
export const imfWeo: SourceReader = {
  id: 'imf-weo',
  folder: 'imf-weo-2026',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const matches = new Map<string, Match>();
    const facts = SERIES.flatMap((series) => readSeries(directory, gazetteer, series, matches));
    return { facts, matches: [...matches.values()] };
  },
};

function readSeries(
  directory: string,
  gazetteer: Gazetteer,
  { indicator, metric, projected, unit }: Series,
  matches: Map<string, Match>,
): Fact[] {
  const file = `${indicator}.json`;
  const answer = readJsonAs(answerOf(indicator), join(directory, file));
  const economies = answer.values[indicator] ?? {};
  return Object.entries(economies).flatMap(([code, years]): Fact[] => {
    if (GROUPS.has(code)) {
      matches.set(code, { published: code, place: '', how: 'a group of economies' });
      return [];
    }
    const country = gazetteer.countryByCode(OWN_CODES[code] ?? code);
    if (country === undefined)
      throw new SourceFileError(file, 0, `/values/${indicator}/${code}`, 'a code that nobody has ruled upon');
    if (OWN_CODES[code] !== undefined)
      matches.set(code, { published: code, place: country.key, how: 'code' });
    return Object.entries(years).flatMap(([year, value]): Fact[] => {
      const known = Number(year) >= FIRST_YEAR && Number(year) <= LAST_ESTIMATED_YEAR;
      const of = known ? metric : Number(year) === PROJECTED_YEAR ? projected : undefined;
      if (of === undefined) return [];
      const fact = { place: country.key, period: year, grain: 'country', value, unit, note: '' } as const;
      return [{ ...fact, metric: of, source: SOURCE }];
    });
  });
}
