import { mean, median } from 'simple-statistics';
import { type CostEstimates, type Evidence, isKnown } from '../../../release/cost-estimates.ts';
import { compareGrains } from '../../../release/grain.ts';
import { HOUSEHOLDS, type HomeRents, type Household } from '../../../release/household-budgets.ts';
import { roundTo } from '../../../release/round-to.ts';
import { type Fact, latestBy } from '../facts/fact.ts';
import type { CostCity, CostInputs } from './cost-inputs.ts';
import { readPriceHistory } from './national-price-levels.ts';
import { FIGURE_SD } from './rent-evidence.ts';
import { populationShares } from './rent-model.ts';
import { type ComparableRents, DWELLING } from './series-tables.ts';

/** The metrics of rents by number of bedrooms, in one publisher's terms: those of two bedrooms are in comparable-rents.tsv. */
const BY_BEDROOMS: readonly Readonly<Record<Household, string>>[] = [
  { one: 'rent_one_bedroom', couple: 'rent_two_bedroom', family: 'rent_three_bedroom' },
  {
    one: 'rent_fair_market_one_bedroom',
    couple: 'rent_fair_market_two_bedroom',
    family: 'rent_fair_market_three_bedroom',
  },
];

/**
 * Official rents of the homes of the three households in the city or its area, brought to a home let now without utilities, as the
 * publisher's two-bedroom homes are. A city has them only if one publisher has all three, none below the smaller one's. If it has
 * only some of the city itself, those of the area are moved to the city by these; if it has none, but the city has an official rent
 * of another kind, by how far the city's housing is from the area's.
 */
export function homeRents(inputs: CostInputs, costs: CostEstimates): HomeRents[] {
  const terms = new Map(
    inputs.comparableRents
      .filter(({ basis }) => basis === DWELLING)
      .map((row) => [`${row.source} ${row.metric}`, row]),
  );
  const { dayRates, compiledRates } = readPriceHistory(inputs.facts);
  const perDollar = (currency: string) =>
    currency === 'USD' ? 1 : (dayRates.get(currency) ?? compiledRates.get(currency))?.value;
  const metrics = new Set(BY_BEDROOMS.flatMap((names) => Object.values(names)));
  const byPlace = Map.groupBy(
    inputs.facts.filter(({ metric }) => metrics.has(metric)),
    ({ place }) => place,
  );
  const fromArea = differencesFromAreas(inputs.cities, byPlace, costs);
  return inputs.cities.flatMap((city): HomeRents[] => {
    const places = [city.key, ...city.areas];
    const [best] = places
      .flatMap((place) => setsOf(byPlace.get(place) ?? [], terms))
      .sort(
        (left, right) =>
          compareGrains(left.facts.couple.grain, right.facts.couple.grain) || left.row.sd - right.row.sd,
      );
    const rate = best === undefined ? undefined : perDollar(best.facts.couple.unit);
    if (best === undefined || rate === undefined) return [];
    const own = latestOf(best, byPlace.get(city.key) ?? []);
    return own.size > 0
      ? [rentsOf(city, withOwn(best, own), rate, NO_DIFFERENCE)]
      : [rentsOf(city, best, rate, fromArea(city, best))];
  });
}

/**
 * How many times the rent of a home with two bedrooms the homes of the households cost: the median of the offices, of each the median
 * of its places. Those of the base city would not do elsewhere: a second bedroom adds a tenth there, and a quarter by all offices.
 */
export function rentsBySize(facts: readonly Fact[]) {
  const ofMetric = Map.groupBy(facts, ({ metric }) => metric);
  const ratiosOf = (household: 'one' | 'family') =>
    BY_BEDROOMS.flatMap((names) => {
      const of = (metric: string) => ofMetric.get(metric) ?? [];
      const couples = latestBy(of(names.couple), placeOfSource);
      const ratios = [...latestBy(of(names[household]), placeOfSource)].flatMap(
        ([place, { source, value }]) => {
          const couple = couples.get(place);
          return couple === undefined ? [] : [{ source, ratio: value / couple.value }];
        },
      );
      return [...Map.groupBy(ratios, ({ source }) => source)];
    });
  const medianOf = (offices: ReturnType<typeof ratiosOf>) =>
    median(offices.map(([, places]) => median(places.map(({ ratio }) => ratio))));
  const ofFamilies = ratiosOf('family');
  return {
    ratios: { one: medianOf(ratiosOf('one')), couple: 1, family: medianOf(ofFamilies) },
    sources: ofFamilies.map(([source]) => source),
  };
}

const placeOfSource = ({ source, place }: Fact) => `${source} ${place}`;

interface RentSet {
  facts: Readonly<Record<Household, Fact>>;
  names: Readonly<Record<Household, string>>;
  row: ComparableRents;
}

