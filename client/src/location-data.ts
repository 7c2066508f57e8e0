import type { Paths } from './api-types.ts';
import type { ResponseCache } from './cache.ts';
import type { Clock } from './clock.ts';
import {
  type Answer,
  type Call,
  type Connection,
  type Fetch,
  openConnection,
  type RequestOptions,
  type Transport,
} from './connection.ts';
import type { Download, DownloadFormat, DownloadOptions } from './download.ts';
import { LocationDataError } from './errors.ts';
import { List } from './list.ts';
import type { Fields, Query, Selected } from './query.ts';
import { ApiRequest, TableRequest } from './request.ts';

export interface LocationDataOptions {
  /** Address of the service: `https://example.org`. Without it, the environment variable `LDS_URL`. */
  baseUrl?: string | undefined;
  /** API key. Without it, the environment variable `LDS_API_KEY`. Null sends no key. */
  apiKey?: string | null | undefined;
  /** Replaces the global `fetch`: for proxies, tests and other transports. */
  fetch?: Fetch | undefined;
  /** Milliseconds for one attempt; default 30,000. */
  timeout?: number | undefined;
  /** How many times a request is repeated after a temporary failure; default 2. */
  maxRetries?: number | undefined;
  /** Keeps responses, which a 304 then confirms without counting toward your limit: `new MemoryCache()`. */
  cache?: ResponseCache | undefined;
  /** Version of the data release from which every response must come, for reproducible results. */
  expectRelease?: string | undefined;
  /** Allows use in a browser, where everybody who opens the page can read the key. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** Tells the time and waits, for tests. */
  clock?: Clock | undefined;
  /** Returns a number from 0 up to 1, which spreads retries; for tests. */
  random?: (() => number) | undefined;
}

type Path = keyof Paths;
/** The response of a path. */
type Responded<Each extends Path> = Paths[Each]['response'];

/** The request for a response that is also available in the path's other formats, if it has any. */
type Asked<Each extends Path, Data> = [Paths[Each]['formats']] extends [never]
  ? ApiRequest<Data>
  : TableRequest<Data, Paths[Each]['formats']>;

/** Requests data about one place: its id, a code, or a name such as `Lisbon, Portugal`. */
export interface AskPlace<Each extends Path> {
  (id: string, query: Query<Each> & Fields, options?: RequestOptions): Asked<Each, Selected<Responded<Each>>>;
  (id: string, query?: Query<Each>, options?: RequestOptions): Asked<Each, Responded<Each>>;
}

/** Compares 2 to 20 places with the first: cities, and countries with `countries` in the query. */
export interface AskComparison<Each extends Path> {
  (
    cities: readonly string[],
    query: Omit<Query<Each>, 'cities'> & Fields,
    options?: RequestOptions,
  ): Asked<Each, Selected<Responded<Each>>>;
  (
    cities: readonly string[],
    query?: Omit<Query<Each>, 'cities'>,
    options?: RequestOptions,
  ): Asked<Each, Responded<Each>>;
}

export interface AskRelease<Each extends Path> {
  (query: Query<Each> & Fields, options?: RequestOptions): ApiRequest<Selected<Responded<Each>>>;
  (query?: Query<Each>, options?: RequestOptions): ApiRequest<Responded<Each>>;
}

/** Lists places. No request is sent before you iterate over the list or read it. */
export interface ListPlaces<Each extends '/cities' | '/countries'> {
  (
    query: Query<Each> & Fields,
    options?: RequestOptions,
  ): List<Selected<Responded<Each>[number]>, Paths[Each]['formats']>;
  (query?: Query<Each>, options?: RequestOptions): List<Responded<Each>[number], Paths[Each]['formats']>;
}

/** A client of one service. */
export class LocationData {
  readonly countries: { list: ListPlaces<'/countries'>; get: AskPlace<'/countries/{country_id}'> };
  readonly cities: {
    list: ListPlaces<'/cities'>;
    get: AskPlace<'/cities/{city_id}'>;
    /** The cities that are most similar to one city. */
    similar: AskPlace<'/data/similar/{city_id}'>;
  };
  readonly costOfLiving: {
    city: AskPlace<'/data/cost-of-living/{city_id}'>;
    country: AskPlace<'/data/cost-of-living/countries/{country_id}'>;
    compare: AskComparison<'/data/cost-of-living'>;
  };
  readonly qualityOfLife: {
    city: AskPlace<'/data/quality-of-life/{city_id}'>;
    country: AskPlace<'/data/quality-of-life/countries/{country_id}'>;
    compare: AskComparison<'/data/quality-of-life'>;
  };
  /** Figures over time. */
  readonly history: {
    city: AskPlace<'/data/history/cities/{city_id}'>;
    country: AskPlace<'/data/history/countries/{country_id}'>;
  };
  /** The data release and its files. */
  readonly release: {
    get: AskRelease<'/release'>;
    download(format: DownloadFormat, options?: DownloadOptions): Promise<Download>;
  };

