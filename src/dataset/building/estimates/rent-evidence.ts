import { compareGrains, type Grain } from '../../../release/grain.ts';
import type { Fact } from '../facts/fact.ts';
import type { CostCity } from './cost-inputs.ts';
import { DERIVED_RENT, type RentKind, type RentSeries, RentSeriesTable, seriesKey } from './rent-series.ts';
import type { RentObservation } from './rent-surface.ts';

/**
 * How much figures of each kind differ between places, relative to rents of dwellings let now (ln per ln), and the standard
 * deviation of what remains, which neighbouring places share. Measured in American areas, which have both: median rents of all
 * tenants differ .85 ± .01 times as much as rents of recent movers, with a spread of .10 around that, a third of which is noise.
 */
const KIND_SPREAD: Readonly<Record<RentKind, number>> = {
  new_lease: 1,
  asking: 1,
  all_tenancies: 0.85,
  regulated: 0.6,
  imputed: 0.85,
};
const KIND_SD: Readonly<Record<RentKind, number>> = {
  new_lease: 0,
  asking: 0.03,
  all_tenancies: 0.08,
  regulated: 0.15,
  imputed: 0.1,
};

/**
 * Standard deviation (ln) of a city's rent around that of a wider area, where the figure is attached to the city itself and
 * the area's other cities are unknown: half of the difference between county and place in the United States.
 */
const GRAIN_SD: Readonly<Record<Grain, number>> = { city: 0, metro: 0.05, region: 0.1, country: 0.2 };

/** An official rent, with its series. */
export interface OfficialRentFact extends Fact {
  series: RentSeries;
}

/** Official rents of cities and areas, by the key of the place: the latest of each series. */
export type RentEvidence = ReadonlyMap<string, readonly OfficialRentFact[]>;

export function readRentEvidence(facts: readonly Fact[], series: readonly RentSeries[]): RentEvidence {
  const table = new RentSeriesTable(series);
  const rents = facts.flatMap((fact): OfficialRentFact[] => {
    const known = /^(city|area)\//.test(fact.place) ? table.of(fact) : undefined;
    return known === undefined ? [] : [{ ...fact, series: known }];
  });
  return new Map(
    [...Map.groupBy(rents, ({ place }) => place)].map(([key, all]) => [key, latestOfSeries(all)]),
  );
}

/** The rents of a city: its own, and for series without one, those of the areas that it is in. */
export function rentsOfCity({ key, areas }: CostCity, evidence: RentEvidence): readonly OfficialRentFact[] {
  const own = evidence.get(key) ?? [];
  const series = new Set(own.map((rent) => seriesKey(rent.series)));
  const ofAreas = areas.flatMap((area) => evidence.get(area) ?? []);
  return [...own, ...ofAreas.filter((rent) => !series.has(seriesKey(rent.series)))];
}

/** A rent of a city or an area. */
export interface PlaceRentObservation extends RentObservation {
  source: string;
  kind: RentKind;
  /** Whether it was not published but computed from official figures. */
  derived: boolean;
}

/**
 * The evidence as observations of the country's rents. A figure of an area counts where one of its cities has none of its
 * own in the series; otherwise it would count twice.
 */
export function rentObservations(
  cities: readonly CostCity[],
  evidence: RentEvidence,
): PlaceRentObservation[] {
  const places = new Map<string, number[]>();
  const rentsOf = cities.map((city) => rentsOfCity(city, evidence));
  for (const [city, { key, areas }] of cities.entries()) {
    for (const place of [key, ...areas]) {
      if (!evidence.has(place)) continue;
      const members = places.get(place);
      if (members === undefined) places.set(place, [city]);
      else members.push(city);
    }
  }
  return [...places]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([place, members]) =>
      (evidence.get(place) ?? []).flatMap((rent) => {
        const useful = members.some((city) => rentsOf[city]?.includes(rent));
        return useful ? [observation(rent, members)] : [];
      }),
    );
}

function observation(rent: OfficialRentFact, cities: readonly number[]): PlaceRentObservation {
  const { kind, sd } = rent.series;
  const ofGrain = rent.place.startsWith('city/') ? GRAIN_SD[rent.grain] : 0;
  return {
    cities,
    source: rent.source,
    series: rent.series.level,
    log: Math.log(rent.value),
    spread: KIND_SPREAD[kind],
    noise: sd ** 2 + ofGrain ** 2,
    sharedNoise: KIND_SD[kind] ** 2,
    kind,
    derived: rent.metric === DERIVED_RENT,
  };
}

/** The most local grain of published rents, and of those that were computed from published figures. */
export function grainsOfRents(rents: readonly OfficialRentFact[]): { published?: Grain; derived?: Grain } {
  const grains = (derived: boolean) =>
    rents
      .filter(({ metric }) => (metric === DERIVED_RENT) === derived)
      .map(({ grain }) => grain)
      .sort(compareGrains)[0];
  const [published, derived] = [grains(false), grains(true)];
  return { ...(published && { published }), ...(derived && { derived }) };
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
