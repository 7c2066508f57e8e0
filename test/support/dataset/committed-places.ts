import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readFacts } from '../../../src/dataset/facts/fact.ts';
import { readMetrics } from '../../../src/dataset/facts/metric.ts';
import { openGazetteer } from '../../../src/dataset/places/gazetteer.ts';
import { readGoalposts } from '../../../src/dataset/scores/goalposts.ts';
import { hardshipPay } from '../../../src/dataset/scores/hardship-pay.ts';
import { scorePlaces } from '../../../src/dataset/scores/place-scores.ts';
import type { Observation } from '../../../src/release/schema.ts';
import { DATA_DIRECTORY } from '../directories.ts';

export const metrics = readMetrics(DATA_DIRECTORY);
export const goalposts = readGoalposts(DATA_DIRECTORY, metrics);
/** The year of the release that data/release.json describes is no part of what these tests are about. */
export const YEAR = 2026;

const gazetteer = openGazetteer(DATA_DIRECTORY);

/** Every place of ours, as the builder has them. */
export const places = {
  countries: gazetteer.countries().map(({ key }) => key),
  cities: gazetteer
    .countries()
    .flatMap(({ key: country, iso2 }) => gazetteer.citiesOf(iso2).map(({ key }) => ({ key, country }))),
};

const committed = observationsByPlace();

export function observationsOf(place: string): readonly Observation[] {
  return committed.get(place) ?? [];
}

/** The scores of all places by the facts under data/. */
export function scoreCommittedPlaces() {
  return scorePlaces(places, observationsOf, goalposts, YEAR);
}

function observationsByPlace(): Map<string, Observation[]> {
  const metricsWanted = new Set([
    ...goalposts.map(({ metric }) => metric),
    'hardship_differential',
    'danger_pay',
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
  const pay = hardshipPay(observed).map((figure) => ({ ...none, ...figure }));
  return Map.groupBy([...observed, ...pay], ({ place }) => place);
}
