import { compareGrains, type Grain } from '../../../release/grain.ts';
import { type Fact, latestBy } from '../facts/fact.ts';
import { type CostCity, UNITED_STATES } from './cost-inputs.ts';
import type { RentObservation } from './rent-surface.ts';
import { DERIVED_RENT, type RentKind, type RentSeries, SeriesTable, seriesKey } from './series-tables.ts';

/** How figures of a kind relate to rents of dwellings let now. */
interface KindOfRent {
  /** How much they differ between places (ln per ln). */
  spread: number;
  /** Standard deviation (ln) of an error that neighbouring places share: rents that are protected in one part of the country. */
  shared: number;
}

/**
 * Finland publishes rents of new and of all tenancies for the same 60 places: all tenancies differ .99 times as much as new ones, and
 * what remains (.035) is within the error of any figure (FIGURE_SD). So a figure of all tenancies says how places compare.
 */
const KINDS: Readonly<Record<RentKind, KindOfRent>> = {
  new_lease: { spread: 1, shared: 0 },
  asking: { spread: 1, shared: 0 },
  all_tenancies: { spread: 1, shared: 0 },
  regulated: { spread: 0.6, shared: 0.15 },
  imputed: { spread: 0.85, shared: 0.1 },
  // Left out one after the other, ten rents of Indonesia are .5 from what the others say, which is known to .23.
  any_quality: { spread: 1, shared: 0.45 },
  other_homes: { spread: 0, shared: 0 },
};
/**
 * Where sitting tenants are protected, all tenancies differ less. In American areas, median rents of all tenants differ .85 ± .01 times
 * as much as rents of recent movers, with a spread of .10 around that, a third of which is noise: in New York and other cities many
 * rents are stabilised. In the 82 German cities that are districts, below the open class of asking rents, those of the census differ
 * .71 ± .05 times as much as asking rents, with a spread of .07.
 */
const PROTECTED_TENANCIES: Readonly<Record<string, KindOfRent>> = {
  [UNITED_STATES]: { spread: 0.85, shared: 0.08 },
  'country/germany': { spread: 0.71, shared: 0.05 },
};

/**
 * Standard deviation (ln) of what a newcomer pays around the official figure: two official series of one place differ by .09 to
 * .12 (Canada: homes with one, two and three bedrooms) and .10 (United States: recent movers and all tenants), so each by .07.
 */
export const FIGURE_SD = 0.07;

/**
 * A figure is a sample of its place, and the sample of a larger city is larger: the noise of a series (`sd`) is that of a city of
 * this size, and its variance falls with the people. So a great city has the rent that was published for it, whatever its
 * suburbs pay. It does not rise in smaller towns: with more noise, they would no longer have the rents that are published for them.
 */
const PEOPLE_OF_A_USUAL_CITY = 100_000;

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
  const table = new SeriesTable(series);
  const rents = facts.flatMap((fact): OfficialRentFact[] => {
    const known = /^(city|area)\//.test(fact.place) ? table.of(fact) : undefined;
    return known === undefined || KINDS[known.kind].spread === 0 ? [] : [{ ...fact, series: known }];
  });
  const latest = [...latestBy(rents, ({ place, series }) => `${place} ${seriesKey(series)}`)];
  const ordered = latest.sort(([left], [right]) => (left < right ? -1 : 1)).map(([, rent]) => rent);
  return Map.groupBy(ordered, ({ place }) => place);
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
      if (evidence.has(place)) places.getOrInsertComputed(place, () => []).push(city);
    }
  }
  return [...places]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([place, members]) =>
      (evidence.get(place) ?? []).flatMap((rent) => {
        const useful = members.some((city) => rentsOf[city]?.includes(rent));
        return useful ? [observation(rent, members, cities)] : [];
      }),
    );
}

function observation(
  rent: OfficialRentFact,
  members: readonly number[],
  cities: readonly CostCity[],
): PlaceRentObservation {
  const { kind, sd } = rent.series;
  const [{ country = '', population = 0 } = {}] = members.map((member) => cities[member]);
  const isOfCity = rent.place.startsWith('city/');
  const ofGrain = isOfCity ? GRAIN_SD[rent.grain] : 0;
  const own = kind === 'all_tenancies' ? PROTECTED_TENANCIES[country] : undefined;
  const { spread, shared } = own ?? KINDS[kind];
  return {
    cities: members,
    source: rent.source,
    series: rent.series.level,
    log: Math.log(rent.value),
    spread,
    noise: sd ** 2 * (isOfCity ? Math.min(1, PEOPLE_OF_A_USUAL_CITY / population) : 1) + ofGrain ** 2,
    sharedNoise: shared ** 2,
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
