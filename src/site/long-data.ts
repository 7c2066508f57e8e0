import { batches, type Listed } from '../engine/formats/pieces.ts';
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

/** Rows as CSV. */
export function* csvPieces<Item>(list: Listed<Item>, toRow: (item: Item) => object): Pieces {
  let header = true;
  for (const items of batches(list)) {
    yield csvOf(items.map(toRow), { header });
    header = false;
  }
}

/** Rows as a JSON array. */
export function* jsonPieces<Item>(list: Listed<Item>, toRow: (item: Item) => object): Pieces {
  let before = '[';
  for (const items of batches(list)) {
    yield before + JSON.stringify(items.map(toRow)).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
