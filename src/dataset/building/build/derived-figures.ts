import type { Observation } from '../../../release/schema.ts';
import type { DerivedFigure } from '../facts/fact.ts';
import { type CityRow, elevationOnRecord } from '../places/cities.ts';

/**
 * Values computed from published ones without a model: stored in the release beside the observed ones, with
 * `method` derived, so that serving computes nothing.
 */

/** The sun's declination at the June solstice, degrees: the obliquity of the ecliptic in 2026. */
const OBLIQUITY = 23.436;
/** Centre of the sun at sunrise: refraction and the sun's radius, degrees (NOAA's convention). */
const SUNRISE_ALTITUDE = -0.833;

/** Hours from sunrise to sunset at a latitude for a declination of the sun: 0 in polar night, 24 under the midnight sun. */
export function dayLength(latitude: number, declination: number): number {
  const radians = Math.PI / 180;
  const cosine =
    (Math.sin(SUNRISE_ALTITUDE * radians) - Math.sin(latitude * radians) * Math.sin(declination * radians)) /
    (Math.cos(latitude * radians) * Math.cos(declination * radians));
  if (cosine <= -1) return 24;
  if (cosine >= 1) return 0;
  return (2 * Math.acos(cosine)) / (15 * radians);
}

type Derived = Omit<DerivedFigure, 'place'>;

/** Day length at the solstices, and the elevation: everything that follows from the location of a city. */
export function cityGeography(city: CityRow, year: number, source: string): Derived[] {
  const common = { source, grain: 'city', note: '' } as const;
  const daylight = (metric: string, day: string, declination: number): Derived => ({
    ...common,
    metric,
    method: 'derived',
    period: `${year}-${day}`,
    value: Math.round(dayLength(city.latitude, declination) * 100) / 100,
    unit: 'hours',
  });
  const solstices = [
    daylight('daylight_june_solstice', '06-21', OBLIQUITY),
    daylight('daylight_december_solstice', '12-21', -OBLIQUITY),
  ];
  const value = elevationOnRecord(city);
  if (value === null) return solstices;
  const note = city.elevation === null ? 'from a digital elevation model at the coordinates' : '';
  return [
    ...solstices,
    { ...common, metric: 'elevation', method: 'observed', period: '', value, unit: 'metres', note },
  ];
}

export function populationDensity(population: Observation, areaKm2: number, areaSource: string): Derived {
  return {
    metric: 'population_density',
    period: population.period,
    grain: 'country',
    method: 'derived',
    value: Math.round((population.value / areaKm2) * 100) / 100,
    unit: 'persons_per_square_kilometre',
    source: [...new Set([population.source, areaSource])].sort().join(' '),
    note: population.note,
  };
}
