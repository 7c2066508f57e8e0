import { isCityOfToday } from '../../../release/dominance.ts';
import { fold } from '../../../release/fold.ts';
import { chordKm, unitVector } from '../estimates/sphere.ts';
import type { Agglomeration } from './agglomerations.ts';
import type { CityRow } from './cities.ts';

/** The United Nations list agglomerations from this size on. */
const LEAST_PEOPLE = 300_000;

/**
 * People per square kilometre. A place that even a dense agglomeration would reach is part of it; one that a thin agglomeration
 * would not reach is none. The mean of the world's urban centres is 5,300 (GHS Urban Centre Database R2019A), that of the
 * urbanized areas of the United States 980 (census of 2010).
 */
const DENSE = 5000;
const THIN = 1000;

/** Farther away, nothing is part of an agglomeration. */
const HORIZON_KM = 60;

/** Smaller places are not what an agglomeration is named after. */
const LEAST_OF_NAME = 100_000;

const SECTION = 'PPLX';
/** Of a country or a first-level division: Lhasa, and not its district of Chengguan. */
const SEATS: ReadonlySet<string> = new Set(['PPLC', 'PPLA']);

type Place = Omit<CityRow, 'admin2' | 'admin3' | 'admin4' | 'elevation' | 'dem' | 'timeZone' | 'modified'>;

/** An agglomeration before its parts are known. */
interface Core {
  people: number;
  /** The names in its publisher's name, folded: `Dallas-Fort Worth` has two. */
  names: ReadonlySet<string>;
  /** The place where its publisher says that it is, then other cities that it is named after. */
  middles: readonly [Place, ...Place[]];
}

/** An agglomeration as seen from a place. */
interface Reached {
  core: Core;
  km: number;
  /** Whether they are in the same first-level division. */
  isOfDivision: boolean;
}

interface Near {
  place: Place;
  km: number;
}

/**
 * The parts of agglomerations, by GeoNames id, with the id of the main city. agglomerations.tsv has the people of each and its
 * middle, but not its limits, so these follow from its people: its parts are the places of the country in its dense middle, then
 * the nearest until all its people are counted, and within reach all sections of cities and large places that the table does not
 * have. A place between two is part of the one that its size brings nearer. Large cities that are neither in the table nor parts
 * are agglomerations of their own people, and a city-state is one. Where an office draws metropolitan areas, each is one
 * agglomeration.
 *
 * @param cityStates ISO codes of countries
 * @param metros GeoNames ids of the places in each metropolitan area
 */
export function agglomerationParts(
  places: readonly Place[],
  agglomerations: ReadonlyMap<number, Agglomeration>,
  cityStates: ReadonlySet<string>,
  metros: Iterable<ReadonlySet<number>> = [],
): Map<number, number> {
  const mains = new Map<number, number>();
  const today = places.filter((place) => isCityOfToday(place) || place.feature === SECTION);
  for (const [country, inCountry] of Map.groupBy(today, (place) => place.country)) {
    if (cityStates.has(country)) {
      enter(mains, largest(inCountry.filter(isCityOfToday)), inCountry);
      continue;
    }
    const listed = inCountry.flatMap((middle): Core[] => {
      const known = agglomerations.get(middle.geonamesId);
      return known === undefined ? [] : [coreOf(middle, known, inCountry)];
    });
    assign(mains, listed, inCountry);
    const taken = new Set(listed.flatMap(({ middles }) => middles));
    const rest = inCountry.filter((place) => !taken.has(place) && !mains.has(place.geonamesId));
    const large = rest.filter((place) => isCityOfToday(place) && place.population >= LEAST_PEOPLE);
    assign(
      mains,
      large.map((middle) => ({ people: middle.population, names: new Set(), middles: [middle] })),
      rest,
    );
  }
  const byId = new Map(today.map((place) => [place.geonamesId, place]));
  for (const metro of metros)
    joinMetro(
      mains,
      [...metro].flatMap((id) => byId.get(id) ?? []),
    );
  return mains;
}

/** The agglomerations with their main city in a metropolitan area become one. */
function joinMetro(mains: Map<number, number>, places: readonly Place[]): void {
  const separate = places.filter((place) => !mains.has(place.geonamesId));
  const cities = separate.filter(isCityOfToday);
  if (cities.length === 0) return;
  const main = largest(cities);
  const joined = new Set(separate.map(({ geonamesId }) => geonamesId));
  for (const [part, of] of mains) if (joined.has(of)) mains.set(part, main.geonamesId);
  enter(mains, main, separate);
}

