import { mean } from 'simple-statistics';
import type { NoEstimate } from '../../../release/cost-estimates.ts';
import type { Fact } from '../facts/fact.ts';
import type { ComparableRents } from './comparable-rents.ts';
import { type CostCity, type CostCountry, type CostInputs, UNITED_STATES } from './cost-inputs.ts';
import { GaussianProcess } from './gaussian-process.ts';
import { type NationalPriceLevels, readPriceHistory } from './national-price-levels.ts';
import { carryPriceLevel, type PriceHistory } from './price-level-carry.ts';
import { seriesKey } from './rent-series.ts';

/** How far a country's market rents are above the housing level that the survey and the price level give. */
export interface MarketRentLevel {
  /** Natural logarithm. */
  log: number;
  variance: number;
  /** Sources of the rents. */
  sources: readonly string[];
}

/**
 * Standard deviation of that `log` over 39 capitals with official rents of one definition, less the noise of those rents. It is
 * large because the survey mostly prices imputed and public housing, and different dwellings in every country.
 */
const MARKET_RENT_SD = 0.2;
/** The same where public or regulated rents dominate: these are what the survey priced there. */
const PUBLIC_HOUSING_SD = 0.5;
/** Prior variance of the unknown level of a basis: so large that only the rents decide it. */
const LEVEL_VARIANCE = 4;

/** The most places of a country that are used per basis. */
const MOST_PLACES = 6;

/** A comparable rent, and how far it is from its expectation. */
interface ComparedRent {
  country: string;
  basis: string;
  source: string;
  /** ln of the rent in dollars, less its expectation; still includes the unknown level of the basis. */
  departure: number;
  noise: number;
}

/** The rent of a city relative to its country, and its variance. */
export type RentOfCity = (key: string) => { log: number; variance: number } | undefined;

/**
 * Step 1, housing: rents with one basis in several countries show how their market rents compare. Their common level is unknown,
 * so that only differences between countries count; the levels of countries without such rents do not change.
 */
export function marketRentLevels(
  inputs: CostInputs,
  national: ReadonlyMap<string, NationalPriceLevels | NoEstimate>,
  rentOfCity: RentOfCity,
): Map<string, MarketRentLevel> {
  const rents = comparedRents(inputs, national, rentOfCity);
  const ofPublic = new Set(inputs.publicHousing);
  const priors = new Map(
    inputs.countries
      .filter(({ key }) => key !== UNITED_STATES)
      .map(({ key, iso2 }) => [key, (ofPublic.has(iso2) ? PUBLIC_HOUSING_SD : MARKET_RENT_SD) ** 2]),
  );
  const prior = (country: string) => priors.get(country) ?? 0;
  const process = new GaussianProcess(
    rents.map((row, index) =>
      Float64Array.from(
        rents,
        (column, other) =>
          (row.country === column.country ? prior(row.country) : 0) +
          (row.basis === column.basis ? LEVEL_VARIANCE : 0) +
          (index === other ? row.noise : 0),
      ),
    ),
    residuals(rents),
  );
  return new Map(
    [...priors].map(([country, variance]): [string, MarketRentLevel] => {
      const own = rents.filter((rent) => rent.country === country);
      if (own.length === 0) return [country, { log: 0, variance, sources: [] }];
      const covariances = Float64Array.from(rents, (rent) => (rent.country === country ? variance : 0));
      const { mean: log, variance: left } = process.predict(covariances, variance);
      return [country, { log, variance: left, sources: [...new Set(own.map(({ source }) => source))] }];
    }),
  );
}

function residuals(rents: readonly ComparedRent[]): Float64Array {
  const means = new Map(
    [...Map.groupBy(rents, ({ basis }) => basis)].map(([basis, members]) => [
      basis,
      mean(members.map(({ departure }) => departure)),
    ]),
  );
  return Float64Array.from(rents, ({ basis, departure }) => departure - (means.get(basis) ?? 0));
}

