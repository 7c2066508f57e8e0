import { type ByCategory, byCategory, CATEGORIES, type Category } from '../../../release/cost-basket.ts';
import {
  basketBasis,
  basketLevel,
  type CategoryEstimate,
  type CityCost,
  type CostEstimates,
  type CountryCost,
  EVIDENCE,
  type Evidence,
  type NoEstimate,
  type OwnMoves,
  spanTooWide,
  tooUncertain,
} from '../../../release/cost-estimates.ts';
import type { Grain } from '../../../release/grain.ts';
import { roundTo } from '../../../release/round-to.ts';
import {
  COAST_SOURCE,
  type CostCity,
  type CostInputs,
  GAZETTEER_SOURCE,
  UNITED_STATES,
} from './cost-inputs.ts';
import {
  type ComparedRent,
  comparedRents,
  levelsOfSeries,
  type MarketRentLevel,
  marketRentLevels,
  priorVariances,
  type RentOfCity,
} from './market-rent-levels.ts';
import { type NationalPriceLevels, nationalPriceLevels } from './national-price-levels.ts';
import { ownMoves } from './past-levels.ts';
import {
  type BasketDeparture,
  type BasketDepartures,
  basketDepartures,
  readRegionalBaskets,
} from './regional-baskets.ts';
import {
  housingParity,
  type RegionalLevel,
  type RegionalLevels,
  regionalPriceLevels,
} from './regional-price-levels.ts';
import {
  FIGURE_SD,
  grainsOfRents,
  type OfficialRentFact,
  type RentEvidence,
  readRentEvidence,
  rentObservations,
  rentsOfCity,
} from './rent-evidence.ts';
import { NEAREST_RENTS, type NearestRents, RentIntervals } from './rent-intervals.ts';
import { RentModel } from './rent-model.ts';
import { RENTS_FOR_SCALES, rentSurface, type SeriesLevels } from './rent-surface.ts';

/**
 * How much each category rises with rents (ln per ln) if the region has no official index: the median for
 * American metropolitan areas (BEA), Japanese prefectures and Canadian cities; for restaurants and hotels, the BEA's
 * other services and the meals and lodging of American per diem destinations.
 */
export const RENT_LOADINGS: ByCategory<number> = {
  housing: 1,
  utilities: 0.1,
  food: 0.07,
  restaurants: 0.16,
  transport: 0.07,
  communication: 0,
  recreation: 0.21,
  clothing: 0.05,
  health: 0.04,
  education: 0.21,
};

/**
 * How far (standard deviation of ln) a city's prices of a category are from the level that its rents predict. With these values,
 * 80 of 100 official indices of American areas, Japanese prefectures and Canadian cities are in their intervals, each of the three
 * counting alike (`categoryTrials`). They count restaurants, communication and education in wider groups.
 */
const LOCAL_SD: ByCategory<number> = {
  housing: 0,
  utilities: 0.118,
  food: 0.04,
  restaurants: 0.042,
  transport: 0.029,
  communication: 0.023,
  recreation: 0.057,
  clothing: 0.033,
  health: 0.036,
  education: 0.069,
};
/** How far (standard deviation of ln) a city's prices are from the official index of its region. */
const OFFICIAL_INDEX_SD = 0.02;

/**
 * The cost of living in every city against the United States, by category and overall, with its uncertainty and its
 * evidence: docs/method.md explains the steps. Deterministic, and independent of the order of the inputs.
 *
 * @param known rents of countries that would be the same: most of the work
 */
