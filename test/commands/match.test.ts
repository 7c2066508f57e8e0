import assert from 'node:assert/strict';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { file as ofFile } from '../support/lifetime.ts';
import { completeHome, lds, ldsAlone, preparedHome } from '../support/processes/lds.ts';
import { generousService, temporaryDirectory } from '../support/service.ts';

const home = await completeHome(ofFile);
/** For what is not about figures: a command opens its release far faster. */
const small = await preparedHome(ofFile);
const directory = temporaryDirectory();
const { server } = await generousService();
const TABLE = [
  'office,City,Country,note',
  'A,Lisbon,PT,=1+1',
  'B,"Paris, Texas",,"a ""quoted"" note"',
  'C,Springfield,US,-5',
  'D,München,Deutschland',
  'E,nowhere at all,,@x',
  '',
  'F,10115 Berlin,DE,+3,extra',
].join('\n');

function written(name: string, content: string | Uint8Array): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

function recordsIn(csv: string): Record<string, string>[] {
  return parse(csv, { columns: true, relax_column_count: true });
}

test('a table comes back with ids and figures, its own cells as they were, and a report on standard error', async () => {
  const { code, stdout, stderr } = await lds(home, ['match', written('table.csv', TABLE)]);
  assert.equal(code, 0, stderr);
  const rows = recordsIn(stdout);
  assert.deepEqual(
    rows.map(({ lds_id, lds_status }) => lds_id || lds_status),
    ['lisbon', 'paris-texas-united-states', 'check', 'munich', 'unknown', 'berlin'],
  );
  assert.deepEqual(
    rows.map(({ note }) => note),
    ['=1+1', 'a "quoted" note', '-5', '', '@x', '+3'],
  );
  assert.match(rows[2]?.lds_candidates ?? '', /^springfield-missouri-united-states springfield-/);
  assert.ok(Number(rows[0]?.lds_cost_index) > 0 && Number(rows[0]?.lds_latitude) > 38);
  assert.equal(stderr, '4 matched, 1 to check (lds_candidates), 1 unknown.\n');
});

test('a service matches like the local release', async () => {
  const path = written('both.csv', TABLE);
  const [here, there] = [
    await lds(home, ['match', path]),
    await lds(home, ['match', path, '--url', server.address]),
  ];
  assert.equal(there.code, 0, there.stderr);
  const plain = (csv: string) => recordsIn(csv).map(({ lds_candidates: _, ...row }) => row);
  assert.deepEqual(plain(there.stdout), plain(here.stdout));
});

test('as JSON, each row is an object', async () => {
  const { stdout } = await lds(home, ['match', written('json.csv', TABLE), '--json']);
  const rows = JSON.parse(stdout) as Record<string, string>[];
  assert.deepEqual([rows.length, rows[0]?.lds_id, rows[0]?.office], [6, 'lisbon', 'A']);
});

test('encodings are read by their byte order mark or by name, and anything else is said plainly', async () => {
  const table = 'city;country\nSetúbal;Portugal\n';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]);
  const western = Buffer.from(table, 'latin1');
  for (const [content, ...options] of [
    [`\uFEFF${table}`],
    [utf16],
    [Buffer.from(utf16).swap16()],
    [utf16.subarray(2), '--encoding', 'utf-16le'],
    [western, '--encoding', 'windows-1252'],
  ] as [string | Uint8Array, ...string[]][]) {
    const { code, stdout, stderr } = await lds(small, ['match', written('encoded.csv', content), ...options]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Setúbal,Portugal,matched,100,,setubal,/);
  }
  for (const [content, said] of [
    [western, /is not UTF-8\. .*--encoding windows-1252/],
    [utf16.subarray(2), /has NUL bytes: .*--encoding utf-16le/],
    ['', /is empty/],
    ['city\n"Lisbon\nPorto\n', /line 3: a quotation mark is opened and never closed/],
  ] as [string | Uint8Array, RegExp][]) {
    const { code, stderr } = await lds(small, ['match', written('broken.csv', content)]);
    assert.equal(code, 1);
    assert.match(stderr, said);
  }
});

test('wrong usage exits with 2, and --strict with 1 if a row is not matched', async () => {
  const path = written('used.csv', 'a,b\nLisbon,PT\n');
  const missing = await lds(small, ['match', path]);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /no column "city": it has "a", "b"/);
  assert.equal((await lds(small, ['match', path, '--column', 'A', '--encoding', 'klingon'])).code, 2);
  assert.equal((await lds(small, ['match', path, '--column', 'A', '--strict'])).code, 0);
  assert.equal((await lds(small, ['match', path, '--column', 'b', '--strict'])).code, 1);
  assert.equal((await lds(small, ['match', join(directory, 'no-such.csv')])).code, 1);
});

test('a table of 50 MB takes no more memory than a few rows', async (t) => {
  const path = join(directory, 'large.csv');
  const stream = createWriteStream(path);
  const names = [
    'Lisbon',
    'Porto',
    '10115 Berlin',
    'Springfield',
    '"Austin, TX"',
    '=SUM(A1)',
    'x'.repeat(300),
  ];
  stream.write('id,city,note\n');
  for (let row = 0; row < 20_000; row++)
    stream.write(
      `${row},${names[row % names.length]},${'x'.repeat(row % 3 === 0 ? 7000 : 20)}${row % 7 === 0 ? ',more' : ''}\n`,
    );
  stream.end();
  await finished(stream);
  const { code, stdout, stderr } = await ldsAlone(
    home,
    ['match', path],
    { NODE_OPTIONS: '--max-old-space-size=300' },
    {},
    t,
  );
  assert.equal(code, 0, stderr);
  assert.equal(stdout.match(/\n/g)?.length, 20_001);
  assert.match(stderr, /^\d+ matched/);
});
