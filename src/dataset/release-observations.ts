import type { Observation } from '../catalogue/release-schema.ts';
import { cityGeography, populationDensity } from './derived.ts';
import { exchangeRates, NOT_IN_USD, toUsd } from './exchange-rates.ts';
import type { CheckedFacts } from './facts.ts';
import { AREA_KM2_SOURCE } from './release-countries.ts';
import { CITY_SOURCE, type ReleasePlaces } from './release-places.ts';

/** A figure as the release has it; `latest` is 1 where its series (see markLatest) has no later period, else 0. */
export type ReleaseObservation = Observation & { latest: 0 | 1 };

/**
 * Every figure of a release: what was published, prices with their amount in US dollars, and what follows from it and
 * from where the cities lie. Sorted by series and period, so that the same facts always stand in the same order.
 *
 * @param year the year whose solstices the day lengths are for
 */
export function releaseObservations(
  checked: CheckedFacts,
  places: ReleasePlaces,
  year: string,
): ReleaseObservation[] {
  const observed = observedFigures(checked, places);
  return markLatest([...observed, ...geography(places, year), ...densities(observed, places)]);
}

function observedFigures({ facts, metrics }: CheckedFacts, places: ReleasePlaces): Observation[] {
  const rates = exchangeRates(facts);
  return facts.map((fact) => {
    const isPrice = metrics.get(fact.metric)?.kind === 'price';
    const country = isPrice ? places.countryOf.get(fact.place) : undefined;
    const inUsd = country === undefined ? NOT_IN_USD : toUsd(fact, country, rates);
    return { ...fact, method: 'observed', ...inUsd };
  });
}

function geography({ cities }: ReleasePlaces, year: string): Observation[] {
  return cities.flatMap(({ id, city }) =>
    cityGeography(city, year, CITY_SOURCE).map((figure) => ({
      ...NOT_IN_USD,
      ...figure,
      place: `city/${id}`,
    })),
  );
}

function densities(observed: readonly Observation[], { countries }: ReleasePlaces): Observation[] {
  const areas = new Map(countries.map(({ id, country }) => [`country/${id}`, country.areaKm2]));
  return observed
    .filter(({ metric }) => metric === 'population')
    .flatMap((population) => {
      const area = areas.get(population.place);
      if (!area) return [];
      const density = populationDensity(population, area, AREA_KM2_SOURCE);
      return [{ ...NOT_IN_USD, ...density, place: population.place }];
    });
}

/** Of each series (a source's figures of one metric for one place, under one note) the last period. */
function markLatest(observations: readonly Observation[]): ReleaseObservation[] {
  const series = Map.groupBy(
    observations,
    ({ place, metric, source, note }) => `${place}\t${metric}\t${source}\t${note}`,
  );
  return [...series]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, members]) => {
      const ordered = members.toSorted((left, right) => (left.period < right.period ? -1 : 1));
      return ordered.map((observation, index) => ({
        ...observation,
        latest: index === ordered.length - 1 ? 1 : 0,
      }));
    });
}