function coreOf(middle: Place, { name, population }: Agglomeration, inCountry: readonly Place[]): Core {
  const names = new Set(name.split(/[()/,-]/).map(fold));
  const point = unitVector(middle);
  const others = inCountry.filter(
    (place) =>
      place !== middle &&
      place.population >= LEAST_OF_NAME &&
      isNamed(place, names) &&
      chordKm(point, unitVector(place)) <= HORIZON_KM,
  );
  return { people: population, names, middles: [middle, ...others] };
}

/** The gazetteer has some cities twice, as `Iligan` and as `Iligan City`. */
function isNamed({ name, asciiName }: Place, names: ReadonlySet<string>): boolean {
  return [name, asciiName].some(
    (each) => names.has(fold(each)) || names.has(fold(each.replace(/ City$/, ''))),
  );
}

/** Enters the parts of these agglomerations. */
function assign(mains: Map<number, number>, cores: readonly Core[], places: readonly Place[]): void {
  for (const [core, near] of nearestCores(cores, places)) {
    const whole = [...core.middles, ...partsOf(core, near)];
    enter(mains, mainCity(core, whole), whole);
  }
}

function enter(mains: Map<number, number>, main: Place, whole: readonly Place[]): void {
  for (const part of whole) if (part !== main) mains.set(part.geonamesId, main.geonamesId);
}

/** By agglomeration the places that could be its parts, with the distance to its nearest middle. */
function nearestCores(cores: readonly Core[], places: readonly Place[]): Map<Core, Near[]> {
  const near = new Map<Core, Near[]>(cores.map((core) => [core, []]));
  const points = cores.flatMap((core) =>
    core.middles.map((middle) => ({ core, at: unitVector(middle), admin1: middle.admin1 })),
  );
  const middles = new Set(cores.flatMap((core) => core.middles));
  for (const place of places) {
    if (middles.has(place)) continue;
    const point = unitVector(place);
    const found = points
      .map(({ core, at, admin1 }) => ({
        core,
        km: chordKm(point, at),
        isOfDivision: admin1 === place.admin1,
      }))
      .filter(({ km }) => km <= HORIZON_KM)
      .sort((left, right) => pull(left) - pull(right));
    const [first] = found;
    const nearest =
      place.feature === SECTION ? (found.find((one) => first && isRatherOf(one, first)) ?? first) : first;
    if (nearest !== undefined) near.get(nearest.core)?.push({ place, km: nearest.km });
  }
  return near;
}

function pull({ core, km }: Reached): number {
  return km / Math.sqrt(core.people);
}

/** A section of Dubai is nearer to Sharjah, but the city of its own emirate is larger and reaches it. */
function isRatherOf({ core, km, isOfDivision }: Reached, nearest: Reached): boolean {
  return (
    isOfDivision &&
    !nearest.isOfDivision &&
    core.people > nearest.core.people &&
    km <= radiusKm(core.people, THIN)
  );
}

function partsOf({ people, middles }: Core, near: readonly Near[]): Place[] {
  const thin = radiusKm(people, THIN);
  const parts: Place[] = [];
  let counted = middles.reduce((sum, { population }) => sum + population, 0);
  let isWhole = false;
  for (const { place, km } of near.toSorted((left, right) => left.km - right.km)) {
    const isSection = place.feature === SECTION;
    // A section has a city, and the United Nations would list a place of this size that was an agglomeration of its own.
    const isPart = (isSection || place.population >= LEAST_PEOPLE) && km <= thin;
    isWhole ||= km > radiusKm(Math.max(people, counted), DENSE) && (counted >= people || km > thin);
    if (isWhole && !isPart) continue;
    parts.push(place);
    // The people of a section are counted in its city.
    if (!isSection) counted += place.population;
  }
  return parts;
}

/** Of a circle with so many people. */
function radiusKm(people: number, density: number): number {
  return Math.sqrt(people / density / Math.PI);
}

/**
 * The largest city that the agglomeration is named after: Dallas of `Dallas-Fort Worth`, Manila and not Quezon City. A name may
 * be that of a small place, while its city has another: New York City of `New York-Newark`.
 */
function mainCity({ middles: [middle], names }: Core, whole: readonly Place[]): Place {
  if (names.size === 0) return whole.find(({ feature }) => SEATS.has(feature)) ?? middle;
  const named = whole.filter(
    (place) => isCityOfToday(place) && isNamed(place, names) && place.population > middle.population / 2,
  );
  return named.length === 0 ? middle : largest(named);
}

function largest(places: readonly Place[]): Place {
  return places.reduce((most, place) => (place.population > most.population ? place : most));
}
