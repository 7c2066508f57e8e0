import { LRUCache } from 'lru-cache';
import { fold } from '../../release/fold.ts';
import { memo } from '../memo.ts';
import type { City } from './place.ts';
import type { AreaRow, Query } from './release-rows.ts';
import type { Scope } from './scopes.ts';
import { atOnce, type Steps } from './steps.ts';

/** A part of a country that people name like a place, and whose cities can be listed. */
export interface Region {
  /** An area is one that a publisher or `data/places/division-areas.tsv` defines: `Cornwall`, `Bohemia`. */
  kind: 'region' | 'island' | 'area';
  /** Country id. */
  country: string;
  /** A first-level region has the name that its cities have. */
  name: string;
  has(city: City): boolean;
}

/** The row of an island: one of its names, folded, and a box that has its part of a country, in degrees. */
export interface IslandRow {
  name: string;
  country: string;
  title: string;
  south: number;
  north: number;
  west: number;
  east: number;
}

export interface RegionParts {
  cities: readonly City[];
  citiesOf(country: string): readonly City[];
  /** The countries and first-level regions with this name, code or alias, folded. */
  scopes(name: string): readonly Scope[];
  islands(): readonly IslandRow[];
  /** The next few by id, without metropolitan areas, after the id of the last one, which is empty for the first ones. */
  areasAfter: Query<AreaRow>;
  /** Ids of the cities of a country in an area. */
  citiesOfArea: Query<{ city: string }>;
}

/** How many areas are kept with their cities. */
const KEPT_AREAS = 100;

/** The first-level regions, the islands and the areas of a release. */
export class Regions {
  readonly #parts: RegionParts;
  /** By name, folded. Created on first use, unless `prepare` has made them. */
  #islands: ReadonlyMap<string, readonly IslandRow[]> | undefined;
  #areas: ReadonlyMap<string, readonly AreaRow[]> | undefined;
  /** Regions with a city, those with the most people first, with their names, folded, between two spaces. */
  #inhabited: readonly { name: string; people: number; region: Region }[] | undefined;

  readonly #citiesOfAreas = new LRUCache<AreaRow, ReadonlySet<string>>({
    max: KEPT_AREAS,
    memoMethod: ({ country, id }) =>
      new Set(this.#parts.citiesOfArea.all(country, id).map(({ city }) => city)),
  });

  constructor(parts: RegionParts) {
    this.#parts = parts;
  }

  /** Makes what the first name would have to wait for. */
  *prepare(): Steps<void> {
    this.#areas ??= yield* areasByName(this.#parts);
  }

  /**
   * Those with this name, code or alias, folded. An island has a name only if no region of its country has it, and an area only
   * if neither has it, nor a larger area.
   */
  named(name: string): Region[] {
    this.#islands ??= Map.groupBy(this.#parts.islands(), (row) => row.name);
    this.#areas ??= atOnce(areasByName(this.#parts));
    const named = new Map<string, Region[]>();
    for (const { country, region } of this.#parts.scopes(name))
      if (region !== '') named.set(country, [...(named.get(country) ?? []), firstLevel(country, region)]);
    const others = [
      ...(this.#islands.get(name) ?? []).map(island),
      ...(this.#areas.get(name) ?? []).map((row) => this.#area(row)),
    ];
    for (const other of others) if (!named.has(other.country)) named.set(other.country, [other]);
    return [...named.values()].flat();
  }

  #area(row: AreaRow): Region {
    const { country, name } = row;
    const has = (city: City) => city.country === country && this.#citiesOfAreas.memo(row).has(city.id);
    return { kind: 'area', country, name, has };
  }

  /**
   * First-level regions whose name begins with the text, folded, or has it as a word (`Kashmir`), and how many people are in their
   * cities; most people first.
   */
  beginning(text: string): { region: Region; people: number }[] {
    this.#inhabited ??= inhabited(this.#parts.cities);
    const [beginning, word] = [` ${text}`, ` ${text} `];
    return this.#inhabited.filter(({ name }) => name.startsWith(beginning) || name.includes(word));
  }

  /** How many people are in its cities. */
  people(region: Region): number {
    return this.#parts
      .citiesOf(region.country)
      .reduce((sum, city) => sum + (region.has(city) ? (city.population ?? 0) : 0), 0);
  }
}

export function firstLevel(country: string, name: string): Region {
  return {
    kind: 'region',
    country,
    name,
    has: (city) => city.country === country && city.region === name,
  };
}

function island({ country, title, south, north, west, east }: IslandRow): Region {
  return {
    kind: 'island',
    country,
    name: title,
    has: (city) =>
      city.country === country &&
      south <= city.latitude &&
      city.latitude <= north &&
      west <= city.longitude &&
      city.longitude <= east,
  };
}

/**
 * By each of its names, under which the area is found, the largest first. A whole country is none, and a name with a comma is a row
 * of a list: `Kent County, Delaware`.
 */
function* areasByName({ areasAfter, citiesOf }: RegionParts): Steps<Map<string, AreaRow[]>> {
  const named = new Map<string, AreaRow[]>();
  for (let rows = areasAfter.all(''); rows.length > 0; rows = areasAfter.all(rows.at(-1)?.id ?? '')) {
    yield;
    for (const area of rows) {
      if (area.name.includes(',') || area.extent === citiesOf(area.country).length) continue;
      for (const name of area.name.split('/').map((each) => each.trim()))
        memo(named, fold(name), () => []).push({ ...area, name });
    }
  }
  for (const ofName of named.values()) ofName.sort((one, other) => other.extent - one.extent);
  return named;
}

function inhabited(cities: readonly City[]) {
  const regions = new Map<string, { name: string; people: number; region: Region }>();
  for (const { country, region, population } of cities) {
    if (region === null) continue;
    const known = memo(regions, `${country}/${region}`, () => ({
      name: ` ${fold(region)} `,
      people: 0,
      region: firstLevel(country, region),
    }));
    known.people += population ?? 0;
  }
  return [...regions.values()].sort((one, other) => other.people - one.people);
}
