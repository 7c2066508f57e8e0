import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { perhaps, similarNames } from '../../../release/similar-names.ts';
import { readBytes } from '../files/file-bytes.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable } from '../files/table.ts';

/** By id. */
type Sources = ReadonlyMap<string, unknown>;

/** The folders of `data/` whose tables cite sources of the release. Those of data/readers cite sources that are still to be read. */
const FOLDERS = ['places', 'estimates'];

/** `source`, or `terms_source` */
const SOURCE_COLUMN = /(^|_)source$/;

/**
 * Refuses a table, also one that no code reads yet, that cites a source which we do not have: every response that shows the
 * source would fail, and an estimate would ignore the row.
 */
export function checkCitedSources(dataDirectory: string, sources: Sources): void {
  for (const folder of FOLDERS)
    for (const name of readdirSync(join(dataDirectory, folder)).filter((file) => file.endsWith('.tsv')))
      checkTable(join(dataDirectory, folder, name), sources);
}

function checkTable(path: string, sources: Sources): void {
  const bytes = readBytes(path);
  const columns = bytes.toString('utf8', 0, bytes.indexOf('\n')).split('\t');
  const citing = columns.filter((column) => SOURCE_COLUMN.test(column));
  if (citing.length === 0) return;
  for (const row of readTable(path, columns))
    for (const column of citing) {
      const id = row[column] ?? '';
      const fault = id === '' ? 'the cell is empty' : unknownSource(id, sources);
      if (!sources.has(id)) throw new SourceFileError(path, row.line, column, fault);
    }
}

export function unknownSource(id: string, sources: Sources): string {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  return `unknown source ${JSON.stringify(shown)}${perhaps(similarNames(id, [...sources.keys()]))}`;
}
