import { fold } from '../../release/fold.ts';
import type { City } from './place.ts';
import type { Scope } from './scopes.ts';

/** A part of a country that people name like a place, and whose cities can be listed. */
export interface Region {
  kind: 'region' | 'island';
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
  /** The countries and first-level regions with this name, code or alias, folded. */
  scopes(name: string): readonly Scope[];
  islands(): readonly IslandRow[];
}

/** The first-level regions and the islands of a release. */
export class Regions {
  readonly #parts: RegionParts;
  /** By name, folded. Both are created on first use, because they would slow down the start. */
  #islands: ReadonlyMap<string, readonly IslandRow[]> | undefined;
  /** Regions with a city, those with the most people first. */
  #inhabited: readonly { folded: string; people: number; region: Region }[] | undefined;

  constructor(parts: RegionParts) {
    this.#parts = parts;
  }

  /** Those with this name, code or alias, folded. An island has a name only if no region of its country has it. */
  named(name: string): Region[] {
    const regions = this.#parts
      .scopes(name)
      .flatMap(({ country, region }) => (region === '' ? [] : [firstLevel(country, region)]));
    this.#islands ??= Map.groupBy(this.#parts.islands(), (row) => row.name);
    const islands = (this.#islands.get(name) ?? []).filter(
      ({ country }) => !regions.some((region) => region.country === country),
    );
    return [...regions, ...islands.map(island)];
  }

  /** First-level regions whose name begins with the text, folded, and how many people are in their cities; most people first. */
  beginning(text: string): { region: Region; people: number }[] {
    this.#inhabited ??= inhabited(this.#parts.cities);
    return this.#inhabited.filter(({ folded }) => folded.startsWith(text));
  }

  /** How many people are in its cities. */
  people(region: Region): number {
    return this.#parts.cities.reduce((sum, city) => sum + (region.has(city) ? (city.population ?? 0) : 0), 0);
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

function inhabited(cities: readonly City[]) {
  const regions = new Map<string, { folded: string; people: number; region: Region }>();
  for (const { country, region, population } of cities) {
    if (region === null) continue;
    const key = `${country}/${region}`;
    const known = regions.get(key);
    if (known === undefined)
      regions.set(key, {
        folded: fold(region),
        people: population ?? 0,
        region: firstLevel(country, region),
      });
    else known.people += population ?? 0;
  }
  return [...regions.values()].sort((one, other) => other.people - one.people);
}
