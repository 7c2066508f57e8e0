/** A place with its GeoNames feature code: `feature` in data/places, `kind` in a release. */
type Coded = { feature: string } | { kind: string };

function codeOf(place: Coded): string {
  return 'kind' in place ? place.kind : place.feature;
}

/** How many times as large as the next namesake a city must be for the bare name to mean it. */
export const DOMINANCE = 4;

/** The gazetteer has every place with more people. Of smaller ones it has towns, seats and capitals. */
export const CITY_POPULATION = 15_000;

/** False for a section of a city (Brooklyn) or an abandoned place: never what a bare name means. */
export function isCityOfToday(place: Coded): boolean {
  return !NOT_A_CITY_OF_TODAY.has(codeOf(place));
}

const NOT_A_CITY_OF_TODAY = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);

/** A small place, or one of unknown size, that is not a capital: a name means it only if no city has the name. */
export function isTown(place: Coded & { population: number | null }): boolean {
  return (place.population ?? 0) <= CITY_POPULATION && !CAPITALS.has(codeOf(place));
}

/** Capitals and seats of government of countries. */
const CAPITALS = new Set(['PPLC', 'PPLG']);
