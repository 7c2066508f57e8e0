import fastJson from 'fast-json-stringify';
import Type, { type Static } from 'typebox';
import type { City, Release } from '../../catalogue/release.ts';
import type { GroupRecord, QualityRecord } from '../../release/quality-records.ts';
import type { Observation } from '../../release/schema.ts';
import { scoreDifference, toTenth } from '../../release/score-difference.ts';
import type { Endpoint } from '../endpoint.ts';
import { qualityOfLifeFigures } from '../figures/city-figures.ts';
import {
  around,
  errorOfDifference,
  FigureDifference,
  figureDifference,
} from '../figures/figure-difference.ts';
import { citedSources, metricOf } from '../figures/figures.ts';
import { queryText } from '../parameters/query-text.ts';
import { cityReference } from '../places/cities.ts';
import { CitiesParameter, COMPARED, comparedCities, listOfIds } from '../places/compared-cities.ts';
import { CityReference, nullable, part, ReleaseVersion, resource, Sources } from '../schemas.ts';
import { byGroup, type QualityGroupName } from './quality-of-life.ts';
import {
  groupScore,
  Indicator,
  overallScore,
  QualityScore,
  toIndicator,
  UNSCORED,
} from './quality-scores.ts';

const uncertainty = {
  low: nullable(
    Type.Number({ description: 'Lower end of the 80 % interval; null: see `uncertainty_reason`.' }),
  ),
  high: nullable(
    Type.Number({ description: 'Upper end of the 80 % interval; null: see `uncertainty_reason`.' }),
  ),
  significant: nullable(
    Type.Boolean({ description: 'Whether the interval leaves out 0; null: see `uncertainty_reason`.' }),
  ),
  uncertainty_reason: nullable(
    Type.Enum(['no_error_model'], {
      description:
        'Why the interval and the significance are unknown: a figure that counts has no published error. Null where there is an interval.',
    }),
  ),
};

const ScoreDifference = part('How much better than the first city, using the groups that both have.', {
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
  ...uncertainty,
});

const GroupDifference = nullable(
  part('How much better than the first city; null where one of the two has no score.', {
    value: Type.Number({ description: 'The score, minus that of the first city.' }),
    ...uncertainty,
  }),
);

const ComparedGroup = resource(
  'ComparedQualityGroup',
  'The score of a group in one of the compared cities.',
  {
    ...groupScore,
    difference: GroupDifference,
    differences: Type.Record(Type.String(), FigureDifference, {
      description:
        'By metric id: the differences between figures whose publisher states their errors. The margin of all others is unknown.',
    }),
    sources: Type.Array(Type.String(), {
      description: 'Ids in `sources` of the figures that `score` and `differences` are made of.',
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
      'By metric id: the figures measured for this city itself. All others are in its own response.',
  }),
});