  /** @param transport replaces the connection to a service, as in a `Snapshot` */
  constructor(options: LocationDataOptions = {}, transport: Transport = connect(options)) {
    this.countries = {
      list: lister(transport, '/countries'),
      get: placeAsker(transport, '/countries/{country_id}'),
    };
    this.cities = {
      list: lister(transport, '/cities'),
      get: placeAsker(transport, '/cities/{city_id}'),
      similar: placeAsker(transport, '/data/similar/{city_id}'),
    };
    this.costOfLiving = {
      city: placeAsker(transport, '/data/cost-of-living/{city_id}'),
      country: placeAsker(transport, '/data/cost-of-living/countries/{country_id}'),
      compare: comparer(transport, '/data/cost-of-living'),
    };
    this.qualityOfLife = {
      city: placeAsker(transport, '/data/quality-of-life/{city_id}'),
      country: placeAsker(transport, '/data/quality-of-life/countries/{country_id}'),
      compare: comparer(transport, '/data/quality-of-life'),
    };
    this.history = {
      city: placeAsker(transport, '/data/history/cities/{city_id}'),
      country: placeAsker(transport, '/data/history/countries/{country_id}'),
    };
    this.release = {
      get: (query = {}, asked = {}) => ask(transport, { path: '/release', query }, asked) as never,
      download: (format, asked = {}) => transport.download(format, asked),
    };
  }
}

function connect(options: LocationDataOptions): Connection {
  const { environment, isBrowser } = surroundings();
  const { baseUrl = environment.LDS_URL, apiKey = environment.LDS_API_KEY } = options;
  if (isBrowser && options.dangerouslyAllowBrowser !== true && apiKey !== null)
    throw new LocationDataError('In a browser, everybody who opens the page could read the API key.');
  if (baseUrl === undefined) throw new LocationDataError('Give baseUrl, or set LDS_URL.');
  if (apiKey === undefined) throw new LocationDataError('Give apiKey, or set LDS_API_KEY.');
  // The runtime would also refuse it, but repeat the key in its error.
  if (apiKey !== null && !/^[!-~]+$/.test(apiKey))
    throw new LocationDataError('apiKey has a space, a line break or another character that no key has.');
  return openConnection({ ...options, baseUrl, apiKey });
}

function surroundings(): { environment: Record<string, string | undefined>; isBrowser: boolean } {
  const { process, document } = globalThis as {
    process?: { env?: Record<string, string | undefined> };
    document?: unknown;
  };
  return { environment: process?.env ?? {}, isBrowser: document !== undefined };
}

function ask<Data, Format extends string>(
  transport: Transport,
  call: Omit<Call, 'format'>,
  options: RequestOptions,
): TableRequest<Data, Format> {
  // The compiler cannot know what is at a path; the types are generated from its schema.
  const as = async <Content>(format: string) => {
    const { place = 'none' } = call;
    // In an address, these would be another path. Programs in JavaScript may pass anything.
    if (typeof place !== 'string' || /^\s*\.{0,2}$/.test(place))
      throw new LocationDataError(`${JSON.stringify(place)} is not the id or name of a place.`);
    return transport.ask({ ...call, format }, options) as Promise<Answer<Content>>;
  };
  return new TableRequest<Data, Format>(
    () => as('json'),
    (format) => new ApiRequest(() => as(format)),
  );
}

// The compiler cannot check these functions against the overloads above; the tests do.

function placeAsker<Each extends Path>(transport: Transport, path: Each): AskPlace<Each> {
  const asker = (place = '', query: object = {}, options: RequestOptions = {}) =>
    ask(transport, { path, place, query }, options);
  return asker as unknown as AskPlace<Each>;
}

function comparer<Each extends Path>(transport: Transport, path: Each): AskComparison<Each> {
  const asker = (cities: readonly string[], query: object = {}, options: RequestOptions = {}) =>
    ask(transport, { path, query: { cities: cities.length === 0 ? undefined : cities, ...query } }, options);
  return asker as unknown as AskComparison<Each>;
}

function lister<Each extends '/cities' | '/countries'>(transport: Transport, path: Each): ListPlaces<Each> {
  const listed = (query: { limit?: number } = {}, options: RequestOptions = {}) =>
    new List<unknown, string>(
      (paging, asked) => ask(transport, { path, query: { ...query, ...paging } }, asked),
      query,
      options,
    );
  return listed as unknown as ListPlaces<Each>;
}
