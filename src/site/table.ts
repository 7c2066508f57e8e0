import { attribute, type Html, html, NOTHING, type Part } from './html.ts';
import type { Messages } from './languages/english.ts';

/** A column: its title alone for text, or with what its cells are. */
type Column = string | TypedColumn;

interface TypedColumn {
  title: string;
  cells: 'number' | 'chart' | 'heading' | 'words';
}

/** A row: its cells, the last of which may be left out, or its cells with what the row itself has. */
export type Row = readonly Part[] | MarkedRow;

interface MarkedRow {
  cells: readonly Part[];
  id?: string;
  className?: string | undefined;
}

export interface TableView {
  /** The name of the scrolling box, for screen readers. */
  name: string;
  /** Above the table. */
  caption?: Part;
  /** Whether only screen readers have its caption and the titles of its columns. */
  quiet?: boolean;
  /** `marks` for a table whose rows are drawn, too. */
  className?: string;
  /** Whether its rows are cards where the screen is narrow: each cell has the title of its column. */
  cards?: boolean;
  /** A column that is false is left out, with its cells. */
  columns: readonly (Column | false)[];
  rows?: readonly Row[];
  /** Rows below headings of their own, in place of `rows`. */
  groups?: readonly { title: Part; id?: string; rows: readonly Row[] }[];
}

const column =
  (cells: TypedColumn['cells']) =>
  (title: string): TypedColumn => ({ title, cells });

export const numeric = column('number');
/** A column of several words, which stays wide enough to read where the table scrolls. */
export const words = column('words');
/** The column that says what each row is about. */
export const heading = column('heading');
/** The marks of a row. Its title is for screen readers. */
export const chart = column('chart');

/** A table in a box of its own, which scrolls sideways where the screen is narrow, by keyboard, too. */
export function scrollTable({
  name,
  caption,
  quiet = false,
  className,
  cards = false,
  columns,
  rows = [],
  groups,
}: TableView): Html {
  const shown = columns.filter((column) => column !== false);
  const body = (lines: readonly Row[]) => lines.map((line) => rowMarkup(line, columns, cards));
  return scrollBox(
    name,
    html`<table${attribute('class', cards ? 'carded' : className)}>${caption !== undefined && html`\n<caption${attribute('class', quiet && 'hidden')}>${quiet ? caption : html`<span>${caption}</span>`}</caption>`}
<thead${attribute('class', quiet && 'hidden')}><tr>${shown.map(headMarkup)}</tr></thead>
${
  groups === undefined
    ? html`<tbody>${body(rows)}</tbody>`
    : groups.map(
        (group) =>
          html`<tbody><tr${attribute('id', group.id)}><th colspan="${shown.length}" scope="rowgroup"><span>${group.title}</span></th></tr>\n${body(group.rows)}</tbody>`,
      )
}</table>`,
  );
}

/** The box that a wide table scrolls in. */
export function scrollBox(name: string, content: Html): Html {
  return html`<div class="scroll" role="group" aria-label="${name}" tabindex="0">${content}</div>`;
}

function headMarkup(column: Column): Html {
  if (typeof column === 'string') return html`<th scope="col">${column}</th>`;
  const { title, cells } = column;
  if (cells === 'chart') return html`<th scope="col"><span class="hidden">${title}</span></th>`;
  return html`<th scope="col"${attribute('class', cells === 'number' && cells)}>${title}</th>`;
}

function rowMarkup(row: Row, columns: TableView['columns'], cards: boolean): Html {
  const { cells, id, className }: MarkedRow = 'cells' in row ? row : { cells: row };
  return html`<tr${attribute('id', id)}${attribute('class', className)}>${columns.map((column, index) => cellMarkup(cells[index], column, cards))}</tr>\n`;
}

function cellMarkup(cell: Part, column: Column | false, cards: boolean): Html {
  if (column === false) return NOTHING;
  if (typeof column === 'string') return html`<td${attribute('data-title', cards && column)}>${cell}</td>`;
  if (column.cells === 'heading') return html`<th scope="row">${cell}</th>`;
  return html`<td class="${column.cells}"${attribute('data-title', cards && column.title)}>${cell}</td>`;
}

const PAGE = 100;

/** The page that an address asks for, of a list with this many items: the first of its items, and the one after its last. */
export function pageAsked(asked: string | undefined, length: number) {
  const pages = Math.max(1, Math.ceil(length / PAGE));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(asked ?? 1)) || 1));
  return { page, pages, from: (page - 1) * PAGE, to: Math.min(length, page * PAGE) };
}

/** Links to the pages before and after one of a list; nothing if there is only one. */
export function pageLinks(
  { page, pages }: ReturnType<typeof pageAsked>,
  to: (page: number) => string,
  { rankings: words }: Messages,
): Html | undefined {
  if (pages === 1) return undefined;
  return html`<nav class="pages" aria-label="${words.pages}">${page > 1 && html`<a rel="prev" href="${to(page - 1)}">${words.previous}</a>`}<span>${words.page(page, pages)}</span>${page < pages && html`<a rel="next" href="${to(page + 1)}">${words.next}</a>`}</nav>`;
}
