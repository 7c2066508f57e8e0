import type { Ranking } from '../../release/quality-records.ts';
import type { Observation } from '../../release/schema.ts';
import { type Expectations, expectedScores } from './expected-scores.ts';
import { type Goalpost, scoreOf } from './goalposts.ts';
import { type IndicatorScore, indicatorScores, isStale } from './indicator-scores.ts';
import { type GroupScore, type QualityScore, type Scoring, scoreQuality } from './quality-score.ts';
import type { QualityWeights } from './quality-weights.ts';
import { RankFields } from './rank-fields.ts';
import { type LocalScore, ScoreErrors } from './score-errors.ts';

/** The quality of life of a place: overall, and by group. */
export interface PlaceScore {
  quality: QualityScore;
  ranking: Ranking | null;
  groups: { score: GroupScore; ranking: Ranking | null }[];
}

export interface ScoredPlaces {
  /** By key, every country: `country/portugal`. Its errors are those of a city of which nothing else is known. */
  countries: Map<string, PlaceScore>;
  /** By key, the cities that differ from their country; all others have its scores. Cities that are alike share one. */
  cities: Map<string, PlaceScore>;
  errors: ScoreErrors;
  /** Every score of a city or region that some city's rests on. */
  locals: readonly LocalScore[];
}

export interface ScorablePlaces {
  countries: readonly string[];
  cities: readonly { key: string; country: string }[];
}

/** The published conventions by which places are scored. */
export interface Conventions {
  goalposts: readonly Goalpost[];
  weights: QualityWeights;
  /** The year of the release. */
  year: number;
}

/**
 * Scores every country, and every city that has a figure of its own or of an area around it to be scored. A rank never mixes what
 * was measured for cities, for regions and for countries: RankFields says who competes with whom.
 *
 * @param observationsOf the latest figures of a place; for a city also those of the areas that it lies in
 * @param history national figures of the scored metrics, of all years
 */
export function scorePlaces(
  places: ScorablePlaces,
  observationsOf: (place: string) => readonly Observation[],
  conventions: Conventions,
  history: readonly Observation[],
): ScoredPlaces {
  const { goalposts, year } = conventions;
  const metrics = goalposts.map(({ metric }) => metric);
  const scored = new Set(metrics);
  const scorable = (place: string) => observationsOf(place).filter(({ metric }) => scored.has(metric));
  const national = new Map(places.countries.map((country) => [country, scorable(country)]));
  const nationals = new Map(
    [...national].map(([country, figures]) => [country, indicatorScores(figures, goalposts, year)]),
  );
  const alike = citiesAlike(places, scorable, national, conventions);
  const locals = localScores(alike, nationals, conventions);
  const errors = new ScoreErrors(conventions, locals, scoresByMetric(metrics, nationals), history);
  const expected = expectedScores(metrics, nationals, locals, errors);
  const scoring: Scoring = { ...conventions, errors };
  const score = (country: string, indicators: ReadonlyMap<string, IndicatorScore>) =>
    scoreQuality(country, indicators, expected.get(country) ?? NOTHING, scoring);
  const countries = [...nationals].map(([key, indicators]) => ({
    keys: [key],
    quality: score(key, indicators),
  }));
  const cities = alike.map(({ keys, country, indicators }) => ({
    keys,
    quality: score(country, indicators),
  }));
  const fields = new RankFields();
  for (const { keys, quality } of [...countries, ...cities]) fields.add(keys[0] ?? '', quality);
  return {
    countries: ranked(countries, fields),
    cities: ranked(cities, fields),
    errors,
    locals,
  };
}

const NOTHING: Expectations = new Map();

/** Cities whose scores rest on the same figures. */
interface Alike {
  keys: string[];
  country: string;
  /** All their figures but those of the country. */
  figures: readonly Observation[];
  indicators: ReadonlyMap<string, IndicatorScore>;
}

/** Cities without figures of their own that lie in the same areas are scored once. */
function citiesAlike(
  { cities }: ScorablePlaces,
  scorable: (place: string) => readonly Observation[],
  national: ReadonlyMap<string, readonly Observation[]>,
  { goalposts, year }: Conventions,
): Alike[] {
  const found = new Map<string, Alike>();
  for (const { key, country } of cities) {
    const figures = scorable(key);
    if (figures.length === 0) continue;
    const id = `${country} ${[...new Set(figures.map(({ place }) => place))].sort().join(' ')}`;
    const known = found.get(id);
    if (known !== undefined) known.keys.push(key);
    else {
      const indicators = indicatorScores([...figures, ...(national.get(country) ?? [])], goalposts, year);
      found.set(id, { keys: [key], country, figures, indicators });
    }
  }
  return [...found.values()];
}

/** Each score of a city or region once, whichever cities rest on it. */
function localScores(
  alike: readonly Alike[],
  nationals: ReadonlyMap<string, ReadonlyMap<string, IndicatorScore>>,
  { goalposts, year }: Conventions,
): LocalScore[] {
  const byMetric = new Map(goalposts.map((goalpost) => [goalpost.metric, goalpost]));
  const found = new Map<string, LocalScore>();
  for (const { country, figures, indicators } of alike) {
    for (const { metric, score, observation } of indicators.values()) {
      if (score === null || observation === null || observation.grain === 'country') continue;
      const id = `${metric} ${observation.place}`;
      const around = figures.find((figure) => figure.metric === metric && figure.grain === 'region');
      const goalpost = byMetric.get(metric);
      const isSurrounded =
        observation.grain !== 'region' &&
        around !== undefined &&
        goalpost !== undefined &&
        !isStale(around, year);
      found.set(id, {
        metric,
        country,
        observation,
        score,
        national: nationals.get(country)?.get(metric)?.score ?? null,
        surrounding: isSurrounded ? scoreOf(around.value, goalpost) : null,
      });
    }
  }
  return [...found.values()];
}

function scoresByMetric(
  metrics: readonly string[],
  nationals: ReadonlyMap<string, ReadonlyMap<string, IndicatorScore>>,
): Map<string, number[]> {
  const all = [...nationals.values()];
  return new Map(
    metrics.map((metric) => [metric, all.flatMap((indicators) => indicators.get(metric)?.score ?? [])]),
  );
}

function ranked(
  places: readonly { keys: readonly string[]; quality: QualityScore }[],
  fields: RankFields,
): Map<string, PlaceScore> {
  return new Map(
    places.flatMap(({ keys, quality }) => {
      const [first = ''] = keys;
      const score: PlaceScore = {
        quality,
        ranking: fields.rankingOf(first, quality),
        groups: quality.groups.map((group) => ({ score: group, ranking: fields.rankingOf(first, group) })),
      };
      return keys.map((key) => [key, score] as const);
    }),
  );
}