export function estimateCostIndex(inputs: CostInputs, known?: RentsOfCities): CostEstimates {
  const within = rentsWithinCountries(inputs, known);
  const { surveyed, byCountry, regional } = within;
  const compared = comparedRents(inputs, surveyed, rentLookup(within.rentsOf));
  const rentsOf = tiedToLevels(inputs, compared, within);
  const allBaskets = readRegionalBaskets(inputs.facts, inputs.regionalSeries);
  const moves = ownMoves(inputs.cities, inputs.facts, inputs.asOf);
  const estimates = new Map<string, CityCost | NoEstimate>();
  const national = withMarketRents(surveyed, marketRentLevels(inputs, surveyed, compared));
  for (const [country, ofCountry] of byCountry) {
    const levels = national.get(country) ?? NOT_A_COUNTRY;
    if ('reason' in levels) {
      for (const { key } of ofCountry) estimates.set(key, levels);
      continue;
    }
    const rents = withNationalSources(rentsOf.get(country) ?? [], levels);
    const baskets = basketDepartures(
      ofCountry,
      allBaskets,
      Float64Array.from(rents, ({ log }) => log),
      RENT_LOADINGS,
    );
    for (const rent of rents) {
      const indices = {
        levels: regional.get(rent.city) ?? new Map(),
        baskets: baskets.get(rent.city) ?? new Map(),
        moves: moves.get(rent.city),
      };
      estimates.set(rent.city, shownCost(cityCost(country, levels, rent, indices)));
    }
  }
  return {
    cities: estimates,
    countries: new Map([...national].map(([country, levels]) => [country, shownCost(countryCost(levels))])),
  };
}

/** By country, the rents of its cities relative to it. */
type RentsOfCities = ReadonlyMap<string, readonly CityRent[]>;

export function rentsOfCities(inputs: CostInputs): RentsOfCities {
  return rentsWithinCountries(inputs).rentsOf;
}

/** Steps 1 to 5, except that housing has the level of the survey. */
function rentsWithinCountries(inputs: CostInputs, known?: RentsOfCities) {
  const cities = inputs.cities.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  const surveyed = nationalPriceLevels(inputs);
  const regional = regionalPriceLevels(cities, inputs.facts);
  const evidence = readRentEvidence(inputs.facts, inputs.rentSeries);
  const intervals = new RentIntervals(inputs.rentIntervals);
  const byCountry = Map.groupBy(cities, (city) => city.country);
  const rentsOf: RentsOfCities = new Map(
    [...byCountry]
      .filter(([country]) => !('reason' in (surveyed.get(country) ?? NOT_A_COUNTRY)))
      .map(([country, ofCountry]) => [
        country,
        known?.get(country) ?? countryRents(country, ofCountry, { regional, evidence, intervals }),
      ]),
  );
  return { surveyed, byCountry, rentsOf, regional, evidence, intervals };
}

/**
 * The rents of cities with the levels of their countries, where few rents are known: differences alone would leave all of a surprise
 * to the level of the country.
 */
function tiedToLevels(
  inputs: CostInputs,
  compared: readonly ComparedRent[],
  { byCountry, rentsOf, ...known }: ReturnType<typeof rentsWithinCountries>,
): RentsOfCities {
  const prior = priorVariances(inputs);
  return new Map(
    [...rentsOf].map(([country, rents]) => {
      const cities = byCountry.get(country) ?? [];
      if (rentObservations(cities, known.evidence).length >= RENTS_FOR_SCALES) return [country, rents];
      const levels = levelsOfSeries(compared, prior, country);
      return [country, levels.size === 0 ? rents : countryRents(country, cities, known, levels)];
    }),
  );
}

/** The rents by which countries are compared: for predicting those of countries that are left out. */
export function rentsOfCountries(inputs: CostInputs): ComparedRent[] {
  const { surveyed, rentsOf } = rentsWithinCountries(inputs);
  return comparedRents(inputs, surveyed, rentLookup(rentsOf));
}

/** No estimate instead of one that is too uncertain as a whole. */
function shownCost<Cost extends CityCost | CountryCost>(cost: Cost | NoEstimate): Cost | NoEstimate {
  if ('reason' in cost) return cost;
  const span = spanTooWide(cost.overall);
  return span === undefined ? cost : tooUncertain('the price level', span);
}

/** The sources of a category that follows from rents, and of housing: the same for every city of a country. */
interface SourcedRent extends CityRent {
  housingSources: readonly string[];
}

function withNationalSources(rents: readonly CityRent[], levels: CountryLevels): SourcedRent[] {
  const sources = sortedUnion(levels.sources, rents[0]?.sources ?? []);
  const housingSources = sortedUnion(sources, levels.housingSources ?? []);
  return rents.map((rent) => ({ ...rent, sources, housingSources }));
}

const NOT_A_COUNTRY: NoEstimate = { reason: 'no_source', detail: 'Not a country of the release.' };

function rentLookup(rentsOf: RentsOfCities): RentOfCity {
  const rents = new Map([...rentsOf.values()].flat().map((rent) => [rent.city, rent]));
  return (key) => rents.get(key);
}

