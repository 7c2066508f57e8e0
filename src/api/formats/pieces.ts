import type { Format } from './formats.ts';
import { type Written, write } from './writers.ts';

/** What is around the items of a list in a format, and between them. CSV has its header line. */
const AROUND: Record<Format, { open: string; between: string; close: string }> = {
  json: { open: '[', between: ',', close: ']' },
  csv: { open: '', between: '', close: '' },
  ndjson: { open: '', between: '', close: '' },
  geojson: { open: '{"type":"FeatureCollection","features":[', between: ',', close: ']}' },
};

/** Some items of a long list, so that all pieces together, and `endOf`, are what `write` makes of the whole list. */
export function pieceOf(format: Format, items: Written, isFirst: boolean): string {
  const { open, between, close } = AROUND[format];
  const text = write(format, items);
  if (format === 'csv') return isFirst ? text : text.slice(text.indexOf('\r\n') + 2);
  return (isFirst ? open : between) + text.slice(open.length, text.length - close.length);
}

export function endOf(format: Format): string {
  return AROUND[format].close;
}
