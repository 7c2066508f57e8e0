import Type, { type Static } from 'typebox';
import { GRAINS } from '../../release/grain.ts';
import { everyShare } from '../../release/measures.ts';
import { overallOf, scoreInterval } from '../../release/quality-overall.ts';
import type { GroupRecord, QualityRecord } from '../../release/quality-records.ts';
import type { Observation } from '../../release/schema.ts';
import type { Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { toFigure } from '../figures/figures.ts';
import { Ranking, rankingOf } from '../figures/ranking.ts';
import { byMetric, Figure, MEASURED_SHARES, provenance, resource } from '../schemas.ts';
import type { AskedWeights, QualityGroupName } from './group-weights.ts';

/** Scores and their parts: shared by the quality of life of one city and the comparison of several. */

const score = field.numberOrNull(
  'Score from 0 to 100, to a tenth; null if there is none, and `reason` says why.',
);

const interval = {
  low: field.numberOrNull('Lower end of the 80 % interval; null without a score.'),
  high: field.numberOrNull('Upper end of the 80 % interval; null without a score.'),
};

const grain = field.oneOfOrNull(
  GRAINS,
  'The least local kind of place that counts: `country` as soon as one indicator is national. `measured` has the share of each. Null without a score.',
);

/** @param of the parts that the weight is divided among */
const measured = (of: string) =>
  field.part(
    `How much of the weight of its ${of} was measured, by kind of place; the rest was estimated.`,
    MEASURED_SHARES,
  );

const coverage = field.part('How many of the parts that count have a score.', {
  scored: field.integer('Parts that have a score.'),
  of: field.integer('Parts that count.'),
});

const Estimate = field.part('A score that was not measured, estimated from those that were.', {
  value: field.number('Score from 0 to 100, to a tenth.'),
  ...field.interval,
});

export const QualityScore = resource('QualityScore', 'The overall score of a city or country.', {
  value: score,
  ...interval,
  reason: field.oneOfOrNull(['too_few_groups'], 'Why there is no score; null if there is one.'),
  grain,
  measured: measured('groups'),
  coverage,
  estimated: field.list(
    Type.String(),
    'Groups that count but were not measured here. They count with their `estimate`, so that the score covers the same groups everywhere.',
  ),
  ranking: Ranking,
});

export const Indicator = resource('Indicator', 'A figure and its score.', {
  value: Figure.properties.value,
  unit: Figure.properties.unit,
  title: Figure.properties.title,
  standard_error: Figure.properties.standard_error,
  ...provenance,
  score,
  ...interval,
  weight: field.number('Weight of the indicator in its group\u2019s score; 0 if it does not count.'),
  reason: field.oneOfOrNull(['no_goalposts', 'stale'], 'Why the figure has no score; null if it has one.'),
  goalposts: field.partOrNull('The values that score 0 and 100; null if the metric is not scored.', {
    worst: field.number('The value that scores 0, in `unit`; worse values do too.'),
    best: field.number('The value that scores 100, in `unit`; better values do too.'),
    scale: field.oneOf(['linear', 'log'], 'Whether the score is linear in the value or in its logarithm.'),
  }),
});

export const groupScore = {
  score,
  ...interval,
  estimate: field.partOrNull(
    'The score estimated for a group that has none here, from the country\u2019s other scores; it counts in the overall score. Null if there is a score.',
    Estimate.properties,
  ),
  reason: field.oneOfOrNull(
    ['no_goalposts', 'no_source', 'stale', 'too_few_indicators'],
    'Why there is no score; null if there is one.',
  ),
  grain,
  measured: measured('indicators'),
};

export const QualityGroup = resource('QualityGroup', 'One group of indicators, and its score.', {
  ...groupScore,
  coverage,
  caveat: field.textOrNull(
    'What the score leaves out, such as all air pollution but particles; null if nothing that its title names.',
  ),
  ranking: Ranking,
  indicators: byMetric(
    Indicator,
    'The most local and most recent figure of each indicator, by metric id; empty if no source has one.',
  ),
  indicators_without_figures: field.list(
    Type.String(),
    'Scored metrics for which no source has a figure here: unknown, not zero.',
  ),
  estimates: byMetric(
    field.part('An estimated score that counts in the group.', {
      ...Estimate.properties,
      weight: field.number('Weight of the indicator in the group\u2019s score.'),
    }),
    'By metric id: scores of indicators that were not measured, or not in the last ten years, estimated from the other scores. They count in the group\u2019s score, so that it covers the same indicators everywhere.',
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
  indicators: {},
};

/** The record of a group with goalposts but without any figure, such as the climate of a city far from any station. */
const UNKNOWN: UnscoredGroup = { ...UNSCORED, reason: 'no_source' };

/** The record of a group as it is shown, even if the release has none. */
export function groupRecordOf(release: Release, { groups }: QualityRecord, name: string): ShownGroup {
  return groups[name] ?? (release.scoredGroups.has(name) ? UNKNOWN : UNSCORED);
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
    ranking: asked.ours ? rankingOf(release, place, 'quality') : null,
  };
}

/**
 * @param name of the group
 * @param figures the figures of the group, as the response shows them
 */
export function qualityGroup(
  release: Release,
  place: Place,
  name: QualityGroupName,
  group: ShownGroup,
  figures: readonly Observation[],
): Static<typeof QualityGroup> {
  const shown = new Set(figures.map(({ metric }) => metric));
  return {
    ...scoreOfGroup(group),
    coverage: group.coverage,
    caveat: caveatOf(group, shown),
    ranking: rankingOf(release, place, name),
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

/** The only air pollution that is known everywhere in a comparable way. */
const PARTICLES = 'pm25_exposure';
/** Counts gases too, but only in the United States, by the worst pollutant of each day: a figure, but no part of the score. */
const US_AIR = 'us_air_quality_index';

function caveatOf({ indicators }: ShownGroup, shown: ReadonlySet<string>): string | null {
  if (indicators[PARTICLES]?.score == null) return null;
  const particles =
    'Air is particles only: ozone, nitrogen dioxide and sulphur dioxide do not count, because they are not known everywhere.';
  return shown.has(US_AIR)
    ? `${particles} The US Air Quality Index, a figure beside the score, includes gases.`
    : particles;
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

const NOT_SCORED = {
  score: null,
  low: null,
  high: null,
  weight: 0,
  goalposts: null,
  reason: 'no_goalposts',
} as const;

/** @param group the group of the metric */
export function toIndicator(
  release: Release,
  figure: Observation,
  group: ShownGroup,
): Static<typeof Indicator> {
  const shown = toFigure(release, figure);
  const goalposts = release.goalposts.get(figure.metric);
  if (goalposts === undefined) return { ...shown, ...NOT_SCORED };
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
