import type { QualityRecord } from '../../release/quality-records.ts';
import type { Observation } from '../../release/schema.ts';
import { areaKey } from '../places/areas.ts';
import { type Conventions, type ScoredPlaces, scorePlaces } from '../scores/place-scores.ts';
import { qualityRecord } from '../scores/quality-record.ts';
import type { ReleaseObservation } from './release-observations.ts';
import type { ReleasePlaces } from './release-places.ts';

/** The scores of a release: records, and which place has which. Cities whose scores rest on the same figures share one. */
export interface ReleaseQuality {
  profiles: QualityRecord[];
  /** By key, every country and the cities that differ from theirs: the position of its record. */
  places: Map<string, number>;
}

export function releaseQuality(
  places: ReleasePlaces,
  observations: readonly ReleaseObservation[],
  conventions: Conventions,
): ReleaseQuality {
  const { countries, cities } = scoreReleasePlaces(places, observations, conventions);
  const profiles: QualityRecord[] = [];
  const positions = new Map<object, number>();
  const byPlace = new Map<string, number>();
  for (const [place, score] of [...countries, ...cities]) {
    let position = positions.get(score.quality);
    if (position === undefined) {
      position = profiles.push(qualityRecord(score)) - 1;
      positions.set(score.quality, position);
    }
    byPlace.set(place, position);
  }
  return { profiles, places: byPlace };
}

/** Scores all places of a release by its figures. */
export function scoreReleasePlaces(
  { countries, cities, cityAreas }: ReleasePlaces,
  observations: readonly ReleaseObservation[],
  conventions: Conventions,
): ScoredPlaces {
  const scored = new Set(conventions.goalposts.map(({ metric }) => metric));
  const figures = observations.filter(({ metric }) => scored.has(metric));
  const latest = Map.groupBy(
    figures.filter((observation) => observation.latest === 1),
    ({ place }) => place,
  );
  const areas = Map.groupBy(cityAreas, ({ city }) => `city/${city}`);
  const observationsOf = (place: string): readonly Observation[] => [
    ...(latest.get(place) ?? []),
    ...(areas.get(place) ?? []).flatMap(({ area }) => latest.get(areaKey(area)) ?? []),
  ];
  return scorePlaces(
    {
      countries: countries.map(({ id }) => `country/${id}`),
      cities: cities.map(({ id, country }) => ({ key: `city/${id}`, country: `country/${country}` })),
    },
    observationsOf,
    conventions,
    figures.filter(({ grain }) => grain === 'country'),
  );
}
