import { csvOf } from '../engine/summaries/csv-rows.ts';
import type { PageRequest } from './page-request.ts';

/** A text in pieces. Writing each takes a few milliseconds. */
export type Pieces = Generator<string, void, void>;

/** Data of a page that takes too long to be written at once. */
export class LongData {
  readonly write: (request: PageRequest) => Pieces;
  readonly #shortWith: string | undefined;

  /** @param shortWith a parameter with which it is short */
  constructor(write: (request: PageRequest) => Pieces, shortWith?: string) {
    this.write = write;
    this.#shortWith = shortWith;
  }

  isLong(query: Readonly<Record<string, string>>): boolean {
    return this.#shortWith === undefined || query[this.#shortWith] === undefined;
  }
}

/** How many rows are made and written in a piece. */
const ROWS = 250;

/** Items of a list, some at a time. */
export function* batches<Item>(items: readonly Item[]): Generator<readonly Item[], void, void> {
  for (let from = 0; from < items.length; from += ROWS) yield items.slice(from, from + ROWS);
}

/** Rows as CSV. */
export function* csvPieces<Item>(lists: Iterable<readonly Item[]>, toRow: (item: Item) => object): Pieces {
  let header = true;
  for (const items of lists) {
    yield csvOf(items.map(toRow), { header });
    header = false;
  }
}

/** Rows as a JSON array. */
export function* jsonPieces<Item>(lists: Iterable<readonly Item[]>, toRow: (item: Item) => object): Pieces {
  let before = '[';
  for (const items of lists) {
    yield before + JSON.stringify(items.map(toRow)).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
