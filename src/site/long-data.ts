import { batches, type Listed } from '../engine/formats/pieces.ts';
import { csvOf } from '../engine/summaries/csv-rows.ts';

/** A text in pieces. Writing each takes a few milliseconds. */
export type Pieces = Generator<string, void, void>;

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
