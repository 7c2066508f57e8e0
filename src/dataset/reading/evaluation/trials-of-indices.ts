import { mean } from 'simple-statistics';
import { BASKET_WEIGHTS, CATEGORIES, type Category } from '../../../release/cost-basket.ts';
import { type CostEstimates, isKnown } from '../../../release/cost-estimates.ts';
import { estimateCostIndex, RENT_LOADINGS } from '../../building/estimates/cost-index.ts';
import { type CostCity, type CostInputs, UNITED_STATES } from '../../building/estimates/cost-inputs.ts';
import { largestCities } from '../../building/estimates/market-rent-levels.ts';
import { regionalPriceLevels } from '../../building/estimates/regional-price-levels.ts';
import { readRentEvidence, rentObservations } from '../../building/estimates/rent-evidence.ts';
import { populationShares, RentModel } from '../../building/estimates/rent-model.ts';
import { rentSurface } from '../../building/estimates/rent-surface.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { centred, type Trial } from './accuracy.ts';

const JAPAN = 'country/japan';
const CANADA = 'country/canada';

/** Whether a figure is left out of the estimates. */
type LeftOut = (fact: Fact) => boolean;

const isParity: LeftOut = ({ metric }) => metric.startsWith('regional_price_parity_');
const isRent: LeftOut = ({ metric }) => metric.startsWith('rent_');

type Target = 'housing' | 'basket';

/** Prefectures by their index, from the rents of cities or from their size alone. */
export function japanesePrefectures(target: Target, withRents: boolean) {
  return (inputs: CostInputs) => indexTrials(prefectures(inputs, withRents), target);
}

/** The price survey of Canadian cities of 2019, which no estimate uses: only differences between the cities. */
export function canadianCities(target: Target) {
  return (inputs: CostInputs) => indexTrials(surveyedCities(inputs), target);
}

/**
 * Standard deviation (ln) of the housing parity of a metropolitan area as a measure of the rents of its largest city, beyond
 * FIGURE_SD, which is in the estimate's interval: the parity counts the rents of all tenants, and of the suburbs. Learned on
 * half of the areas (.13 or .125 with FIGURE_SD), it puts .79 and .80 of the other half in their intervals.
 */
const PARITY_SD = 0.107;

/**
 * Price parities of American metropolitan areas, each against the estimate of its largest city: their differences, since
 * the parities themselves say how far the cities are above the whole country. The basket is the parities of its categories by
 * our weights: in the parity of all items, housing weighs a sixth, in our basket a quarter.
 *
 * @param withRents whether rents are known
 */
export function americanMetros(target: Target, withRents: boolean) {
  return (inputs: CostInputs) => parities(ofCountry(inputs, UNITED_STATES), target, withRents);
}

function parities(american: CostInputs, target: Target, withRents: boolean): Trial[] {
  const isLeft: LeftOut = (fact) => isParity(fact) || (!withRents && isRent(fact));
  const estimates = estimateCostIndex(without(american, isLeft));
  const noise = (PARITY_SD * (target === 'basket' ? BASKET_WEIGHTS.housing : 1)) ** 2;
  const trials = areaLevels(american).flatMap(({ city, levels }) => {
    if (levels.size !== CATEGORIES.length) return [];
    const weighed = sum([...levels], ([category, log]) => BASKET_WEIGHTS[category] * log);
    return target === 'basket'
      ? trial(estimates, city, 'overall', weighed)
      : trial(estimates, city, target, levels.get(target) ?? weighed);
  });
  return centred(trials).map((one) => ({ ...one, variance: one.variance + noise }));
}

const METRO = 'area/us-cbsa-';

/** What the Canadian survey of 2019 has of each category; `shelter` is not what a newcomer pays. */
const CANADIAN_GROUPS: Partial<Record<Category, string>> = {
  food: 'food',
  restaurants: 'food',
  transport: 'transport',
  recreation: 'recreation_and_education',
  clothing: 'clothing',
  health: 'health_and_personal_care',
  education: 'recreation_and_education',
};

