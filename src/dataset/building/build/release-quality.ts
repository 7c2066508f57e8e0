import { CLIMATE_GROUP } from '../../../release/climate-records.ts';
import type { GroupRecord, Overall } from '../../../release/quality-records.ts';
import type { Observation } from '../../../release/schema.ts';
import { areaKey } from '../places/areas.ts';
import { type Conventions, type ScoredPlaces, scorePlaces } from '../scores/place-scores.ts';
import { groupRecord } from '../scores/quality-score.ts';
import { closedStates } from '../scores/unchecked-figures.ts';
import type { ReleaseObservation } from './release-observations.ts';
import type { ReleasePlaces } from './release-places.ts';

/** The scores of a release: overall scores and groups, each once, and which place has which. */
export interface ReleaseQuality {
  /** The grouping is empty for an overall score. */
  parts: { grouping: string; record: Overall | GroupRecord }[];
  /** By key, every country and the cities that differ from theirs: positions of its overall score and groups. */
  places: Map<string, readonly number[]>;
}

export function releaseQuality(
  places: ReleasePlaces,
  observations: readonly ReleaseObservation[],
  conventions: Conventions,
): ReleaseQuality {
  const { countries, cities } = scoreReleasePlaces(places, observations, conventions);
  const parts: ReleaseQuality['parts'] = [];
  const positions = new Map<object, number>();
  const positionOf = (score: object, part: () => ReleaseQuality['parts'][number]) => {
    const known = positions.get(score);
    if (known !== undefined) return known;
    const position = parts.push(part()) - 1;
    positions.set(score, position);
    return position;
  };
  const placeParts = [...countries, ...cities].map(([place, { quality, groups }]) => {
    const overall = positionOf(quality, () => ({ grouping: '', record: quality.overall }));
    const ofGroups = groups.map((score) =>
      positionOf(score, () => ({ grouping: score.group, record: groupRecord(score) })),
    );
    return [place, [overall, ...ofGroups]] as const;
  });
  return { parts, places: new Map(placeParts) };
}

/** Scores all places of a release by its figures. */
export function scoreReleasePlaces(
  { countries, cities, cityStates, areas, cityAreas }: ReleasePlaces,
  observations: readonly ReleaseObservation[],
  conventions: Conventions,
): ScoredPlaces {
  // Every city has its own climate, so with it among these scores, no two cities could share a record.
  const goalposts = conventions.goalposts.filter(({ group }) => group !== CLIMATE_GROUP);
  const scored = new Set(goalposts.map(({ metric }) => metric));
  const figures = observations.filter(({ metric }) => scored.has(metric));
  const extents = new Map(areas.map(({ id, extent }) => [areaKey(id), extent]));
  const latest = Map.groupBy(
    figures
      .filter((observation) => observation.latest === 1)
      .map((observation): Observation => {
        const extent = extents.get(observation.place);
        return extent === undefined ? observation : { ...observation, extent };
      }),
    ({ place }) => place,
  );
  const areasAround = Map.groupBy(cityAreas, ({ city }) => `city/${city}`);
  const observationsOf = (place: string): readonly Observation[] => [
    ...(latest.get(place) ?? []),
    ...(areasAround.get(place) ?? []).flatMap(({ area }) => latest.get(areaKey(area)) ?? []),
  ];
  return scorePlaces(
    {
      countries: countries.map(({ id }) => `country/${id}`),
      cities: cities.map(({ id, country, city: { population } }) => ({
        key: `city/${id}`,
        country: `country/${country}`,
        population,
      })),
      cityStates: new Set([...cityStates].map((id) => `country/${id}`)),
      closed: closedStates(observations),
    },
    observationsOf,
    { ...conventions, goalposts },
    figures.filter(({ grain }) => grain === 'country'),
  );
}
