import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchCity, matchCountry, matchingCity, type Wanted } from '../../../src/engine/matching/matching.ts';
import { processorTime, slowness } from '../../support/event-loop.ts';
import { handwrittenRows, type MessyRow, messyRows } from '../../support/matching/messy-rows.ts';
import { openedRelease } from '../../support/release/opened-release.ts';

const release = await openedRelease();
const RIGHT = 0.98;

test('98 of 100 messy rows lead to their city, and none is matched to another without a question', () => {
  const rows = [...messyRows(release), ...handwrittenRows()];
  assert.ok(rows.length >= 1000, `${rows.length} rows`);
  const matched = rows.map((row) => ({ row, matches: matchCity(release, row) }));
  const silent = matched.filter(({ row, matches }) =>
    matches.some(({ match, place }) => match && place.id !== row.city),
  );
  assert.deepEqual(silent.map(shown), []);
  const wrong = matched.filter(({ row, matches }) =>
    row.city === '?' ? matches.some(({ match }) => match) : matches[0]?.place.id !== row.city,
  );
  assert.ok(wrong.length <= (1 - RIGHT) * rows.length, wrong.map(shown).join('\n'));
});

test('most rows that are not mistyped are matched without a question', () => {
  const clear = messyRows(release).filter(({ kind }) => !/letter/.test(kind));
  const sure = clear.filter((row) => matchCity(release, row)[0]?.match === true);
  assert.ok(sure.length >= 0.9 * clear.length, `${sure.length} of ${clear.length}`);
});

function shown({ row, matches }: { row: MessyRow; matches: ReturnType<typeof matchCity> }): string {
  const found = matches
    .slice(0, 3)
    .map(({ place, score, match }) => `${place.id} ${score}${match ? '!' : ''}`);
  return `${row.kind}: ${row.text} (${row.regions ?? ''} ${row.countries ?? ''}) is ${row.city}, not ${found}`;
}

test('scores fall from 100 to 0, at most the first city is a match, and a country that a row names holds', () => {
  for (const row of [...messyRows(release), ...handwrittenRows()]) {
    const matches = matchCity(release, row, 5);
    assert.ok(matches.length <= 5);
    const scores = matches.map(({ score }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
      row.text,
    );
    assert.ok(scores.every((score) => score >= 0 && score <= 100));
    for (const [at, { match, features }] of matches.entries())
      assert.ok(!match || (at === 0 && features.country !== false && features.region !== false), row.text);
  }
});

test('a population that contradicts the city keeps it from being a match', () => {
  const wanted = (population: number): Wanted => ({ text: 'Lisbon', countries: ['PT'], population });
  assert.equal(matchCity(release, wanted(550_000))[0]?.match, true);
  assert.equal(matchCity(release, wanted(3_000))[0]?.match, false);
});

test('a country or region that is not known keeps a city from being a match', () => {
  for (const wanted of [
    { text: 'Lisbon', countries: ['Atlantis'] },
    { text: 'Lisbon', regions: ['Middle-earth'], countries: ['PT'] },
  ]) {
    const [first] = matchCity(release, wanted);
    assert.equal(first?.place.id, 'lisbon');
    assert.equal(first?.match, false);
  }
});

test('a name that may be a far larger city’s with a typing error is no match by itself, and both are offered', () => {
  for (const [text, named, meant] of [
    ['Duba', 'duba', 'dubai'],
    ['Chngdu', 'qingdao', 'chengdu'],
    ['Luhe', 'luhe', 'luohe'],
  ] as const) {
    const matches = matchCity(release, { text });
    assert.equal(matches[0]?.match, false, text);
    const ids = matches.map(({ place }) => place.id);
    assert.ok(ids.includes(named) && ids.includes(meant), `${text}: ${ids}`);
  }
  assert.equal(matchCity(release, { text: 'Duba', countries: ['Saudi Arabia'] })[0]?.match, true);
});

test('countries are matched by name in any language and by code', () => {
  for (const text of ['Portugal', 'PT', 'PRT', 'Alemania', 'Deutschland', 'Korea, South'])
    assert.equal(matchCountry(release, { text })[0]?.match, true, text);
  assert.equal(matchCountry(release, { text: 'Portugl' })[0]?.match, false);
  assert.deepEqual(matchCountry(release, { text: '' }), []);
});

/** Milliseconds of a processor. A row is read up to three times, each of which may cost what a name does. */
const ROW_MS = 30;

test('no row of any length costs more than six names', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 });
  const words = fc
    .array(
      fc.constantFrom(
        'central',
        'greater',
        'ABC',
        '1234 AB',
        'san',
        'la paz',
        'metropolitan area',
        '(',
        ')',
        ',',
        '-',
        '/',
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.oneof(text, words), text, (name, other) => {
      const row = { text: name, countries: [other], regions: [other] };
      const spent = Math.min(
        ...Array.from({ length: 3 }, (_, at) =>
          processorTime(() => matchCity(release, { ...row, text: name + 'x'.repeat(at) })),
        ),
      );
      assert.ok(spent <= ROW_MS || spent <= ROW_MS * slowness(), `${name}: ${spent} ms`);
    }),
    { numRuns: 150 },
  );
});

/** Milliseconds of a processor. Others are served between the steps. */
const STEP_MS = 12;

test('no step of a row takes longer than a name or two, however many countries and regions the row has', () => {
  const words = fc
    .array(fc.constantFrom('central', 'new', 'san', 'santa', 'st', 'la', 'paz', 'south', 'upper', 'a'), {
      maxLength: 11,
    })
    .map((parts) => parts.join(' '));
  const names = fc.array(words, { maxLength: 20 });
  fc.assert(
    fc.property(words, names, names, (name, countries, regions) => {
      const longest = (at: number) => {
        const steps = matchingCity(release, { text: name + 'x'.repeat(at), countries, regions });
        let [most, isDone] = [0, false];
        while (!isDone)
          most = Math.max(
            most,
            processorTime(() => {
              isDone = steps.next().done === true;
            }),
          );
        return most;
      };
      const spent = Math.min(longest(0), longest(1), longest(2));
      assert.ok(spent <= STEP_MS || spent <= STEP_MS * slowness(), `${name}: ${spent} ms`);
    }),
    { numRuns: 100 },
  );
});
