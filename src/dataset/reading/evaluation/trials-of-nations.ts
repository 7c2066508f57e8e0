import { mean } from 'simple-statistics';
import { BASKET_WEIGHTS, CATEGORIES } from '../../../release/cost-basket.ts';
import { isKnown } from '../../../release/cost-estimates.ts';
import { estimateCostIndex, rentsOfCountries } from '../../building/estimates/cost-index.ts';
import { type CostCountry, type CostInputs, UNITED_STATES } from '../../building/estimates/cost-inputs.ts';
import { LevelsOfRents, priorVariances } from '../../building/estimates/market-rent-levels.ts';
import {
  nationalOverall,
  nationalPriceLevels,
  readPriceHistory,
} from '../../building/estimates/national-price-levels.ts';
import {
  carryPriceLevel,
  DEVALUATION,
  type PriceHistory,
} from '../../building/estimates/price-level-carry.ts';
import { fromIncome } from '../../building/estimates/price-level-substitutes.ts';
import { DWELLING } from '../../building/estimates/series-tables.ts';
import type { YearlySeries } from '../../building/estimates/yearly-series.ts';
import { type Fact, latestBy } from '../../building/facts/fact.ts';
import { type Trial, worldTrial } from './accuracy.ts';

/** The basket of each surveyed country as if it had not been in the survey. */
export function basketsWithoutTheSurvey(inputs: CostInputs): Trial[] {
  const levels = nationalPriceLevels(inputs);
  const surveyed = new Set(
    inputs.facts.filter(({ metric }) => metric === 'price_level_food').map(({ place }) => place),
  );
  const history = readPriceHistory(inputs.facts);
  return [...surveyed].flatMap((country): Trial[] => {
    const known = levels.get(country);
    if (country === UNITED_STATES || known === undefined || 'reason' in known) return [];
    const facts = inputs.facts.filter(
      ({ metric, place }) => place !== country || !/^price_level_(?!ratio)/.test(metric),
    );
    const without = nationalPriceLevels({ ...inputs, facts }).get(country);
    const carried = inputs.countries
      .filter(({ key }) => key === country)
      .map((of) => carryPriceLevel(of, history, inputs.asOf))[0];
    if (without === undefined || 'reason' in without || carried === undefined || 'reason' in carried)
      return [];
    // Their difference excludes the shared error and the error of the survey itself.
    const variance = CATEGORIES.reduce(
      (sum, category) =>
        sum + BASKET_WEIGHTS[category] ** 2 * (without.ownVariances[category] - known.ownVariances[category]),
      0,
    );
    return [worldTrial(nationalOverall(known.logs), nationalOverall(without.logs), carried.log, variance)];
  });
}

/**
 * A rent of a dwelling in each country that has some, predicted without the rents of the country: from the survey of prices, the
 * price level, and how the city's rents compare within the country. The baseline is the same rent in dollars everywhere.
 */
export function marketRents(inputs: CostInputs): Trial[] {
  const rents = rentsOfCountries(inputs).filter(({ basis }) => basis === DWELLING);
  const prior = priorVariances(inputs);
  // Public housing has an error of its own, and the level of a territory without a price level of its own another.
  const special = new Set([...inputs.publicHousing, ...(inputs.kin ?? []).map(({ country }) => country)]);
  const usual = new Set(inputs.countries.filter(({ iso2 }) => !special.has(iso2)).map(({ key }) => key));
  return [...Map.groupBy(rents, ({ country }) => country)].flatMap(([country, own]): Trial[] => {
    const rent = own.toSorted((left, right) => left.noise - right.noise)[0];
    const others = rents.filter((other) => other.country !== country);
    if (country === UNITED_STATES || !usual.has(country) || rent === undefined) return [];
    const { log, variance } = new LevelsOfRents(others, prior).ofRent(rent);
    return [
      worldTrial(rent.log, rent.log - rent.departure + log, mean(others.map((other) => other.log)), variance),
    ];
  });
}

