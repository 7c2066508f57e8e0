import { VERSION } from '../../src/service/version.ts';
import type { Random } from './seeded-random.ts';

/** Ids for queries. */
export interface Places {
  /** Of the server. */
  address: string;
  cities: readonly string[];
  countries: readonly string[];
}

/** A kind of look-up, with more variants than a server keeps rendered. */
export interface QueryKind {
  name: string;
  /** The path of the nth query. */
  path(places: Places, random: Random, n: number): string;
  /** The form that is posted there; without it, the query is a GET. */
  form?(places: Places, random: Random, n: number): URLSearchParams;
}

/** The most expensive look-ups, each with its default page of up to 1,000 items. */
export const EXPENSIVE_QUERIES: readonly QueryKind[] = [
  { name: 'countries?limit=N', path: (_places, _random, n) => `/v1/countries?limit=${1 + (n % 1000)}` },
  { name: 'cost of living, 20 cities', path: comparison('cost-of-living', 20) },
  { name: 'quality of life, 20 cities', path: comparison('quality-of-life', 20) },
  {
    name: 'near, 1,000 km',
    path: (_places, random) => `/v1/cities?near=${point(random)}&radius_km=1000`,
  },
  {
    name: 'q of two letters',
    path: (_places, random, n) => `/v1/cities?q=${letters(random)}&min_population=${n}`,
  },
  {
    name: '1,000 cities, filtered',
    path: (_places, random, n) =>
      `/v1/cities?min_population=${Math.floor(random() * 15_000)}&limit=${1000 - (n % 10)}`,
  },
];

/** Words that are parts of many names of cities and regions. */
const COMMON =
  'central western eastern northern southern san santa st la paz de new north south upper port'.split(' ');

/** Names that may be read in many ways; a list of twenty that is as long as a list may be. */
export const NAMES: readonly QueryKind[] = [
  { name: 'name of common words', path: (_places, random) => `/v1/cities/${words(random, 11)}` },
  { name: 'q of common words', path: (_places, random) => `/v1/cities?q=${words(random, 11)}` },
  {
    name: 'list of names of common words',
    path: (_places, random) => `/v1/data/cost-of-living?cities=${list(random)}`,
  },
];

/** A hundred megabytes each time. */
export const DOWNLOAD: QueryKind = { name: 'download', path: () => '/v1/release/sqlite' };

/** Asked with a session: it reads and adds up all the usage of an account. */
export const DASHBOARD: QueryKind = { name: 'dashboard', path: () => '/dashboard/usage' };

/** What strangers send: what needs a key, what is nowhere, what is misspelt, and a sign-in. They earn nothing but refusals. */
export const STRANGERS: readonly QueryKind[] = [
  { name: 'API without a key', path: ({ cities }, _random, n) => `/v1/cities/${at(cities, n)}` },
  { name: 'path of the API that is nowhere', path: (_places, _random, n) => `/v1/nothing/${n}` },
  { name: 'misspelt URL', path: (_places, _random, n) => `/v1/cities/%ff?n=${n}` },
  {
    name: 'comparison of names of common words',
    path: (_places, random) => `/compare?cities=${list(random)}`,
  },
  { name: 'page that is nowhere', path: (_places, _random, n) => `/nothing-${n}` },
  { name: 'session that there is not', path: () => '/dashboard/usage' },
  {
    name: 'reconciliation of common words',
    path: () => '/reconcile',
    form: (_places, random) => {
      const names = Array.from({ length: 50 }, (_, at) => [`q${at}`, { query: text(random, 11) }]);
      return new URLSearchParams({ queries: JSON.stringify(Object.fromEntries(names)) });
    },
  },
  {
    name: 'table of common words',
    path: () => '/match',
    form: (_places, random) =>
      new URLSearchParams({
        table: ['city', ...Array.from({ length: 500 }, () => text(random, 11))].join('\n'),
      }),
  },
  { name: 'frames', path: ({ cities }, _random, n) => `/embed/cities/${at(cities, n)}?lang=${language(n)}` },
  { name: 'pictures of charts', path: ({ cities }, _random, n) => `/cities/${at(cities, n)}/climate.png` },
  { name: 'cards', path: ({ cities }, _random, n) => `/cities/${at(cities, n)}/card.png` },
  {
    name: 'oEmbed',
    path: ({ address, cities }, _random, n) =>
      `/oembed?url=${encodeURIComponent(`${address}/cities/${at(cities, n)}?lang=${language(n)}`)}`,
  },
  {
    name: 'packages',
    path: (_places, _random, n) =>
      n % 2 === 0 ? '/packages/simple/location-data/' : `/packages/location-data-client-${VERSION}.tgz`,
  },
  {
    name: 'leaked keys that nobody signed',
    path: () => '/leaked-keys',
    form: (_places, _random, n) => new URLSearchParams({ token: `lds_live_${n}`.repeat(5000) }),
  },
  {
    name: 'pages of a release that is not kept',
    path: ({ cities }, _random, n) => `/cities/${at(cities, n)}?release=2020.1.${n % 100}`,
  },
  { name: 'suggestions without a key', path: (_places, random) => `/places.json?q=${letters(random)}` },
  {
    name: 'codes of OAuth that there are not',
    path: () => '/oauth/token',
    form: (_places, _random, n) =>
      new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: `${n}`,
        code: `${n}`,
        code_verifier: 'x'.repeat(43),
        redirect_uri: 'http://127.0.0.1/',
      }),
  },
];

