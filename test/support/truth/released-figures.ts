import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { MetricRecord, Observation } from '../../../src/release/schema.ts';
import { testRelease, testReleaseStore } from '../service.ts';

export type ReleasedFigure = Observation;

export interface ReleasedCountry {
  id: string;
  alpha2: string;
  alpha3: string;
  name: string;
}

export interface ReleasedCity {
  id: string;
  geonames_id: number;
  name: string;
  /** Country id. */
  country: string;
  region: string | null;
}

const store = testReleaseStore();
const database = new DatabaseSync(store.releaseFile(await testRelease()), { readOnly: true });
// A release finds the areas of a city, and not the cities of an area, of which the queries below ask thousands of times.
database.exec(
  `CREATE TEMP TABLE city_area AS SELECT city, area FROM main.city_area;
   CREATE INDEX temp.by_area ON city_area (area, city); CREATE INDEX temp.by_city ON city_area (city, area);`,
);

const countries = byId<ReleasedCountry>('SELECT id, alpha2, alpha3, name FROM country');
const cities = byId<ReleasedCity>('SELECT id, geonames_id, name, country, region FROM city');
const areas = byId<{ id: string; name: string; country: string }>('SELECT id, name, country FROM area');

const COLUMNS =
  'place, metric, period, source, note, grain, method, value, unit, standard_error, usd, usd_rate, usd_rate_period, usd_rate_source';
const ofPlaces = database.prepare(
  `SELECT ${COLUMNS} FROM observation WHERE latest = 1 AND metric = ? AND place IN (SELECT value FROM json_each(?))`,
);
/** SQLite draws, because half a million figures would take seconds and hundreds of megabytes as objects. */
const shuffled = database.prepare(
  `SELECT ${COLUMNS}, round FROM (
     SELECT *, ROW_NUMBER() OVER (PARTITION BY source, metric ORDER BY lot) AS round FROM (
       SELECT ${COLUMNS}, ROW_NUMBER() OVER () * ? % 2147483647 AS lot FROM observation
       WHERE latest = 1 AND place BETWEEN ? AND ?))
   ORDER BY round, lot`,
);
const yearly = database.prepare('SELECT period, value FROM observation WHERE metric = ? AND place = ?');
const areasOfCity = database.prepare("SELECT 'area/' || area AS place FROM city_area WHERE city = ?");
const sizeOfArea = database.prepare('SELECT COUNT(*) AS size FROM city_area WHERE area = ?');
const widerAreas = database.prepare(
  `SELECT 'area/' || other.area AS place FROM city_area AS own JOIN city_area AS other USING (city)
   WHERE own.area = ? GROUP BY other.area
   HAVING COUNT(*) = (SELECT COUNT(*) FROM city_area WHERE area = own.area)
     AND (SELECT COUNT(*) FROM city_area WHERE area = other.area) > COUNT(*) AND other.area <> ?`,
);
const smallestCityOfArea = database.prepare(
  'SELECT id FROM city_area JOIN city ON city = id WHERE area = ? ORDER BY rank DESC LIMIT 1',
);
const smallestCityOfCountry = database.prepare(
  'SELECT id FROM city WHERE country = ? ORDER BY rank DESC LIMIT 1',
);
const countriesUsing = database.prepare(
  `SELECT id FROM country WHERE EXISTS
     (SELECT 1 FROM json_each(detail, '$.currencies') WHERE json_extract(value, '$.code') = ?) ORDER BY id`,
);

export const releaseYear = Number(
  String(rowsOf<{ value: string }>("SELECT value FROM release WHERE key = 'version'")[0]?.value).slice(0, 4),
);

export function releasedMetrics(): Pick<MetricRecord, 'id' | 'resource' | 'kind'>[] {
  return rowsOf('SELECT id, resource, kind FROM metric');
}

/** The latest figures of every series that meet the condition. */
export function latestFigures(condition: string): ReleasedFigure[] {
  return rowsOf(`SELECT ${COLUMNS} FROM observation WHERE latest = 1 AND ${condition}`);
}

/** Ids of the sources of latest figures. */
export function sourcesOfFigures(): string[] {
  const rows = rowsOf<{ source: string }>('SELECT DISTINCT source FROM observation WHERE latest = 1');
  return rows.map(({ source }) => source);
}

/** The latest figures of one metric about any of the places. */
export function figuresOf(metric: string, places: readonly string[]): ReleasedFigure[] {
  return ofPlaces.all(metric, JSON.stringify(places)) as unknown as ReleasedFigure[];
}

