import assert from 'node:assert/strict';
import type { Static } from 'typebox';
import type { CitySummary } from '../../../src/engine/places/city-list.ts';
import type { TestService } from '../service.ts';

export type ListedCity = Static<typeof CitySummary>;

export interface ListPage {
  cities: ListedCity[];
  total: number;
  /** Relation → path below /v1. */
  links: Map<string, string>;
}

/** One page of `/cities`. */
export async function cityPage(service: TestService, token: string, path: string): Promise<ListPage> {
  const response = await service.get(path, token);
  const text = await response.text();
  assert.equal(response.status, 200, `${path} ${text}`);
  const base = `${service.server.publicUrl}/v1`;
  const links = new Map(
    [...String(response.headers.get('link')).matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(
      ([, url = '', relation = '']) => {
        assert.ok(url.startsWith(`${base}/`), url);
        return [relation, url.slice(base.length)];
      },
    ),
  );
  return {
    cities: JSON.parse(text) as ListedCity[],
    total: Number(response.headers.get('x-total-count')),
    links,
  };
}

/** Every page from `path` on, following one relation until it ends. */
export async function walk(
  service: TestService,
  token: string,
  path: string,
  relation: 'next' | 'prev',
): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for (let at: string | undefined = path; at !== undefined; at = pages.at(-1)?.links.get(relation)) {
    assert.ok(pages.length < 2000, `${path} never ends`);
    pages.push(await cityPage(service, token, at));
  }
  return pages;
}

const known = new WeakMap<TestService, ListedCity[]>();

/** All cities, by population. The list is kept, so that each service is asked for it only once. */
export async function allCities(service: TestService, token: string): Promise<ListedCity[]> {
  const asked = known.get(service);
  if (asked !== undefined) return asked;
  const pages = await walk(service, token, '/cities?limit=1000', 'next');
  const cities = pages.flatMap((page) => page.cities);
  known.set(service, cities);
  return cities;
}

/** A sample of this size from all parts of the list, with different items in every run; with TEST_ALL=1, the whole list. */
export function sampleOf<Item>(items: readonly Item[], size: number): Item[] {
  if (process.env.TEST_ALL === '1') return [...items];
  const offset = Math.random();
  return Array.from(
    { length: size },
    (_, index) => items[Math.floor(((index + offset) * items.length) / size)],
  ).filter((item) => item !== undefined);
}
