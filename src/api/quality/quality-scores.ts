import Type, { type Static } from 'typebox';
import type { Release } from '../../catalogue/release.ts';
import { GRAINS } from '../../release/grain.ts';
import { everyShare } from '../../release/measures.ts';
import { overallOf, scoreInterval } from '../../release/quality-overall.ts';
import type { GroupRecord, QualityRecord, Ranking } from '../../release/quality-records.ts';
import type { Observation } from '../../release/schema.ts';
import { toFigure } from '../figures/figures.ts';
import { countryOf, isCity, type Place } from '../places/place.ts';
import { Figure, MEASURED_SHARES, nullable, part, provenance, resource } from '../schemas.ts';
import type { AskedWeights } from './group-weights.ts';

/** Scores and their parts: shared by the quality of life of one city and the comparison of several. */

const score = nullable(Type.Number({ description: '0 to 100, to a tenth; null where `reason` says why.' }));

const interval = {
  low: nullable(Type.Number({ description: 'Lower end of the 80 % interval; null without a score.' })),
  high: nullable(Type.Number({ description: 'Upper end of the 80 % interval; null without a score.' })),
};

const grain = nullable(
  Type.Enum([...GRAINS], {
    description:
      'The kind of place that was really measured, for the least local part that counts; null without a score.',
  }),
);

/** @param of what its weight is spread over */
const measured = (of: string) =>
  part(
    `The share of the weight of its ${of} that was measured, by kind of place; the rest was estimated.`,
    MEASURED_SHARES,
  );

const coverage = part('How many parts have a score, out of those that count.', {
  scored: Type.Integer({ description: 'Parts that have a score.' }),
  of: Type.Integer({ description: 'Parts that count.' }),
});

const Estimate = part('A score that was not measured, as estimated from the scores that were.', {
  value: Type.Number({ description: '0 to 100, to a tenth.' }),
  low: Type.Number({ description: 'Lower end of the 80 % interval.' }),
  high: Type.Number({ description: 'Upper end of the 80 % interval.' }),
});

const RankingSchema = nullable(
  part('The rank of the score among places measured in the same way; null where there are none.', {
    among: Type.Enum(['cities', 'regions', 'countries'], {
      description:
        'The kind of place that is ranked. A score that uses only national figures is ranked among countries, and the rank is that of the country; one that uses figures of regions and none of the city itself is ranked among regions.',
    }),
    place: Type.String({ description: 'Name of the city, region or country that has this rank.' }),
    rank: Type.Integer({ description: '1 for the best; equal scores share a rank.' }),
    of: Type.Integer({ description: 'How many places are ranked.' }),
    percentile: Type.Number({
      description: 'Percentage of these places that score lower; places with the same score count half.',
    }),
  }),
);

export const QualityScore = resource('QualityScore', 'The overall score of a city.', {
  value: score,
  ...interval,
  reason: nullable(
    Type.Enum(['too_few_groups'], { description: 'Why there is no score; null where there is one.' }),
  ),
  grain,
  measured: measured('groups'),
  coverage,
  estimated: Type.Array(Type.String(), {
    description:
      'Groups that count and were not measured here: they count with their `estimate`, so that a missing group does not change the score.',
  }),
  ranking: RankingSchema,
});

export const Indicator = resource('Indicator', 'A figure, and how well the city does by it.', {
  value: Figure.properties.value,
  unit: Figure.properties.unit,
  title: Figure.properties.title,
  standard_error: Figure.properties.standard_error,
  ...provenance,
  score,
  ...interval,
  weight: Type.Number({ description: 'How much it counts in the score of its group; 0: not at all.' }),
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
  ...interval,
  estimate: nullable(
    part(
      'What the other scores of the country let expect of a group that has no score here, and what counts in the overall score; null where there is a score.',
      Estimate.properties,
    ),
  ),
  reason: nullable(
    Type.Enum(['no_goalposts', 'no_source', 'stale', 'too_few_indicators'], {
      description: 'Why there is no score; null where there is one.',
    }),
  ),
  grain,
  measured: measured('indicators'),
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
  estimates: Type.Record(
    Type.String(),
    part('A score that counts in the group without having been measured.', {
      ...Estimate.properties,
      weight: Type.Number({ description: 'How much it counts in the score of the group.' }),
    }),
    {
      description:
        'By metric id: scores that were not measured, or not in the last ten years, as estimated from the others. They count in the score of the group, so that a missing figure does not change it.',
    },
  ),
});

