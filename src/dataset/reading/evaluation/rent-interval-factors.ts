import { Z80 } from '../../../release/cost-estimates.ts';
import type { CostInputs } from '../../building/estimates/cost-inputs.ts';
import { type RentInterval, rowOfRent } from '../../building/estimates/rent-intervals.ts';
import {
  NEAREST_LEFT,
  RENTS_LEFT_OUT,
  type RentsLeftOut,
  type RentTrial,
  unscaledTrials,
  widened,
} from './trials-of-rents.ts';

/**
 * A country's series with fewer rents has no factor of its own. Where no rents of the country are known, none has, because nothing
 * says which country it resembles. Where the city's own rents are known, only the American series have: six countries have two
 * series of one city, and all but two of them for a dozen cities.
 */
const RENTS_FOR_FACTOR: Readonly<Record<RentsLeftOut, number>> = {
  figure: 1000,
  city: 1,
  region: 1,
  country: Number.POSITIVE_INFINITY,
};
/**
 * Such a factor is the mean (ln) of the series' own and that of all countries, which counts as so many rents. Of 5, 20 and 60, the shares
 * of countries in intervals that were learned without them are nearest to .80 with 5: off by .016 with a city left out and by .026 with a
 * region; by .041 both with 60.
 */
const RENTS_OF_ALL = 5;

/**
 * The necessary width of rent intervals relative to those of the model, so that 80 of 100 left-out rents are inside: the content
 * of data/estimates/rent-intervals.tsv.
 */
export function rentIntervalFactors(inputs: CostInputs): RentInterval[] {
  return RENTS_LEFT_OUT.flatMap((leftOut): RentInterval[] => {
    const nearest = NEAREST_LEFT[leftOut];
    const { series, all } = seriesAndAll(unscaledTrials(inputs, leftOut), leftOut);
    const ofAll = factorOfAll(all, leftOut);
    const rows = series.flatMap((rents) =>
      rents.slice(0, 1).map((rent): RentInterval => {
        const factor = factorOfSeries(rents, ofAll);
        return { nearest, ...rowOfRent(rent), rents: rents.length, factor };
      }),
    );
    return [{ nearest, countryKey: '', series: '', places: '', rents: all.length, factor: ofAll }, ...rows];
  });
}

/**
 * Every left-out rent with an interval that was learned from others: the factor of all from other countries, that of its series
 * from the rents that were not left out together with it.
 */
export function testedRents(inputs: CostInputs, leftOut: RentsLeftOut): RentTrial[] {
  const trials = unscaledTrials(inputs, leftOut);
  const { series, all } = seriesAndAll(trials, leftOut);
  const known = new Map<string, number>();
  const ofOthers = (country: string) =>
    known.getOrInsertComputed(country, () => {
      const others = all.filter((rent) => rent.country !== country);
      return factorOfAll(others, leftOut);
    });
  const ofSeries = new Set(series.flat());
  const alone = trials.filter((rent) => !ofSeries.has(rent));
  const inSeries = series.flatMap((rents) =>
    [...Map.groupBy(rents, ({ without }) => without)].flatMap(([left, together]) => {
      const others = rents.filter(({ without }) => without !== left);
      const factor = factorOfSeries(others, ofOthers(rents[0]?.country ?? ''));
      return together.map((rent) => widened(rent, factor));
    }),
  );
  return [...alone.map((rent) => widened(rent, ofOthers(rent.country))), ...inSeries];
}

/** The rents of series with a factor of their own, and those from which the factor of all others is learned. */
function seriesAndAll(trials: readonly RentTrial[], leftOut: RentsLeftOut) {
  const groups = Map.groupBy(trials, ({ group, ofArea }) => `${group} ${ofArea}`);
  const series = [...groups.values()].filter(({ length }) => length >= RENTS_FOR_FACTOR[leftOut]);
  const ofSeries = new Set(series.flat());
  const all = leftOut === 'figure' ? trials.filter((rent) => !ofSeries.has(rent)) : trials;
  return { series, all };
}

/**
 * A country without rents is one more country, not more rents of those that have many: every country counts alike. The next of k
 * countries is inside as often as these are with the (k + 1)/k-fold share (hierarchical conformal prediction: Lee, Barber and Willett
 * 2023). Where the city's own rents are known, countries are too few: every rent counts alike.
 */
function factorOfAll(trials: readonly RentTrial[], leftOut: RentsLeftOut): number {
  const counts = Map.groupBy(trials, ({ country }) => country);
  if (leftOut === 'figure') return factorOf(trials, () => 1, 0.8);
  const weight = ({ country }: RentTrial) => 1 / (counts.get(country)?.length ?? 1);
  return factorOf(trials, weight, (0.8 * (counts.size + 1)) / counts.size);
}

function factorOfSeries(trials: readonly RentTrial[], ofAll: number): number {
  if (trials.length === 0) return ofAll;
  const own = factorOf(trials, () => 1, (0.8 * (trials.length + 1)) / trials.length);
  const share = trials.length / (trials.length + RENTS_OF_ALL);
  return Math.exp(share * Math.log(own) + (1 - share) * Math.log(ofAll));
}

/** The error that this share does not exceed, in standard deviations, relative to that of a normal distribution. */
function factorOf(trials: readonly RentTrial[], weight: (trial: RentTrial) => number, share: number): number {
  const errors = trials
    .map((trial) => ({
      error: Math.abs(trial.observed - trial.predicted) / Math.sqrt(trial.variance),
      weight: weight(trial),
    }))
    .sort((left, right) => left.error - right.error);
  const most = share * errors.reduce((sum, one) => sum + one.weight, 0) - 1e-9;
  let sum = 0;
  for (const one of errors) {
    sum += one.weight;
    if (sum >= most) return one.error / Z80;
  }
  return (errors.at(-1)?.error ?? Z80) / Z80;
}
