import { mean } from 'simple-statistics';
import type { NoEstimate } from '../../../release/cost-estimates.ts';
import { type Fact, latestBy } from '../facts/fact.ts';
import { type CostCity, type CostCountry, type CostInputs, UNITED_STATES } from './cost-inputs.ts';
import { GaussianProcess } from './gaussian-process.ts';
import { type NationalPriceLevels, readPriceHistory } from './national-price-levels.ts';
import { carryPriceLevel, type PriceHistory } from './price-level-carry.ts';
import type { SeriesLevels } from './rent-surface.ts';
import { type ComparableRents, DWELLING, SeriesTable, seriesKey } from './series-tables.ts';

/** How far a country's market rents are above the housing level that the survey and the price level give. */
export interface MarketRentLevel {
  /** Natural logarithm. */
  log: number;
  variance: number;
  /** Sources of the rents. */
  sources: readonly string[];
}

/**
 * Standard deviation of that `log`: with it, 20 of 24 countries with rents of a DWELLING are in their interval (`data evaluate`
 * leaves each of them out). It is large because the survey mostly prices imputed and public housing, and different dwellings in
 * every country.
 */
const MARKET_RENT_SD = 0.3;
/**
 * How far (ln) market rents are expected above the survey's housing: rents differ less between countries than what the survey prices.
 * Learned from 44 countries with rents and the base. The 22 with official rents of a dwelling give −.18 and −.27, the 22 with agents'
 * rents by one definition −.23 and −.28; each half predicts the other with an error of .31 instead of .34.
 */
const [EXPECTED_AT_BASE, EXPECTED_SLOPE] = [-0.18, -0.25];
/** The lowest level of housing among them: below it, the difference is taken as there. */
const LOWEST_LEVEL = -1.76;
/** The same where public or regulated rents dominate: these are what the survey priced there. */
const PUBLIC_HOUSING_SD = 0.5;
/** Prior variance of the unknown level of a basis: so large that only the rents decide it. */
const LEVEL_VARIANCE = 4;

/** The most places of a country that are used per basis. */
const MOST_PLACES = 6;

/** A comparable rent, and how far it is from its expectation. */
export type ComparedRent = ReturnType<typeof comparedRents>[number];

/** The rent of a city relative to its country, and its variance. */
export type RentOfCity = (key: string) => { log: number; variance: number } | undefined;

/**
 * Step 1, housing: rents with one basis in several countries show how their market rents compare. The common level of a basis is
 * unknown; the United States, whose level is that of the base, decide it where they have rents of it. Elsewhere only
 * differences count. Countries without such rents have the usual difference.
 */
export function marketRentLevels(
  inputs: CostInputs,
  national: ReadonlyMap<string, NationalPriceLevels | NoEstimate>,
  rents: readonly ComparedRent[],
): Map<string, MarketRentLevel> {
  const prior = priorVariances(inputs);
  const levels = new LevelsOfRents(rents, prior);
  return new Map(
    inputs.countries.flatMap(({ key }): [string, MarketRentLevel][] => {
      const known = national.get(key);
      if (key === UNITED_STATES || known === undefined || 'reason' in known) return [];
      const expected = expectedDifference(key, known);
      const own = rents.filter(({ country }) => country === key);
      if (own.length === 0) return [[key, { log: expected, variance: prior(key), sources: [] }]];
      const { log, variance } = levels.of(key);
      const sources = [...new Set(own.map(({ source }) => source))];
      return [[key, { log: expected + log, variance, sources }]];
    }),
  );
}

/**
 * What the rents of other countries say about the levels of a country's series. With these, a rent in dollars that is higher than the
 * country's level says that its city is more expensive, too, and not only the country.
 */