/** Price levels whose housing is also based on market rents. */
interface CountryLevels extends NationalPriceLevels {
  housingSources?: readonly string[];
}

/** Housing adjusted to market rents. */
function withMarketRents(
  national: ReadonlyMap<string, NationalPriceLevels | NoEstimate>,
  market: ReadonlyMap<string, MarketRentLevel>,
): Map<string, CountryLevels | NoEstimate> {
  return new Map(
    [...national].map(([country, levels]) => {
      const level = market.get(country);
      if ('reason' in levels || level === undefined) return [country, levels];
      return [
        country,
        {
          ...levels,
          logs: { ...levels.logs, housing: levels.logs.housing + level.log },
          ownVariances: {
            ...levels.ownVariances,
            housing: Math.max(levels.ownVariances.housing, level.variance),
          },
          housingSources: level.sources,
        },
      ];
    }),
  );
}

/** The rent of a city relative to its country, and its evidence. */
type CityRent = ReturnType<typeof countryRents>[number];

interface CountryRentInputs {
  regional: ReadonlyMap<string, RegionalLevels>;
  evidence: RentEvidence;
  intervals: RentIntervals;
}

/** Step 4: the rents of a country's cities, each with its evidence. */
function countryRents(
  country: string,
  cities: readonly CostCity[],
  { regional, evidence, intervals }: CountryRentInputs,
  levels?: SeriesLevels,
) {
  const observations = rentObservations(cities, evidence);
  const { logs, variances } = rentSurface(new RentModel(cities), observations, levels);
  const parity = country === UNITED_STATES ? housingParity(cities, regional) : undefined;
  const ofCities = cities.map((city) => rentsOfCity(city, evidence));
  const sources = [
    ...new Set([GAZETTEER_SOURCE, COAST_SOURCE, ...ofCities.flat().map(({ source }) => source)]),
    ...(parity?.sources ?? []),
    ...new Set(cities.flatMap(({ incomeSource = [] }) => incomeSource)),
  ];
  const rents = ofCities.some((own) => own.length > 0);
  const nearest = nearestRents(cities, ofCities);
  const observed = observations.map(({ series, cities: { length } }) => ({
    country,
    series,
    ofArea: length > 1,
  }));
  const factors = new Map(NEAREST_RENTS.map((one) => [one, intervals.ofCountry(one, observed)]));
  return ofCities.map((own, city) => ({
    /** Key. */
    city: cities[city]?.key ?? '',
    log: (logs[city] ?? 0) + (parity?.log ?? 0),
    variance: (variances[city] ?? 0) * (factors.get(nearest[city] ?? 'none') ?? 1) ** 2 + FIGURE_SD ** 2,
    ...evidenceOfRents(own, rents),
    sources,
  }));
}

/** @param ofCities the rents of each city and its areas */
function nearestRents(
  cities: readonly CostCity[],
  ofCities: readonly (readonly OfficialRentFact[])[],
): NearestRents[] {
  const regionOf = ({ key, areas }: CostCity) => areas.find((area) => area.includes('-admin1-')) ?? key;
  const regions = new Set(cities.flatMap((city, index) => (ofCities[index]?.length ? [regionOf(city)] : [])));
  if (regions.size === 0) return cities.map(() => 'none');
  return cities.map((city, index) => {
    if (ofCities[index]?.length) return 'city';
    return regions.has(regionOf(city)) ? 'region' : 'country';
  });
}

/** @param national whether any city of the country has a rent */
function evidenceOfRents(
  own: readonly OfficialRentFact[],
  national: boolean,
): { evidence: Evidence; grain: Grain } {
  const { published, derived } = grainsOfRents(own);
  const kinds = [
    ...(published === undefined ? [] : [{ evidence: evidenceOf(published), grain: published }]),
    ...(derived === undefined ? [] : [{ evidence: 'derived_from_official' as const, grain: derived }]),
    {
      evidence: national ? ('modelled_from_national_rents' as const) : ('modelled' as const),
      grain: 'country' as const,
    },
  ];
  return kinds.reduce((best, one) =>
    EVIDENCE.indexOf(one.evidence) < EVIDENCE.indexOf(best.evidence) ? one : best,
  );
}