type UnscoredGroup = Omit<GroupRecord, 'reason' | 'value'> & {
  reason: 'no_goalposts' | 'no_source';
  value: null;
};
/** The record of a group as a response shows it. */
export type ShownGroup = GroupRecord | UnscoredGroup;

/** The record of a group in which no metric has goalposts. */
const UNSCORED: UnscoredGroup = {
  score: null,
  reason: 'no_goalposts',
  value: null,
  country_error: 0,
  local_error: 0,
  grain: null,
  grains: {},
  coverage: { scored: 0, of: 0 },
  ranking: null,
  indicators: {},
};

/** The record of a group with goalposts but without any figure, such as the climate of a city far from any station. */
const UNKNOWN: UnscoredGroup = { ...UNSCORED, reason: 'no_source' };

/** The record of a group as it is shown, even if the release has none. */
export function groupRecordOf(release: Release, { groups }: QualityRecord, name: string): ShownGroup {
  return groups[name] ?? (release.scoredGroups.has(name) ? UNKNOWN : UNSCORED);
}

/** The scores of a place. */
export function qualityOf(release: Release, place: Place): QualityRecord {
  return isCity(place) ? release.quality(place) : release.countryQuality(place);
}

/** The overall score by the requested weights; ranks use our own weights. */
export function overallScore(
  release: Release,
  place: Place,
  record: QualityRecord,
  asked: AskedWeights,
): Static<typeof QualityScore> {
  const overall = asked.ours ? record : overallOf(record.groups, asked.weights);
  return {
    value: overall.score,
    ...intervalOf(overall.score, overall),
    reason: overall.reason,
    grain: overall.grain,
    measured: everyShare(overall.grains),
    coverage: overall.coverage,
    estimated: overall.estimated,
    ranking: asked.ours ? toRanking(release, place, record.ranking) : null,
  };
}

/** @param figures the figures of the group, as the response shows them */
export function qualityGroup(
  release: Release,
  place: Place,
  group: ShownGroup,
  figures: readonly Observation[],
): Static<typeof QualityGroup> {
  const shown = new Set(figures.map(({ metric }) => metric));
  return {
    ...scoreOfGroup(group),
    coverage: group.coverage,
    ranking: toRanking(release, place, group.ranking),
    indicators: Object.fromEntries(
      figures.map((figure) => [figure.metric, toIndicator(release, figure, group)]),
    ),
    indicators_without_figures: Object.keys(group.indicators).filter((metric) => !shown.has(metric)),
    estimates: Object.fromEntries(
      Object.entries(group.indicators).flatMap(([metric, indicator]) => {
        const weight = release.weightOf(metric);
        if (indicator.score !== null || weight === 0) return [];
        const { value } = indicator;
        return [[metric, { value, ...scoreInterval(value, indicator), weight }]];
      }),
    ),
  };
}

export function scoreOfGroup(group: ShownGroup) {
  const { score: value, reason, value: expected, grain: measuredFor, grains } = group;
  return {
    score: value,
    ...intervalOf(value, group),
    estimate:
      value !== null || expected === null ? null : { value: expected, ...scoreInterval(expected, group) },
    reason,
    grain: measuredFor,
    measured: everyShare(grains),
  };
}

function intervalOf(value: number | null, error: Parameters<typeof scoreInterval>[1]) {
  return value === null ? { low: null, high: null } : scoreInterval(value, error);
}

/** @param group the group of the metric */
export function toIndicator(
  release: Release,
  figure: Observation,
  group: ShownGroup,
): Static<typeof Indicator> {
  const shown = toFigure(release, figure);
  const goalposts = release.goalposts.get(figure.metric);
  if (goalposts === undefined)
    return {
      ...shown,
      score: null,
      low: null,
      high: null,
      weight: 0,
      reason: 'no_goalposts',
      goalposts: null,
    };
  const scored = group.indicators[figure.metric];
  if (scored === undefined || scored.reason === 'no_source')
    throw new Error(`the release has a figure of ${figure.metric} for ${figure.place} that it did not score`);
  const { worst, best, scale } = goalposts;
  return {
    ...shown,
    score: scored.score,
    ...intervalOf(scored.score, scored),
    weight: release.weightOf(figure.metric),
    reason: scored.reason,
    goalposts: { worst, best, scale },
  };
}

/** A rank among countries is the rank of the country of a city, one among regions that of the region around it. */
function toRanking(release: Release, ranked: Place, ranking: Ranking | null) {
  if (ranking === null) return null;
  const { area, ...shown } = ranking;
  if (area !== null) return { ...shown, place: release.placeName(area) };
  const { name } = ranking.among === 'countries' ? countryOf(release, ranked) : ranked;
  return { ...shown, place: name };
}
