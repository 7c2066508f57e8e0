/** By how much a city must outgrow the next largest namesake to be what the bare name means. */
export const DOMINANCE = 4;

/** False for a section of a city (Brooklyn) or an abandoned place: never what a bare name means. */
export function isCityOfToday({ feature }: { feature: string }): boolean {
  return !NOT_A_CITY_OF_TODAY.has(feature);
}

const NOT_A_CITY_OF_TODAY = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
