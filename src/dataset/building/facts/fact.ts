import { join } from 'node:path';
import type { Observation } from '../../../release/schema.ts';
import { readTable, type TableRow, writeTable } from '../files/table.ts';

export const FACT_COLUMNS = [
  'place',
  'metric',
  'period',
  'grain',
  'value',
  'unit',
  'source',
  'note',
] as const;

/**
 * One published figure, with ids of data/metrics.tsv, data/units.tsv and data/sources.json; amounts of money have the ISO 4217
 * code of a currency as their unit. `place` is a key of the place registry: `city/lisbon`, `country/portugal`, or an
 * area of data/places/areas.tsv, `area/us-cbsa-35620`. An exchange rate of a day belongs to a currency and to
 * no place: `currency/JPY`, with the grain `country`. A figure attached to a city may have been measured for its
 * metropolitan area: `grain` says what was actually measured. `period` is ISO 8601: `2023`, `2025-03`, `2026-06-14`, or an
 * interval `2026-04-01/2026-09-30`. `note` distinguishes series of one metric, in our own words: a season, a dwelling's
 * definition. It is mostly empty.
 */
export interface Fact extends Pick<Observation, (typeof FACT_COLUMNS)[number]> {
  /** The publisher's own standard error of the value, in `unit`; absent if none is stated. */
  standard_error?: number;
}

/** What we compute from published figures: an observation that is not converted into dollars. */
export type DerivedFigure = Omit<
  Observation,
  'standard_error' | 'usd' | 'usd_rate' | 'usd_rate_period' | 'usd_rate_source'
> & { standard_error?: number | null };

/** The latest figure of each key. */
export function latestBy<Figure extends { period: string }>(
  figures: Iterable<Figure>,
  keyOf: (figure: Figure) => string,
): Map<string, Figure> {
  const latest = new Map<string, Figure>();
  for (const figure of figures) {
    const key = keyOf(figure);
    const known = latest.get(key);
    if (known === undefined || known.period < figure.period) latest.set(key, figure);
  }
  return latest;
}

/** Only in the files of publishers who state errors. */
const ERROR_COLUMN = 'standard_error';

export type FactRow = TableRow<(typeof FACT_COLUMNS)[number] | typeof ERROR_COLUMN>;

export function factsPath(dataDirectory: string, reader: string): string {
  return join(dataDirectory, 'facts', `${reader}.tsv`);
}

export function writeFacts(dataDirectory: string, reader: string, facts: readonly Fact[]): void {
  const hasErrors = facts.some(({ standard_error }) => standard_error !== undefined);
  const columns = hasErrors ? [...FACT_COLUMNS, ERROR_COLUMN] : FACT_COLUMNS;
  writeTable(factsPath(dataDirectory, reader), columns, facts.map(toRow));
}

export function readFacts(dataDirectory: string, reader: string): (FactRow & { line: number })[] {
  return readTable(factsPath(dataDirectory, reader), FACT_COLUMNS, [ERROR_COLUMN]);
}

function toRow({ standard_error: error, ...fact }: Fact): FactRow {
  return { ...fact, value: String(fact.value), standard_error: error === undefined ? '' : String(error) };
}
