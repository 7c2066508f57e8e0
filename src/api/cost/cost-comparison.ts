import Type, { type Static } from 'typebox';
import type { City, Release } from '../../catalogue/release.ts';
import { CATEGORIES } from '../../release/cost-basket.ts';
import type { Endpoint } from '../endpoint.ts';
import { citedSources } from '../figures/figures.ts';
import { cityFeature, intervalColumns, type Table } from '../formats/table.ts';
import { queryText } from '../parameters/query-text.ts';
import { cityReference } from '../places/cities.ts';
import { CitiesParameter, COMPARED, comparedCities, listOfIds } from '../places/compared-cities.ts';
import { CityReference, nullable, part, ReleaseVersion, resource, Sources } from '../schemas.ts';
import { basketOf, canonicalBasket, weightsParameter } from './basket.ts';
import {
  CostIndex,
  costDifference,
  costIndex,
  EvidenceSchema,
  IndexDifference,
  type IndexOptions,
  IndexReason,
  IndexReference,
  type Rate,
  RateSchema,
  rateParameter,
  Weights,
} from './cost-index.ts';
import { referenceCity, referenceParameter } from './index-reference.ts';

const PARTS = ['overall', ...CATEGORIES] as const;

const Differences = part('Against the first city: overall and by category.', {
  overall: IndexDifference,
  ...(Object.fromEntries(CATEGORIES.map((category) => [category, IndexDifference])) as Record<
    (typeof CATEGORIES)[number],
    typeof IndexDifference
  >),
});

const ComparedCost = resource('ComparedCost', 'One of the compared cities.', {
  city: CityReference,
  evidence: nullable(EvidenceSchema),
  index: Type.Unsafe<CostIndex | null>({ ...CostIndex, type: ['object', 'null'] }),
  index_reason: IndexReason,
  difference: Type.Unsafe<Static<typeof Differences> | null>({
    ...Differences,
    type: ['object', 'null'],
    description: 'How much more expensive than the first city; null where one of the two has no index.',
  }),
});

export const CostComparison = resource(
  'CostComparison',
  'The price levels of several cities, and how they differ.',
  {
    release: ReleaseVersion,
    reference: IndexReference,
    weights: Weights,
    rate: RateSchema,
    cities: Type.Array(ComparedCost, {
      ...COMPARED,
      description: 'In the requested order; differences are to the first.',
    }),
    sources: Sources,
  },
);

const COST_TABLE: Table = {
  items: 'cities',
  file: 'cost-of-living',
  columns: [
    { name: 'id', path: 'cities.city.id' },
    { name: 'name', path: 'cities.city.name' },
    { name: 'country_id', path: 'cities.city.country.id' },
    { name: 'country_name', path: 'cities.city.country.name' },
    { name: 'evidence', path: 'cities.evidence' },
    { name: 'index_missing_because', path: 'cities.index_reason.code' },
    ...PARTS.flatMap((part) => [
      ...intervalColumns(`cost_${part}`, `cities.index.${part}`),
      { name: `cost_${part}_country_average_100`, path: `cities.index.${part}.country_average_100` },
      { name: `cost_${part}_evidence`, path: `cities.index.${part}.evidence` },
      { name: `cost_${part}_period`, path: `cities.index.${part}.period` },
      { name: `cost_${part}_sources`, path: `cities.index.${part}.sources` },
      ...intervalColumns(`cost_${part}_difference_percent`, `cities.difference.${part}`, 'percent'),
      { name: `cost_${part}_difference_significant`, path: `cities.difference.${part}.significant` },
    ]),
    { name: 'reference_id', path: 'reference.id' },
    { name: 'rate', path: 'rate' },
    { name: 'release', path: 'release' },
  ],
  feature: (release, { city }: Static<typeof ComparedCost>) => cityFeature(release, city.id),
};

export const compareCostOfLiving: Endpoint = {
  operationId: 'compareCostOfLiving',
  path: '/data/cost-of-living',
  tag: 'City data',
  summary: 'Compare the cost of living of up to 20 cities',
  description:
    'The price level of each city, and how much more expensive it is than the first one, with an 80 % interval and whether the difference is significant. Between cities of one country the uncertainty of the national price level cancels.',
  scope: 'cost-of-living:read',
  parameters: Type.Object({}),
  query: Type.Object(
    {
      cities: CitiesParameter,
      weights: weightsParameter,
      reference: referenceParameter,
      rate: rateParameter,
    },
    { additionalProperties: false },
  ),
  response: CostComparison,
  table: COST_TABLE,
  problems: ['unknown_city'],
  examples: [
    { name: 'threeCities', summary: 'Three cities', parameters: {}, query: { cities: 'lisbon,porto,tokyo' } },
  ],
  resolve({ release }, _parameters, query) {
    const {
      cities: named,
      weights: basket,
      reference: base,
      rate: asked,
    } = query as { cities: string; weights?: string; reference?: string; rate?: Rate };
    const rate = asked ?? 'smoothed';
    const cities = comparedCities(release, named);
    const ids = listOfIds(cities);
    const weights = basketOf(basket);
    const reference = referenceCity(release, base);
    return {
      key: `data/cost-of-living?${ids} ${reference.id} ${canonicalBasket(weights)} ${rate}`,
      answer: () => ({ body: comparison(release, cities, { reference, weights, rate }) }),
      ...(named === ids
        ? {}
        : {
            contentLocation: `/data/cost-of-living${queryText({ cities: ids, weights: basket, reference: base, rate: asked })}`,
          }),
    };
  },
};

function comparison(
  release: Release,
  cities: readonly City[],
  options: IndexOptions,
): Static<typeof CostComparison> {
  const { reference, weights, rate } = options;
  const [first] = cities;
  if (first === undefined) throw new Error('a comparison without cities');
  const compared = cities.map((city) => ({
    city: cityReference(release, city),
    ...costIndex(release, city, options),
    difference: costDifference(release, city, first, options),
  }));
  const cited = compared.flatMap(({ index }) =>
    index === null ? [] : CATEGORIES.flatMap((category) => index[category].sources),
  );
  return {
    release: release.version,
    reference: { id: reference.id, name: reference.name, value: 100 },
    weights: { ...weights },
    rate,
    cities: compared,
    sources: citedSources(release, [
      ...cited,
      ...compared.flatMap(({ index }) => index?.overall.sources ?? []),
    ]),
  };
}
