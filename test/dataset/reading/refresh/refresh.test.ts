import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { OperatorError } from '../../../../src/process/operator-error.ts';
import {
  BIG_MAC,
  type BigMacTables,
  bigMacTables,
  csv,
  ECB,
} from '../../../support/refresh/published-from-facts.ts';
import { startPublishers } from '../../../support/refresh/publishers.ts';
import { openBench, type Run } from '../../../support/refresh/refresh-run.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const INDEX = `${BIG_MAC}/output-data/big-mac-full-index.csv`;
const PRICES = `${BIG_MAC}/source-data/big-mac-source-data-v2.csv`;

const publishers = await startPublishers();
const bench = openBench(publishers.address);
const asCommitted = bigMacTables(bench.dataDirectory);
const sources = ['big-mac'];

function publish({ index, prices }: BigMacTables): void {
  publishers.publish(INDEX, csv(index), 'text/plain; charset=utf-8');
  publishers.publish(PRICES, csv(prices), 'text/plain; charset=utf-8');
}

async function assertRefused(attempt: Promise<Run>, message: RegExp): Promise<void> {
  const before = bench.state();
  await assert.rejects(attempt, (error: unknown) => {
    assert.ok(error instanceof OperatorError, `not for the operator: ${(error as Error).stack}`);
    assert.match(error.message, message);
    assert.ok(!error.message.includes('\n'), `one line: ${error.message}`);
    return true;
  });
  assert.deepEqual(bench.state(), before, 'data/ is byte for byte what it was');
}

test('if publishers have the same data as data/, nothing changes and no question is asked', async () => {
  publish(asCommitted);
  const before = bench.state();
  const { outcome, asked, progress } = await bench.run({ sources });
  assert.equal(outcome, 'nothing new');
  assert.deepEqual(asked, []);
  assert.ok(
    progress.some((line) => /^1\/2 big-mac-full-index\.csv: \d+ KB, new$/.test(line)),
    progress.join('\n'),
  );
  assert.deepEqual(bench.state(), before);
});

test('a kept download records its address, time, checksum and version', () => {
  const kept = JSON.parse(readFileSync(join(bench.home, 'refresh', 'downloads', 'downloads.json'), 'utf8'));
  const { url, sha256, etag, bytes, retrieved } = kept['big-mac-full-index.csv'];
  assert.match(url, /raw\.githubusercontent\.com\/TheEconomist/);
  assert.match(sha256, /^[0-9a-f]{64}$/);
  assert.match(etag, /^"/);
  assert.equal(bytes, Buffer.from(csv(asCommitted.index)).length);
  assert.ok(Date.now() - Date.parse(retrieved) < 60_000);
});

test('a second refresh sends conditional requests, gets 304s, and changes nothing, not even when the files came', async () => {
  publishers.log();
  const index = join(bench.home, 'refresh', 'downloads', 'downloads.json');
  const kept = readFileSync(index, 'utf8');
  const { outcome, progress } = await bench.run({ sources });
  assert.equal(readFileSync(index, 'utf8'), kept);
  assert.equal(outcome, 'nothing new');
  assert.deepEqual(
    publishers.log().map((line) => line.slice(-3)),
    ['304', '304'],
  );
  assert.ok(progress.some((line) => /not changed since the last refresh/.test(line)));
});

test('a kept file that was damaged is downloaded again', async () => {
  appendFileSync(join(bench.home, 'refresh', 'downloads', 'big-mac-full-index.csv'), 'damage');
  publishers.log();
  assert.equal((await bench.run({ sources })).outcome, 'nothing new');
  assert.deepEqual(
    publishers
      .log()
      .map((line) => line.slice(-3))
      .sort(),
    ['200', '304'],
  );
});

/** A new edition: one price rises by half, one is corrected a little, one is gone, and there is a survey of a new month. */
function newEdition(): BigMacTables {
  const prices = asCommitted.prices.map((row) => ({ ...row }));
  const index = asCommitted.index.map((row) => ({ ...row }));
  const of = (iso3: string) =>
    prices.filter(({ iso_a3 }) => iso_a3 === iso3).sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1));
  const [norway, corrected] = of('NOR');
  const [, japan] = of('JPN');
  assert.ok(norway && corrected && japan);
  norway.local_price = String(Number(norway.local_price) * 1.5);
  corrected.local_price = String(Number(corrected.local_price) * 1.01);
  prices.splice(prices.indexOf(japan), 1);
  prices.push({ name: 'Norway', iso_a3: 'NOR', currency_code: 'NOK', local_price: '79', date: '2026-07-01' });
  return { index, prices };
}

