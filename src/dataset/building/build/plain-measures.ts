import { smallestPlaceFirst } from '../../../release/best-figures.ts';
import {
  type CityClimateRecord,
  type ClimateElement,
  type ClimateNormals,
  correctedMonths,
  stationOf,
} from '../../../release/climate-records.ts';
import {
  DISTANCES,
  MONTHLY,
  type MonthlyMeasure,
  type PlainRow,
  plainRow,
  STATION,
} from '../../../release/plain-measures.ts';
import type { Observation } from '../../../release/schema.ts';
import type { ReleaseClimate } from '../climate/city-climate.ts';
import type { ReleaseCity } from './release-places.ts';

const MONTHS = 12;

/** The distances and the months of all cities, as the responses for single cities state them. */
export function plainMeasures(
  cities: readonly ReleaseCity[],
  observations: readonly Observation[],
  climate: ReleaseClimate,
): PlainRow[] {
  const station = ({ id }: ReleaseCity) => climate.cities.get(id)?.temperature?.[1];
  return [
    ...distances(cities, observations),
    ...months(cities, climate),
    plainRow(STATION, cities.map(station)),
  ];
}

function distances(cities: readonly ReleaseCity[], observations: readonly Observation[]): PlainRow[] {
  const byMetric = Map.groupBy(observations, ({ metric }) => metric);
  return Object.entries(DISTANCES).map(([id, metric]) => {
    const byPlace = Map.groupBy(byMetric.get(metric) ?? [], ({ place }) => place);
    const best = ({ id: city }: ReleaseCity) => byPlace.get(`city/${city}`)?.sort(smallestPlaceFirst)[0];
    return plainRow(
      id as keyof typeof DISTANCES,
      cities.map((city) => best(city)?.value),
    );
  });
}

function months(cities: readonly ReleaseCity[], { stations, cities: records }: ReleaseClimate): PlainRow[] {
  const normals = new Map(stations.map(({ id, normals: text }) => [id, JSON.parse(text) as ClimateNormals]));
  return Object.entries(MONTHLY).flatMap(([id, element]) => {
    const years = cities.map((city) => yearOf(element, records.get(city.id), normals));
    return Array.from({ length: MONTHS }, (_, month) =>
      plainRow(
        `${id as MonthlyMeasure}_${month + 1}`,
        years.map((year) => year?.[month]),
      ),
    );
  });
}

/** The months of an element in a city; undefined where no station is near enough. */
function yearOf(
  element: ClimateElement,
  record: CityClimateRecord | undefined,
  normals: ReadonlyMap<string, ClimateNormals>,
): number[] | undefined {
  const chosen = record && stationOf(record, element);
  if (!chosen) return undefined;
  const station = normals.get(chosen[0]);
  const published = station?.[element];
  return published && correctedMonths(element, published, chosen, station?.temperature_mean);
}
