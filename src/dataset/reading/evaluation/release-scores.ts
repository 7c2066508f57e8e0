import { CLIMATE_GROUP } from '../../../release/climate-records.ts';
import { readEdition } from '../../building/build/edition.ts';
import { releaseObservations } from '../../building/build/release-observations.ts';
import { readReleasePlaces } from '../../building/build/release-places.ts';
import { scoreReleasePlaces } from '../../building/build/release-quality.ts';
import { readCheckedFacts } from '../../building/facts/facts.ts';
import { readGoalposts } from '../../building/scores/goalposts.ts';
import type { Conventions, ScoredPlaces } from '../../building/scores/place-scores.ts';
import { readQualityWeights } from '../../building/scores/quality-weights.ts';

/** The scores of a release of `data/` with their inputs, for evaluation. */
export function readScores(dataDirectory: string): {
  conventions: Conventions;
  scored: ScoredPlaces;
  /** Keys of every city, with that of its country. */
  cities: readonly { key: string; country: string }[];
} {
  const { year } = readEdition(dataDirectory);
  const places = readReleasePlaces(dataDirectory);
  const checked = readCheckedFacts(dataDirectory, places.keys);
  const goalposts = readGoalposts(dataDirectory, checked.metrics);
  const conventions = {
    // The score of a climate is its index, made when it is shown: there is nothing to evaluate.
    goalposts: goalposts.filter(({ group }) => group !== CLIMATE_GROUP),
    weights: readQualityWeights(dataDirectory, goalposts),
    year,
  };
  const observations = releaseObservations(checked, places, new Map(), year);
  return {
    conventions,
    scored: scoreReleasePlaces(places, observations, conventions),
    cities: places.cities.map(({ id, country }) => ({ key: `city/${id}`, country: `country/${country}` })),
  };
}
