import { dataCells, isList } from './cells.ts';
import { csvOf } from './csv-rows.ts';
import type { SummaryDocument } from './document.ts';

/**
 * The tables of the document, except those that are left out of CSV, as one CSV table (RFC 4180) with a column for each value;
 * without sentences. If there are several, the column `table` tells them apart, and a row has nothing in the columns of the
 * others. Ids in a cell are separated by semicolons, as in the CSV of the API.
 */
export function csv(document: SummaryDocument): string {
  const tables = document.tables.filter(({ omitFromCsv }) => !omitFromCsv);
  const several = tables.length > 1;
  const names = new Set([
    ...(several ? ['table'] : []),
    ...tables.flatMap(({ columns }) =>
      columns.flatMap((column) => dataCells(column, null).map(([name]) => name)),
    ),
  ]);
  const rows = tables.flatMap((table) =>
    table.rows.map((row) => ({
      ...(several && { table: table.id }),
      ...Object.fromEntries(
        table.columns.flatMap((column) =>
          dataCells(column, row[column.id]).map(([name, value]) => [
            name,
            isList(value) ? value.join(';') : value,
          ]),
        ),
      ),
    })),
  );
  return csvOf(rows, { columns: [...names] });
}
