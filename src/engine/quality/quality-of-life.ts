import type { Static } from 'typebox';
import type { Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { citing, coverageOf, metricOf } from '../figures/figures.ts';
import { qualityOfLifeFigures } from '../figures/place-figures.ts';
import { queryText } from '../parameters/query-text.ts';
import { cityReference } from '../places/cities.ts';
import { countryReference } from '../places/countries.ts';
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
import { groupRecordOf, overallScore, QualityGroup, QualityScore, qualityGroup } from './quality-scores.ts';

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
  ...described('getQualityOfLife'),
  path: '/data/quality-of-life/{city_id}',
  scope: 'quality-of-life:read',
  query: field.only({ weights: groupWeightsParameter }),
  response: QualityOfLife,
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
  ...described('getCountryQualityOfLife'),
  path: '/data/quality-of-life/countries/{country_id}',
  scope: 'quality-of-life:read',
  query: field.only({ weights: groupWeightsParameter }),
  response: CountryQualityOfLife,
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
  const record = release.quality(place);
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
