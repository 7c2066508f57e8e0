import { cellText, filledTables, shownColumns } from './cells.ts';
import { citationLine } from './citation.ts';
import type { Column, SummaryDocument, SummaryTable } from './document.ts';

/** As Markdown (GFM), with a final line break. */
export function markdown(document: SummaryDocument): string {
  const { title, conclusion, citation } = document;
  const tables = filledTables(document);
  const parts = [
    `# ${escaped(title)}`,
    ...conclusion.map(escaped),
    ...tables.map((table) => tableText(table, tables.length > 1)),
    ...(citation === undefined ? [] : [escaped(citationLine(citation))]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function tableText(table: SummaryTable, titled: boolean): string {
  const columns = shownColumns(table);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    ...(titled ? [`## ${escaped(table.title)}`, ''] : []),
    line(columns.map(({ title }) => escaped(title))),
    `|${columns.map(alignment).join('|')}|`,
    ...table.rows.map((row) => line(columns.map((column) => escaped(cellText(row[column.id], column))))),
  ].join('\n');
}

function alignment({ kind }: Column): string {
  return kind === 'text' || kind === 'unit' ? '---' : '--:';
}

/** Keeps publishers' names and notes as plain text: they cannot add markup, cells or lines. */
function escaped(text: string): string {
  return text.replaceAll(/[\\|*`[\]<>]|\b_|_\b/g, '\\$&').replaceAll(/\s+/g, ' ');
}
