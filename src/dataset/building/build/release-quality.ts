import { CLIMATE_GROUP } from '../../../release/climate-records.ts';
import type { GroupRecord, Overall } from '../../../release/quality-records.ts';
import { type Conventions, type ScoredPlaces, scorePlaces } from '../scores/place-scores.ts';
import { groupRecord } from '../scores/quality-score.ts';
import { closedStates } from '../scores/unchecked-figures.ts';
import { latestFigures, type ReleaseObservation } from './release-observations.ts';
import type { ReleasePlaces } from './release-places.ts';

/** The scores of a release: overall scores and groups, each once, and which place has which. */
export type ReleaseQuality = ReturnType<typeof releaseQuality>;

export function releaseQuality(
  places: ReleasePlaces,
  observations: readonly ReleaseObservation[],
  conventions: Conventions,
) {
  const { countries, cities } = scoreReleasePlaces(places, observations, conventions);
  /** The grouping is empty for an overall score. */
  const parts: { grouping: string; record: Overall | GroupRecord }[] = [];
  const positions = new Map<object, number>();
  const positionOf = (score: object, part: () => (typeof parts)[number]) => {
    return positions.getOrInsertComputed(score, () => parts.push(part()) - 1);
  };
  const placeParts = [...countries, ...cities].map(([place, { quality, groups }]) => {
    const overall = positionOf(quality, () => ({ grouping: '', record: quality.overall }));
    const ofGroups = groups.map((score) =>
      positionOf(score, () => ({ grouping: score.group, record: groupRecord(score) })),
    );
    return [place, [overall, ...ofGroups]] as const;
  });
  /** By key, every country and the cities that differ from theirs: positions of its overall score and groups. */
  return { parts, places: new Map<string, readonly number[]>(placeParts) };
}

/** Scores all places of a release by its figures. */
export function scoreReleasePlaces(
  places: ReleasePlaces,
  observations: readonly ReleaseObservation[],
  conventions: Conventions,
): ScoredPlaces {
  // Every city has its own climate, so with it among these scores, no two cities could share a record.
  const goalposts = conventions.goalposts.filter(({ group }) => group !== CLIMATE_GROUP);
  const scored = new Set(goalposts.map(({ metric }) => metric));
  return scorePlaces(
    {
      countries: places.countries.map(({ id }) => `country/${id}`),
      cities: places.cities.map(({ id, country, city: { population } }) => ({
        key: `city/${id}`,
        country: `country/${country}`,
        population,
      })),
      cityStates: new Set([...places.cityStates].map((id) => `country/${id}`)),
      closed: closedStates(observations),
    },
    latestFigures(places, observations, scored),
    { ...conventions, goalposts },
    observations.filter(({ grain, metric }) => grain === 'country' && scored.has(metric)),
  );
}
