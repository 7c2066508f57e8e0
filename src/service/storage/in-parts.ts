import { setImmediate } from 'node:timers/promises';

/**
 * Rows in parts, so that other work gets its turn between parts: SQLite blocks everything else until it has returned rows.
 *
 * @param atOnce the most rows of a part
 * @param read the rows after the last one of the part before; the last part has fewer than `atOnce`
 */
export async function* inParts<Row>(
  atOnce: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; await setImmediate()) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1);
  }
}

/** The items in groups of at most `atOnce`. */
export function* inGroups<Item>(items: readonly Item[], atOnce: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += atOnce) yield items.slice(start, start + atOnce);
}
