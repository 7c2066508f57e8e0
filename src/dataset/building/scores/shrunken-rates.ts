import type { Observation } from '../../../release/schema.ts';

/**
 * How many deaths the rate of the surrounding region weighs as much as. Learned by leaving a year out: with the counts of two
 * years, four predict those of the third best in 2,233 Brazilian municipalities of 15,000 people or more (2022–2024; from 2.5
 * to 6, the log-likelihood falls by at most 13), and six in the 670 of 50,000 or more. In Mexico (2019–2021) five do in the 438
 * of 50,000 or more, but one and a half in the 1,168 of 15,000 or more, whose violence is more local.
 * `shrunken-rates.test.ts` measures Brazil's again.
 */
export const PRIOR_DEATHS = 4;

/** A rate, and the standard error that a count leaves in it; null for a rate whose count is not known. */
export type CountedRate = Pick<Observation, 'value' | 'standard_error'>;

/**
 * A rate from few deaths says little about the risk, so it is moved towards the rate of the region around: with a gamma prior
 * around the region's rate, the risk is expected to be `(deaths + prior) / (exposure + prior / region)`. Deaths and exposure
 * (person-years, in the rate's unit) follow from the rate and its standard error, as `countedRate` has them.
 *
 * @param around the rate of the region; if 0, it says nothing
 */
export function shrunkenRate<Rate extends CountedRate>(
  rate: Rate,
  around: number,
  prior = PRIOR_DEATHS,
): Rate {
  const { value, standard_error: error } = rate;
  if (error === null || error <= 0 || around <= 0) return rate;
  const deaths = (value / error) ** 2;
  const exposure = deaths > 0 ? deaths / value : 1 / error;
  const precision = exposure + prior / around;
  return {
    ...rate,
    value: (deaths + prior) / precision,
    standard_error: Math.sqrt(deaths + prior) / precision,
  };
}

/** What surrounds a place, and whose figures are known. */
export interface Surroundings {
  /** Keys of the areas that contain an area or a city, and more than it; the smallest first. */
  areasAround(place: string): readonly string[];
  /** The national rate for a place; undefined if there is none. */
  nationalRate(place: string): number | undefined;
}

/**
 * Every rate, moved towards that of the smallest region around it that the same source has one for; otherwise towards that of
 * another source, or the national one. The rates of regions are moved first. What another source counts in the smallest region,
 * such as a rounded rate of one year, says less.
 */
export function shrunkenRates<Rate extends Pick<Observation, 'place' | 'source' | 'period'> & CountedRate>(
  rates: readonly Rate[],
  { areasAround, nationalRate }: Surroundings,
): Rate[] {
  const byPlace = Map.groupBy(rates, ({ place }) => place);
  const done = new Map<Rate, Rate>();
  const shrunken = (rate: Rate): Rate =>
    done.getOrInsertComputed(rate, () =>
      rate.standard_error === null ? rate : shrunkenRate(rate, rateAround(rate)),
    );
  const rateAround = ({ place, source }: Rate): number => {
    const known = areasAround(place).flatMap((area) =>
      (byPlace.get(area) ?? [])
        .filter(({ value }) => value > 0)
        .toSorted((left, right) => (left.period < right.period ? 1 : -1)),
    );
    const found = known.find((figure) => figure.source === source) ?? known[0];
    if (found !== undefined) return shrunken(found).value;
    return nationalRate(place) ?? 0;
  };
  return rates.map(shrunken);
}
