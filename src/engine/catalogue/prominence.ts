import { DOMINANCE } from '../../release/dominance.ts';
import { type City, peopleOf } from './place.ts';
import { CITIES_AT_ONCE, type Steps } from './steps.ts';

/** A capital is as prominent as a city this many times as large. */
export const RENOWN_OF_CAPITALS = 3;
/** A city is as prominent as one this many times as large if the text is its whole name. */
const WHOLE = 10;

/**
 * Merges both lists by prominence, sections of cities last. Cities with the whole name count as WHOLE times as large: `San` is a
 * city, but rarely meant.
 *
 * @param beginning sections last, then by prominence
 */
export function byProminence(whole: readonly City[], beginning: readonly City[], times = WHOLE): City[] {
  const weighted = whole.map((city) => ({ city, weight: times * prominenceOf(city) }));
  weighted.sort(
    (left, right) =>
      Number(isSection(left.city)) - Number(isSection(right.city)) || right.weight - left.weight,
  );
  const merged: City[] = [];
  let next = 0;
  for (const { city, weight } of weighted) {
    for (; next < beginning.length; next++) {
      const other = beginning[next] as City;
      const order = Number(isSection(other)) - Number(isSection(city)) || weight - prominenceOf(other);
      if (order >= 0) break;
      merged.push(other);
    }
    merged.push(city);
  }
  return [...merged, ...beginning.slice(next)];
}

/** How likely a city is meant by a part of its name: its people, those of a capital several times. */
export function prominenceOf({ population, isCapital }: City): number {
  return (population ?? 0) * (isCapital ? RENOWN_OF_CAPITALS : 1);
}

/** The order of cities by prominence. */
export interface Standing {
  /** By rank. */
  positions: Uint32Array;
  /** By position. */
  ranks: Uint32Array;
}

/**
 * People who look for a city do not want sections of cities before it.
 *
 * @param cities by population
 */
export function* standingOf(cities: readonly City[]): Steps<Standing> {
  const [positions, ranks] = [new Uint32Array(cities.length), new Uint32Array(cities.length)];
  const byOrder = (left: City, right: City) =>
    prominenceOf(right) - prominenceOf(left) || left.rank - right.rank;
  const capitals = cities.filter((city) => city.isCapital && !isSection(city)).sort(byOrder);
  const sections: City[] = [];
  let at = 0;
  const add = (city: City) => {
    positions[city.rank] = at;
    ranks[at++] = city.rank;
  };
  let next = 0;
  for (const city of cities) {
    if (city.rank % CITIES_AT_ONCE === 0) yield;
    if (isSection(city)) sections.push(city);
    else if (!city.isCapital) {
      for (let capital = capitals[next]; capital && byOrder(capital, city) < 0; capital = capitals[++next])
        add(capital);
      add(city);
    }
  }
  for (const city of [...capitals.slice(next), ...sections.sort(byOrder)]) add(city);
  return { positions, ranks };
}

export function isSection({ kind }: City): boolean {
  return kind === 'PPLX';
}

/** A section of a city is no farther from a larger city than this; in degrees of latitude, about 25 km. */
const SECTION_DEGREES = 0.225;

/** Whether a city is large and near enough for the section to be its own. */
export function isAround(city: City, section: City): boolean {
  return (
    !isSection(city) &&
    (city.population ?? 0) > (section.population ?? 0) &&
    Math.abs(city.latitude - section.latitude) < SECTION_DEGREES &&
    Math.abs(city.longitude - section.longitude) * Math.cos((city.latitude * Math.PI) / 180) < SECTION_DEGREES
  );
}

/**
 * Cities with a name, and those of the region that has the same name. If one of the first is in the region, people mean the city:
 * New York. A region with far more people than any of them comes before all but capitals: `Ontario` means the province, not the
 * city in California.
 */
export function withPlace(called: readonly City[], around: readonly City[]): City[] {
  if (called.some((city) => around.includes(city))) return [...called];
  const isFarMore = called.every((city) => peopleIn(around) >= DOMINANCE * peopleOf(city));
  if (!isFarMore) return [...called, ...around];
  const capitals = called.filter(({ isCapital }) => isCapital);
  const others = called.filter(({ isCapital }) => !isCapital);
  return [...capitals, ...[...others, ...around].sort(bySize)];
}

export function bySize(left: City, right: City): number {
  return left.rank - right.rank;
}

export function peopleIn(cities: readonly City[]): number {
  return cities.reduce((sum, { population }) => sum + (population ?? 0), 0);
}
