import { hash } from 'node:crypto';
import type { Answer, View } from '../endpoint.ts';
import * as field from '../field.ts';
import { Problem } from '../problems.ts';

/** The largest page. */
export const MAX_PAGE_SIZE = 1000;

/** Query parameters that every list has. */
export const pageParameters = {
  limit: field.optional.integer('Items per page. Default: the complete list on one page.', {
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
  }),
  cursor: field.optional.text('Opaque position of a page, from the `Link` header of an earlier response.', {
    minLength: 1,
    maxLength: 100,
  }),
};

/** The page of a list that a query asks for. */
export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** Lowers a limit to the length of the list, so that all larger limits share one cached response. */
export function limitWithin(limit: number | undefined, total: number): number | undefined {
  return limit === undefined ? undefined : Math.max(1, Math.min(limit, total));
}

/**
 * The requested part of a list: without a limit, everything after the cursor.
 *
 * @param path of the list: `/cities`
 * @param filter in canonical form, without `limit` and `cursor`
 * @throws Problem `invalid_cursor`
 */
export function pageOf(
  { release: { contentHash }, baseUrl }: View,
  path: string,
  { limit, cursor }: PageQuery,
  filter: URLSearchParams,
) {
  const list = filter.toString();
  const size = limit ?? Number.POSITIVE_INFINITY;
  const offset = cursor === undefined ? 0 : decodeCursor(cursor, contentHash, list);
  const urlAt = (at: number) => {
    const query = new URLSearchParams(filter);
    if (limit !== undefined) query.set('limit', String(limit));
    if (at > 0) query.set('cursor', encodeCursor(contentHash, list, at));
    const text = query.toString();
    return baseUrl + path + (text === '' ? '' : `?${text}`);
  };
  return {
    /** How many items come before it. */
    offset,
    /** The same for all requests for this page. */
    key: `${list} ${offset} ${limit ?? ''}`,
    /** How many items the page has, if the list has this many. */
    length: (total: number) => Math.max(0, Math.min(size, total - offset)),
    /**
     * What an answer says about the list: its length, and its other pages (RFC 8288: first, prev, next, last). Pages must be
     * revalidated, because their cursors are only valid for one release: a cached first page would lead a client that starts again
     * straight to `invalid_cursor`.
     */
    paging(total: number): Pick<Answer, 'total' | 'links' | 'revalidate'> {
      const isPaged = Number.isFinite(size);
      const lastOffset = total === 0 || !isPaged ? 0 : Math.floor((total - 1) / size) * size;
      const links: [string, number][] = [['first', 0]];
      if (offset > 0 && isPaged) links.push(['prev', Math.max(0, offset - size)]);
      if (offset + size < total) links.push(['next', offset + size]);
      links.push(['last', lastOffset]);
      return {
        total,
        links: links.map(([relation, at]) => [relation, urlAt(at)]),
        revalidate: size < total || offset > 0,
      };
    },
  };
}

/**
 * An opaque position in a list: the offset, and a checksum of release, filter and offset, so that we recognise a cursor that was
 * changed or that belongs to another list.
 */
function encodeCursor(release: string, list: string, offset: number): string {
  return Buffer.from(`${offset}.${seal(release, list, offset)}`).toString('base64url');
}

/** Decodes the offset of a cursor. Throws the Problem `invalid_cursor`. */
function decodeCursor(cursor: string, release: string, list: string): number {
  const [, digits, sealed] =
    /^(\d{1,9})\.([\w-]{12})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const offset = Number(digits);
  if (
    sealed === undefined ||
    sealed !== seal(release, list, offset) ||
    encodeCursor(release, list, offset) !== cursor
  ) {
    throw new Problem(
      'invalid_cursor',
      'The cursor belongs to another filter or data release, or was changed. Start again without it.',
    );
  }
  return offset;
}

function seal(release: string, list: string, offset: number): string {
  return hash('sha256', `${release}\n${list}\n${offset}`, 'base64url').slice(0, 12);
}
