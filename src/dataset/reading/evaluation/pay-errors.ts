import { median, rootMeanSquare } from 'simple-statistics';
import type { Fact } from '../../building/facts/fact.ts';

const OFFICIAL = 'average_annual_wage_in_national_currency';
const MEDIAN = 'wage_median_annual';
const PARITY = 'regional_price_parity_all_items';
/** What the pay of other sources is multiplied by to be that of a year. */
const OTHERS: ReadonlyMap<string, number> = new Map([
  ['average_monthly_earnings', 12],
  ['wage_mean_annual', 1],
]);

/** How many standard deviations the median of a normal error is away from 0. */
const MEDIAN_ERROR = 0.6745;

/**
 * The errors of earnings that src/release/pay.ts has: of what a survey counts, from the pay that the OECD and another source have
 * for one country and year; of a national figure as that of a city, and of what it buys, from the pay and prices of metropolitan
 * areas. Each is a standard deviation (ln), with the number of figures it is learned from.
 */
export function payErrors(facts: readonly Fact[]) {
  const official = new Map(
    facts.filter(({ metric }) => metric === OFFICIAL).map((fact) => [keyOf(fact), fact.value]),
  );
  const differences = facts.flatMap((fact) => {
    const [times, reference] = [OTHERS.get(fact.metric), official.get(keyOf(fact))];
    if (times === undefined || reference === undefined) return [];
    return [Math.log((fact.value * times) / reference)];
  });
  const medians = facts.filter(({ metric }) => metric === MEDIAN);
  const national = medians.find(({ grain }) => grain === 'country')?.value ?? Number.NaN;
  const areas = medians
    .filter(({ grain }) => grain === 'metro')
    .map(({ place, value }) => ({ place, log: Math.log(value / national) }));
  const parities = new Map(
    facts
      .filter(({ metric }) => metric === PARITY)
      .toSorted((left, right) => (left.period < right.period ? -1 : 1))
      .map(({ place, value }) => [place, Math.log(value / 100)]),
  );
  const bought = areas.flatMap(({ place, log }) => {
    const parity = parities.get(place);
    return parity === undefined ? [] : log - parity;
  });
  // Both of a pair have the error.
  const middle = median(differences.map(Math.abs)) / MEDIAN_ERROR / Math.SQRT2;
  return {
    survey: { figures: differences.length, sd: middle },
    cityInCountry: { figures: areas.length, sd: rootMeanSquare(areas.map(({ log }) => log)) },
    buyingInCountry: { figures: bought.length, sd: rootMeanSquare(bought) },
  };
}

/** `country/germany EUR 2025` */
function keyOf({ place, unit, period }: Fact): string {
  return `${place} ${unit === 'usd_per_year' ? 'USD' : unit} ${period.slice(0, 'yyyy'.length)}`;
}
