/** How many times as large as the next namesake a city must be for the bare name to mean it. */
export const DOMINANCE = 4;

/** False for a section of a city (Brooklyn) or an abandoned place: never what a bare name means. */
export function isCityOfToday({ feature }: { feature: string }): boolean {
  return !NOT_A_CITY_OF_TODAY.has(feature);
}

const NOT_A_CITY_OF_TODAY = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);