test('a new edition is shown before anything changes, and answering no changes nothing', async () => {
  publish(newEdition());
  const before = bench.state();
  const { outcome, shown, asked } = await bench.run({ sources }, false);
  assert.equal(outcome, 'declined');
  assert.equal(asked.length, 1);
  assert.match(shown, /metric +before +after +appeared +vanished +changed +by > 5 %/);
  const total = asCommitted.prices.length;
  assert.match(shown, new RegExp(`^big_mac_price +${total} +${total} +1 +1 +2 +1$`, 'm'));
  assert.match(shown, /country\/norway big_mac_price \d{4}-\d{2}-\d{2}: [\d.]+ → [\d.]+ \(\+50 %\)/);
  assert.match(shown, /Files that change: .*facts\/big-mac\.tsv/);
  assert.deepEqual(bench.state(), before);
});

test('until the question is answered, nobody else may change data/', async () => {
  const file = join(bench.dataDirectory, 'release.json');
  const content = readFileSync(file);
  const meddle = () => {
    appendFileSync(file, '\n');
    return true;
  };
  await assert.rejects(bench.run({ sources }, meddle), /Something else changed data\/ in the meantime/);
  writeFileSync(file, content);
});

test('answering yes writes the new facts, and nothing else', async () => {
  const before = bench.state();
  const { outcome } = await bench.run({ sources, unattended: true });
  assert.equal(outcome, 'replaced');
  const facts = readFacts(bench.dataDirectory, 'big-mac');
  assert.equal(
    facts.find(({ place, period }) => place === 'country/norway' && period === '2026-07-01')?.value,
    '79',
  );
  const changed = [...bench.state()]
    .filter(([path, hash]) => before.get(path) !== hash)
    .map(([path]) => path);
  assert.ok(changed.includes('facts/big-mac.tsv'));
  assert.ok(
    changed.every((path) => ['facts/big-mac.tsv', 'matches/big-mac.tsv', 'sources.json'].includes(path)),
    changed.join(),
  );
  assert.ok(!readdirSync(bench.dataDirectory).some((name) => name.startsWith('.')), 'no scaffolding is left');
  assert.equal((await bench.run({ sources })).outcome, 'nothing new');
});

test('a truncated file that can still be read is not accepted without being shown', async () => {
  const half = asCommitted.prices.filter(({ iso_a3 = '' }) => iso_a3 < 'MMM');
  publish({ ...asCommitted, prices: half });
  await assertRefused(bench.run({ sources, unattended: true }), /big-mac would lose \d+ of its \d+ series/);
  const { shown } = await bench.run({ sources }, false);
  assert.match(shown, /Places that lose a metric altogether:\n {2}big-mac: \d+ of \d+/);
});

test('a column that the publisher has renamed is named', async () => {
  publish(asCommitted);
  publishers.publish(INDEX, csv(asCommitted.index).replace('USD_raw', 'usd_raw'), 'text/plain');
  await assertRefused(
    bench.run({ sources }),
    /big-mac-full-index\.csv, line 1, column USD_raw: the column is missing .*\(data\/ is unchanged\)/,
  );
});

