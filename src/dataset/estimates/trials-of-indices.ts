import { BASKET_WEIGHTS, type Category } from '../../catalogue/cost-basket.ts';
import { type CostEstimates, isKnown } from '../../catalogue/cost-estimates.ts';
import type { Fact } from '../fact.ts';
import type { Trial } from './accuracy.ts';
import { estimateCostIndex } from './cost-index.ts';
import { type CostCity, type CostInputs, UNITED_STATES } from './cost-inputs.ts';
import { regionalPriceLevels } from './regional-price-levels.ts';
import { CENSUS_SD } from './united-states-rents.ts';

const JAPAN = 'country/japan';
const CANADA = 'country/canada';

/** Figures left out of the estimates: by metric and place. */
type LeftOut = (fact: Fact) => boolean;

const isParity: LeftOut = ({ metric }) => metric.startsWith('regional_price_parity_');
const isCensusRent: LeftOut = ({ metric }) => metric === 'rent_median_gross';
const isRegionalLevel: LeftOut = ({ metric }) => metric.startsWith('regional_price_level_');
const isRent: LeftOut = ({ metric }) => metric.startsWith('rent_');

export const americanHousing = {
  withoutTheCountry: (inputs: CostInputs) =>
    parities(inputs, 'housing', (fact) => isParity(fact) || isCensusRent(fact)),
  withoutParities: (inputs: CostInputs) => parities(inputs, 'housing', isParity),
};

export const americanAllItems = {
  withoutTheCountry: (inputs: CostInputs) =>
    parities(inputs, 'overall', (fact) => isParity(fact) || isCensusRent(fact)),
  withoutParities: (inputs: CostInputs) => parities(inputs, 'overall', isParity),
};

export const censusRents = {
  /** Half of the Census rent's own error is in the county's rent as well, which stays. */
  withoutThePlace: (inputs: CostInputs) =>
    placeRents(inputs, (fact) => isCensusRent(fact) && fact.place.startsWith('city/'), CENSUS_SD ** 2 / 2),
  withoutTheCensus: (inputs: CostInputs) => placeRents(inputs, isCensusRent, CENSUS_SD ** 2),
};

export const japaneseHousing = {
  withoutTheCountry: (inputs: CostInputs) =>
    prefectures(inputs, 'housing', (fact) => isRegionalLevel(fact) || isRent(fact)),
  withoutTheIndex: (inputs: CostInputs) => prefectures(inputs, 'housing', isRegionalLevel),
};

export const japaneseBasket = {
  withoutTheCountry: (inputs: CostInputs) =>
    prefectures(inputs, 'overall', (fact) => isRegionalLevel(fact) || isRent(fact)),
  withoutTheIndex: (inputs: CostInputs) => prefectures(inputs, 'overall', isRegionalLevel),
};

/** Price parities of American metropolitan areas, each against the estimate of its largest city. */
function parities(inputs: CostInputs, category: 'housing' | 'overall', leftOut: LeftOut): Trial[] {
  const american = ofCountry(inputs, UNITED_STATES);
  const estimates = estimateCostIndex(without(american, leftOut));
  const largest = largestCities(american.cities);
  const metric = `regional_price_parity_${category === 'overall' ? 'all_items' : category}`;
  return american.facts
    .filter((fact) => fact.metric === metric && fact.place.startsWith('area/us-cbsa-'))
    .flatMap((fact) => trial(estimates, largest.get(fact.place), category, Math.log(fact.value / 100)));
}

/**
 * Census rents of places: only their differences from each other are predicted.
 *
 * @param noise variance of the rent as a measure of its place
 */
function placeRents(inputs: CostInputs, leftOut: LeftOut, noise: number): Trial[] {
  const american = ofCountry(inputs, UNITED_STATES);
  const estimates = estimateCostIndex(without(american, leftOut));
  const cities = new Map(american.cities.map((city) => [city.key, city]));
  const trials = american.facts
    .filter((fact) => isCensusRent(fact) && cities.has(fact.place))
    .flatMap((fact) => trial(estimates, cities.get(fact.place), 'housing', Math.log(fact.value)));
  return centred(trials).map((of) => ({ ...of, variance: of.variance + noise }));
}

/** The index of Japanese prefectures, by housing or as the basket of its groups, against the largest city of each. */
function prefectures(inputs: CostInputs, category: 'housing' | 'overall', leftOut: LeftOut): Trial[] {
  const japanese = ofCountry(inputs, JAPAN);
  const estimates = estimateCostIndex(without(japanese, leftOut));
  const largest = [...new Set(largestCities(japanese.cities).values())];
  const published = regionalPriceLevels(largest, japanese.facts);
  return largest.flatMap((city) => {
    const levels = published.get(city.key);
    if (levels === undefined) return [];
    const basket = [...levels].reduce((sum, [of, { log }]) => sum + BASKET_WEIGHTS[of] * log, 0);
    const housing = levels.get('housing')?.log;
    return housing === undefined
      ? []
      : trial(estimates, city, category, category === 'housing' ? housing : basket);
  });
}

/** The price survey of Canadian cities of 2019, which no estimate uses: only differences between the cities. */
export function canadianCities(inputs: CostInputs, group: 'all_items' | 'shelter'): Trial[] {
  const canadian = ofCountry(inputs, CANADA);
  const estimates = estimateCostIndex(canadian);
  const cities = new Map(canadian.cities.map((city) => [city.key, city]));
  const category = group === 'shelter' ? 'housing' : 'overall';
  return centred(
    canadian.facts
      .filter(({ metric, place }) => metric === `regional_price_level_${group}` && cities.has(place))
      .flatMap((fact) => trial(estimates, cities.get(fact.place), category, Math.log(fact.value / 100))),
  );
}

/** The estimate relative to the country against the published figure relative to the country. */
function trial(
  estimates: CostEstimates,
  city: CostCity | undefined,
  category: Category | 'overall',
  observed: number,
): Trial[] {
  const cost = estimates.cities.get(city?.key ?? '');
  const country = estimates.countries.get(city?.country ?? '');
  if (city === undefined || !isKnown(cost) || !isKnown(country)) return [];
  const estimate = category === 'overall' ? cost.overall : cost.categories[category];
  const level = category === 'overall' ? country.overall : country.categories[category];
  const predicted = estimate.log - level.log;
  return [{ group: city.country, observed, predicted, baseline: 0, variance: estimate.localVariance }];
}

function largestCities(cities: readonly CostCity[]): Map<string, CostCity> {
  const largest = new Map<string, CostCity>();
  for (const city of cities) {
    if (city.feature === 'PPLX') continue;
    for (const area of city.areas) {
      const known = largest.get(area);
      if (known === undefined || known.population < city.population) largest.set(area, city);
    }
  }
  return largest;
}

function centred(trials: readonly Trial[]): Trial[] {
  const mean = (of: (trial: Trial) => number) =>
    trials.reduce((sum, one) => sum + of(one), 0) / trials.length;
  const observedMean = mean(({ observed }) => observed);
  const predictedMean = mean(({ predicted }) => predicted);
  return trials.map((one) => ({
    ...one,
    observed: one.observed - observedMean,
    predicted: one.predicted - predictedMean,
  }));
}

function ofCountry(inputs: CostInputs, country: string): CostInputs {
  return { ...inputs, cities: inputs.cities.filter((city) => city.country === country) };
}

function without(inputs: CostInputs, leftOut: LeftOut): CostInputs {
  return { ...inputs, facts: inputs.facts.filter((fact) => !leftOut(fact)) };
}
