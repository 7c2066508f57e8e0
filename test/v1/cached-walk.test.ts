import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/api/problem.ts';
import { type Answer, bearer, exchange } from '../support/http/exchange.ts';
import { edition, publishInTurn, rows, smallRelease } from '../support/release/small-release.ts';
import { generousService, startService } from '../support/service.ts';

const service = await generousService();
const FIGURES = 'facts/undp-hdr.tsv';

test('a client with a cache can restart pagination after a new release, and gets every city once', async () => {
  const { store, names } = await publishInTurn({});
  const changing = await startService({}, { release: { store, name: names[0] ?? '' } });
  const { server } = changing;
  const { address } = server;
  const { token } = await changing.key();
  for (const [list, version, dropped] of [
    ['/v1/cities?limit=7', '2099.1.1', 1],
    ['/v1/countries?limit=1', '2099.2.1', 2],
  ] as const) {
    const client = new CachingClient(address, bearer(token));
    const all = await walk(client, list);
    assert.ok(all.pages > 2, list);

    const begun = await client.get(list);
    const next = linksOf(begun).get('next') ?? '';
    // The figures change and the places do not, so the bodies of the pages stay the same.
    const { name } = await smallRelease(
      { 'release.json': edition(version), [FIGURES]: rows((facts) => facts.slice(dropped)) },
      store,
    );
    store.publish(name);
    await server.reload();
    assertProblem(await client.get(linksOf(await client.get(next)).get('next') ?? next), 'invalid_cursor');

    assert.deepEqual(await walk(client, list), all);
    const answer = await exchange(address, list, { headers: bearer(token) });
    assert.deepEqual(linksOf(await client.get(list)), linksOf(answer));
    assert.equal(answer.headers['x-dataset-release'], version);
  }
});

test('while the release is unchanged, a client with a cache reads a list again at no cost', async () => {
  const { token } = await service.key();
  const client = new CachingClient(service.server.address, bearer(token));
  const list = '/v1/cities?country=portugal&limit=50';
  const { pages } = await walk(client, list);
  const remaining = Number((await client.get(list)).headers['x-ratelimit-remaining']);
  assert.deepEqual((await walk(client, list)).pages, pages);
  assert.equal(Number((await client.get(list)).headers['x-ratelimit-remaining']), remaining);
});

test('a page has to be revalidated each time; an unpaged list stays fresh for an hour', async () => {
  const { token } = await service.key();
  const cacheControl = async (path: string) => (await service.get(path, token)).headers.get('cache-control');
  const next = linksOf(
    await exchange(service.server.address, '/v1/cities?country=portugal&limit=100', {
      headers: bearer(token),
    }),
  ).get('last');
  for (const page of ['/cities?country=portugal&limit=3', '/countries?limit=10', `${next?.slice(3)}`])
    assert.equal(await cacheControl(page), 'private, no-cache', page);
  for (const whole of [
    '/countries',
    '/countries?limit=1000',
    '/cities',
    '/cities?country=malta',
    '/cities/lisbon',
  ])
    assert.equal(await cacheControl(whole), 'private, max-age=3600', whole);
  assert.equal(
    (await fetch(`${service.server.address}/v1/cities?limit=3&api_key=${token}`)).headers.get(
      'cache-control',
    ),
    'private, no-store',
  );
});

interface Walk {
  pages: number;
  ids: string[];
}

/** Follows `next` to the end. */
async function walk(client: CachingClient, list: string): Promise<Walk> {
  const ids: string[] = [];
  let pages = 0;
  for (let path: string | undefined = list; path !== undefined; pages++) {
    const answer = await client.get(path);
    assert.equal(answer.status, 200, `${path} ${answer.text}`);
    ids.push(...(JSON.parse(answer.text) as { id: string }[]).map(({ id }) => id));
    path = linksOf(answer).get('next');
  }
  assert.equal(new Set(ids).size, ids.length);
  return { pages, ids };
}

/** Relation → path and query. */
function linksOf({ headers }: Answer): Map<string, string> {
  return new Map(
    [...String(headers.link).matchAll(/<https?:\/\/[^/]+([^>]*)>; rel="(\w+)"/g)].map(
      ([, path = '', relation = '']) => [relation, path],
    ),
  );
}

/**
 * A private cache (RFC 9111) for one key, like CacheControl for Python or a browser: it does not request fresh responses again,
 * revalidates stale ones with their entity tags, and updates stored headers from a 304. The cache of undici stores no responses
 * to requests with `Authorization`.
 */
class CachingClient {
  readonly #address: string;
  readonly #headers: Record<string, string>;
  readonly #stored = new Map<string, { answer: Answer; freshUntil: number }>();

  constructor(address: string, headers: Record<string, string>) {
    this.#address = address;
    this.#headers = headers;
  }

  async get(path: string): Promise<Answer> {
    const stored = this.#stored.get(path);
    if (stored !== undefined && performance.now() < stored.freshUntil) return stored.answer;
    const etag = stored?.answer.headers.etag;
    const condition = etag === undefined ? {} : { 'If-None-Match': etag };
    const received = await exchange(this.#address, path, { headers: { ...this.#headers, ...condition } });
    const answer =
      received.status === 304 && stored !== undefined
        ? { ...stored.answer, headers: { ...stored.answer.headers, ...received.headers } }
        : received;
    this.#keep(path, answer);
    return answer;
  }

  #keep(path: string, answer: Answer): void {
    const directives = String(answer.headers['cache-control']);
    if (answer.status !== 200 || /no-store/.test(directives)) return;
    const seconds = /no-cache/.test(directives) ? 0 : Number(/max-age=(\d+)/.exec(directives)?.[1] ?? 0);
    this.#stored.set(path, { answer, freshUntil: performance.now() + seconds * 1000 });
  }
}
