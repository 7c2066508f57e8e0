import type { Endpoint } from '../engine/endpoint.ts';
import { CONTENT_TYPES, type Format, formatsOf, MEDIA_TYPES } from '../engine/formats/formats.ts';
import { Problem } from '../engine/problems.ts';
import { negotiateType } from '../service/http/negotiation.ts';
import { fieldLine } from '../service/http/response-head.ts';

/** `Content-Type` by format. */
export const TYPE_LINES = Object.fromEntries(
  Object.entries(CONTENT_TYPES).map(([format, type]) => [format, fieldLine('Content-Type', type)]),
) as Record<Format, string>;

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
