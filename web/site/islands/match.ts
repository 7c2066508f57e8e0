/** The page /match: matches the table without leaving the page, and lets the reader choose among candidates. */
import type { MatchedRow, Value } from '../../../src/engine/matching/reconciled-rows.ts';
import { figuresOf, filledRow } from '../../../src/engine/matching/reconciled-rows.ts';
import { filled, wordsOf } from '../words.ts';

interface Matched {
  header: string[];
  added: string[];
  rows: { cells: string[]; match: MatchedRow }[];
}

/** As large as the form that the server takes. */
const MOST_FILE_BYTES = 512 * 1024;
/** Long enough for every browser to begin saving a file. */
const SAVED_MILLISECONDS = 60_000;
/** Scripts are one folder below the address of the service. Apart, or Vite looks for a file to bundle. */
const SCRIPT = import.meta.url;
const BASE = new URL('..', SCRIPT);
const form = document.querySelector<HTMLFormElement>('form.match');
const table = form?.querySelector('textarea');
const results = document.querySelector<HTMLElement>('#matched');
const WORDS = wordsOf<
  | 'noAnswer'
  | 'tooLarge'
  | 'result'
  | 'summary'
  | 'download'
  | 'rows'
  | 'row'
  | 'city'
  | 'cost'
  | 'budget'
  | 'quality'
  | 'unknown'
  | 'cityOf'
  | 'choose'
  | 'gone'
>(results ?? document.body);

if (form && table && results) {
  const file = form.querySelector<HTMLElement>('.file');
  if (file !== null) file.hidden = false;
  form.querySelector<HTMLInputElement>('input[type=file]')?.addEventListener('change', ({ target }) => {
    const [chosen] = (target as HTMLInputElement).files ?? [];
    if (chosen !== undefined) void read(chosen, table, results);
  });
  table.addEventListener('dragover', (event) => event.preventDefault());
  table.addEventListener('drop', (event) => {
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped === undefined) return;
    event.preventDefault();
    void read(dropped, table, results);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void match(form, results);
  });
}

/** Files that are not UTF-8 are what Excel saves in Western Europe, or say in a byte order mark what they are. */
async function read(file: File, into: HTMLTextAreaElement, results: HTMLElement): Promise<void> {
  if (file.size > MOST_FILE_BYTES) {
    const size = (file.size / 1e6).toFixed(1);
    const notice = filled(WORDS.tooLarge, { size, rows: results.dataset.rows ?? '' });
    results.replaceChildren(element('p', 'notice', notice));
    return;
  }
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    into.value = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    into.value = new TextDecoder('windows-1252').decode(bytes);
  }
}

async function match(form: HTMLFormElement, results: HTMLElement): Promise<void> {
  const button = form.querySelector('button');
  if (button !== null) button.disabled = true;
  try {
    const fields = new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const response = await fetch(new URL('match', BASE), {
      method: 'POST',
      body: fields,
      headers: { Accept: 'application/json' },
    });
    if (response.ok) show((await response.json()) as Matched, results);
    else results.replaceChildren(element('p', 'notice', await response.text()));
  } catch {
    results.replaceChildren(element('p', 'notice', WORDS.noAnswer));
  } finally {
    if (button !== null) button.disabled = false;
    results.focus();
  }
}

function show(matched: Matched, results: HTMLElement): void {
  const { rows } = matched;
  const of = (status: MatchedRow['status']) => rows.filter(({ match }) => match.status === status).length;
  const summary = element('p', 'lead', '');
  const count = () => {
    summary.textContent = filled(WORDS.summary, {
      matched: of('matched'),
      check: of('check'),
      unknown: of('unknown'),
    });
  };
  count();
  const button = element('button', 'button', WORDS.download);
  button.addEventListener('click', () => download(matched));
  const body = element('tbody', '', '');
  body.append(...rows.map((row) => line(row, count)));
  const shown = element('table', '', '');
  shown.append(head([WORDS.row, WORDS.city, WORDS.cost, WORDS.budget, WORDS.quality]), body);
  const scroll = element('div', 'table', '');
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', WORDS.rows);
  scroll.append(shown);
  results.replaceChildren(element('h2', '', WORDS.result), summary, button, scroll);
}

function head(names: readonly string[]): HTMLElement {
  const row = element('tr', '', '');
  row.append(
    ...names.map((name) => {
      const cell = element('th', '', name);
      cell.scope = 'col';
      return cell;
    }),
  );
  const section = element('thead', '', '');
  section.append(row);
  return section;
}

function line(row: Matched['rows'][number], changed: () => void): HTMLElement {
  const tr = element('tr', '', '');
  const fill = () => {
    const [, name, , country, cost, budget, quality] = row.match.values;
    const city = element(
      'td',
      '',
      row.match.status === 'matched'
        ? `${name}, ${country}`
        : row.match.status === 'unknown'
          ? WORDS.unknown
          : '',
    );
    if (row.match.status === 'check') city.append(...choice());
    tr.replaceChildren(
      element('td', '', row.cells.slice(0, 3).join(', ')),
      city,
      ...[cost, budget, quality].map((value) =>
        element('td', 'number', typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')),
      ),
    );
  };
  const choice = () => {
    const select = element('select', '', '');
    select.setAttribute('aria-label', filled(WORDS.cityOf, { row: row.cells.slice(0, 3).join(', ') }));
    select.append(
      new Option(WORDS.choose, ''),
      ...row.match.candidates.map(({ id, name }) => new Option(name, id)),
    );
    const trouble = element('span', 'trouble', '');
    trouble.setAttribute('role', 'status');
    select.addEventListener('change', async () => {
      if (select.value === '') return;
      trouble.textContent = '';
      try {
        const values = (await figuresOf([select.value], ask)).get(select.value);
        if (values === undefined) throw new Error(WORDS.gone);
        row.match = chosen(values);
        fill();
        changed();
      } catch (error) {
        select.value = '';
        trouble.textContent = error instanceof TypeError ? WORDS.noAnswer : String((error as Error).message);
      }
    });
    return [select, trouble];
  };
  fill();
  return tr;
}

function chosen(values: readonly Value[]): MatchedRow {
  return { status: 'matched', score: null, candidates: [], values };
}

async function ask(field: string, value: object): Promise<unknown> {
  const body = new URLSearchParams({ [field]: JSON.stringify(value) });
  const response = await fetch(new URL('reconcile', BASE), { method: 'POST', body });
  if (response.ok) return response.json();
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/json');
  throw new Error(isProblem ? ((await response.json()) as { detail: string }).detail : WORDS.noAnswer);
}

/** With a byte order mark, without which Excel breaks “São Paulo”. */
function download({ header, added, rows }: Matched): void {
  const lines = [[...header, ...added], ...rows.map(({ cells, match }) => filledRow(header, cells, match))];
  const text = lines.map((cells) => cells.map(quoted).join(',')).join('\r\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }));
  link.download = 'matched.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MILLISECONDS);
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}