/**
 * Official indices of categories, each against the estimate of the largest city of its area without any such index: as in
 * countries that publish none. Only differences between the places of an office count.
 */
export function categoryTrials(inputs: CostInputs): (Trial & { category: Category })[] {
  return [UNITED_STATES, JAPAN, CANADA].flatMap((country) => {
    const own = ofCountry(inputs, country);
    const isIndex: LeftOut = ({ metric }) => metric.startsWith('regional_price_');
    const estimates = estimateCostIndex(without(own, isIndex));
    const observed = country === CANADA ? canadianLevels(own) : areaLevels(own);
    return CATEGORIES.flatMap((category) => {
      const trials = observed.flatMap(({ city, levels }) => {
        const level = levels.get(category);
        return level === undefined ? [] : trial(estimates, city, category, level);
      });
      return trials.length === 0 ? [] : centred(trials).map((one) => ({ ...one, category }));
    });
  });
}

type ObservedLevels = { city: CostCity; levels: ReadonlyMap<Category, number> }[];

function areaLevels({ cities, facts }: CostInputs): ObservedLevels {
  const isOfArea = (area: string) => area.startsWith(METRO) || isPrefecture(area);
  const published = regionalPriceLevels(
    cities,
    facts.filter(({ place }) => isOfArea(place)),
  );
  const whole = cities.filter(({ feature }) => feature !== 'PPLX');
  return [...largestCities(whole)].flatMap(([area, city]) => {
    const levels = isOfArea(area) ? published.get(city.key) : undefined;
    if (levels === undefined) return [];
    return [{ city, levels: new Map([...levels].map(([category, { log }]) => [category, log])) }];
  });
}

function canadianLevels({ cities, facts }: CostInputs): ObservedLevels {
  const indices = new Map(facts.map(({ place, metric, value }) => [`${place} ${metric}`, value]));
  return cities.map((city) => ({
    city,
    levels: new Map(
      CATEGORIES.flatMap((category) => {
        const index = indices.get(`${city.key} regional_price_level_${CANADIAN_GROUPS[category]}`);
        return index === undefined ? [] : [[category, Math.log(index / 100)] as const];
      }),
    ),
  }));
}

/** A place with official price indices, and its rent as estimated without them. All ln, relative to the country. */
interface IndexedPlace {
  country: string;
  rent: number;
  housing: number;
  /** The groups of the index, by our weights. */
  basket: number;
  /** How much the other groups of the basket together rise with rents (see RENT_LOADINGS). */
  othersLoading: number;
}

/**
 * Predicts the published indices from rents. A statistical office prices the dwellings that people live in, with rents that are
 * regulated or agreed long ago, and repairs, which cost much the same everywhere: its index of housing spreads far less
 * than rents, in Japan a third as wide. Its scale, and the scatter around it, are learned from the other places of the
 * index, never from the predicted one.
 */
function indexTrials(places: readonly IndexedPlace[], target: Target): Trial[] {
  return places.map((place): Trial => {
    const others = places.filter((other) => other !== place);
    const scale = sum(others, ({ rent, housing }) => rent * housing) / sum(others, ({ rent }) => rent ** 2);
    const predict = ({ rent, othersLoading }: IndexedPlace) =>
      rent * (target === 'housing' ? scale : BASKET_WEIGHTS.housing * scale + othersLoading);
    return {
      group: place.country,
      observed: place[target],
      predicted: predict(place),
      baseline: 0,
      variance: sum(others, (other) => (other[target] - predict(other)) ** 2) / (others.length - 1),
    };
  });
}

