import {
  type CityClimateRecord,
  CLIMATE_INDEX,
  CLIMATE_SOURCES,
  estimatedFor,
  grainOfStation,
  NORMALS_PERIOD,
  RESIDENT_INDEX,
  yearlyIndex,
} from '../../../release/climate-records.ts';
import type { DerivedFigure } from '../facts/fact.ts';

/** The indices of a year in a city, as figures; none where it has no index. */
export function climateFigures({
  temperature,
  precipitation,
  index,
  residents,
}: CityClimateRecord): Omit<DerivedFigure, 'place'>[] {
  const { cities, grid, stations } = CLIMATE_SOURCES;
  const usesGrid = [temperature, precipitation].some((station) => (station?.[4] ?? null) !== null);
  const source = [stations, cities, ...(usesGrid ? [grid] : [])].sort().join(' ');
  return [
    { metric: CLIMATE_INDEX, of: index },
    { metric: RESIDENT_INDEX, of: residents },
  ].flatMap(({ metric, of }) =>
    of === null
      ? []
      : [
          {
            metric,
            period: NORMALS_PERIOD,
            grain: grainOfStation(temperature),
            method: 'derived',
            value: yearlyIndex(of.months),
            unit: 'index_0_to_100',
            source,
            note: estimatedFor(of),
          },
        ],
  );
}
