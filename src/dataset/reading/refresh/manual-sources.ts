import { join } from 'node:path';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { readTable } from '../../building/files/table.ts';

/** A source whose files a person has to download, because no program can do so reliably. */
export interface ManualSource {
  /** The step of `data read` that reads them. */
  source: string;
  address: string;
  why: string;
}

/** data/readers/manual-sources.tsv */
export function readManualSources(dataDirectory: string): ManualSource[] {
  const file = join(dataDirectory, 'readers', 'manual-sources.tsv');
  const seen = new Set<string>();
  return readTable(file, ['source', 'address', 'why'] as const).map(({ line, ...row }) => {
    const empty = (['source', 'address', 'why'] as const).find((column) => row[column] === '');
    if (empty !== undefined) throw new SourceFileError(file, line, empty, 'the cell is empty');
    if (seen.has(row.source)) throw new SourceFileError(file, line, 'source', 'the source is there twice');
    seen.add(row.source);
    return row;
  });
}
