import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { fetchHere } from '../support/http/fetch-here.ts';
import { generousService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const { server } = await generousService();

/** As a browser without scripts sends the form of the page, with its empty fields. */
function send(table: string, columns: Record<string, string> = {}, address = server.address) {
  return fetchHere(`${address}/match`, {
    method: 'POST',
    headers: { Accept: 'text/html,application/xhtml+xml' },
    body: new URLSearchParams({ table, column: '', country_column: '', region_column: '', ...columns }),
  });
}

async function matched(table: string, columns?: Record<string, string>): Promise<Record<string, string>[]> {
  const response = await send(table, columns);
  const csv = await response.text();
  assert.equal(response.status, 200, csv);
  return parse(csv, { columns: true, bom: true, relax_column_count: true });
}

const tableOf = (rows: number) => `city\n${'Lisbon\n'.repeat(rows)}`;

test('without scripts, the form of the page sends a table and gets it as a CSV file with ids, which nobody keeps', async () => {
  const page = await (await fetchHere(`${server.address}/match`)).text();
  assert.match(page, /<form class="match" method="post" action="\.\/match">/);
  for (const field of ['table', 'column', 'country_column', 'region_column'])
    assert.match(page, new RegExp(`name="${field}"`));
  const response = await send('city,country\r\nLisbon,Portugal\r\nSpringfield,US\r\nnowhere at all,\r\n');
  assert.equal(response.headers.get('Content-Type'), 'text/csv; charset=utf-8');
  assert.match(response.headers.get('Content-Disposition') ?? '', /^attachment; filename="matched\.csv"$/);
  assert.equal(response.headers.get('Cache-Control'), 'private, no-store');
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const rows: Record<string, string>[] = parse(Buffer.from(bytes), { columns: true, bom: true });
  assert.deepEqual(
    rows.map(({ lds_id, lds_status }) => [lds_id, lds_status]),
    [
      ['lisbon', 'matched'],
      ['', 'check'],
      ['', 'unknown'],
    ],
  );
  assert.ok(Number(rows[0]?.lds_cost_index) > 0);
});

test('cells come back as they were: formulas, quotation marks, and rows that are too short or too long', async () => {
  const rows = await matched('city,note\nLisbon,=1+1\nPorto,"a ""b"", c"\nParis\nBerlin,@x,more\n');
  assert.deepEqual(
    rows.map(({ city, note }) => [city, note]),
    [
      ['Lisbon', '=1+1'],
      ['Porto', 'a "b", c'],
      ['Paris', ''],
      ['Berlin', '@x'],
    ],
  );
  const text = await (await send('city,note\nBerlin,@x,more,\n')).text();
  assert.match(text, /^Berlin,@x,matched,.*,more,\r$/m, 'what is beyond the header stays');
});

test('semicolons, tabs and a byte order mark are read as spreadsheets write them', async () => {
  for (const table of [
    'city;country\nMünchen;Deutschland\n',
    'city\tcountry\r\nMünchen\tDeutschland\r\n',
    'city|country\nMünchen|Deutschland\n',
    '\uFEFFcity,country\nMünchen,Deutschland',
  ])
    assert.deepEqual(
      (await matched(table)).map(({ city, country, lds_id }) => [city, country, lds_id]),
      [['München', 'Deutschland', 'munich']],
    );
  const [named] = await matched('Büro,Staat\nBirmingham,GB\n', { column: 'büro', country_column: 'Staat' });
  assert.equal(named?.lds_id, 'birmingham');
});

test('a table that cannot be matched is refused in a sentence that says what to do', async () => {
  const refused: [number, RegExp, Response][] = [
    [400, /^Paste a table/, await send('')],
    [400, /^Paste a table/, await send('city\n')],
    [400, /has 501 rows, and this page takes 500/, await send(tableOf(501))],
    [400, /has no column city\. It has a, b\./, await send('a,b\nLisbon,PT\n')],
    [400, /has no column town\. It has city\./, await send('city\nLisbon\n', { column: 'town' })],
    [400, /line 3: a quotation mark/, await send('city\n"Lisbon\nPorto\n')],
    [413, /./, await send(`city\n${'x'.repeat(600_000)}`)],
  ];
  for (const [status, said, response] of refused) {
    const text = await response.text();
    assert.equal(response.status, status, text);
    assert.match(text, said);
    assert.equal(response.headers.get('Content-Type'), 'text/plain; charset=utf-8');
    assert.equal(response.headers.get('Cache-Control'), 'private, no-store');
  }
  assert.equal((await matched(tableOf(500))).length, 500);
});

test('fifty rows count as a request of an address, so a table of many rows uses up its limit', async () => {
  const limited = (await startSmallService({ LDS_SITE_PER_MINUTE: '4' })).server.address;
  assert.equal((await send(tableOf(150), {}, limited)).status, 200);
  const refused = await send(tableOf(51), {}, limited);
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('Retry-After') ?? '', /^\d+$/);
  assert.match(await refused.text(), /Try again in \d+ seconds/);
});

test('LDS_SITE=off turns off the page, its form and /reconcile, which give figures without a key', async () => {
  const { address } = (await startSmallService({ LDS_SITE: 'off' })).server;
  for (const path of ['/match', '/reconcile', '/reconcile/view?id=PT', '/reconcile/preview?id=lisbon'])
    assert.equal((await fetchHere(`${address}${path}`)).status, 404, path);
  const posted = await send(tableOf(1), {}, address);
  assert.ok(posted.status >= 400 && posted.status < 500, String(posted.status));
});
