import type { Answer, RequestOptions } from './connection.ts';
import { ApiRequest, type TableRequest } from './request.ts';

/** Requests a list, with these parameters instead of the same ones in its query. */
export type AskList<Item, Format extends string> = (
  parameters: Paging,
  options: RequestOptions,
) => TableRequest<Item[], Format>;

interface Paging {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The largest number of items per page that the service sends. */
const MOST_ITEMS = 1000;

/** A list: iterate over it, read it as a whole, or go through its pages. */
export class List<Item, Format extends string> implements AsyncIterable<Item> {
  readonly #ask: AskList<Item, Format>;
  readonly #query: Paging;
  readonly #options: RequestOptions;

  constructor(ask: AskList<Item, Format>, query: Paging, options: RequestOptions) {
    this.#ask = ask;
    this.#query = query;
    this.#options = options;
    // For whoever awaits the list itself: what the console of Node.js and Deno shows.
    const hint = { value: () => 'List, not read yet: use for await, all() or page()' };
    Object.defineProperty(this, Symbol.for('nodejs.util.inspect.custom'), hint);
  }

  /** The complete list in one response; with `limit` in the query, its first items. */
  all(): TableRequest<Item[], Format> {
    return this.#ask({}, this.#options);
  }

  /** The first page, with `limit` items; 1,000 without it. */
  page(): ApiRequest<Page<Item>> {
    return pageAt(this.#ask, { limit: this.#query.limit ?? MOST_ITEMS }, this.#options);
  }

  /**
   * Every item, in pages of `limit`, 1,000 without it. Only the current page is kept, and a loop that ends early requests no
   * more.
   *
   * @throws ReleaseChangedError if a new release is published meanwhile: start again
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    for (let page: Page<Item> | null = await this.page(); page !== null; page = await page.next())
      yield* page.items;
  }
}

/** A page of a list. */
export class Page<Item> {
  readonly items: readonly Item[];
  /** Items in the whole list. */
  readonly total: number | null;
  /** Whether there is another page. */
  readonly hasNext: boolean;
  readonly #next: () => Promise<Page<Item> | null>;

  constructor({ data, response }: Answer<Item[]>, ask: (cursor: string) => ApiRequest<Page<Item>>) {
    const cursor = nextCursor(response.headers.get('link'));
    this.items = data;
    this.total = totalOf(response.headers.get('x-total-count'));
    this.hasNext = cursor !== null;
    this.#next = async () => (cursor === null ? null : ask(cursor));
  }

  /** The next page; null after the last. */
  next(): Promise<Page<Item> | null> {
    return this.#next();
  }
}

function pageAt<Item, Format extends string>(
  ask: AskList<Item, Format>,
  paging: Paging,
  options: RequestOptions,
): ApiRequest<Page<Item>> {
  return new ApiRequest(async () => {
    const answer = await ask(paging, options).withResponse();
    const next = (cursor: string) => pageAt(ask, { ...paging, cursor }, options);
    return { data: new Page(answer, next), response: answer.response };
  });
}

/** Uses only the cursor: behind a proxy, the service may have another address. */
function nextCursor(link: string | null): string | null {
  const url = /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return url === undefined ? null : new URL(url, 'http://localhost').searchParams.get('cursor');
}

function totalOf(header: string | null): number | null {
  return header === null ? null : Number(header);
}
