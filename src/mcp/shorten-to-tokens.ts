import type { Row, SummaryDocument, SummaryTable } from '../engine/summaries/document.ts';
import { markdown } from '../engine/summaries/markdown.ts';
import { structured } from './structured.ts';

/** The most tokens that an answer may take in the context of a model. */
export const MOST_TOKENS = 3000;

/** Roughly one token of well-known models: a word of up to 7 letters, up to 3 digits, up to 4 marks of JSON, or another mark. */
const PIECES = /["_-]?[A-Za-z]{1,7}|\d{1,3}|[{}[\]",:]{1,4}|[^\sA-Za-z\d]/g;
/** Some pieces are split further. */
const MARGIN = 1.1;

/** An upper bound of the tokens of an answer, 2 to 25 per cent above what a tokenizer counts (o200k). */
export function tokensOf(text: string): number {
  return Math.ceil((text.match(PIECES)?.length ?? 0) * MARGIN);
}

/** Figures made of more sources than these are estimates: the citation has all their sources. */
const FEW_SOURCES = 3;

/**
 * The document, shortened to fit an answer. Clients give either the Markdown or the JSON to the model, so each must fit. Long
 * lists of sources go first, because the citation has them all; then the columns for programs only, except the id; then rows at
 * the end of the longest table, and the conclusion says how many.
 */
export function shortenToTokens(document: SummaryDocument): SummaryDocument {
  const steps = [withoutLongLists, withoutDataColumns];
  let shorter = document;
  for (const step of steps) {
    if (isSmall(shorter)) return shorter;
    shorter = { ...shorter, tables: shorter.tables.map(step) };
  }
  return withFewerRows(shorter);
}

function withoutLongLists(table: SummaryTable): SummaryTable {
  return withCells(table, (cell) => !(Array.isArray(cell) && cell.length > FEW_SOURCES));
}

function withoutDataColumns(table: SummaryTable): SummaryTable {
  const hidden = new Set(table.columns.flatMap(({ id, dataOnly }) => (dataOnly && id !== 'id' ? [id] : [])));
  return withCells(table, (_cell, id) => !hidden.has(id));
}

function withCells(table: SummaryTable, keep: (cell: Row[string], id: string) => boolean): SummaryTable {
  return {
    ...table,
    rows: table.rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([id, cell]) => keep(cell, id))),
    ),
  };
}

function withFewerRows(document: SummaryDocument): SummaryDocument {
  let { tables } = document;
  let left = 0;
  for (;;) {
    const shorter = { ...document, tables, conclusion: withNote(document.conclusion, left) };
    const [longest] = tables.toSorted((one, other) => other.rows.length - one.rows.length);
    if (longest === undefined || longest.rows.length === 0 || isSmall(shorter)) return shorter;
    const kept = Math.floor(longest.rows.length * 0.9);
    left += longest.rows.length - kept;
    tables = tables.map((table) =>
      table === longest ? { ...table, rows: table.rows.slice(0, kept) } : table,
    );
  }
}

function withNote(conclusion: readonly string[], left: number): readonly string[] {
  if (left === 0) return conclusion;
  const rows = `${left} more ${left === 1 ? 'row is' : 'rows are'}`;
  return [...conclusion, `${rows} left out to keep the answer short. Ask for less at a time.`];
}

function isSmall(document: SummaryDocument): boolean {
  return [markdown(document), JSON.stringify(structured(document))].every(
    (text) => tokensOf(text) <= MOST_TOKENS,
  );
}