function cityCost(
  country: string,
  national: CountryLevels,
  rent: SourcedRent,
  {
    levels,
    baskets,
    moves,
  }: { levels: RegionalLevels; baskets: BasketDepartures; moves: OwnMoves | undefined },
): CityCost {
  const rentVariance = roundTo(rent.variance, 1e6);
  const rounded = { ...rent, variance: rentVariance };
  const categories = byCategory((category) => {
    const level = category === 'housing' ? undefined : levels.get(category);
    if (level !== undefined) return fromRegion(category, national, level);
    const basket = baskets.get(category);
    const modelled = fromRent(category, national, rounded);
    return basket === undefined ? modelled : withBasket(modelled, basket);
  });
  const commonVariance = roundTo(national.commonVariance, 1e6);
  const cost = { country, categories, commonVariance, rentVariance };
  return {
    ...cost,
    overall: { ...basketLevel(cost), ...basketBasis(CATEGORIES.map((category) => categories[category])) },
    ...(moves === undefined ? {} : { past: moves }),
  };
}

/**
 * log = national level + κ · rent; local variance = κ² V + own.
 *
 * @param rent its sources include those of the national level
 */
function fromRent(category: Category, national: CountryLevels, rent: SourcedRent): CategoryEstimate {
  const rentLoading = RENT_LOADINGS[category];
  const used = rentLoading > 0;
  const housing = category === 'housing';
  return {
    log: roundTo(national.logs[category] + rentLoading * rent.log, 1e4),
    countryVariance: countryVariance(category, national),
    localVariance: roundTo(rentLoading ** 2 * rent.variance + LOCAL_SD[category] ** 2, 1e6),
    rentLoading,
    evidence: housing || !used ? (housing ? rent.evidence : 'modelled') : modelledEvidence(rent.evidence),
    grain: housing ? rent.grain : 'country',
    period: national.period,
    sources: housing ? rent.housingSources : used ? rent.sources : national.sources,
  };
}

function fromRegion(
  category: Category,
  national: NationalPriceLevels,
  { log, grain, period, source }: RegionalLevel,
): CategoryEstimate {
  return {
    log: roundTo(national.logs[category] + log, 1e4),
    countryVariance: countryVariance(category, national),
    localVariance: OFFICIAL_INDEX_SD ** 2,
    rentLoading: 0,
    evidence: evidenceOf(grain),
    grain,
    period,
    sources: sortedUnion(national.sources, [source]),
  };
}

/** The level expected from rents, adjusted by the part of a local or regional basket that rents do not explain. */
function withBasket(modelled: CategoryEstimate, basket: BasketDeparture): CategoryEstimate {
  return {
    ...modelled,
    log: roundTo(modelled.log + basket.log, 1e4),
    localVariance: roundTo(modelled.localVariance + basket.variance, 1e6),
    evidence: evidenceOf(basket.grain),
    grain: basket.grain,
    sources: sortedUnion(modelled.sources, [basket.source]),
  };
}

function countryCost(national: CountryLevels | NoEstimate): CountryCost | NoEstimate {
  if ('reason' in national) return national;
  const commonVariance = roundTo(national.commonVariance, 1e6);
  const housingSources = sortedUnion(national.sources, national.housingSources ?? []);
  const categories = byCategory((category) => ({
    log: roundTo(national.logs[category], 1e4),
    countryVariance: countryVariance(category, national),
    localVariance: 0,
    sources: category === 'housing' ? housingSources : national.sources,
  }));
  const { period, spot, past } = national;
  return {
    categories,
    spot,
    overall: basketLevel({ categories, commonVariance }),
    commonVariance,
    period,
    sources: housingSources,
    past,
  };
}

function countryVariance(category: Category, { commonVariance, ownVariances }: NationalPriceLevels): number {
  return roundTo(commonVariance + ownVariances[category], 1e6);
}

/**
 * A category that is predicted from rents has no evidence of its own, so it is modelled, however good the evidence of the rents.
 */
function modelledEvidence(evidence: Evidence): Evidence {
  return evidence === 'modelled' ? 'modelled' : 'modelled_from_national_rents';
}

function evidenceOf(grain: Grain): Evidence {
  if (grain === 'city' || grain === 'metro') return 'official_local';
  return grain === 'region' ? 'official_regional' : 'modelled';
}

function sortedUnion(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].sort();
}
