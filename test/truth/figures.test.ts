import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { COST_INDEX } from '../../src/engine/history/cost-history.ts';
import { besidePublishedFiles } from '../support/beside-published-files.ts';
import { generousService } from '../support/service.ts';
import { publishedErrors, publishedRates } from '../support/truth/country-readings.ts';
import { factRowsOf } from '../support/truth/fact-rows.ts';
import { homicideErrors } from '../support/truth/homicide-readings.ts';
import { mismatchOf } from '../support/truth/readings.ts';
import {
  describe,
  drawFigures,
  latestFigures,
  type ReleasedFigure,
  releasedMetrics,
  smallestCityWith,
  sourcesOfFigures,
  split,
} from '../support/truth/released-figures.ts';
import { displacedBy, servedFigures } from '../support/truth/served-figures.ts';

/** TRUTH_SEED repeats a draw; TRUTH_FIGURES is how many figures are drawn: a number, or `all`. */
const { TRUTH_SEED: seed = String(randomInt(1e9)), TRUTH_FIGURES: wanted = '500' } = process.env;
const SERVED = 100;

const drawn = drawFigures(wanted === 'all' ? Number.POSITIVE_INFINITY : Number(wanted), seed);

/** Fails with every mismatch, one a line. */
function assertNone(mismatches: readonly string[]): void {
  const repeat = `Repeat with TRUTH_SEED=${seed} TRUTH_FIGURES=${wanted}`;
  assert.equal(mismatches.length, 0, `${mismatches.length} mismatches:\n${mismatches.join('\n')}\n${repeat}`);
}

test('the sample has at least 500 figures, with every metric and every source that has any', () => {
  assert.ok(wanted === 'all' || drawn.length >= Number(wanted), `${drawn.length}`);
  // The history of the cost index is an estimate, made from figures that are drawn.
  const published = releasedMetrics().filter(({ id }) => id !== COST_INDEX);
  assert.deepEqual(setOf(drawn, 'metric'), new Set(published.map(({ id }) => id)));
  assert.deepEqual(setOf(drawn, 'source'), new Set(sourcesOfFigures().sort()));
});

test('the same seed gives the same sample', () => {
  const countries = { from: 'country/', to: 'country/~' };
  const [some, again, other] = [seed, seed, `${seed}0`].map((each) => drawFigures(300, each, countries));
  assert.deepEqual(some, again);
  assert.notDeepEqual(some, other);
});

test('a figure has one row in data/facts, with the same value, unit, grain and standard error', () => {
  const kept = drawn.filter(isKeptAsFact);
  const rowsOf = factRowsOf(kept);
  const mismatches = kept.flatMap((figure) => {
    const rows = rowsOf(figure);
    const [row] = rows;
    const isSame =
      rows.length === 1 &&
      row?.value === String(figure.value) &&
      row.unit === figure.unit &&
      row.error === String(figure.standard_error ?? '') &&
      row.grain === figure.grain;
    const { value, unit, grain } = figure;
    return isSame
      ? []
      : [`${describe(figure)}: we say ${value} ${unit} ${grain}; facts: ${JSON.stringify(rows)}`];
  });
  assertNone(mismatches);
});

test('a figure matches its publisher’s file, to the last digit', besidePublishedFiles(), () => {
  assertNone(drawn.flatMap((figure) => mismatchOf(figure) ?? []));
});

test('a figure with another last digit, time, unit or grain does not pass', besidePublishedFiles(), () => {
  const passed = drawn.flatMap((figure) => {
    // Derived figures are kept to four digits.
    const off =
      figure.method === 'derived'
        ? Math.max(2, Math.abs(figure.value) * 2e-3)
        : Math.max(1e-12, Math.abs(figure.value) * 1e-12);
    return [
      { ...figure, value: figure.value + off },
      { ...figure, period: `${figure.period}0` },
      { ...figure, unit: `${figure.unit}s` },
      { ...figure, grain: figure.grain === 'metro' ? 'city' : 'metro' } as const,
    ].filter((altered) => mismatchOf(altered) === undefined);
  });
  assert.deepEqual(passed.map(describe), []);
});

test('a standard error is the published one, or that of the published count', besidePublishedFiles(), () => {
  const stated = latestFigures("standard_error IS NOT NULL AND method = 'observed'");
  assert.ok(stated.length > 1000, String(stated.length));
  const mismatches = stated.flatMap((figure) => {
    const errors = [...publishedErrors(figure), ...homicideErrors(figure)];
    return errors.length === 1 && errors[0] === figure.standard_error
      ? []
      : [`${describe(figure)}: we say ± ${figure.standard_error}; the file says ${errors}`];
  });
  assertNone(mismatches);
});

test(
  'a dollar amount is the published amount divided by the published rate of its time',
  besidePublishedFiles(),
  () => {
    const converted = latestFigures('usd IS NOT NULL');
    assert.ok(converted.length > 0);
    const mismatches = converted.flatMap((figure) => {
      const rates = publishedRates(figure);
      const cents = Math.round((figure.value / Number(figure.usd_rate)) * 100);
      if (rates.includes(Number(figure.usd_rate)) && Math.round(Number(figure.usd) * 100) === cents)
        return [];
      return [`${describe(figure)}: we say ${figure.usd} USD by ${figure.usd_rate}; the file says ${rates}`];
    });
    assertNone(mismatches);
  },
);

test('the API serves the release’s figure, or a more local one', async (t) => {
  const service = await generousService();
  const { token } = await service.key();
  const servable = drawn.values().filter(isServed).take(SERVED).toArray();
  assert.equal(servable.length, SERVED);
  const mismatches: string[] = [];
  let displaced = 0;
  for (const figure of servable) {
    const served = await servedFigures(figure, async (path) => {
      const response = await service.get(path, token);
      assert.equal(response.status, 200, path);
      return response.json();
    });
    mismatches.push(...served.mismatches);
    if (served.figures.some((each) => describe(each) === describe(figure))) continue;
    displaced++;
    if (!displacedBy(figure, served.figures)) mismatches.push(`${describe(figure)}: not in ${served.path}`);
  }
  t.diagnostic(`${SERVED - displaced} figures served as drawn, ${displaced} displaced by nearer ones`);
  assertNone(mismatches);
});

/**
 * What is computed when a release is built, the elevations and populations of the gazetteer, and the averages of a
 * country's rows that are given for its currency, have no row of facts.
 */
function isKeptAsFact({ place, metric, method, source }: ReleasedFigure): boolean {
  if (metric === 'elevation' || source === 'geonames-countries') return false;
  if (split(place)[0] === 'currency' && metric === 'official_exchange_rate') return false;
  return method === 'observed' || metric.startsWith('distance_to_');
}

/** Some territories have no city, so no answer shows their figures of cities; nor the dollar's rate in dollars. */
function isServed(figure: ReleasedFigure): boolean {
  const [kind, id] = split(figure.place);
  return kind === 'currency' ? id !== 'USD' : smallestCityWith(figure) !== undefined;
}

function setOf(of: readonly ReleasedFigure[], column: 'metric' | 'source'): Set<string> {
  return new Set(of.map((figure) => figure[column]).sort());
}
