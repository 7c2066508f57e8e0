import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { invalidParameter } from '../problems.ts';

/** In the order of preference for clients that have none. */
export const FORMATS = ['json', 'csv', 'ndjson', 'geojson'] as const;
export type Format = (typeof FORMATS)[number];

export const MEDIA_TYPES: Record<Format, string> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
};

/** With their parameters. All have a charset, also JSON, NDJSON and GeoJSON, which are always UTF-8 and define none. */
export const CONTENT_TYPES: Record<Format, string> = {
  json: `${MEDIA_TYPES.json}; charset=utf-8`,
  csv: `${MEDIA_TYPES.csv}; charset=utf-8; header=present`,
  ndjson: `${MEDIA_TYPES.ndjson}; charset=utf-8`,
  geojson: `${MEDIA_TYPES.geojson}; charset=utf-8`,
};

/** The formats that an endpoint offers: always JSON; CSV and NDJSON if its answers are rows; GeoJSON if these are places. */
export function formatsOf({ table }: Pick<Endpoint, 'table'>): readonly Format[] {
  if (table === undefined) return ['json'];
  return FORMATS.filter((format) => format !== 'geojson' || table.feature !== undefined);
}

/** The parameter `format` of an endpoint with several formats. */
export function formatParameter(formats: readonly Format[]) {
  return field.oneOf(
    formats,
    `The format of the response: ${formats.map((format) => `\`${format}\` (\`${MEDIA_TYPES[format]}\`)`).join(', ')}. It takes precedence over \`Accept\`.`,
  );
}

/** The parameter `bom` of an endpoint that offers CSV. */
export const MarkParameter = field.oneOf(
  ['true', 'false'],
  '`true`: CSV begins with a byte order mark, without which Excel misreads letters such as “ã”. Only for CSV. Default: no mark.',
);

/**
 * Whether a response begins with a byte order mark.
 *
 * @param asked the parameter `bom`
 * @throws Problem when it is given for a format without one
 */
export function isMarked(format: Format, asked: unknown): boolean {
  if (asked !== undefined && format !== 'csv')
    throw invalidParameter('bom', 'applies to CSV only: add format=csv');
  return asked === 'true';
}
