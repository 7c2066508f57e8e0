/** How many times as large as the next namesake a city must be for the bare name to mean it. */
export const DOMINANCE = 4;

/** The gazetteer has every place with more people. Of smaller ones it has towns, seats and capitals. */
export const CITY_POPULATION = 15_000;

/** False for a section of a city (Brooklyn) or an abandoned place: never what a bare name means. */
export function isCityOfToday({ feature }: { feature: string }): boolean {
  return !NOT_A_CITY_OF_TODAY.has(feature);
}

const NOT_A_CITY_OF_TODAY = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);

/** A small place, or one of unknown size, that is not a capital: a name means it only if no city has the name. */
export function isTown({ kind, population }: { kind: string; population: number | null }): boolean {
  return (population ?? 0) <= CITY_POPULATION && !CAPITALS.has(kind);
}

/** Capitals and seats of government of countries. */
const CAPITALS = new Set(['PPLC', 'PPLG']);