/** Japanese prefectures with the mean rent of their cities, from official rents or from the size of the cities alone. */
function prefectures(inputs: CostInputs, fromRents: boolean): IndexedPlace[] {
  const japan = ofCountry(inputs, JAPAN);
  const { cities, facts } = japan;
  const rents = cityRents(fromRents ? japan : { ...japan, facts: [] });
  const regional = regionalPriceLevels(cities, facts);
  const members = Map.groupBy(cities.keys(), (city) => cities[city]?.areas.find(isPrefecture));
  return [...members].flatMap(([prefecture, positions]): IndexedPlace[] => {
    const levels = regional.get(cities[positions[0] ?? -1]?.key ?? '');
    const housing = levels?.get('housing')?.log;
    if (prefecture === undefined || levels === undefined || housing === undefined) return [];
    const shares = populationShares(positions.flatMap((city) => cities[city] ?? []));
    // The index has no group for restaurants: its food group covers them, and is already included.
    const groups = [...levels].filter(([category]) => category !== 'restaurants');
    return [
      {
        country: JAPAN,
        rent: sum(positions, (city, index) => (shares[index] ?? 0) * (rents[city] ?? 0)),
        housing,
        basket: sum(groups, ([category, { log }]) => BASKET_WEIGHTS[category] * log),
        othersLoading: othersLoading(groups.map(([category]) => category)),
      },
    ];
  });
}

function isPrefecture(area: string): boolean {
  return area.startsWith('area/jp-admin1-');
}

/** The survey of 2019 of Canadian cities. Its base is the surveyed cities: everything is relative to their mean. */
function surveyedCities(inputs: CostInputs): IndexedPlace[] {
  const canada = ofCountry(inputs, CANADA);
  const { cities, facts } = canada;
  const rents = cityRents(canada);
  const indices = new Map(facts.map(({ place, metric, value }) => [`${place} ${metric}`, value]));
  const surveyed = cities.flatMap(({ key }, city) => {
    const shelter = indices.get(`${key} regional_price_level_shelter`);
    const allItems = indices.get(`${key} regional_price_level_all_items`);
    if (shelter === undefined || allItems === undefined) return [];
    return [{ rent: rents[city] ?? 0, housing: Math.log(shelter / 100), basket: Math.log(allItems / 100) }];
  });
  const middle = (of: 'rent' | 'housing' | 'basket') => mean(surveyed.map((place) => place[of]));
  const [rent, housing, basket] = [middle('rent'), middle('housing'), middle('basket')];
  return surveyed.map((place) => ({
    country: CANADA,
    rent: place.rent - rent,
    housing: place.housing - housing,
    basket: place.basket - basket,
    othersLoading: othersLoading(CATEGORIES),
  }));
}

/** The rents of a country's cities relative to the country, as estimated from these facts. */
function cityRents({ cities, facts, rentSeries }: CostInputs): Float64Array {
  const model = new RentModel(cities);
  return rentSurface(model, rentObservations(cities, readRentEvidence(facts, rentSeries))).logs;
}

function othersLoading(categories: readonly Category[]): number {
  const others = categories.filter((category) => category !== 'housing');
  return sum(others, (category) => BASKET_WEIGHTS[category] * RENT_LOADINGS[category]);
}

function sum<Item>(items: readonly Item[], of: (item: Item, index: number) => number): number {
  return items.reduce((total, item, index) => total + of(item, index), 0);
}

/** The estimate relative to the country against the published figure relative to the country. */
function trial(
  estimates: CostEstimates,
  city: CostCity,
  category: Category | 'overall',
  observed: number,
): Trial[] {
  const cost = estimates.cities.get(city.key);
  const country = estimates.countries.get(city.country);
  if (!isKnown(cost) || !isKnown(country)) return [];
  const estimate = category === 'overall' ? cost.overall : cost.categories[category];
  const level = category === 'overall' ? country.overall : country.categories[category];
  const predicted = estimate.log - level.log;
  return [{ group: city.country, observed, predicted, baseline: 0, variance: estimate.localVariance }];
}

function ofCountry(inputs: CostInputs, country: string): CostInputs {
  return { ...inputs, cities: inputs.cities.filter((city) => city.country === country) };
}

function without(inputs: CostInputs, leftOut: LeftOut): CostInputs {
  return { ...inputs, facts: inputs.facts.filter((fact) => !leftOut(fact)) };
}