function comparedRents(
  inputs: CostInputs,
  national: ReadonlyMap<string, NationalPriceLevels | NoEstimate>,
  rentOfCity: RentOfCity,
): ComparedRent[] {
  const history = readPriceHistory(inputs.facts);
  const countries = new Map(inputs.countries.map((country) => [country.key, country]));
  const cities = largestCities(inputs.cities);
  const table = new Map(inputs.comparableRents.map((one) => [seriesKey(one), one]));
  const currencies = new Map(
    inputs.countries.flatMap(({ key, currency }) => (currency === null ? [] : [[currency, key] as const])),
  );
  return latestRents(inputs.facts, table, cities).flatMap(({ fact, rents }): ComparedRent[] => {
    const city = cities.get(fact.place);
    const country = countries.get(city?.country ?? '');
    const levels = national.get(country?.key ?? '');
    const rent = rentOfCity(city?.key ?? '');
    if (country === undefined || levels === undefined || 'reason' in levels || rent === undefined) return [];
    const year = Number(fact.period.slice(0, 4));
    const rate = dollarRate(fact.unit, year, currencies, history);
    const change = changeSince(country, year, history, inputs.asOf);
    if (rate === undefined || change === undefined) return [];
    return [
      {
        country: country.key,
        basis: rents.basis,
        source: fact.source,
        departure: Math.log(fact.value / rate) + change - levels.logs.housing - rent.log,
        noise: rents.sd ** 2 + rent.variance,
      },
    ];
  });
}

/** Every city by its key, and the largest city of every area. */
function largestCities(cities: readonly CostCity[]): Map<string, CostCity> {
  const largest = new Map(cities.map((city) => [city.key, city]));
  for (const city of cities) {
    for (const area of city.areas) {
      const known = largest.get(area);
      const larger = known === undefined || city.population > known.population;
      if (larger || (city.population === known.population && city.key < known.key)) largest.set(area, city);
    }
  }
  return largest;
}

/** The latest rents of each basis, of the largest places of each country. */
function latestRents(
  facts: readonly Fact[],
  table: ReadonlyMap<string, ComparableRents>,
  cities: ReadonlyMap<string, CostCity>,
): { fact: Fact; rents: ComparableRents }[] {
  const latest = new Map<string, { fact: Fact; rents: ComparableRents }>();
  const metrics = new Set([...table.values()].map(({ metric }) => metric));
  for (const fact of facts) {
    if (!metrics.has(fact.metric)) continue;
    const rents = table.get(seriesKey(fact)) ?? table.get(seriesKey({ ...fact, note: '' }));
    if (rents === undefined || !cities.has(fact.place)) continue;
    const key = `${fact.place} ${seriesKey(rents)}`;
    const known = latest.get(key);
    if (known === undefined || known.fact.period < fact.period) latest.set(key, { fact, rents });
  }
  const people = ({ fact }: { fact: Fact }) => cities.get(fact.place)?.population ?? 0;
  const sorted = [...latest]
    .sort(([left, one], [right, other]) => people(other) - people(one) || (left < right ? -1 : 1))
    .map(([, rent]) => rent);
  const ofCountry = ({ fact, rents }: (typeof sorted)[number]) =>
    `${cities.get(fact.place)?.country} ${rents.basis}`;
  return [...Map.groupBy(sorted, ofCountry).values()].flatMap((members) => members.slice(0, MOST_PLACES));
}

/** Units of a currency for a dollar: the mean of the year if published, otherwise the rate of the day. */
function dollarRate(
  currency: string,
  year: number,
  countries: ReadonlyMap<string, string>,
  { exchangeRate, dayRates }: PriceHistory,
): number | undefined {
  if (currency === 'USD') return 1;
  const country = currency === 'EUR' ? 'country/germany' : countries.get(currency);
  return exchangeRate.get(country ?? '')?.get(year)?.value ?? dayRates.get(currency)?.value;
}

/**
 * How much the price level (ln, in dollars) has changed since a year; 0 if none was published for that year, undefined if the
 * country has none that can be carried to today.
 */
function changeSince(
  country: CostCountry,
  year: number,
  history: PriceHistory,
  asOf: string,
): number | undefined {
  if (country.key === UNITED_STATES) return 0;
  const then = history.priceLevel.get(country.key)?.get(year);
  if (then === undefined) return 0;
  const carried = carryPriceLevel(country, history, asOf);
  return 'reason' in carried ? undefined : carried.log - Math.log(then.value);
}
