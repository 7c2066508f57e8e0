import type { Format } from './formats.ts';
import { type Written, write } from './writers.ts';

/** What a format writes before, between and after the items of a list. The header line of CSV is part of the first piece. */
const AROUND: Record<Format, { open: string; between: string; close: string }> = {
  json: { open: '[', between: ',', close: ']' },
  csv: { open: '', between: '', close: '' },
  ndjson: { open: '', between: '', close: '' },
  geojson: { open: '{"type":"FeatureCollection","features":[', between: ',', close: ']}' },
};

/** Writes some items of a long list, so that all pieces followed by `endOf` are what `write` makes of the whole list. */
export function pieceOf(format: Format, items: Written, isFirst: boolean): string {
  const { open, between, close } = AROUND[format];
  const text = write(format, items);
  if (format === 'csv') return isFirst ? text : text.slice(text.indexOf('\r\n') + 2);
  return (isFirst ? open : between) + text.slice(open.length, text.length - close.length);
}

export function endOf(format: Format): string {
  return AROUND[format].close;
}
