import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import {
  type PublishedRow,
  type PublishedTableOptions,
  readPublishedTable,
} from '../../building/files/published-file.ts';
import type { PlacedRow, PlaceRule } from './place-rules.ts';
import type { SourceReader } from './reader.ts';

/** What is particular to a table in which rows are places (and years), and columns are figures. */
interface FigureTable extends Omit<SourceReader, 'read'> {
  /** The first one is the figures' own, unless they name another. */
  sources: readonly [string, ...string[]];
  /** Below the folder. */
  file: string;
  /** The columns that are read, besides those of listed figures. */
  columns: readonly string[];
  /** How the file differs from a CSV file that begins with its header. */
  format?: Omit<PublishedTableOptions, 'columns'>;
  /** False for rows that are passed over as if they were not there. A row that must not be there throws `row.fault(…)`. */
  keep?(row: PublishedRow): boolean;
  /** Throws if the table was cut off between two lines. */
  checkComplete?(rows: readonly PublishedRow[]): void;
  places: PlaceRule;
  /** ISO 8601. */
  period: string | ((row: PublishedRow) => string);
  /** The figures of every row, or of each; none where a row is only matched to its place. */
  figures: readonly Figure[] | ((row: PublishedRow) => readonly Figure[]);
}

export interface Figure {
  column: string;
  /** Ids of data/metrics.tsv and data/units.tsv. */
  metric: string;
  unit: string;
  /** The publisher's marks for a figure that is missing, besides an empty cell; absent if every row must have the figure. */
  missing?: readonly string[];
  note?: string;
  source?: string;
  /** The column with the publisher's standard error. */
  error?: string;
  /** Instead of the column's number: the figure that follows from several columns, such as a rate from a count. */
  computed?(row: PublishedRow): Pick<Fact, 'value' | 'standard_error'>;
}

/** Reads such a table: one fact for each figure of a row and place of ours that the row is about. */
export function tableReader(table: FigureTable): SourceReader {
  const { id, folder, sources, file, columns, format, keep, checkComplete, places, period, figures } = table;
  const listed = typeof figures === 'function' ? [] : figures.map(({ column }) => column);
  const figuresOf = typeof figures === 'function' ? figures : () => figures;
  return {
    id,
    folder,
    sources,
    read(directory, gazetteer) {
      const { rows } = readPublishedTable(join(directory, file), {
        ...format,
        columns: [...columns, ...listed],
      });
      checkComplete?.(rows);
      const kept = keep === undefined ? rows : rows.filter(keep);
      const found = places(kept, gazetteer, id);
      const facts = kept.flatMap((row) => {
        const placed = found.of(row);
        const year = typeof period === 'function' ? period(row) : period;
        return figuresOf(row).flatMap((figure) =>
          factsOf(row, placed, year, { source: sources[0], ...figure }),
        );
      });
      return { facts, matches: found.matches() };
    },
  };
}

/** Figures that share a unit, by column: `{ food: 'price_level_food' }`. */
export function figuresIn(
  unit: string,
  metrics: Readonly<Record<string, string>>,
  missing?: readonly string[],
): Figure[] {
  return Object.entries(metrics).map(([column, metric]) => ({
    column,
    metric,
    unit,
    ...(missing !== undefined && { missing }),
  }));
}

function factsOf(
  row: PublishedRow,
  placed: readonly PlacedRow[],
  period: string,
  { column, metric, unit, missing, note, source, error, computed }: Figure & { source: string },
): Fact[] {
  const value = missing === undefined ? row.requiredNumber(column) : row.number(column, missing);
  if (value === null) return [];
  const stated = error === undefined ? {} : { standard_error: row.requiredNumber(error) };
  const measured = computed?.(row) ?? { value, ...stated };
  return placed.map(({ place, grain, note: part }) => {
    const notes = [part, note].filter(Boolean).join('; ');
    return { place, metric, period, grain, unit, source, note: notes, ...measured };
  });
}
