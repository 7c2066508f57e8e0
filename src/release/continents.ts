/** Ids of the continents by GeoNames’ codes. Its Europe has Cyprus, which UN M49 has in Western Asia, and Kosovo. */
const CONTINENT_OF = {
  AF: 'africa',
  AN: 'antarctica',
  AS: 'asia',
  EU: 'europe',
  NA: 'north-america',
  OC: 'oceania',
  SA: 'south-america',
} as const;
export type Continent = (typeof CONTINENT_OF)[keyof typeof CONTINENT_OF];

export const CONTINENTS: readonly Continent[] = Object.values(CONTINENT_OF);

/** @param code of GeoNames */
export function continentOf(code: string): Continent {
  const continent: Continent | undefined = CONTINENT_OF[code as keyof typeof CONTINENT_OF];
  if (continent === undefined) throw new Error(`there is no continent ${code}`);
  return continent;
}
