import type { Static } from 'typebox';
import type { Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { citing, coverageOf, metricOf } from '../figures/figures.ts';
import { qualityOfLifeFigures } from '../figures/place-figures.ts';
import { queryText } from '../parameters/query-text.ts';
import { aboutCity, aboutCountry } from '../places/place-resolution.ts';
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

const QUALITY = {
  scope: 'quality-of-life:read',
  query: field.only({ weights: groupWeightsParameter }),
} as const;

export const getQualityOfLife: Endpoint<typeof QualityOfLife> = {
  ...described('getQualityOfLife'),
  ...QUALITY,
  path: '/data/quality-of-life/{city_id}',
  response: QualityOfLife,
  resolve: aboutCity('/data/quality-of-life', qualityQuery, (release, city, asked) =>
    citing(release, { ...scoresOf(release, city, asked), climate: climateOf(release, city) }),
  ),
};

export const getCountryQualityOfLife: Endpoint<typeof CountryQualityOfLife> = {
  ...described('getCountryQualityOfLife'),
  ...QUALITY,
  path: '/data/quality-of-life/countries/{country_id}',
  response: CountryQualityOfLife,
  resolve: aboutCountry('/data/quality-of-life/countries', qualityQuery, (release, country, asked) =>
    citing(release, scoresOf(release, country, asked)),
  ),
};

function qualityQuery(release: Release, { weights }: { weights?: string }) {
  const asked = groupWeightsOf(release, weights);
  return { ...asked, query: queryText({ weights }), key: canonicalWeights(asked) };
}

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