/** Beyond its limit undici reads no body to its end, but closes the connection. */
export const WHOLE_BODY = Number.MAX_SAFE_INTEGER;

/** Requests of an ordinary customer. */
export const ORDINARY_QUERIES: readonly QueryKind[] = [
  { name: 'one city', path: ({ cities }, _random, n) => `/v1/cities/${at(cities, n)}` },
  { name: 'cost of living', path: ({ cities }, _random, n) => `/v1/data/cost-of-living/${at(cities, n)}` },
  { name: 'quality of life', path: ({ cities }, _random, n) => `/v1/data/quality-of-life/${at(cities, n)}` },
  { name: 'cost of living, 3 cities', path: comparison('cost-of-living', 3) },
  { name: 'quality of life, 3 cities', path: comparison('quality-of-life', 3) },
];

/** Reads the ids with a key that is not limited. */
export async function readPlaces(address: string, token: string, mostCities: number): Promise<Places> {
  const headers = { Authorization: `Bearer ${token}` };
  const ids = async (answer: Response) => ((await answer.json()) as { id: string }[]).map(({ id }) => id);
  const countries = await ids(await fetch(`${address}/v1/countries`, { headers }));
  const cities: string[] = [];
  for (let next: string | undefined = '/v1/cities?limit=1000'; next && cities.length < mostCities; ) {
    const answer: Response = await fetch(address + next, { headers });
    next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    cities.push(...(await ids(answer)));
  }
  return { address, cities, countries };
}

function comparison(resource: string, size: number): QueryKind['path'] {
  return ({ cities }, random) => {
    const chosen = new Set<string>();
    while (chosen.size < Math.min(size, cities.length))
      chosen.add(at(cities, Math.floor(random() * cities.length)));
    return `/v1/data/${resource}?cities=${[...chosen].join(',')}`;
  };
}

/** From Portugal to Japan, where cities are close together. */
function point(random: Random): string {
  return `${(20 + random() * 35).toFixed(3)},${(-9 + random() * 149).toFixed(3)}`;
}

function letters(random: Random): string {
  const letter = () => String.fromCharCode('a'.charCodeAt(0) + Math.floor(random() * 26));
  return letter() + letter();
}

function words(random: Random, count: number): string {
  return encodeURIComponent(text(random, count));
}

function text(random: Random, count: number): string {
  const some = Array.from({ length: count }, () => at(COMMON, Math.floor(random() * COMMON.length)));
  return `x ${some.join(' ')}`;
}

function language(n: number): string {
  return at(['en', 'de', 'fr', 'es', 'pt'], n);
}

function list(random: Random): string {
  return Array.from({ length: 20 }, () => words(random, 11)).join(',');
}

function at(ids: readonly string[], n: number): string {
  return ids[n % ids.length] ?? '';
}