/** The latest rents of a place, from each publisher that has all three. */
function setsOf(facts: readonly Fact[], terms: ReadonlyMap<string, ComparableRents>): RentSet[] {
  const latest = latestBy(facts, ({ source, metric }) => `${source} ${metric}`);
  const sources = new Set(facts.map(({ source }) => source));
  return [...sources].flatMap((source) =>
    BY_BEDROOMS.flatMap((names) => {
      const row = terms.get(`${source} ${names.couple}`);
      if (row === undefined) return [];
      const [one, couple, family] = HOUSEHOLDS.map((household) =>
        latest.get(`${source} ${names[household]}`),
      );
      if (one === undefined || couple === undefined || family === undefined) return [];
      const facts = { one, couple, family };
      return riseWithSize(facts) ? [{ facts, names, row }] : [];
    }),
  );
}

/** The latest rents of the same publisher in the city itself, if the set is not of the city. */
function latestOf({ facts: { couple }, names }: RentSet, ofCity: readonly Fact[]): Map<Household, Fact> {
  const latest = latestBy(
    ofCity.filter(({ source, place }) => source === couple.source && place !== couple.place),
    ({ metric }) => metric,
  );
  return new Map(
    HOUSEHOLDS.flatMap((household) => {
      const fact = latest.get(names[household]);
      return fact === undefined ? [] : [[household, fact] as const];
    }),
  );
}

/** The rents that the city has itself, and the others in proportion; all in proportion if they would not rise with the size. */
function withOwn(set: RentSet, own: ReadonlyMap<Household, Fact>): RentSet {
  const ratio = Math.exp(
    mean([...own].map(([household, { value }]) => Math.log(value / set.facts[household].value))),
  );
  const [first = set.facts.couple] = own.values();
  const moved = (of: (household: Household) => number) =>
    Object.fromEntries(
      HOUSEHOLDS.map((household) => [household, { ...first, value: of(household) }]),
    ) as RentSet['facts'];
  const inProportion = (household: Household) => ratio * set.facts[household].value;
  const facts = moved((household) => own.get(household)?.value ?? inProportion(household));
  return { ...set, facts: riseWithSize(facts) ? facts : moved(inProportion) };
}

function riseWithSize({ one, couple, family }: RentSet['facts']): boolean {
  return one.value <= couple.value && couple.value <= family.value;
}

/** How far (ln) a city is from the mean of an area, and the variance of that. */
interface Difference {
  log: number;
  variance: number;
}

/** Of a city that has these rents itself, or no official rent of its own. */
const NO_DIFFERENCE: Difference = { log: 0, variance: 0 };

type FromArea = (city: CostCity, set: RentSet) => Difference;

function differencesFromAreas(
  cities: readonly CostCity[],
  rentsOfPlaces: ReadonlyMap<string, unknown>,
  costs: CostEstimates,
): FromArea {
  const housingOf = ({ key }: CostCity) => {
    const cost = costs.cities.get(key);
    return isKnown(cost) ? cost.categories.housing : undefined;
  };
  const members = new Map<string, CostCity[]>();
  for (const city of cities)
    for (const area of city.areas)
      if (rentsOfPlaces.has(area)) members.getOrInsertComputed(area, () => []).push(city);
  const means = new Map<string, number>();
  const meanOf = (area: string) => {
    const ofArea = members.get(area) ?? [];
    const shares = populationShares(ofArea);
    return ofArea.reduce((sum, city, index) => sum + (shares[index] ?? 0) * (housingOf(city)?.log ?? 0), 0);
  };
  return (city, { facts: { couple } }) => {
    const housing = housingOf(city);
    const isArea = members.has(couple.place);
    if (housing === undefined || !isArea || compareGrains(housing.grain, couple.grain) >= 0)
      return NO_DIFFERENCE;
    const log = housing.log - means.getOrInsertComputed(couple.place, meanOf);
    return { log, variance: Math.max(0, housing.localVariance - FIGURE_SD ** 2) };
  };
}

function rentsOf(
  { key }: CostCity,
  { facts, row }: RentSet,
  rate: number,
  { log, variance }: Difference,
): HomeRents {
  const { grain, period, source } = facts.couple;
  const evidence: Evidence = grain === 'region' ? 'official_regional' : 'official_local';
  const factor = (row.factor * Math.exp(log)) / rate;
  const usd = Object.fromEntries(
    HOUSEHOLDS.map((household) => [household, roundTo(facts[household].value * factor, 100)]),
  ) as Record<Household, number>;
  const sd = roundTo(Math.sqrt(row.sd ** 2 + row.sharedSd ** 2 + variance), 1e4);
  return { city: key, ...usd, sd, evidence, grain, period, source };
}