export function levelsOfSeries(
  rents: readonly ComparedRent[],
  prior: (country: string) => number,
  country: string,
): SeriesLevels {
  const own = rents.filter((rent) => rent.country === country && rent.basis === DWELLING);
  if (own.length === 0) return new Map();
  const others = new LevelsOfRents(
    rents.filter((rent) => rent.country !== country),
    prior,
  );
  return new Map(
    own.map((rent) => {
      const { log, variance } = others.ofRent({ ...rent, noise: rent.noise - rent.ofCity });
      return [rent.series, { log: rent.average + log, variance }];
    }),
  );
}

function expectedDifference(country: string, { logs: { housing } }: NationalPriceLevels): number {
  return country === UNITED_STATES ? 0 : EXPECTED_AT_BASE + EXPECTED_SLOPE * Math.max(LOWEST_LEVEL, housing);
}

/** Prior variance of the departure of each country: none for the base. */
export function priorVariances({ publicHousing, countries }: CostInputs): (country: string) => number {
  const ofPublic = new Set(publicHousing);
  const priors = new Map(
    countries.map(({ key, iso2 }) => [
      key,
      key === UNITED_STATES ? 0 : (ofPublic.has(iso2) ? PUBLIC_HOUSING_SD : MARKET_RENT_SD) ** 2,
    ]),
  );
  return (country) => priors.get(country) ?? 0;
}

/** What rents say about the levels of their countries. */
export class LevelsOfRents {
  readonly #rents: readonly ComparedRent[];
  readonly #prior: (country: string) => number;
  readonly #means: ReadonlyMap<string, number>;
  readonly #process: GaussianProcess;

