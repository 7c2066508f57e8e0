import type { QualityRecord } from '../../release/quality-records.ts';
import { areaKey } from '../places/areas.ts';
import type { Goalpost } from '../scores/goalposts.ts';
import { scorePlaces } from '../scores/place-scores.ts';
import { qualityRecord } from '../scores/quality-record.ts';
import type { ReleaseObservation } from './release-observations.ts';
import type { ReleasePlaces } from './release-places.ts';

/**
 * By key, the scores of every country and of the cities that differ from theirs.
 *
 * @param year the year of the release
 */
export function releaseQuality(
  { countries, cities, cityAreas }: ReleasePlaces,
  observations: readonly ReleaseObservation[],
  goalposts: readonly Goalpost[],
  year: number,
): Map<string, QualityRecord> {
  const latest = Map.groupBy(
    observations.filter((observation) => observation.latest === 1),
    ({ place }) => place,
  );
  const areas = Map.groupBy(cityAreas, ({ city }) => `city/${city}`);
  const observationsOf = (place: string) => [
    ...(latest.get(place) ?? []),
    ...(areas.get(place) ?? []).flatMap(({ area }) => latest.get(areaKey(area)) ?? []),
  ];
  const scored = scorePlaces(
    {
      countries: countries.map(({ id }) => `country/${id}`),
      cities: cities.map(({ id, country }) => ({ key: `city/${id}`, country: `country/${country}` })),
    },
    observationsOf,
    goalposts,
    year,
  );
  return new Map(
    [...scored.countries, ...scored.cities].map(([place, score]) => [place, qualityRecord(score)]),
  );
}