test('an impossible figure is found before anything changes', async () => {
  const [first, ...others] = asCommitted.prices;
  publish({ ...asCommitted, prices: [{ ...first, local_price: '-5' }, ...others] });
  await assertRefused(
    bench.run({ sources }),
    /big-mac\.tsv, line \d+, column value: -5 is outside the bounds/,
  );
});

test('if one file cannot be downloaded, the whole refresh ends', async () => {
  publish(newEdition());
  const faults: [RegExp, Parameters<typeof publishers.handle>[1]][] = [
    [/big-mac-full-index\.csv: the server answered 404/, (_, response) => response.writeHead(404).end()],
    [/the server answered 500/, (_, response) => response.writeHead(500).end()],
    [/no answer within 2 s/, () => {}],
    [/redirected in a loop/, ({ url = '' }, response) => response.writeHead(301, { location: url }).end()],
    [
      /a web page/,
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
    ],
    [
      /truncated: the connection broke off/,
      (_, response) =>
        response.writeHead(200, { 'content-length': 9000 }).write('name,iso_a3', () => response.destroy()),
    ],
    [
      /too large: 20000000 bytes/,
      (_, response) => response.writeHead(200, { 'content-length': 20_000_000 }).write('name,iso_a3'),
    ],
  ];
  for (const [message, handler] of faults) {
    publishers.handle(INDEX, handler);
    await assertRefused(bench.run({ sources }), message);
  }
});

test('after a failure, no more files of that publisher are requested, and failures of all publishers are reported', async () => {
  publishers.handle(INDEX, (_, response) => response.writeHead(404).end());
  publishers.publish(ECB, 'garbage that is no archive', 'application/zip');
  publishers.log();
  await assertRefused(
    bench.run({ sources: ['big-mac', 'ecb-reference-rates'] }),
    /^https:.*(answered 404|not a ZIP archive)\. Also: https:.*(not a ZIP archive|answered 404) \(data\/ is unchanged\)$/,
  );
  assert.ok(!publishers.log().some((line) => line.includes('source-data')));
});

test('the error for an unreachable mirror says so', async () => {
  const closed = createServer();
  closed.listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await assertRefused(
    bench.run({ sources, mirror: `http://127.0.0.1:${port}` }),
    /the connection was refused/,
  );
});

test('files fetched by hand are read from the directory that the operator names', async () => {
  const from = temporaryDirectory();
  mkdirSync(join(from, 'worldbank-icp2021-categories'));
  const categories = [
    'food',
    'housing',
    'clothing',
    'health',
    'transport',
    'communication',
    'recreation',
    'education',
  ];
  const facts = readFacts(bench.dataDirectory, 'world-bank-icp').filter(
    ({ place }) => place === 'country/portugal',
  );
  const values = [...categories, 'restaurants'].map(
    (category) => facts.find(({ metric }) => metric === `price_level_${category}`)?.value ?? '',
  );
  writeFileSync(
    join(from, 'worldbank-icp2021-categories', 'icp2021_pli_us100.csv'),
    `iso3,${categories.join()},restaurants\nPRT,${values.join()}\n`,
  );
  const { shown } = await bench.run({ sources: ['world-bank-icp'], from }, false);
  assert.match(shown, /^price_level_food +\d+ +1 +0 +\d+ +0 +0$/m);
});

test('the error for a home that cannot be written names it', async () => {
  const file = join(temporaryDirectory(), 'a-file');
  writeFileSync(file, '');
  await assertRefused(bench.run({ sources, home: join(file, 'home') }), /cannot be written.*LDS_HOME/);
  assert.ok(existsSync(file));
});

test('a refresh leaves nothing behind except complete downloads', () => {
  assert.deepEqual(readdirSync(join(bench.home, 'refresh')), ['downloads']);
  assert.deepEqual(readdirSync(join(bench.home, 'refresh', 'downloads')).sort(), [
    'big-mac-full-index.csv',
    'big-mac-source-data-v2.csv',
    'downloads.json',
  ]);
});
