import fastJson from 'fast-json-stringify';
import Type, { type Static } from 'typebox';
import type { GroupRecord, QualityRecord } from '../catalogue/quality-records.ts';
import type { City, Release } from '../catalogue/release.ts';
import type { Observation } from '../catalogue/release-schema.ts';
import { scoreDifference, toTenth } from '../catalogue/score-difference.ts';
import { cityReference } from './cities.ts';
import { qualityOfLifeFigures } from './city-figures.ts';
import { CitiesParameter, comparedCities, listOfIds } from './compared-cities.ts';
import type { Endpoint } from './endpoint.ts';
import { citedSources, metricOf } from './figures.ts';
import { byGroup } from './quality-of-life.ts';
import {
  groupScore,
  Indicator,
  overallScore,
  QualityScore,
  toIndicator,
  UNSCORED,
} from './quality-scores.ts';
import { CityReference, nullable, part, ReleaseVersion, resource, Sources } from './schemas.ts';

const ScoreDifference = part('How much better than the first city, by the groups that both have.', {
  value: nullable(
    Type.Number({
      description:
        'Mean of the scores of `groups`, minus that of the first city; negative when it is worse. Null where they share fewer than five.',
    }),
  ),
  groups: Type.Array(Type.String(), {
    description: 'The groups that count: those in which both cities have a score.',
  }),
  reason: nullable(
    Type.Enum(['too_few_groups'], { description: 'Why `value` is null; null where it is not.' }),
  ),
  low: nullable(Type.Number({ description: 'Lower end of the interval; null: see `uncertainty_reason`.' })),
  high: nullable(Type.Number({ description: 'Upper end of the interval; null: see `uncertainty_reason`.' })),
  significant: nullable(
    Type.Boolean({ description: 'Whether the interval leaves out 0; null: see `uncertainty_reason`.' }),
  ),
  uncertainty_reason: nullable(
    Type.Enum(['no_error_model'], {
      description:
        'Why there is neither an interval nor a word on significance: most publishers give no error of their figures, and what scores 0 and 100 is a convention.',
    }),
  ),
});

const ComparedGroup = resource(
  'ComparedQualityGroup',
  'The score of a group in one of the compared cities.',
  {
    ...groupScore,
    difference: nullable(
      Type.Number({
        description: 'The score, minus that of the first city; null where one of the two has none.',
      }),
    ),
    sources: Type.Array(Type.String(), {
      description: 'Ids in `sources` of the figures that the score is made of; empty without a score.',
    }),
  },
);

const ComparedCity = resource('ComparedQuality', 'One of the compared cities.', {
  city: CityReference,
  score: QualityScore,
  difference: ScoreDifference,
  groups: part(
    'Scores by group.',
    byGroup(() => ComparedGroup),
  ),
  figures: Type.Record(Type.String(), Indicator, {
    description:
      'By metric id: the figures that were measured for this city itself. All others are in its own answer.',
  }),
});

export const QualityComparison = resource(
  'QualityComparison',
  'The quality of life in several cities, and how they differ.',
  {
    release: ReleaseVersion,
    cities: Type.Array(ComparedCity, {
      description: 'In the order asked for; differences are to the first.',
    }),
    sources: Sources,
  },
);

const stringify = fastJson(QualityComparison as object);

export const compareQualityOfLife: Endpoint = {
  operationId: 'compareQualityOfLife',
  path: '/data/quality-of-life',
  tag: 'City data',
  summary: 'Compare the quality of life in up to 20 cities',
  description:
    'The scores of each city, overall and by group, and the difference to the first one. Overall, only the groups count in which both have a score. Most groups are national: cities of one country then score alike in them, and `grain` says so.',
  scope: 'quality-of-life:read',
  parameters: Type.Object({}),
  query: Type.Object({ cities: CitiesParameter }, { additionalProperties: false }),
  response: QualityComparison,
  problems: ['unknown_city'],
  examples: [
    { name: 'threeCities', summary: 'Three cities', parameters: {}, query: { cities: 'lisbon,porto,tokyo' } },
  ],
  answer({ release }, _parameters, query) {
    const { cities: named } = query as { cities: string };
    const cities = comparedCities(release, named);
    const ids = listOfIds(cities);
    return {
      key: `data/quality-of-life?${ids}`,
      render: () => ({ json: stringify(comparison(release, cities)) }),
      ...(named === ids ? {} : { contentLocation: `/data/quality-of-life?cities=${ids}` }),
    };
  },
};

function comparison(release: Release, cities: readonly City[]): Static<typeof QualityComparison> {
  const [first] = cities;
  if (first === undefined) throw new Error('a comparison without cities');
  const ofFirst = release.quality(first);
  const compared = cities.map((city) => comparedCity(release, city, ofFirst));
  const cited = compared.flatMap(({ groups, figures }) => [
    ...Object.values(groups),
    ...Object.values(figures),
  ]);
  return {
    release: release.version,
    cities: compared,
    sources: citedSources(
      release,
      cited.flatMap(({ sources }) => sources),
    ),
  };
}

function comparedCity(release: Release, city: City, first: QualityRecord): Static<typeof ComparedCity> {
  const record = release.quality(city);
  const known = Map.groupBy(
    qualityOfLifeFigures(release, city),
    (figure) => metricOf(release, figure).grouping,
  );
  return {
    city: cityReference(release, city),
    score: overallScore(release, city, record),
    difference: toDifference(scoreDifference(record, first)),
    groups: byGroup((name) => comparedGroup(record.groups[name], first.groups[name], known.get(name) ?? [])),
    figures: Object.fromEntries(
      [...known].flatMap(([name, figures]) =>
        figures
          .filter(({ grain }) => grain === 'city')
          .map((figure) => [figure.metric, toIndicator(release, figure, record.groups[name])] as const),
      ),
    ),
  };
}

function toDifference({
  groups,
  difference,
}: ReturnType<typeof scoreDifference>): Static<typeof ScoreDifference> {
  return {
    value: difference,
    groups,
    reason: difference === null ? 'too_few_groups' : null,
    low: null,
    high: null,
    significant: null,
    uncertainty_reason: 'no_error_model',
  };
}

/** @param figures those of the group that are shown of the city, scored or not */
function comparedGroup(
  group: GroupRecord | undefined,
  first: GroupRecord | undefined,
  figures: readonly Observation[],
): Static<typeof ComparedGroup> {
  const { score, reason, grain, indicators } = group ?? UNSCORED;
  const other = first?.score ?? null;
  const counted = figures.filter(({ metric }) => (indicators[metric]?.score ?? null) !== null);
  return {
    score,
    reason,
    grain,
    difference: score === null || other === null ? null : toTenth(score - other),
    sources: score === null ? [] : [...new Set(counted.flatMap(({ source }) => source.split(' ')))].sort(),
  };
}
