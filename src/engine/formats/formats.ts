import Type from 'typebox';
import { negotiateType } from '../../service/http/negotiation.ts';
import { invalidParameter, Problem } from '../../service/http/problems.ts';
import { fieldLine } from '../../service/http/response-head.ts';
import type { Endpoint } from '../endpoint.ts';

/** In the order of preference for clients that have none. */
export const FORMATS = ['json', 'csv', 'ndjson', 'geojson'] as const;
export type Format = (typeof FORMATS)[number];

export const MEDIA_TYPES: Record<Format, string> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
};

/** `Content-Type` by format. All have a charset, also JSON, NDJSON and GeoJSON, which are always UTF-8 and define none. */
export const TYPE_LINES: Record<Format, string> = {
  json: fieldLine('Content-Type', `${MEDIA_TYPES.json}; charset=utf-8`),
  csv: fieldLine('Content-Type', `${MEDIA_TYPES.csv}; charset=utf-8; header=present`),
  ndjson: fieldLine('Content-Type', `${MEDIA_TYPES.ndjson}; charset=utf-8`),
  geojson: fieldLine('Content-Type', `${MEDIA_TYPES.geojson}; charset=utf-8`),
};

/** The formats that an endpoint offers: always JSON; CSV and NDJSON if its answers are rows; GeoJSON if these are places. */
export function formatsOf({ table }: Pick<Endpoint, 'table'>): readonly Format[] {
  if (table === undefined) return ['json'];
  return FORMATS.filter((format) => format !== 'geojson' || table.feature !== undefined);
}

/** The parameter `format` of an endpoint with several formats. */
export function formatParameter(formats: readonly Format[]) {
  return Type.Enum([...formats], {
    description: `The format of the response: ${formats.map((format) => `\`${format}\` (\`${MEDIA_TYPES[format]}\`)`).join(', ')}. It takes precedence over \`Accept\`.`,
  });
}

/** The parameter `bom` of an endpoint that offers CSV. */
export const MarkParameter = Type.Enum(['true', 'false'], {
  description:
    '`true`: CSV begins with a byte order mark, without which Excel misreads letters such as “ã”. Only for CSV. Default: no mark.',
});

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

/**
 * The format that a request asks for: by the parameter, otherwise by `Accept`.
 *
 * @throws Problem `not_acceptable` when the client accepts none of the formats
 */
export function negotiateFormat(
  endpoint: Pick<Endpoint, 'table'>,
  asked: unknown,
  accept: string | undefined,
): Format {
  if (asked !== undefined) return asked as Format;
  if (accept === undefined || accept === '*/*') return 'json';
  const formats = formatsOf(endpoint);
  const types = formats.map((format) => MEDIA_TYPES[format]);
  const type = negotiateType(accept, types);
  if (type === undefined) throw notAcceptable(types);
  return formats[types.indexOf(type)] ?? 'json';
}

/** @param mediaTypes the media types that the operation offers */
export function notAcceptable(mediaTypes: readonly string[]): Problem {
  const [only] = mediaTypes;
  return new Problem(
    'not_acceptable',
    mediaTypes.length === 1
      ? `The only representation is ${only}.`
      : `The representations are ${mediaTypes.join(', ')}.`,
  );
}
