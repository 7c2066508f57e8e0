import Type, { type Static } from 'typebox';
import type { City, Release } from '../../catalogue/release.ts';
import { GRAINS } from '../../release/grain.ts';
import type { GroupRecord, QualityRecord, Ranking } from '../../release/quality-records.ts';
import type { Observation } from '../../release/schema.ts';
import { toFigure } from '../figures/figures.ts';
import { Figure, nullable, part, provenance, resource } from '../schemas.ts';

/** Scores and their parts: shared by the quality of life of one city and the comparison of several. */

const score = nullable(Type.Number({ description: '0 to 100, to a tenth; null where `reason` says why.' }));

const grain = nullable(
  Type.Enum([...GRAINS], {
    description:
      'The kind of place that was really measured, for the least local part that counts; null without a score.',
  }),
);

const coverage = part('How many parts have a score, out of those that can have one.', {
  scored: Type.Integer({ description: 'Parts that have a score.' }),
  of: Type.Integer({ description: 'Parts that could have one.' }),
});

const RankingSchema = nullable(
  part('The rank of the score among comparable places; null where there are none.', {
    among: Type.Enum(['cities', 'countries'], {
      description:
        'The kind of place that is ranked. A score that uses only national figures is ranked among countries, and the rank is that of the country.',
    }),
    place: Type.String({ description: 'Name of the city or country that has this rank.' }),
    rank: Type.Integer({ description: '1 for the best; equal scores share a rank.' }),
    of: Type.Integer({ description: 'How many places are ranked.' }),
    percentile: Type.Number({
      description: 'Percentage of these places that score lower; places with the same score count half.',
    }),
  }),
);

export const QualityScore = resource('QualityScore', 'The overall score of a city.', {
  value: score,
  reason: nullable(
    Type.Enum(['too_few_groups'], { description: 'Why there is no score; null where there is one.' }),
  ),
  grain,
  coverage,
  ranking: RankingSchema,
});

export const Indicator = resource('Indicator', 'A figure, and how well the city does by it.', {
  value: Figure.properties.value,
  unit: Figure.properties.unit,
  title: Figure.properties.title,
  standard_error: Figure.properties.standard_error,
  ...provenance,
  score,
  reason: nullable(
    Type.Enum(['no_goalposts', 'stale'], {
      description: 'Why the figure has no score; null where it has one.',
    }),
  ),
  goalposts: nullable(
    part('The values that score 0 and 100; null where the metric has none.', {
      worst: Type.Number({ description: 'The value that scores 0, as do all worse values; in `unit`.' }),
      best: Type.Number({ description: 'The value that scores 100, as do all better values; in `unit`.' }),
      scale: Type.Enum(['linear', 'log'], {
        description: 'Whether the score follows the value or its logarithm.',
      }),
    }),
  ),
});

export const groupScore = {
  score,
  reason: nullable(
    Type.Enum(['no_goalposts', 'no_source', 'stale', 'too_few_indicators'], {
      description: 'Why there is no score; null where there is one.',
    }),
  ),
  grain,
};

export const QualityGroup = resource('QualityGroup', 'One group of indicators, and its score.', {
  ...groupScore,
  coverage,
  ranking: RankingSchema,
  indicators: Type.Record(Type.String(), Indicator, {
    description:
      'By metric id: the most local and most recent figure of each. Empty when no source covers the city.',
  }),
  indicators_without_figures: Type.Array(Type.String(), {
    description: 'Metrics with goalposts for which no source has a figure here: unknown, not zero.',
  }),
});

/** The record of a group in which no metric has goalposts. */
export const UNSCORED: Omit<GroupRecord, 'reason'> & { reason: 'no_goalposts' } = {
  score: null,
  reason: 'no_goalposts',
  grain: null,
  coverage: { scored: 0, of: 0 },
  ranking: null,
  indicators: {},
};

export function overallScore(
  release: Release,
  city: City,
  record: QualityRecord,
): Static<typeof QualityScore> {
  const { score: value, reason, grain: measured, coverage: counted } = record;
  return {
    value,
    reason,
    grain: measured,
    coverage: counted,
    ranking: toRanking(release, city, record.ranking),
  };
}

/** @param figures the figures of the group, as the response shows them */
export function qualityGroup(
  release: Release,
  city: City,
  group: GroupRecord | undefined,
  figures: readonly Observation[],
): Static<typeof QualityGroup> {
  const scored = group ?? UNSCORED;
  const shown = new Set(figures.map(({ metric }) => metric));
  return {
    score: scored.score,
    reason: scored.reason,
    grain: scored.grain,
    coverage: scored.coverage,
    ranking: toRanking(release, city, scored.ranking),
    indicators: Object.fromEntries(
      figures.map((figure) => [figure.metric, toIndicator(release, figure, group)]),
    ),
    indicators_without_figures: Object.keys(scored.indicators).filter((metric) => !shown.has(metric)),
  };
}

/** @param group the group of the metric; undefined if none of its metrics has goalposts */
export function toIndicator(
  release: Release,
  figure: Observation,
  group: GroupRecord | undefined,
): Static<typeof Indicator> {
  const shown = toFigure(release, figure);
  const goalposts = release.goalposts.get(figure.metric);
  if (goalposts === undefined) return { ...shown, score: null, reason: 'no_goalposts', goalposts: null };
  const scored = group?.indicators[figure.metric];
  if (scored === undefined || scored.reason === 'no_source')
    throw new Error(`the release has a figure of ${figure.metric} for ${figure.place} that it did not score`);
  const { worst, best, scale } = goalposts;
  return { ...shown, score: scored.score, reason: scored.reason, goalposts: { worst, best, scale } };
}

/** A rank among countries is the rank of the country of the city. */
function toRanking(release: Release, city: City, ranking: Ranking | null) {
  if (ranking === null) return null;
  const { name } = ranking.among === 'cities' ? city : release.country(city.country);
  return { ...ranking, place: name };
}
