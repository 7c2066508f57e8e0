import { stringify } from 'csv-stringify/sync';
import Type from 'typebox';
import { Check } from 'typebox/schema';
import { parsePublishedJson } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/** A table as the Census API sends it: rows of cells, the first with the names. Figures come as text or as numbers. */
const Answer = Type.Array(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Null()])), {
  minItems: 2,
});

/** The Bureau's marks for an estimate that it withholds are numbers far below zero; this or less is a mark. */
const HIGHEST_MARK = -100_000_000;

/**
 * CSV of the wanted columns (ours → the Bureau's), without the rows whose figure, in the last column, the Bureau
 * withholds.
 */
export function readCensusAnswer(
  file: string,
  bytes: Uint8Array,
  columns: Readonly<Record<string, string>>,
): string {
  const content = parsePublishedJson(file, bytes);
  if (!Check(Answer, content)) throw new SourceFileError(file, 0, '', 'not a table of the Census API');
  const [header = [], ...rows] = content;
  const positions = Object.values(columns).map((column) => {
    const position = header.indexOf(column);
    if (position < 0) throw new SourceFileError(file, 1, column, 'the column is missing from the header');
    return position;
  });
  const table = rows.map((cells, index) => {
    if (cells.length !== header.length)
      throw new SourceFileError(file, index + 2, '', `${cells.length} cells instead of ${header.length}`);
    return positions.map((position) => cells[position] ?? null);
  });
  const published = table.filter((cells, index) => {
    const figure = cells.at(-1) ?? null;
    if (figure === null) return false;
    if (!Number.isFinite(Number(figure)))
      throw new SourceFileError(
        file,
        index + 2,
        Object.values(columns).at(-1) ?? '',
        `not a number: ${figure}`,
      );
    return Number(figure) > HIGHEST_MARK;
  });
  return stringify([Object.keys(columns), ...published]);
}
