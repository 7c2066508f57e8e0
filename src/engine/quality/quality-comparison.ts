import Type, { type Static } from 'typebox';
import { QUALITY_GROUPS } from '../../release/measures.ts';
import { errorOfScores, overallOf, toTenth } from '../../release/quality-overall.ts';
import type { ScoreError } from '../../release/quality-records.ts';
import type { Observation } from '../../release/schema.ts';
import type { Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { around, FigureDifference, figureDifference } from '../figures/figure-difference.ts';
import { citing, metricOf } from '../figures/figures.ts';
import { qualityOfLifeFigures } from '../figures/place-figures.ts';
import { intervalColumns, measuredColumns, type Table } from '../formats/table.ts';
import { memo } from '../memo.ts';
import { queryText } from '../parameters/query-text.ts';
import * as compared from '../places/compared-places.ts';
import { byMetric, ReleaseVersion, resource, Sources } from '../schemas.ts';
import {
  type AskedWeights,
  byGroup,
  canonicalWeights,
  GroupWeightsSchema,
  groupWeightsOf,
  groupWeightsParameter,
  type QualityGroupName,
  shownWeights,
} from './group-weights.ts';
import {
  groupRecordOf,
  groupScore,
  Indicator,
  overallScore,
  QualityScore,
  scoreOfGroup,
  toIndicator,
} from './quality-scores.ts';

const uncertainty = {
  low: field.numberOrNull('Lower end of the 80 % interval; null if `value` is.'),
  high: field.numberOrNull('Upper end of the 80 % interval; null if `value` is.'),
  significant: field.flagOrNull(
    'Whether the 80 % interval excludes 0. If false, the two places cannot be told apart. Null if `value` is.',
  ),
  uncertainty_reason: field.oneOfOrNull(
    ['no_error_model'],
    'Always null, because every difference has an interval.',
  ),
};

const ScoreDifference = field.part('How much better the place is than the first place.', {
  value: field.numberOrNull(
    'The overall score minus that of the first place; negative if the place is worse. Null if one of the two has no score.',
  ),
  groups: field.list(Type.String(), 'The counted groups in which both places have a score.'),
  estimated: field.list(
    Type.String(),
    'The counted groups whose score is estimated in one of the two places or in both.',
  ),
  reason: field.oneOfOrNull(['too_few_groups'], 'Why `value` is null; null if it is not.'),
  ...uncertainty,
});

const GroupDifference = field.partOrNull(
  'How much better the place is than the first place; null if one of the two has no score.',
  {
    value: field.number('The score minus that of the first place; negative if the place is worse.'),
    ...field.difference,
    uncertainty_reason: uncertainty.uncertainty_reason,
  },
);

const ComparedGroup = resource(
  'ComparedQualityGroup',
  'A group\u2019s score in one of the compared places.',
  {
    ...groupScore,
    difference: GroupDifference,
    differences: byMetric(
      FigureDifference,
      'By metric id: differences between figures whose publisher states standard errors. For all other figures, the error of a difference is unknown.',
    ),
    sources: field.list(Type.String(), 'Ids in `sources` of the figures behind `score` and `differences`.'),
  },
);

const comparedFields = {
  score: QualityScore,
  difference: ScoreDifference,
  groups: field.part(
    'Scores by group.',
    byGroup(() => ComparedGroup),
  ),
};

export const QualityComparison = resource(
  'QualityComparison',
  'The quality of life in several cities and countries, and how they differ.',
  {
    release: ReleaseVersion,
    weights: GroupWeightsSchema,
    ...compared.lists('Quality', comparedFields, {
      figures: byMetric(
        Indicator,
        'By metric id: the figures measured for this city itself. Its quality-of-life data have all others.',
      ),
    }),
    sources: Sources,
  },
);

const QUALITY_TABLE: Table = {
  items: 'cities',
  moreItems: 'countries',
  file: 'quality-of-life',
  columns: [
    ...compared.COLUMNS,
    ...intervalColumns('quality_overall', 'cities.score'),
    { name: 'quality_overall_grain', path: 'cities.score.grain' },
    ...measuredColumns('quality_overall', 'cities.score'),
    { name: 'quality_overall_missing_because', path: 'cities.score.reason' },
    { name: 'quality_overall_estimated_groups', path: 'cities.score.estimated' },
    ...intervalColumns('quality_overall_difference', 'cities.difference'),
    { name: 'quality_overall_difference_significant', path: 'cities.difference.significant' },
    ...QUALITY_GROUPS.flatMap((group) => [
      ...intervalColumns(`quality_${group}`, `cities.groups.${group}`, 'score'),
      { name: `quality_${group}_grain`, path: `cities.groups.${group}.grain` },
      ...measuredColumns(`quality_${group}`, `cities.groups.${group}`),
      { name: `quality_${group}_missing_because`, path: `cities.groups.${group}.reason` },
      ...intervalColumns(`quality_${group}_difference`, `cities.groups.${group}.difference`),
      {
        name: `quality_${group}_difference_significant`,
        path: `cities.groups.${group}.difference.significant`,
      },
      { name: `quality_${group}_sources`, path: `cities.groups.${group}.sources` },
    ]),
    { name: 'release', path: 'release' },
  ],
  feature: compared.feature,
};

const comparisonParameters = field.only({ ...compared.parameters, weights: groupWeightsParameter });

export const compareQualityOfLife: Endpoint<typeof QualityComparison> = {
  ...described('compareQualityOfLife'),
  path: '/data/quality-of-life',
  scope: 'quality-of-life:read',
  query: comparisonParameters,
  response: QualityComparison,
  table: QUALITY_TABLE,
  problems: ['unknown_city', 'unknown_country'],
  resolve({ release }, _parameters, query) {
    const { weights, ...places } = query as Static<typeof comparisonParameters>;
    const asked = groupWeightsOf(release, weights);
    const named = compared.comparedPlaces(release, places);
    const { ids, canonical } = named;
    return {
      identity: `data/quality-of-life?${ids.cities} ${ids.countries} ${canonicalWeights(asked)}`,
      answer: () => ({ body: comparison(release, named, asked) }),
      ...(canonical ? {} : { contentLocation: `/data/quality-of-life${queryText({ ...ids, weights })}` }),
    };
  },
};

function comparison(
  release: Release,
  named: compared.ComparedPlaces,
  asked: AskedWeights,
): Static<typeof QualityComparison> {
  const standings = new Map<Place, Standing>();
  const standing = (place: Place) => memo(standings, place, () => standingOf(release, place, asked));
  const first = standing(named.first);
  return citing(release, {
    release: release.version,
    weights: shownWeights(asked),
    ...compared.listed(
      release,
      named,
      (place) => comparedScores(release, standing(place), first, asked),
      (city) => ({ figures: ownFigures(release, standing(city)) }),
    ),
  });
}

/** The data of one compared place. */
type Standing = ReturnType<typeof standingOf>;

function standingOf(release: Release, place: Place, { weights }: AskedWeights) {
  const record = release.quality(place);
  return {
    place,
    country: release.countryOf(place),
    record,
    /** By the requested weights. */
    overall: overallOf(record.groups, weights),
    /** Names of the groups that count. */
    counted: Object.keys(record.groups).filter((group) => (weights.get(group) ?? 0) > 0),
    /** By metric, all figures of the place, with or without a score. A city is shown only with those measured for the city itself. */
    figures: new Map(qualityOfLifeFigures(release, place).map((figure) => [figure.metric, figure])),
  };
}

function comparedScores(release: Release, standing: Standing, first: Standing, asked: AskedWeights) {
  const { place, record, figures } = standing;
  const ofGroup = Map.groupBy(figures.values(), (figure) => metricOf(release, figure).grouping);
  return {
    score: overallScore(release, place, record, asked),
    difference: overallDifference(standing, first),
    groups: byGroup((name) => comparedGroup(release, standing, first, name, ofGroup.get(name) ?? [])),
  };
}

/** By metric, the figures that were measured for the city itself. */
function ownFigures(release: Release, { record, figures }: Standing) {
  const own = [...figures.values()].filter(({ grain }) => grain === 'city');
  return Object.fromEntries(
    own.map((figure) => {
      const group = groupRecordOf(release, record, metricOf(release, figure).grouping);
      return [figure.metric, toIndicator(release, figure, group)];
    }),
  );
}

const NO_DIFFERENCE = {
  value: null,
  low: null,
  high: null,
  significant: null,
  uncertainty_reason: null,
} as const;

function overallDifference(standing: Standing, first: Standing): Static<typeof ScoreDifference> {
  const difference = differenceOf(standing.overall, first.overall, standing, first);
  const estimated = [...new Set([...standing.overall.estimated, ...first.overall.estimated])].sort();
  const inBoth = standing.counted.filter((group) => first.counted.includes(group));
  return {
    ...(difference ?? NO_DIFFERENCE),
    groups: inBoth.filter((group) => !estimated.includes(group)),
    estimated,
    reason: difference === null ? 'too_few_groups' : null,
  };
}

type Scored = ScoreError & { score: number | null };

/** Null if one of the two has no score. The difference between a place and itself is 0, without an error. */
function differenceOf(
  left: Scored,
  right: Scored,
  standing: Standing,
  first: Standing,
): Static<typeof GroupDifference> {
  if (left.score === null || right.score === null) return null;
  const error = standing === first ? 0 : errorOfScores(left, right, standing.country === first.country);
  const { value, low, high, significant } = around(toTenth(left.score - right.score), error);
  return { value, low: toTenth(low), high: toTenth(high), significant, uncertainty_reason: null };
}

/** @param figures of the group, with or without a score */
function comparedGroup(
  release: Release,
  standing: Standing,
  first: Standing,
  name: QualityGroupName,
  figures: readonly Observation[],
): Static<typeof ComparedGroup> {
  const group = groupRecordOf(release, standing.record, name);
  const ofFirst = groupRecordOf(release, first.record, name);
  const differences = figures.flatMap((figure) => {
    const difference = figureDifference(figure, first.figures.get(figure.metric));
    return difference === undefined ? [] : [[figure, difference] as const];
  });
  const counted = figures.filter(({ metric }) => (group.indicators[metric]?.score ?? null) !== null);
  const cited = [...(group.score === null ? [] : counted), ...differences.map(([figure]) => figure)];
  return {
    ...scoreOfGroup(group),
    difference: differenceOf(group, ofFirst, standing, first),
    differences: Object.fromEntries(differences.map(([{ metric }, difference]) => [metric, difference])),
    sources: [...new Set(cited.flatMap(({ source }) => source.split(' ')))].sort(),
  };
}
