import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFacts } from '../../../src/dataset/building/facts/fact.ts';
import { readMetrics } from '../../../src/dataset/building/facts/metric.ts';
import { areaKey, readAreas } from '../../../src/dataset/building/places/areas.ts';
import { idsOf, readRegistry } from '../../../src/dataset/building/places/registry.ts';
import { readGoalposts } from '../../../src/dataset/building/scores/goalposts.ts';
import { hardshipPay } from '../../../src/dataset/building/scores/hardship-pay.ts';
import { scorePlaces } from '../../../src/dataset/building/scores/place-scores.ts';
import { readQualityWeights } from '../../../src/dataset/building/scores/quality-weights.ts';
import { closedStates } from '../../../src/dataset/building/scores/unchecked-figures.ts';
import type { Observation } from '../../../src/release/schema.ts';
import { DATA_DIRECTORY } from '../directories.ts';
import { gazetteer } from './gazetteer.ts';

export const metrics = readMetrics(DATA_DIRECTORY);
export const goalposts = readGoalposts(DATA_DIRECTORY, metrics);
/** A fixed year, because these tests are not about the release year in data/release.json. */
export const YEAR = 2026;

/** All our places, in the form that the builder uses. */
export const places = {
  countries: gazetteer.countries().map(({ key }) => key),
  cities: gazetteer
    .countries()
    .flatMap(({ key: country, iso2 }) =>
      gazetteer.citiesOf(iso2).map(({ key, population }) => ({ key, country, population })),
    ),
};

const committed = observationsByPlace();
const areas = areasByCity();

/** The figures of a place, and for a city also those of the areas that it is in. */
export function observationsOf(place: string): readonly Observation[] {
  const own = committed.get(place) ?? [];
  const around = areas.get(place);
  return around === undefined ? own : [...own, ...around.flatMap((area) => committed.get(area) ?? [])];
}

export const weights = readQualityWeights(DATA_DIRECTORY, goalposts);
export const conventions = { goalposts, weights, year: YEAR };
/** National figures of all years. */
export const history = places.countries.flatMap(observationsOf);

let scored: ReturnType<typeof scorePlaces> | undefined;

/** The scores of all places by the facts under data/, shared by all test files of a process. */
export function scoreCommittedPlaces() {
  scored ??= scorePlaces({ ...places, closed: closedStates(history) }, observationsOf, conventions, history);
  return scored;
}

function areasByCity(): Map<string, string[]> {
  const idOf = idsOf(DATA_DIRECTORY, 'cities', readRegistry(DATA_DIRECTORY, 'cities'));
  const members = readAreas(DATA_DIRECTORY).cities.map(({ area, geonamesId }) => ({
    city: `city/${idOf(geonamesId, 'area-cities')}`,
    area: areaKey(area),
  }));
  return new Map(
    [...Map.groupBy(members, ({ city }) => city)].map(([city, list]) => [city, list.map(({ area }) => area)]),
  );
}

function observationsByPlace(): Map<string, Observation[]> {
  const metricsWanted = new Set([
    ...goalposts.map(({ metric }) => metric),
    'hardship_differential',
    'danger_pay',
    'voice_and_accountability',
  ]);
  const observed = readdirSync(join(DATA_DIRECTORY, 'facts'))
    .flatMap((file) => readFacts(DATA_DIRECTORY, basename(file, '.tsv')))
    .filter(({ metric }) => metricsWanted.has(metric))
    .map(
      ({ line, ...fact }): Observation => ({
        ...fact,
        value: Number(fact.value),
        grain: fact.grain as Observation['grain'],
        method: 'observed',
        standard_error: fact.standard_error === '' ? null : Number(fact.standard_error),
        usd: null,
        usd_rate: null,
        usd_rate_period: null,
        usd_rate_source: null,
      }),
    );
  const none = {
    standard_error: null,
    usd: null,
    usd_rate: null,
    usd_rate_period: null,
    usd_rate_source: null,
  };
  const pay = hardshipPay(observed).map((figure) => ({ ...figure, ...none }));
  return Map.groupBy([...observed, ...pay], ({ place }) => place);
}
