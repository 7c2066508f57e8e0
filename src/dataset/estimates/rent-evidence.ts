import type { Fact } from '../facts/fact.ts';
import type { CostCity } from './cost-inputs.ts';
import { type RentSeries, RentSeriesTable, seriesKey } from './rent-series.ts';
import type { RentObservation } from './rent-surface.ts';

/** The metric of rents that a third party computed from official figures. */
const DERIVED_RENT = 'derived_city_rent';

/** Official rents of single cities outside the United States, by city key: the latest of each series. */
export type RentEvidence = ReadonlyMap<string, readonly OfficialRentFact[]>;

/** An official rent, and the series that it is one of. Rents of the United States have a step of their own. */
export interface OfficialRentFact extends Fact {
  series: RentSeries;
}

export function readRentEvidence(facts: readonly Fact[], series: readonly RentSeries[]): RentEvidence {
  const table = new RentSeriesTable(series);
  const ofCities = facts.flatMap((fact): OfficialRentFact[] => {
    const known = fact.place.startsWith('city/') ? table.of(fact) : undefined;
    return known === undefined ? [] : [{ ...fact, series: known }];
  });
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
      series: seriesKey(fact.series),
      log: Math.log(fact.value),
      noise: fact.series.sd ** 2,
      derived: fact.metric === DERIVED_RENT,
    })),
  );
}

/** Whether one of the rents was not published but computed from official figures. */
export function restsOnDerivedRent(facts: readonly Fact[]): boolean {
  return facts.some(({ metric }) => metric === DERIVED_RENT);
}

function latestOfSeries(facts: readonly OfficialRentFact[]): OfficialRentFact[] {
  const latest = new Map<string, OfficialRentFact>();
  for (const fact of facts) {
    const series = seriesKey(fact.series);
    const known = latest.get(series);
    if (known === undefined || known.period < fact.period) latest.set(series, fact);
  }
  return [...latest].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, fact]) => fact);
}
