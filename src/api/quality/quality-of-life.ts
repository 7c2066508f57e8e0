import Type, { type Static } from 'typebox';
import type { City, Release } from '../../catalogue/release.ts';
import type { Endpoint } from '../endpoint.ts';
import { qualityOfLifeFigures } from '../figures/city-figures.ts';
import { citedSources, coverageOf, metricOf } from '../figures/figures.ts';
import { queryText } from '../parameters/query-text.ts';
import { cityReference } from '../places/cities.ts';
import { resolveCityOrThrow } from '../places/place-resolution.ts';
import {
  CityReference,
  Coverage,
  MAX_ID_LENGTH,
  part,
  ReleaseVersion,
  resource,
  Sources,
} from '../schemas.ts';
import { Climate, citedByClimate, climateOf } from './climate.ts';
import {
  type AskedWeights,
  canonicalWeights,
  GroupWeightsSchema,
  groupWeightsOf,
  groupWeightsParameter,
  shownWeights,
} from './group-weights.ts';
import { byGroup } from './quality-groups.ts';
import { groupRecordOf, overallScore, QualityGroup, QualityScore, qualityGroup } from './quality-scores.ts';

export const QualityOfLife = resource('QualityOfLife', 'Quality-of-life metrics for one city.', {
  city: CityReference,
  release: ReleaseVersion,
  score: QualityScore,
  weights: GroupWeightsSchema,
  groups: part(
    'Indicators by group.',
    byGroup(() => QualityGroup),
  ),
  climate: Climate,
  coverage: Coverage,
  sources: Sources,
});
export type QualityOfLife = Static<typeof QualityOfLife>;

export const getQualityOfLife: Endpoint = {
  operationId: 'getQualityOfLife',
  path: '/data/quality-of-life/{city_id}',
  tag: 'City data',
  summary: 'Get quality-of-life metrics for one city',
  description:
    'Published indicators by group, each with the place that was really measured (`grain`), its period and its source. Most are national: cities of one country then share them, and `grain` says so. Scores from 0 to 100 of indicators, groups and the city, each with an 80 % interval, can be recomputed by hand from the response; ranks compare places that were measured in the same way. The overall score counts the same groups everywhere: a group that was not measured counts as the others let expect, with a wider interval.',
  scope: 'quality-of-life:read',
  parameters: Type.Object({
    city_id: Type.String({
      maxLength: MAX_ID_LENGTH,
      description: 'City id, or `geonames:<id>`.',
      examples: ['lisbon'],
    }),
  }),
  query: Type.Object({ weights: groupWeightsParameter }, { additionalProperties: false }),
  response: QualityOfLife,
  problems: ['city_not_found', 'place_withdrawn'],
  examples: [
    { name: 'byId', summary: 'By id', parameters: { city_id: 'lisbon' }, query: {} },
    {
      name: 'ownWeights',
      summary: 'With your own weights of the groups',
      parameters: { city_id: 'porto' },
      query: { weights: 'healthcare:0.5,safety:0.3,environment:0.2' },
    },
  ],
  resolve({ release }, { city_id = '' }, query) {
    const { weights } = query as { weights?: string };
    const asked = groupWeightsOf(release, weights);
    const { place, canonical } = resolveCityOrThrow(release, city_id);
    return {
      key: `data/quality-of-life/${place.id} ${canonicalWeights(asked)}`,
      answer: () => ({ body: qualityOfLife(release, place, asked) }),
      ...(canonical ? {} : { contentLocation: `/data/quality-of-life/${place.id}${queryText({ weights })}` }),
    };
  },
};

function qualityOfLife(release: Release, city: City, asked: AskedWeights): QualityOfLife {
  const best = qualityOfLifeFigures(release, city);
  const record = release.quality(city);
  const climate = climateOf(release, city);
  const ofGroup = Map.groupBy(best, (observation) => metricOf(release, observation).grouping);
  return {
    city: cityReference(release, city),
    release: release.version,
    score: overallScore(release, city, record, asked),
    weights: shownWeights(asked),
    groups: byGroup((name) =>
      qualityGroup(release, city, groupRecordOf(release, record, name), ofGroup.get(name) ?? []),
    ),
    climate,
    coverage: coverageOf(release, 'quality_of_life', best),
    sources: citedSources(release, [
      ...best.flatMap(({ source }) => source.split(' ')),
      ...citedByClimate(climate),
    ]),
  };
}
