import { filledTables } from './cells.ts';
import type { Cell, SummaryDocument, SummaryTable } from './document.ts';

/** The document as JSON for programs and agents: title, conclusion, each table by its id, and the citation. */
export interface LeanDocument {
  title: string;
  conclusion: string[];
  /** Rows by the id of their table. Unknown values are left out. */
  tables: Record<string, Record<string, NonNullable<Cell>>[]>;
  citation?: {
    service: string;
    release: string;
    url?: string;
    /** Ids of the sources by licence. */
    sources: Record<string, readonly string[]>;
    /** Sources whose terms leave a use open. */
    terms_unclear?: readonly string[];
  };
}

export function lean(document: SummaryDocument): LeanDocument {
  const { title, conclusion, citation } = document;
  return {
    title,
    conclusion: [...conclusion],
    tables: Object.fromEntries(filledTables(document).map((table) => [table.id, rowsOf(table)])),
    ...(citation === undefined ? {} : { citation: citationFields(citation) }),
  };
}

function citationFields({ release, url, licences, unclear }: NonNullable<SummaryDocument['citation']>) {
  return {
    service: 'Location Data Service',
    release,
    ...(url === undefined ? {} : { url }),
    sources: { ...licences },
    ...(unclear.length === 0 ? {} : { terms_unclear: unclear }),
  };
}

/** An estimate in the column `value` has its interval in fields next to it; in other columns, it is an object. */
function rowsOf({ columns, rows }: SummaryTable): Record<string, NonNullable<Cell>>[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ id }): [string, NonNullable<Cell>][] => {
        const cell = row[id];
        if (cell == null) return [];
        return id === 'value' && typeof cell === 'object' ? Object.entries(cell) : [[id, cell]];
      }),
    ),
  );
}
