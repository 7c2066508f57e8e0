import { filledTables } from './cells.ts';
import type { Cell, SummaryDocument } from './document.ts';

/**
 * The document as JSON for programs and agents: title, conclusion, the rows of each table by its id, and the citation. Unknown values
 * are left out. An estimate in the column `value` has its interval in fields next to it; in other columns, it is an object.
 *
 * @param written writes a cell in another form
 */
export function lean(document: SummaryDocument, written: (cell: Cell) => unknown = (cell) => cell) {
  const { title, conclusion, citation } = document;
  const rows = filledTables(document).map(
    ({ id: table, columns, rows }): [string, Record<string, unknown>[]] => [
      table,
      rows.map((row) =>
        Object.fromEntries(
          columns.flatMap(({ id }): [string, unknown][] => {
            const cell = row[id];
            if (cell == null) return [];
            return id === 'value' && typeof cell === 'object' ? Object.entries(cell) : [[id, written(cell)]];
          }),
        ),
      ),
    ],
  );
  return { title, conclusion, tables: Object.fromEntries(rows), ...(citation && { citation }) };
}