export const QualityComparison = resource(
  'QualityComparison',
  'The quality of life in several cities, and how they differ.',
  {
    release: ReleaseVersion,
    cities: Type.Array(ComparedCity, {
      ...COMPARED,
      description: 'In the requested order; differences are to the first.',
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
    'The scores of each city, overall and by group, and the difference to the first one. The overall difference uses only the groups in which both cities have a score. Most groups are national: cities of one country then have the same score, and `grain` says so.',
  scope: 'quality-of-life:read',
  parameters: Type.Object({}),
  query: Type.Object({ cities: CitiesParameter }, { additionalProperties: false }),
  response: QualityComparison,
  problems: ['unknown_city'],
  examples: [
    { name: 'threeCities', summary: 'Three cities', parameters: {}, query: { cities: 'lisbon,porto,tokyo' } },
  ],
  resolve({ release }, _parameters, query) {
    const { cities: named } = query as { cities: string };
    const cities = comparedCities(release, named);
    const ids = listOfIds(cities);
    return {
      key: `data/quality-of-life?${ids}`,
      render: () => ({ json: stringify(comparison(release, cities)) }),
      ...(named === ids ? {} : { contentLocation: `/data/quality-of-life${queryText({ cities: ids })}` }),
    };
  },
};

function comparison(release: Release, cities: readonly City[]): Static<typeof QualityComparison> {
  const standings = cities.map((city) => standingOf(release, city));
  const [first] = standings;
  if (first === undefined) throw new Error('a comparison without cities');
  const compared = standings.map((standing) => comparedCity(release, standing, first));
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

/** The data of one compared city. */
interface Standing {
  city: City;
  record: QualityRecord;
  /** All figures that are shown for the city, with or without a score. */
  figures: readonly Observation[];
  groups: Record<QualityGroupName, GroupStanding>;
}

function standingOf(release: Release, city: City): Standing {
  const figures = qualityOfLifeFigures(release, city);
  const ofGroup = Map.groupBy(figures, (figure) => metricOf(release, figure).grouping);
  const record = release.quality(city);
  return { city, record, figures, groups: byGroup((name) => groupOf(record, name, ofGroup.get(name) ?? [])) };
}

function comparedCity(release: Release, standing: Standing, first: Standing): Static<typeof ComparedCity> {
  const { city, record, figures, groups } = standing;
  return {
    city: cityReference(release, city),
    score: overallScore(release, city, record),
    difference: toDifference(scoreDifference(record, first.record)),
    groups: byGroup((name) => comparedGroup(release, groups[name], first.groups[name])),
    figures: Object.fromEntries(
      figures
        .filter(({ grain }) => grain === 'city')
        .map((figure) => {
          const { grouping } = metricOf(release, figure);
          return [figure.metric, toIndicator(release, figure, record.groups[grouping])] as const;
        }),
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
    ...UNKNOWN,
  };
}

/**
 * Overall differences have no interval: of the five or more groups that an overall score needs, at least one always contains a
 * figure without a published error.
 */
const UNKNOWN = { low: null, high: null, significant: null, uncertainty_reason: 'no_error_model' } as const;

/** One group of one city: its score, and its figures by metric. */
interface GroupStanding {
  group: Omit<GroupRecord, 'reason'> & { reason: GroupRecord['reason'] | 'no_goalposts' };
  figures: ReadonlyMap<string, Observation>;
  /** The figures that have a score. */
  counted: readonly Observation[];
}

function groupOf(record: QualityRecord, name: string, shown: readonly Observation[]): GroupStanding {
  const group = record.groups[name] ?? UNSCORED;
  return {
    group,
    figures: new Map(shown.map((figure) => [figure.metric, figure])),
    counted: shown.filter(({ metric }) => (group.indicators[metric]?.score ?? null) !== null),
  };
}

function comparedGroup(
  release: Release,
  standing: GroupStanding,
  first: GroupStanding,
): Static<typeof ComparedGroup> {
  const { group, figures, counted } = standing;
  const { score, reason, grain } = group;
  const differences = [...figures.values()].flatMap((figure) => {
    const difference = figureDifference(figure, first.figures.get(figure.metric));
    return difference === undefined ? [] : [[figure, difference] as const];
  });
  const cited = [...(score === null ? [] : counted), ...differences.map(([figure]) => figure)];
  return {
    score,
    reason,
    grain,
    difference: groupDifference(release, standing, first),
    differences: Object.fromEntries(differences.map(([{ metric }, difference]) => [metric, difference])),
    sources: [...new Set(cited.flatMap(({ source }) => source.split(' ')))].sort(),
  };
}

function groupDifference(
  release: Release,
  standing: GroupStanding,
  first: GroupStanding,
): Static<typeof GroupDifference> {
  const [score, other] = [standing.group.score, first.group.score];
  if (score === null || other === null) return null;
  const value = toTenth(score - other);
  const error = errorOfScores(release, standing.counted, first.counted);
  if (error === null) return { value, ...UNKNOWN };
  const { low, high, significant } = around(value, error);
  return { value, low: toTenth(low), high: toTenth(high), significant, uncertainty_reason: null };
}

/**
 * Standard error of the difference between two mean scores; null unless both are of the same metrics, and all their errors are
 * published. Publishers draw several indicators from the same surveys, so errors are assumed to add up, which is at worst too
 * cautious.
 */
function errorOfScores(
  release: Release,
  counted: readonly Observation[],
  first: readonly Observation[],
): number | null {
  if (counted.length !== first.length) return null;
  let sum = 0;
  for (const figure of counted) {
    const error = errorOfDifference(
      figure,
      first.find(({ metric }) => metric === figure.metric),
    );
    const goalposts = release.goalposts.get(figure.metric);
    if (error === null || goalposts?.scale !== 'linear') return null;
    sum += (100 * error) / Math.abs(goalposts.best - goalposts.worst);
  }
  return sum / counted.length;
}
