import {
  type CityClimateRecord,
  CLIMATE_INDEX,
  CLIMATE_SOURCES,
  NORMALS_PERIOD,
  yearlyIndex,
} from '../../../release/climate-records.ts';
import type { Observation } from '../../../release/schema.ts';

type Derived = Omit<
  Observation,
  'place' | 'standard_error' | 'usd' | 'usd_rate' | 'usd_rate_period' | 'usd_rate_source'
>;

/** The Holiday Climate Index of a year in a city, as a figure; none where it has no index. */
export function climateFigure({ temperature, precipitation, index }: CityClimateRecord): Derived[] {
  if (index === null) return [];
  const { cities, grid, stations } = CLIMATE_SOURCES;
  const usesGrid = [temperature, precipitation].some((station) => (station?.[4] ?? null) !== null);
  const estimated = [
    ...(index.cloud === 'sunshine' ? [] : ['cloud cover']),
    ...(index.humidity === 'vapour_pressure' ? [] : ['humidity']),
  ];
  return [
    {
      metric: CLIMATE_INDEX,
      period: NORMALS_PERIOD,
      grain: 'city',
      method: 'derived',
      value: yearlyIndex(index.months),
      unit: 'index_0_to_100',
      source: [stations, cities, ...(usesGrid ? [grid] : [])].sort().join(' '),
      note:
        estimated.length === 0
          ? ''
          : `${estimated.join(' and ')} estimated from the daily maxima and minima of temperature`,
    },
  ];
}
