import fastJson from 'fast-json-stringify';
import Type, { type Static } from 'typebox';
import type { City, Release } from '../catalogue/release.ts';
import type { Observation } from '../catalogue/release-schema.ts';
import { cityReference } from './cities.ts';
import { costOfLivingFigures } from './city-figures.ts';
import type { Endpoint } from './endpoint.ts';
import { citedSources, coverageOf, metricOf, provenanceOf, toFigure } from './figures.ts';
import { resolveCityOrThrow } from './place-resolution.ts';
import {
  CityReference,
  Coverage,
  Figure,
  nullable,
  provenance,
  ReleaseVersion,
  resource,
  Sources,
} from './schemas.ts';

export const Price = resource('Price', 'An amount of money, as observed by its publisher.', {
  item: Type.String({ description: 'Metric id; the data dictionary lists them.' }),
  title: Type.String({ description: 'What is paid for, in words.' }),
  amount: Type.Number({ description: 'The amount as published, in `currency`.' }),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  per: Type.String({
    description:
      'What one pays it for: `item`, `night`, `day`, `week`, `month`, `year` or `square_metre_month`.',
  }),
  usd: nullable(
    Type.Number({
      description:
        'The amount in US dollars by `usd_rate`, to the cent; the amount itself where it is in US dollars; null without a rate of the same time.',
    }),
  ),
  usd_rate: nullable(
    Type.Object(
      {
        value: Type.Number({
          description: 'Units of `currency` for one US dollar.',
        }),
        period: Type.String({ description: 'Day or year that the rate is of.' }),
        sources: Type.Array(Type.String(), { description: 'Ids in `sources`.' }),
      },
      {
        additionalProperties: false,
        description: 'The exchange rate used; null for amounts in US dollars, and without a rate.',
      },
    ),
  ),
  definition: Type.String({
    description: 'What the publisher measured. Definitions differ: compare within one publisher.',
  }),
  ...provenance,
});

export const CostOfLiving = resource('CostOfLiving', 'Cost-of-living data for one city.', {
  city: CityReference,
  release: ReleaseVersion,
  prices: Type.Array(Price, {
    description: 'Observed prices, the most local first, and of these the most recent.',
  }),
  indicators: Type.Record(Type.String(), Figure, {
    description:
      'Price levels, parities, wages, taxes and allowances, by metric id: of each the most local and most recent figure.',
  }),
  coverage: Coverage,
  sources: Sources,
});

const stringify = fastJson(CostOfLiving as object);

export const getCostOfLiving: Endpoint = {
  operationId: 'getCostOfLiving',
  path: '/data/cost-of-living/{city_id}',
  tag: 'City data',
  summary: 'Get cost-of-living data for one city',
  description:
    'Published figures about what life costs in the city, each with the place that was really measured (`grain`), its period and its source. A national figure is never presented as the city\u2019s own.',
  scope: 'cost-of-living:read',
  parameters: Type.Object({
    city_id: Type.String({ description: 'City id, or `geonames:<id>`.', examples: ['lisbon'] }),
  }),
  query: Type.Object({}, { additionalProperties: false }),
  response: CostOfLiving,
  problems: ['city_not_found', 'place_withdrawn'],
  examples: [{ name: 'byId', summary: 'By id', parameters: { city_id: 'lisbon' }, query: {} }],
  answer({ release }, { city_id = '' }) {
    const { place, canonical } = resolveCityOrThrow(release, city_id);
    return {
      key: `data/cost-of-living/${place.id}`,
      render: () => ({ json: stringify(costOfLiving(release, place)) }),
      ...(canonical ? {} : { contentLocation: `/data/cost-of-living/${place.id}` }),
    };
  },
};

function costOfLiving(release: Release, city: City): Static<typeof CostOfLiving> {
  const { prices, indicators } = costOfLivingFigures(release, city);
  const shown = [...prices, ...indicators];
  return {
    city: cityReference(release, city),
    release: release.version,
    prices: prices.map((observation) => toPrice(release, observation)),
    indicators: Object.fromEntries(
      indicators.map((observation) => [observation.metric, toFigure(release, observation)]),
    ),
    coverage: coverageOf(release, 'cost_of_living', shown),
    sources: citedSources(
      release,
      shown.flatMap(({ source, usd_rate_source }) => [
        ...source.split(' '),
        ...(usd_rate_source?.split(' ') ?? []),
      ]),
    ),
  };
}

function toPrice(release: Release, observation: Observation): Static<typeof Price> {
  const metric = metricOf(release, observation);
  const { usd_rate, usd_rate_period, usd_rate_source } = observation;
  return {
    item: metric.id,
    title: metric.title,
    amount: observation.value,
    currency: observation.unit,
    per: metric.per,
    usd: observation.unit === 'USD' ? observation.value : observation.usd,
    usd_rate:
      usd_rate === null || usd_rate_period === null || usd_rate_source === null
        ? null
        : { value: usd_rate, period: usd_rate_period, sources: usd_rate_source.split(' ') },
    definition: metric.definition,
    ...provenanceOf(release, observation),
  };
}
