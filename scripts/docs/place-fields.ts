import { join } from 'node:path';
import { readTable } from '../../src/dataset/building/files/table.ts';
import { code, table } from './markdown.ts';

/** data/places/field-sources.tsv by source: the columns of each table that come from it. */
export function fieldSourceTable(dataDirectory: string): string {
  const rows = readTable(join(dataDirectory, 'places', 'field-sources.tsv'), ['table', 'field', 'source']);
  const bySource = [...Map.groupBy(rows, ({ source }) => source)].sort();
  return table(
    ['Source', 'Table', 'Columns'],
    bySource.flatMap(([source, ofSource]) =>
      [...Map.groupBy(ofSource, (row) => row.table)].map(([name, fields]) => [
        code(source),
        code(name),
        fields.map(({ field }) => code(field)).join(', '),
      ]),
    ),
  );
}
