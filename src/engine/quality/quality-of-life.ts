import type { Static } from 'typebox';
import type { Release } from '../catalogue/release.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { citing, coverageOf, metricOf } from '../figures/figures.ts';
import { qualityOfLifeFigures } from '../figures/place-figures.ts';
import { queryText } from '../parameters/query-text.ts';
import { cityReference } from '../places/cities.ts';
import { countryReference } from '../places/countries.ts';
import type { Place } from '../places/place.ts';
import { answerAbout, resolveCityOrThrow, resolveCountryOrThrow } from '../places/place-resolution.ts';
import { CityReference, CountryReference, Coverage, ReleaseVersion, resource, Sources } from '../schemas.ts';
import { Climate, climateOf } from './climate.ts';
import {
  type AskedWeights,
  byGroup,
  canonicalWeights,
  GroupWeightsSchema,
  groupWeightsOf,
  groupWeightsParameter,
  shownWeights,
} from './group-weights.ts';
import {
  groupRecordOf,
  overallScore,
  QualityGroup,
  QualityScore,
  qualityGroup,
  qualityOf,
} from './quality-scores.ts';

const scores = {
  release: ReleaseVersion,
  score: QualityScore,
  weights: GroupWeightsSchema,
  groups: field.part(
    'Indicators by group.',
    byGroup(() => QualityGroup),
  ),
};

export const QualityOfLife = resource('QualityOfLife', 'Quality-of-life metrics for one city.', {
  city: CityReference,
  ...scores,
  climate: Climate,
  coverage: Coverage,
  sources: Sources,
});
export type QualityOfLife = Static<typeof QualityOfLife>;

export const CountryQualityOfLife = resource(
  'CountryQualityOfLife',
  'Quality-of-life metrics for one country: the same fields as for a city, with `country` instead of `city` and without `climate`, because a country has no single climate.',
  { country: CountryReference, ...scores, coverage: Coverage, sources: Sources },
);
export type CountryQualityOfLife = Static<typeof CountryQualityOfLife>;

export const getQualityOfLife: Endpoint<typeof QualityOfLife> = {
  operationId: 'getQualityOfLife',
  path: '/data/quality-of-life/{city_id}',
  tag: 'City data',
  summary: 'Get quality-of-life metrics for one city',
  description:
    'Published indicators by group, each with its period, its source and the kind of place that was actually measured (`grain`). Most are national, so cities of one country share them. Indicators, groups and the city have scores from 0 to 100 with 80 % intervals, which you can recompute by hand from the response. Ranks compare places that were measured in the same way. The overall score counts the same groups everywhere: a group that was not measured counts with an estimate from the others and a wider interval.',
  scope: 'quality-of-life:read',
  query: field.only({ weights: groupWeightsParameter }),
  response: QualityOfLife,
  firstQuery: { fields: 'city,score' },
  examples: [
    { name: 'byId', summary: 'By id', parameters: { city_id: 'lisbon' } },
    {
      name: 'ownWeights',
      summary: 'With your own weights for the groups',
      parameters: { city_id: 'porto' },
      query: { weights: 'healthcare:0.5,safety:0.3,environment:0.2' },
    },
  ],
  resolve({ release }, { city_id = '' }, query) {
    const { weights } = query as { weights?: string };
    const asked = groupWeightsOf(release, weights);
    const at = { path: '/data/quality-of-life', query: queryText({ weights }), key: canonicalWeights(asked) };
    return answerAbout(resolveCityOrThrow(release, city_id), at, (place) =>
      citing(release, {
        city: cityReference(release, place),
        ...scoresOf(release, place, asked),
        climate: climateOf(release, place),
      }),
    );
  },
};

export const getCountryQualityOfLife: Endpoint<typeof CountryQualityOfLife> = {
  operationId: 'getCountryQualityOfLife',
  path: '/data/quality-of-life/countries/{country_id}',
  tag: 'Country data',
  summary: 'Get quality-of-life metrics for one country',
  description:
    'The national indicators by group, each with its period and source, and the scores of the country as a whole. Their intervals are narrower than those of a city without figures of its own, because differences between cities add no error to the country. Ranks are among countries.',
  scope: 'quality-of-life:read',
  query: field.only({ weights: groupWeightsParameter }),
  response: CountryQualityOfLife,
  firstQuery: { fields: 'country,score' },
  examples: [
    { name: 'byId', summary: 'By id', parameters: { country_id: 'portugal' } },
    {
      name: 'ownWeights',
      summary: 'By ISO code, with your own weights for the groups',
      parameters: { country_id: 'JP' },
      query: { weights: 'healthcare:0.5,safety:0.3,environment:0.2' },
    },
  ],
  resolve({ release }, { country_id = '' }, query) {
    const { weights } = query as { weights?: string };
    const asked = groupWeightsOf(release, weights);
    const path = '/data/quality-of-life/countries';
    const at = { path, query: queryText({ weights }), key: canonicalWeights(asked) };
    return answerAbout(resolveCountryOrThrow(release, country_id), at, (place) =>
      citing(release, {
        country: countryReference(release, place.id),
        ...scoresOf(release, place, asked),
      }),
    );
  },
};

function scoresOf(release: Release, place: Place, asked: AskedWeights) {
  const best = qualityOfLifeFigures(release, place);
  const record = qualityOf(release, place);
  const ofGroup = Map.groupBy(best, (observation) => metricOf(release, observation).grouping);
  return {
    release: release.version,
    score: overallScore(release, place, record, asked),
    weights: shownWeights(asked),
    groups: byGroup((name) =>
      qualityGroup(release, place, name, groupRecordOf(release, record, name), ofGroup.get(name) ?? []),
    ),
    coverage: coverageOf(release, 'quality_of_life', best),
  };
}
