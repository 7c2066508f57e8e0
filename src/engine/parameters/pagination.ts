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

/** The requested part of a list: without a limit, everything after the cursor. */
export class Page {
  /** How many items come before it. */
  readonly offset: number;
  readonly #url: string;
  readonly #release: string;
  readonly #filter: URLSearchParams;
  readonly #limit: number | undefined;
  readonly #size: number;

  /**
   * @param path of the list: `/cities`
   * @param filter in canonical form, without `limit` and `cursor`
   * @throws Problem `invalid_cursor`
   */
  constructor(
    { release, baseUrl }: View,
    path: string,
    { limit, cursor }: PageQuery,
    filter = new URLSearchParams(),
  ) {
    this.#url = baseUrl + path;
    this.#release = release.contentHash;
    this.#filter = filter;
    this.#limit = limit;
    this.#size = limit ?? Number.POSITIVE_INFINITY;
    this.offset = cursor === undefined ? 0 : decodeCursor(cursor, this.#release, filter.toString());
  }

  /** The same for all requests for this page. */
  get key(): string {
    return `${this.#filter} ${this.offset} ${this.#limit ?? ''}`;
  }

  /** How many items the page has, if the list has this many. */
  length(total: number): number {
    return Math.max(0, Math.min(this.#size, total - this.offset));
  }

  /**
   * What an answer says about the list: its length, and its other pages (RFC 8288: first, prev, next, last). Pages must be
   * revalidated, because their cursors are only valid for one release: a cached first page would lead a client that starts again
   * straight to `invalid_cursor`.
   */
  paging(total: number): Pick<Answer, 'total' | 'links' | 'revalidate'> {
    const [offset, size] = [this.offset, this.#size];
    const isPaged = Number.isFinite(size);
    const lastOffset = total === 0 || !isPaged ? 0 : Math.floor((total - 1) / size) * size;
    const links: [string, number][] = [['first', 0]];
    if (offset > 0 && isPaged) links.push(['prev', Math.max(0, offset - size)]);
    if (offset + size < total) links.push(['next', offset + size]);
    links.push(['last', lastOffset]);
    return {
      total,
      links: links.map(([relation, at]) => [relation, this.#urlAt(at)]),
      revalidate: size < total || offset > 0,
    };
  }

  #urlAt(offset: number): string {
    const query = new URLSearchParams(this.#filter);
    if (this.#limit !== undefined) query.set('limit', String(this.#limit));
    if (offset > 0) query.set('cursor', encodeCursor(this.#release, this.#filter.toString(), offset));
    const text = query.toString();
    return text === '' ? this.#url : `${this.#url}?${text}`;
  }
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
