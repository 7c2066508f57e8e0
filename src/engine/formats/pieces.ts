import type { LongList } from '../endpoint.ts';
import type { Format } from './formats.ts';
import { type Written, write } from './writers.ts';

/** What a format writes before, between and after the items of a list. The header line of CSV is part of the first piece. */
const AROUND: Record<Format, { open: string; between: string; close: string }> = {
  json: { open: '[', between: ',', close: ']' },
  csv: { open: '', between: '', close: '' },
  ndjson: { open: '', between: '', close: '' },
  geojson: { open: '{"type":"FeatureCollection","features":[', between: ',', close: ']}' },
};

/** Items that take less than half a turn of the event loop to write, even as CSV with figures. */
const ITEMS_IN_A_PIECE = 250;

/** An array, or a LongList. */
export interface Listed<Item> {
  readonly length: number;
  slice(from: number, to: number): readonly Item[];
}

/** Items of a list, some at a time. */
export function* batches<Item>(list: Listed<Item>): Generator<readonly Item[], void, void> {
  for (let from = 0; from < list.length; from += ITEMS_IN_A_PIECE)
    yield list.slice(from, Math.min(list.length, from + ITEMS_IN_A_PIECE));
}

/** A long list as a text: all pieces together are what `write` makes of the whole list. */
export function* piecesOf(
  format: Format,
  written: Omit<Written, 'body'>,
  list: LongList,
): Generator<string, void, void> {
  let isFirst = true;
  for (const body of batches(list)) {
    yield pieceOf(format, { ...written, body }, isFirst);
    isFirst = false;
  }
  yield AROUND[format].close;
}

function pieceOf(format: Format, items: Written, isFirst: boolean): string {
  const { open, between, close } = AROUND[format];
  const text = write(format, items);
  if (format === 'csv') return isFirst ? text : text.slice(text.indexOf('\r\n') + 2);
  return (isFirst ? open : between) + text.slice(open.length, text.length - close.length);
}