/** By year, the figures of one metric about one place. */
export function yearsOf(metric: string, place: string): Map<number, number> {
  const rows = yearly.all(metric, place);
  return new Map(rows.map(({ period, value }) => [Number(period), Number(value)]));
}

/** All places whose figures a response about a city may use: the city, its areas and its country. */
export function placesAround(cityId: string): string[] {
  const around = areasOfCity.all(cityId).map(({ place }) => String(place));
  return [`city/${cityId}`, ...around, `country/${city(cityId).country}`];
}

/** Areas that contain the city, or every city of the area and more; the smallest first. */
export function areasAround(place: string): string[] {
  const [kind, id] = split(place);
  const around = kind === 'city' ? areasOfCity.all(id) : widerAreas.all(id, id);
  return around
    .map((row) => ({
      area: String(row.place),
      size: Number(sizeOfArea.get(split(String(row.place))[1])?.size),
    }))
    .sort((left, right) => left.size - right.size || (left.area < right.area ? -1 : 1))
    .map(({ area }) => area);
}

const smallestCities = new Map<string, string | undefined>();

/** The id of the figure's city, or of the smallest city in its area or country; undefined if there is none. */
export function smallestCityWith({ place }: ReleasedFigure): string | undefined {
  const [kind, id] = split(place);
  if (kind === 'city') return id;
  if (!smallestCities.has(place)) {
    const row = (kind === 'area' ? smallestCityOfArea : smallestCityOfCountry).get(id);
    smallestCities.set(place, row === undefined ? undefined : String(row.id));
  }
  return smallestCities.get(place);
}

/** Id of the country that the area is in. */
export function areaCountry(id: string): string | undefined {
  return areas.get(id)?.country;
}

const paying = new Map<string, string[]>();

/** Ids of the countries that use the currency. */
export function countriesPayingWith(currency: string): string[] {
  const known = paying.get(currency) ?? countriesUsing.all(currency).map(({ id }) => String(id));
  paying.set(currency, known);
  return known;
}

/** The country itself, or the country of the city. */
export function countryOf(place: string): ReleasedCountry {
  const [kind, id] = split(place);
  return known(countries, kind === 'city' ? city(id).country : id);
}

export function city(id: string): ReleasedCity {
  return known(cities, id);
}

export function nameOf(place: string): string {
  const [kind, id] = split(place);
  if (kind === 'city') return city(id).name;
  return known<{ name: string }>(kind === 'area' ? areas : countries, id).name;
}

/** `city/lisbon` → `city` and `lisbon` */
export function split(place: string): [kind: string, id: string] {
  const [kind = '', id = ''] = place.split('/');
  return [kind, id];
}

/**
 * Draws latest figures at random, in an order that depends only on the release and the seed: one from each series (a source's
 * figures of one metric), then a second from each, and so on until there are enough. So 30,000 elevations don't crowd out 3 rents
 * in Kenya. No series is left out, even if there are more series than wanted figures.
 *
 * @param places of which figures are drawn, in the order of the alphabet
 */
export function drawFigures(
  wanted: number,
  seed: string,
  { from, to }: { from: string; to: string } = { from: '', to: '~' },
): ReleasedFigure[] {
  const factor = 1 + Number.parseInt(hash('sha256', seed).slice(0, 7), 16);
  const drawn: ReleasedFigure[] = [];
  for (const { round, ...figure } of shuffled.iterate(factor, from, to)) {
    if (Number(round) > 1 && drawn.length >= wanted) break;
    drawn.push(figure as unknown as ReleasedFigure);
  }
  return drawn;
}

export type FigureKey = Pick<ReleasedFigure, 'place' | 'metric' | 'period' | 'source' | 'note'>;

/** Names the figure by its key, so that a person can find it. No two figures have the same key. */
export function describe({ place, metric, period, source, note }: FigureKey): string {
  return [place, metric, period, source, note].filter((text) => text !== '').join(' · ');
}

function rowsOf<Row>(query: string): Row[] {
  return database.prepare(query).all() as unknown as Row[];
}

function byId<Place extends { id: string }>(query: string): Map<string, Place> {
  return new Map(rowsOf<Place>(query).map((place) => [place.id, place]));
}

function known<Place>(places: ReadonlyMap<string, Place>, id: string): Place {
  const place = places.get(id);
  if (place === undefined) throw new Error(`the release has a figure of ${id}, but no such place`);
  return place;
}
