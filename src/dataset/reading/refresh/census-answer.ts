import { stringify } from 'csv-stringify/sync';
import Type from 'typebox';
import { Check } from 'typebox/schema';
import { parsePublishedJson, parsePublishedTable } from '../../building/files/published-file.ts';
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
  const names = Object.values(columns);
  const { rows } = parsePublishedTable(file, Buffer.from(stringify(content)));
  const published = rows.filter((row) => (row.number(names.at(-1) ?? '') ?? HIGHEST_MARK) > HIGHEST_MARK);
  return stringify([Object.keys(columns), ...published.map((row) => names.map((name) => row.text(name)))]);
}
