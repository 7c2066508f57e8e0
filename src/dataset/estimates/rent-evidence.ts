import type { Fact } from '../facts/fact.ts';
import type { CostCity } from './cost-inputs.ts';
import type { RentObservation } from './rent-surface.ts';

/** The metric of rents that a third party computed from official figures. */
const DERIVED_RENT = 'derived_city_rent';

/** Official rents of single cities outside the United States, by city key: the latest of each series. */
export type RentEvidence = ReadonlyMap<string, readonly Fact[]>;

/** Rents of the United States have their own step: see united-states-rents.ts. */
const RENT_METRICS = new Set([
  'rent_two_bedroom',
  'rent_one_room_flat',
  'rent_average_dwelling',
  'rent_average_dwelling_yearly',
  'rent_median_weekly',
  'rent_per_square_metre',
  'rent_per_square_metre_median',
  'rent_besides_deposit',
  'rent_in_price_survey',
  'housing_cost_of_renters',
  DERIVED_RENT,
]);

/**
 * Standard deviation (ln) of a published rent as a measure of the city's rent level. Three series are further from it:
 * quotes that are not of one quality, costs after an allowance, and rents besides a deposit of any size. So are rents that
 * somebody else than the publisher computed from its figures: means of samples, squares and districts.
 */
const RENT_NOISE = 0.08;
const RENT_NOISE_OF: Readonly<Record<string, number>> = {
  rent_in_price_survey: 0.25,
  housing_cost_of_renters: 0.15,
  rent_besides_deposit: 0.15,
  [DERIVED_RENT]: 0.12,
};

export function readRentEvidence(facts: readonly Fact[]): RentEvidence {
  const ofCities = facts.filter(({ place, metric }) => place.startsWith('city/') && RENT_METRICS.has(metric));
  return new Map(
    [...Map.groupBy(ofCities, ({ place }) => place)].map(([city, all]) => [city, latestOfSeries(all)]),
  );
}

/** A rent of one city. */
export interface CityRentObservation extends RentObservation {
  /** Whether it was not published but computed from official figures. */
  derived: boolean;
}

/** The evidence as observations of the country's rents. */
export function rentObservations(cities: readonly CostCity[], evidence: RentEvidence): CityRentObservation[] {
  return cities.flatMap(({ key }, city) =>
    (evidence.get(key) ?? []).map((fact) => ({
      city,
      series: rentSeries(fact),
      log: Math.log(fact.value),
      noise: rentNoise(fact.metric),
      derived: fact.metric === DERIVED_RENT,
    })),
  );
}

/** Figures of one series differ by the city alone. */
function rentSeries({ source, metric }: Fact): string {
  return `${source} ${metric}`;
}

/** Whether one of the rents was not published but computed from official figures. */
export function restsOnDerivedRent(facts: readonly Fact[]): boolean {
  return facts.some(({ metric }) => metric === DERIVED_RENT);
}

function rentNoise(metric: string): number {
  return (RENT_NOISE_OF[metric] ?? RENT_NOISE) ** 2;
}

function latestOfSeries(facts: readonly Fact[]): Fact[] {
  const latest = new Map<string, Fact>();
  for (const fact of facts) {
    const known = latest.get(rentSeries(fact));
    if (known === undefined || known.period < fact.period) latest.set(rentSeries(fact), fact);
  }
  return [...latest.values()].sort((left, right) => (rentSeries(left) < rentSeries(right) ? -1 : 1));
}
