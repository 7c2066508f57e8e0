import type { CityRow } from '../../../src/dataset/building/places/cities.ts';

/** A city that does not exist, with the traits that a test is about. */
export function city(given: Partial<CityRow>): CityRow {
  return {
    geonamesId: 1,
    name: 'Paris',
    asciiName: 'Paris',
    country: 'AT',
    admin1: 'old',
    admin2: '',
    admin3: '',
    admin4: '',
    latitude: 0,
    longitude: 0,
    feature: 'PPL',
    population: 100,
    elevation: null,
    dem: 0,
    timeZone: 'Etc/UTC',
    modified: '2026-01-01',
    ...given,
  };
}