/** The latest price level of each country, predicted from countries with a similar GDP per head. */
export function priceLevelsFromIncome(inputs: CostInputs): Trial[] {
  const history = readPriceHistory(inputs.facts);
  const all = [...history.priceLevel].flatMap(([key, levels]) => {
    const year = Math.max(...levels.keys());
    const level = levels.get(year);
    return level === undefined || year < 2022 || key === UNITED_STATES ? [] : [{ key, year, level }];
  });
  const average = mean(all.map(({ level }) => Math.log(level.value)));
  return all.flatMap(({ key, year, level }): Trial[] => {
    const gdp = history.gdpPerHead.get(key)?.get(year);
    if (gdp === undefined) return [];
    // As if GDP per head were current, as for the countries without a price level.
    const gdpPerHead = new Map([...history.gdpPerHead, [key, new Map([[2025, gdp]])]]);
    const estimate = fromIncome(key, { ...history, gdpPerHead }, inputs.asOf);
    if (estimate === undefined) return [];
    return [worldTrial(Math.log(level.value), estimate.log, average, estimate.drift)];
  });
}

/**
 * Price levels after a year in which the currency fell by more than a fifth, as if the inflation of that year had not been
 * published. Countries with an official rate that hardly anyone gets are not carried today either.
 */
export function priceLevelsDevalued(inputs: CostInputs): Trial[] {
  const history = readPriceHistory(inputs.facts);
  const conflicting = new Set(
    [...nationalPriceLevels(inputs)].flatMap(([country, levels]) =>
      'reason' in levels && levels.reason === 'conflict' ? [country] : [],
    ),
  );
  return inputs.countries
    .filter(({ key }) => !conflicting.has(key))
    .flatMap((country) => {
      const rates = history.exchangeRate.get(country.key);
      return [...(history.priceLevel.get(country.key) ?? [])].flatMap(([year]) => {
        const [before, after] = [rates?.get(year - 1), rates?.get(year)];
        if (before === undefined || after === undefined) return [];
        if (Math.log(after.value / before.value) <= DEVALUATION) return [];
        return carriedTo(country, history, year);
      });
    });
}

function carriedTo(country: CostCountry, history: PriceHistory, year: number): Trial[] {
  const published = history.priceLevel.get(country.key)?.get(year);
  const before = history.priceLevel.get(country.key)?.get(year - 1);
  if (country.key === UNITED_STATES || published === undefined || before === undefined) return [];
  const until = (series: YearlySeries, last: number) =>
    new Map([country.key, UNITED_STATES].map((key) => [key, upTo(series.get(key), last)]));
  const then = {
    ...history,
    priceLevel: until(history.priceLevel, year - 1),
    exchangeRate: until(history.exchangeRate, year),
    inflation: until(history.inflation, year - 1),
    dayRates: new Map(),
    compiledRates: new Map(),
    projectedInflation: new Map(),
  };
  const carried = carryPriceLevel(country, then, String(year));
  if ('reason' in carried) return [];
  return [worldTrial(Math.log(published.value), carried.log, Math.log(before.value), carried.drift)];
}

function upTo(series: ReadonlyMap<number, Fact> | undefined, last: number): Map<number, Fact> {
  return new Map([...(series ?? [])].filter(([year]) => year <= last));
}

/** Surcharges of the Austrian foreign service, the latest of each city, against Vienna; the baseline is the national level. */
export function austrianSurcharges(inputs: CostInputs): Trial[] {
  const estimates = estimateCostIndex(inputs);
  const vienna = estimates.cities.get('city/vienna');
  if (!isKnown(vienna)) return [];
  const austria = estimates.countries.get(vienna.country);
  const surcharges = inputs.facts.filter(({ metric }) => metric === 'purchasing_power_surcharge');
  return [...latestBy(surcharges, ({ place }) => place).values()].flatMap(({ place, value }): Trial[] => {
    const cost = estimates.cities.get(place);
    const country = isKnown(cost) ? estimates.countries.get(cost.country) : undefined;
    if (!isKnown(cost) || !isKnown(country) || !isKnown(austria)) return [];
    const [own, base] = [cost.overall, vienna.overall];
    return [
      worldTrial(
        Math.log(1 + value / 100),
        own.log - base.log,
        country.overall.log - austria.overall.log,
        own.countryVariance + own.localVariance + base.countryVariance + base.localVariance,
      ),
    ];
  });
}
