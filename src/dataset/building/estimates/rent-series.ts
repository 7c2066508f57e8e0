import { join } from 'node:path';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable } from '../files/table.ts';

/** The kinds of rents. `housing` of the index is the first: a dwelling let now, on the market, in the city itself. */
const RENT_KINDS = [
  /** Leases signed recently. */
  'new_lease',
  /** Rents advertised, or quoted by agents. */
  'asking',
  /** All tenancies, including those of sitting tenants. */
  'all_tenancies',
  /** Mostly regulated or public rents, or rents after an allowance. */
  'regulated',
  /** Imputed rents of owners. */
  'imputed',
] as const;
export type RentKind = (typeof RENT_KINDS)[number];

/** Figures that differ only by place: rows of data/estimates/rent-series.tsv. */
export interface RentSeries {
  source: string;
  metric: string;
  /** The note of the facts; empty for all notes of the source and metric that no other row names. */
  note: string;
  kind: RentKind;
  /** Standard deviation (ln) of a figure as a measure of the rent level of the place that it was measured for. */
  sd: number;
  /** Key of the series whose unknown level it shares: its own, or that of the rents that it was computed from or extends. */
  level: string;
}

/** Rents that were computed from official figures, by us or by a third party. */
export const DERIVED_RENT = 'derived_city_rent';

/** Finds the series of a fact; undefined if no row of the table includes it. */
export class RentSeriesTable {
  readonly #series: ReadonlyMap<string, RentSeries>;

  constructor(series: readonly RentSeries[]) {
    this.#series = new Map(series.map((one) => [seriesKey(one), one]));
  }

  of({ source, metric, note }: { source: string; metric: string; note: string }): RentSeries | undefined {
    return (
      this.#series.get(seriesKey({ source, metric, note })) ??
      this.#series.get(seriesKey({ source, metric, note: '' }))
    );
  }
}

/** The key of a series. */
export function seriesKey({ source, metric, note }: Pick<RentSeries, 'source' | 'metric' | 'note'>): string {
  return note === '' ? `${source} ${metric}` : `${source} ${metric} ${note}`;
}

export function readRentSeries(dataDirectory: string): RentSeries[] {
  const file = join(dataDirectory, 'estimates', 'rent-series.tsv');
  const seen = new Set<string>();
  const columns = ['source', 'metric', 'note', 'kind', 'sd', 'reason'] as const;
  const rows = readTable(file, columns);
  const terms = readTerms(dataDirectory);
  return rows.map(({ line, source, metric, note, reason, ...row }) => {
    const kind = RENT_KINDS.find((known) => known === row.kind);
    const sd = Number(row.sd);
    if (kind === undefined) throw new SourceFileError(file, line, 'kind', `unknown: ${row.kind}`);
    if (!(sd > 0 && sd < 1)) throw new SourceFileError(file, line, 'sd', `not between 0 and 1: ${row.sd}`);
    if (reason === '') throw new SourceFileError(file, line, 'reason', 'the cell is empty');
    const published = rows.filter((other) => other.source === source && other.metric !== DERIVED_RENT);
    const level = metric === DERIVED_RENT && published.length === 1 ? published[0] : undefined;
    const series = {
      source,
      metric,
      note,
      kind,
      sd,
      level: terms.get(seriesKey({ source, metric, note })) ?? seriesKey(level ?? { source, metric, note }),
    };
    if (seen.has(seriesKey(series)))
      throw new SourceFileError(file, line, 'source', 'the series is there twice');
    seen.add(seriesKey(series));
    return series;
  });
}

/**
 * data/estimates/rent-series-terms.tsv: series that extend another one to places that it does not have, by key, with
 * the key of the other.
 */
function readTerms(dataDirectory: string): Map<string, string> {
  const file = join(dataDirectory, 'estimates', 'rent-series-terms.tsv');
  const columns = ['source', 'metric', 'terms_source', 'terms_metric', 'reason'] as const;
  return new Map(
    readTable(file, columns).map(({ line, source, metric, terms_source, terms_metric, reason }) => {
      if (reason === '') throw new SourceFileError(file, line, 'reason', 'the cell is empty');
      return [
        seriesKey({ source, metric, note: '' }),
        seriesKey({ source: terms_source, metric: terms_metric, note: '' }),
      ];
    }),
  );
}
