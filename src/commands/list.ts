import { pipeline } from 'node:stream/promises';
import { aligned, widthsOf } from './aligned.ts';

/** The columns of a table, by their headings: a property, or a text that is made of the row. */
export type Columns<Row> = Readonly<Record<string, keyof Row | ((row: Row) => string)>>;

/** Rows in the parts in which they are read. */
type Parts<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/**
 * Prints rows as they are read, so that a list of millions takes no more memory than one part of it. A column of the table is as
 * wide as its widest cell so far. A reader such as `head` may close the pipe when it has enough.
 *
 * @param json as an array of objects instead of a table
 */
export async function printList<Row extends object>(
  parts: Parts<Row>,
  columns: Columns<Row>,
  json = false,
): Promise<void> {
  const { stdout } = process;
  let refused: Error | undefined;
  stdout.once('error', (error) => {
    refused = error;
  });
  try {
    await pipeline(json ? jsonOf(parts) : tableOf(parts, columns), stdout, { end: false });
  } catch (error) {
    // The database may break a connection off with the same code.
    if (error !== refused || (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** The same text as that of the whole array at once. */
async function* jsonOf(parts: Parts<object>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of parts) {
    const texts = rows.map((row) => JSON.stringify(row, null, 2).replaceAll(/^/gm, '  '));
    if (texts.length === 0) continue;
    yield `${isFirst ? '[' : ','}\n${texts.join(',\n')}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

async function* tableOf<Row>(parts: Parts<Row>, columns: Columns<Row>): AsyncGenerator<string> {
  const cells = (row: Row) =>
    Object.values(columns).map((of) => (typeof of === 'function' ? of(row) : String(row[of])));
  let lines = [Object.keys(columns)];
  let widths: number[] = [];
  for await (const rows of parts) {
    lines.push(...rows.map(cells));
    widths = widthsOf(lines, widths);
    yield text(lines, widths);
    lines = [];
  }
  yield text(lines, widths);
}

function text(lines: readonly (readonly string[])[], widths: readonly number[]): string {
  return aligned(lines, widths)
    .map((line) => `${line}\n`)
    .join('');
}