  constructor(rents: readonly ComparedRent[], prior: (country: string) => number) {
    this.#rents = rents;
    this.#prior = prior;
    this.#means = meansOfBases(rents);
    this.#process = new GaussianProcess(
      rents.map((row, index) =>
        Float64Array.from(
          rents,
          (column, other) => this.#covariance(row, column) + (index === other ? row.noise : 0),
        ),
      ),
      Float64Array.from(rents, ({ basis, departure }) => departure - (this.#means.get(basis) ?? 0)),
    );
  }

  /** The departure of a country that has rents. */
  of(country: string): { log: number; variance: number } {
    const variance = this.#prior(country);
    const covariances = Float64Array.from(this.#rents, (rent) => (rent.country === country ? variance : 0));
    const found = this.#process.predict(covariances, variance);
    return { log: found.mean, variance: found.variance };
  }

  /** The departure that a further rent would have: for predicting rents that were left out. */
  ofRent(rent: ComparedRent): { log: number; variance: number } {
    const covariances = Float64Array.from(this.#rents, (other) => this.#covariance(rent, other));
    const found = this.#process.predict(covariances, this.#covariance(rent, rent) + rent.noise);
    return { log: found.mean + (this.#means.get(rent.basis) ?? 0), variance: found.variance };
  }

  #covariance(left: ComparedRent, right: ComparedRent): number {
    return (
      (left.country === right.country ? this.#prior(left.country) : 0) +
      (left.basis === right.basis ? LEVEL_VARIANCE : 0) +
      (left.series === right.series ? left.shared : 0)
    );
  }
}

/** Subtracted first, for numerical accuracy. */
function meansOfBases(rents: readonly ComparedRent[]): Map<string, number> {
  return new Map(
    [...Map.groupBy(rents, ({ basis }) => basis)].map(([basis, members]) => [
      basis,
      mean(members.map(({ departure }) => departure)),
    ]),
  );
}

export function comparedRents(
  inputs: CostInputs,
  national: ReadonlyMap<string, NationalPriceLevels | NoEstimate>,
  rentOfCity: RentOfCity,
) {
  const history = readPriceHistory(inputs.facts);
  const countries = new Map(inputs.countries.map((country) => [country.key, country]));
  const cities = new Map([
    ...inputs.cities.map((city) => [city.key, city] as const),
    ...largestCities(inputs.cities),
  ]);
  const currencies = new Map(
    inputs.countries.flatMap(({ key, currency }) => (currency === null ? [] : [[currency, key] as const])),
  );
  return latestRents(inputs, cities).flatMap(({ rents, ...fact }) => {
    const city = cities.get(fact.place);
    const country = countries.get(city?.country ?? '');
    const levels = national.get(country?.key ?? '');
    const rent = rentOfCity(city?.key ?? '');
    if (country === undefined || levels === undefined || 'reason' in levels || rent === undefined) return [];
    const year = Number(fact.period.slice(0, 4));
    const rate = dollarRate(fact.unit, year, currencies, history);
    const change = changeSince(country, year, history, inputs.asOf);
    if (rate === undefined || change === undefined) return [];
    const log = Math.log((rents.factor * fact.value) / rate) + change;
    const level = levels.logs.housing + expectedDifference(country.key, levels);
    return [
      {
        country: country.key,
        basis: rents.basis,
        /** Key of the row of comparable rents that it is of. */
        series: seriesKey(rents),
        source: fact.source,
        /** ln of the rent in dollars. */
        log,
        /** The same, less what the survey, the usual difference from it and the city let expect; includes the unknown level of the basis. */
        departure: log - level - rent.log,
        noise: rents.sd ** 2 + rent.variance,
        /** The part of that noise that is the doubt about the city's rent relative to its country. */
        ofCity: rent.variance,
        /** Variance of the error that all rents of the series share. */
        shared: rents.sharedSd ** 2,
        /** ln of the figure, in its own unit, that a city with the average rent of the country would have without a departure. */
        average: Math.log(fact.value) - log + level,
      },
    ];
  });
}

/** By area. */
export function largestCities(cities: readonly CostCity[]): Map<string, CostCity> {
  const largest = new Map<string, CostCity>();
  for (const city of cities) {
    for (const area of city.areas) {
      const known = largest.get(area);
      const larger = known === undefined || city.population > known.population;
      if (larger || (city.population === known.population && city.key < known.key)) largest.set(area, city);
    }
  }
  return largest;
}

/** A fact with its row of comparable rents. */
interface ComparableFact extends Fact {
  rents: ComparableRents;
}

/** The latest rents of each basis, of the largest places of each country. */
function latestRents(
  { facts, comparableRents }: CostInputs,
  cities: ReadonlyMap<string, CostCity>,
): ComparableFact[] {
  const table = new SeriesTable(comparableRents);
  const metrics = new Set(comparableRents.map(({ metric }) => metric));
  const comparable = facts
    .filter(({ metric, place }) => metrics.has(metric) && cities.has(place))
    .flatMap((fact): ComparableFact[] => {
      const rents = table.of(fact);
      return rents === undefined ? [] : [{ ...fact, rents }];
    });
  const latest = latestBy(comparable, ({ place, rents }) => `${place} ${seriesKey(rents)}`);
  const people = ({ place }: Fact) => cities.get(place)?.population ?? 0;
  const sorted = [...latest]
    .sort(([left, one], [right, other]) => people(other) - people(one) || (left < right ? -1 : 1))
    .map(([, rent]) => rent);
  const ofCountry = ({ place, rents }: ComparableFact) => `${cities.get(place)?.country} ${rents.basis}`;
  return [...Map.groupBy(sorted, ofCountry).values()].flatMap((members) => members.slice(0, MOST_PLACES));
}

/**
 * Units of a currency for a dollar: the mean of the year if published, otherwise the rate of the day. A compiled one is used only
 * for figures of its year: among the currencies that have no other are those that lose a quarter of their value in a year.
 */
function dollarRate(
  currency: string,
  year: number,
  countries: ReadonlyMap<string, string>,
  { exchangeRate, dayRates, compiledRates }: PriceHistory,
): number | undefined {
  if (currency === 'USD') return 1;
  const country = currency === 'EUR' ? 'country/germany' : countries.get(currency);
  const compiled = compiledRates.get(currency);
  const ofTheYear = compiled?.period.startsWith(`${year}-`) ? compiled : undefined;
  return (exchangeRate.get(country ?? '')?.get(year) ?? dayRates.get(currency) ?? ofTheYear)?.value;
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
