import { join } from 'node:path';
import { GRAINS, type Grain } from '../../../release/grain.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { oneOf, readTable, type TableRow } from '../../building/files/table.ts';

const BASES = ['published', 'derived'] as const;
const SERIES_COLUMNS = [
  'country',
  'unit',
  'geography',
  'basis',
  'metric',
  'grain',
  'definition',
  'source',
  'vintage',
  'publisher_url',
  'left_out',
  'kept',
  'terms_unclear',
] as const;

/**
 * One publisher's series of rents: what the published file calls it, and what it is in our terms. `unit`, which begins with the
 * currency, and `geography` name it in the file; `definition` says in our own words what is counted. `publisher_url` is the
 * publisher's own address, if the file has that of a copy; `left_out` says why the figures are not used, and `terms_unclear` what
 * the publisher's terms leave open; all three are mostly empty.
 */
export interface PublishedRentSeries extends Omit<TableRow<(typeof SERIES_COLUMNS)[number]>, 'kept'> {
  /**
   * Whether the publisher or the file's compiler made the figures. A derived figure was computed from official ones by the
   * compiler: the estimates use it, and no response shows it.
   */
  basis: (typeof BASES)[number];
  /** The kind of place that was measured, for rows whose note names no other area. */
  grain: Grain;
  /** By a row's note: the area that was measured for that city, where the publisher has no figure for the city. */
  areas: ReadonlyMap<string, { grain: Grain; name: string }>;
  /** Places whose figures are used although the series is left out, because no better series has them. */
  kept: readonly string[];
}

const AREA_COLUMNS = ['source', 'note', 'grain', 'name'] as const;

/** data/readers/official-city-rent-series.tsv, with the areas in official-city-rent-areas.tsv. */
export function readPublishedRentSeries(dataDirectory: string): PublishedRentSeries[] {
  const file = join(dataDirectory, 'readers', 'official-city-rent-series.tsv');
  const areas = readAreas(join(dataDirectory, 'readers', 'official-city-rent-areas.tsv'));
  const series = readTable(file, SERIES_COLUMNS).map((row) => {
    for (const column of ['definition', 'source', 'vintage'] as const)
      if (row[column] === '') throw new SourceFileError(file, row.line, column, 'the cell is empty');
    if (!/^[A-Z]{3} /.test(row.unit))
      throw new SourceFileError(file, row.line, 'unit', `does not begin with a currency: ${row.unit}`);
    return {
      ...row,
      basis: oneOf(BASES, file, row, 'basis'),
      grain: oneOf(GRAINS, file, row, 'grain'),
      areas: areas.get(row.source) ?? new Map(),
      kept: row.kept.split('|').filter((place) => place !== ''),
    };
  });
  const sources = new Set(series.map(({ source }) => source));
  const unknown = [...areas.keys()].find((source) => !sources.has(source));
  if (unknown !== undefined)
    throw new SourceFileError(file, 0, 'source', `no series has the source ${unknown}`);
  return series;
}

/** By source, then by note. */
function readAreas(file: string): Map<string, Map<string, { grain: Grain; name: string }>> {
  const bySource = Map.groupBy(readTable(file, AREA_COLUMNS), ({ source }) => source);
  return new Map(
    [...bySource].map(([source, rows]) => [
      source,
      new Map(rows.map((row) => [row.note, { grain: oneOf(GRAINS, file, row, 'grain'), name: row.name }])),
    ]),
  );
}
