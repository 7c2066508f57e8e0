import Type from 'typebox';
import { fieldLine } from '../../http/response-head.ts';
import type { JsonRendering } from '../endpoint.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** A list without `limit` has up to this many items, and no page has more. */
export const MAX_PAGE_SIZE = 1000;

/** Query parameters of every list. */
export const pageParameters = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, description: 'Items a page.' })),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'From a `Link` of an earlier answer; opaque.',
    }),
  ),
};

export interface PageRequest {
  /** Absolute URL of the list, without query. */
  url: string;
  /** Content hash of the release. */
  release: string;
  /** The list's filter in canonical form, without `limit` and `cursor`. */
  filter: URLSearchParams;
  limit: number | undefined;
  cursor: string | undefined;
}

export interface Page {
  offset: number;
  size: number;
}

/** A limit beyond the whole list is the whole list, so that all of them are one answer, made once and kept once. */
export function limitWithin(limit: number | undefined, total: number): number | undefined {
  return limit === undefined ? undefined : Math.max(1, Math.min(limit, total));
}

/** Which part of the list is asked for. Throws the Problem `invalid_cursor`. */
export function pageOf({ release, filter, limit = MAX_PAGE_SIZE, cursor }: PageRequest): Page {
  return { offset: cursor === undefined ? 0 : decodeCursor(cursor, release, filter.toString()), size: limit };
}

/**
 * What a page has besides its items: `X-Total-Count` and `Link` (RFC 8288: first, prev, next, last). Their cursors end with
 * the release. A cache that kept them for an hour would send a client that starts again straight back to `invalid_cursor`.
 */
export function pageHeaders(
  request: PageRequest,
  { offset, size }: Page,
  total: number,
): Pick<JsonRendering, 'lines' | 'revalidate'> {
  const lastOffset = total === 0 ? 0 : Math.floor((total - 1) / size) * size;
  const links: [string, number][] = [['first', 0]];
  if (offset > 0) links.push(['prev', Math.max(0, offset - size)]);
  if (offset + size < total) links.push(['next', offset + size]);
  links.push(['last', lastOffset]);
  const link = links.map(([relation, at]) => `<${pageUrl(request, at)}>; rel="${relation}"`).join(', ');
  return {
    lines: fieldLine('X-Total-Count', total) + fieldLine('Link', link),
    revalidate: size < total || offset > 0,
  };
}

function pageUrl({ url, release, filter, limit }: PageRequest, offset: number): string {
  const query = new URLSearchParams(filter);
  if (limit !== undefined) query.set('limit', String(limit));
  if (offset > 0) query.set('cursor', encodeCursor(release, filter.toString(), offset));
  const text = query.toString();
  return text === '' ? url : `${url}?${text}`;
}
