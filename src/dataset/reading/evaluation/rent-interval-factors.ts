import { Z80 } from '../../../release/cost-estimates.ts';
import type { CostInputs } from '../../building/estimates/cost-inputs.ts';
import type { RentInterval } from '../../building/estimates/rent-intervals.ts';
import {
  NEAREST_LEFT,
  RENTS_LEFT_OUT,
  type RentsLeftOut,
  type RentTrial,
  rentTrials,
} from './trials-of-rents.ts';

/**
 * A series with fewer rents has no factor of its own; one with as many of cities and of areas has one for each. Where the city's
 * own rents are known, only the American series have: they would decide that of all others.
 */
const RENTS_FOR_FACTOR: Readonly<Record<RentsLeftOut, number>> = {
  figure: 1000,
  city: 60,
  region: 60,
  country: Number.POSITIVE_INFINITY,
};

/**
 * The necessary width of rent intervals relative to those of the model, so that 80 of 100 left-out rents are inside: the content
 * of data/estimates/rent-intervals.tsv. All series share one factor where no rents of the country are known, because the kind of
 * country is unknown then.
 */
export function rentIntervalFactors(inputs: CostInputs): RentInterval[] {
  const unscaled = { ...inputs, rentIntervals: [] };
  return RENTS_LEFT_OUT.flatMap((leftOut): RentInterval[] => {
    const nearest = NEAREST_LEFT[leftOut];
    const trials = rentTrials(unscaled, leftOut);
    const fewest = RENTS_FOR_FACTOR[leftOut];
    const large = [...Map.groupBy(trials, ({ series }) => series)].filter(
      ([, members]) => members.length >= fewest,
    );
    const ofLarge = new Set(large.map(([series]) => series));
    const row = (series: string, places: RentInterval['places'], members: readonly RentTrial[]) => ({
      nearest,
      series,
      places,
      rents: members.length,
      factor: factorOf(members),
    });
    const others = trials.filter(({ series }) => !ofLarge.has(series));
    const rows = large.flatMap(([series, members]) => {
      const cities = members.filter(({ ofArea }) => !ofArea);
      const areas = members.filter(({ ofArea }) => ofArea);
      return Math.min(cities.length, areas.length) < fewest
        ? [row(series, '', members)]
        : [row(series, 'area', areas), row(series, 'city', cities)];
    });
    return [row('', '', others), ...rows];
  });
}

/** The error that 80 of 100 do not exceed, in standard deviations, relative to that of a normal distribution. */
function factorOf(trials: readonly RentTrial[]): number {
  const errors = trials
    .map(({ observed, predicted, variance }) => Math.abs(observed - predicted) / Math.sqrt(variance))
    .sort((left, right) => left - right);
  const quantile = errors[Math.ceil(0.8 * errors.length) - 1] ?? Z80;
  return Math.round((100 * quantile) / Z80) / 100;
}
