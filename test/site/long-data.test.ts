import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvPieces, jsonPieces } from '../../src/site/long-data.ts';
import { holdsUpNobody, LONGEST_BLOCK_MILLISECONDS } from '../support/event-loop.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const { metrics } = await openedRelease();
const { server } = await generousService();

test('rows in pieces are the same CSV and JSON as at once', () => {
  const row = fc.record({ name: fc.string(), value: fc.integer() });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 20 }),
      fc.constantFrom(0, 1, 249, 250, 251, 501),
      (some, count) => {
        const rows = Array.from({ length: some.length === 0 ? 0 : count }, (_, at) => ({
          name: '',
          value: 0,
          ...some[at % some.length],
        }));
        const json = [...jsonPieces(rows, (item) => ({ ...item }))].join('');
        assert.deepEqual(JSON.parse(json), rows);
        const csv = [...csvPieces(rows, (item) => ({ at: 1, ...item }))];
        assert.equal(csv.length, Math.ceil(rows.length / 250));
        const read: { at: string; value: string }[] = parse(csv.join(''), { columns: true });
        assert.deepEqual(
          read.map(({ value }) => Number(value)),
          rows.map(({ value }) => value),
        );
      },
    ),
  );
});

const ofEveryCity = [...metrics.values()].filter(({ positions }) => positions > 50_000).map(({ id }) => id);
assert.ok(ofEveryCity.length > 4);
const measures = ['cost', 'quality', 'safety', 'housing', 'environment', 'healthcare'];
const countries = ['united-states', 'india', 'china', 'germany', 'france', 'italy'];

/** The longest there are. Each try asks for another one, because a page that was made stays in memory. */
const LONGEST: Record<string, readonly string[]> = {
  'a page of values': ofEveryCity.map((id) => `/metrics/${id}?page=500`),
  'all values as CSV': ofEveryCity.map((id) => `/metrics/${id}.csv`),
  'all values as JSON': ofEveryCity.map((id) => `/metrics/${id}.json`),
  'a map of values': ofEveryCity.map((id) => `/metrics/${id}.png`),
  'all dots of the map as CSV': measures.map((id) => `/explore.csv?measure=${id}`),
  'all dots of the map as JSON': measures.map((id) => `/explore.json?measure=${id}`),
  'a ranking as CSV': measures.map((id) => `/rankings/${id}.csv?fold=none`),
  'the cities of a country as CSV': countries.map((id) => `/countries/${id}.csv`),
};

for (const [what, paths] of Object.entries(LONGEST))
  test(`${what} blocks other requests for less than ${LONGEST_BLOCK_MILLISECONDS} ms`, async () => {
    let tries = 0;
    await holdsUpNobody(what, async () => {
      const response = await fetch(server.address + paths[tries++ % paths.length]);
      assert.equal(response.status, 200, response.url);
      return response;
    });
  });
