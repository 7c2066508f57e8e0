import Type from 'typebox';
import { fieldLine } from '../../http/response-head.ts';
import type { Answer } from '../endpoint.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** The largest page. */
export const MAX_PAGE_SIZE = 1000;

/** Query parameters that every list has. */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      description: 'Items per page. Without it, you get the complete list.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'From the `Link` header of an earlier response; opaque.',
    }),
  ),
};

export interface PageRequest {
  /** Absolute URL of the list, without its query. */
  url: string;
  /** Content hash of the release. */
  release: string;
  /** The filter of the list in canonical form, without `limit` and `cursor`. */
  filter: URLSearchParams;
  limit: number | undefined;
  cursor: string | undefined;
}

export interface Page {
  offset: number;
  size: number;
}

/** Lowers a limit to the length of the list, so that all larger limits share one cached response. */
export function limitWithin(limit: number | undefined, total: number): number | undefined {
  return limit === undefined ? undefined : Math.max(1, Math.min(limit, total));
}

/** Returns the requested part of the list: without a limit, the rest of it. Throws the Problem `invalid_cursor`. */
export function pageOf({ release, filter, limit = Number.POSITIVE_INFINITY, cursor }: PageRequest): Page {
  return { offset: cursor === undefined ? 0 : decodeCursor(cursor, release, filter.toString()), size: limit };
}

/**
 * The headers of a page: `X-Total-Count` and `Link` (RFC 8288: first, prev, next, last). Pages must be revalidated, because their
 * cursors are only valid for one release: a cached first page would lead a client that starts again straight to `invalid_cursor`.
 */
export function pageHeaders(
  request: PageRequest,
  { offset, size }: Page,
  total: number,
): Pick<Answer, 'links' | 'lines' | 'revalidate'> {
  const isPaged = Number.isFinite(size);
  const lastOffset = total === 0 || !isPaged ? 0 : Math.floor((total - 1) / size) * size;
  const links: [string, number][] = [['first', 0]];
  if (offset > 0 && isPaged) links.push(['prev', Math.max(0, offset - size)]);
  if (offset + size < total) links.push(['next', offset + size]);
  links.push(['last', lastOffset]);
  return {
    lines: fieldLine('X-Total-Count', total),
    links: links.map(([relation, at]) => [relation, pageUrl(request, at)]),
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
