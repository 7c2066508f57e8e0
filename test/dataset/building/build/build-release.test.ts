import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { buildRelease } from '../../../../src/dataset/building/build/build-release.ts';
import { dataHash } from '../../../../src/dataset/building/build/data-hash.ts';
import { makeDownloads } from '../../../../src/dataset/building/build/downloads.ts';
import { readReleasePlaces } from '../../../../src/dataset/building/build/release-places.ts';
import { FACT_COLUMNS } from '../../../../src/dataset/building/facts/fact.ts';
import { readCheckedFacts } from '../../../../src/dataset/building/facts/facts.ts';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { leftOutLines } from '../../../../src/dataset/building/scores/regional-figures.ts';
import { openRelease } from '../../../../src/engine/catalogue/open-release.ts';
import {
  DOWNLOAD_FILES,
  DOWNLOAD_FORMATS,
  type DownloadFormat,
} from '../../../../src/release/download-files.ts';
import { ReleaseStore } from '../../../../src/release/store.ts';
import { dataExcerpt } from '../../../support/dataset/data-excerpt.ts';
import { COMMITTED } from '../../../support/release/small-release.ts';
import { temporaryDirectory, testRelease, testReleaseStore } from '../../../support/service.ts';

const INDICATORS = 'facts/undp-hdr.tsv';
const PRICES = 'facts/big-mac.tsv';
const RATES = 'facts/ecb-reference-rates.tsv';

const excerpt = dataExcerpt();

/** The lines of one of the excerpt's tables, header first. */
function rowsOf(file: string): string[] {
  return readFileSync(join(excerpt, file), 'utf8').split('\n').slice(0, -1);
}

type Change = (text: string) => string;

interface Place {
  /** The line in the changed file. */
  line: number;
  column: string;
  fault: RegExp;
}

/** Asserts that a build of the excerpt with a changed file fails at this place. */
async function assertBuildEnds(file: string, change: Change, place: Place): Promise<void> {
  const data = dataExcerpt({ [file]: change });
  const store = new ReleaseStore(temporaryDirectory());
  await assert.rejects(buildRelease(data, store), isFault(join(data, file), place));
  const left = existsSync(store.directory) ? readdirSync(store.directory) : [];
  assert.deepEqual(left, [], 'a failed build leaves nothing in the store');
}

const { keys } = readReleasePlaces(excerpt);
const changing = dataExcerpt({}, 'copied');

/** Asserts that a changed file of facts, metrics or sources is refused when it is read, which is the first step of a build. */
function assertRefused(file: string, change: Change, place: Place): void {
  const path = join(changing, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, change(text));
  assert.throws(() => readCheckedFacts(changing, keys), isFault(path, place));
  writeFileSync(path, text);
}

function isFault(file: string, place: Place): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof SourceFileError, String(error));
    const { line, column } = error;
    assert.equal(error.file, file);
    assert.deepEqual({ line, column }, { line: place.line, column: place.column }, error.message);
    assert.match(error.fault, place.fault);
    return true;
  };
}

/** A table whose last row has these cells. */
function withLastRow(
  file: string,
  cells: Readonly<Record<string, string>>,
): { change: Change; line: number } {
  const before = rowsOf(file);
  const last = before.at(-1)?.split('\t') ?? [];
  const changed = FACT_COLUMNS.map((name, position) => cells[name] ?? last[position]).join('\t');
  return { change: () => `${[...before.slice(0, -1), changed].join('\n')}\n`, line: before.length };
}

test('a build of three countries puts the release in the store under the returned name', async () => {
  const store = new ReleaseStore(temporaryDirectory());
  const { name, manifest } = await buildRelease(excerpt, store);
  assert.deepEqual(readdirSync(store.directory), [name]);
  assert.equal(manifest.counts.countries, 3);
  (await openRelease(store, name)).close();
});

test('a build says which figures of regions count for nothing, for example for want of a national figure', async () => {
  const row =
    'city/lisbon\trecorded_homicides\t2031\tcity\t1.2\tper_100000_people\teurostat-crime-2024-05\t\t\n';
  const data = dataExcerpt({ 'facts/eurostat-crime.tsv': (text) => `${text}${row}` });
  const { leftOut } = await buildRelease(data, new ReleaseStore(temporaryDirectory()));
  const [line = ''] = leftOutLines(leftOut.filter(({ metric }) => metric === 'intentional_homicides'));
  assert.match(
    line,
    /^1 figure of recorded_homicides \(eurostat-crime-2024-05\) gives no intentional_homicides: .*\(portugal\)$/,
  );
});

test('downloads are listed when all of them exist, and are made once', async () => {
  const store = new ReleaseStore(temporaryDirectory());
  const { name, manifest } = await buildRelease(excerpt, store);
  const file = (of: DownloadFormat) => join(store.directory, name, DOWNLOAD_FILES[of]);
  assert.deepEqual(Object.keys(manifest.downloads), ['sqlite']);
  // A process that is killed before it has made the last download leaves the file like this.
  writeFileSync(file('data-package'), 'half');
  await store.check(name);

  const whole = await makeDownloads(store, name);
  assert.deepEqual(Object.keys(whole.downloads), DOWNLOAD_FORMATS);
  assert.deepEqual({ ...whole, downloads: manifest.downloads }, manifest);
  assert.deepEqual(store.manifest(name), whole);
  await store.check(name);
  assert.deepEqual(readdirSync(store.directory), [name]);

  const { ino } = statSync(file('data-package'));
  assert.deepEqual(await makeDownloads(store, name), whole);
  assert.equal(statSync(file('data-package')).ino, ino);
});

test('a fact, a metric or a source with a fault ends the build', async () => {
  const { change, line } = withLastRow(INDICATORS, { metric: 'happiness' });
  await assertBuildEnds(INDICATORS, change, { line, column: 'metric', fault: /unknown metric "happiness"/ });
  const twice: Change = (text) => `${text}${rowsOf('metrics.tsv').at(-1)}\n`;
  const last = rowsOf('metrics.tsv').length + 1;
  await assertBuildEnds('metrics.tsv', twice, { line: last, column: 'id', fault: /there twice/ });
  const place = { line: 0, column: '/undp-hdr/0/licence', fault: /not as expected/ };
  await assertBuildEnds('sources.json', withoutTerm('licence'), place);
});

for (const [file, cells, column, fault] of [
  [INDICATORS, { metric: 'happiness' }, 'metric', /unknown metric "happiness"/],
  [INDICATORS, { metric: 'population', unit: 'persons', place: 'city/lisbon' }, 'metric', /of countries/],
  [INDICATORS, { unit: 'furlongs' }, 'unit', /"furlongs" instead of/],
  [INDICATORS, { unit: 'percent' }, 'unit', /"percent" instead of/],
  [PRICES, { metric: 'big_mac_price', unit: 'euros' }, 'unit', /"euros" is no ISO 4217 currency/],
  [PRICES, { metric: 'big_mac_price', unit: 'XQQ' }, 'unit', /"XQQ" is no ISO 4217 currency/],
  [INDICATORS, { value: '1000000000' }, 'value', /outside the bounds/],
  [INDICATORS, { value: '-1000000000' }, 'value', /outside the bounds/],
  [INDICATORS, { value: '' }, 'value', /the cell is empty/],
  [INDICATORS, { value: '12,5' }, 'value', /not a number: "12,5"/],
  [INDICATORS, { value: '1.2e1' }, 'value', /not a number: "1.2e1"/],
  [INDICATORS, { value: ' 1' }, 'value', /not a number: " 1"/],
  [INDICATORS, { grain: 'planet' }, 'grain', /"planet" is none of city, metro, region, country/],
  [INDICATORS, { grain: 'city' }, 'grain', /"city" for a whole country/],
  [
    PRICES,
    { metric: 'big_mac_price', place: 'city/lisbon' },
    'grain',
    /a figure of the country belongs to the country/,
  ],
  [RATES, { grain: 'city' }, 'grain', /"city" for a whole currency/],
  [INDICATORS, { period: '' }, 'period', /no year, month, day or interval/],
  [INDICATORS, { period: '2023-13' }, 'period', /"2023-13" is no year/],
  [INDICATORS, { period: '2023/24' }, 'period', /"2023\/24" is no year/],
  [INDICATORS, { period: 'June 2023' }, 'period', /"June 2023" is no year/],
  [INDICATORS, { period: '2026-02-31' }, 'period', /"2026-02-31" is no year/],
  [INDICATORS, { period: '2026-09-30/2026-04-01' }, 'period', /ends before it begins/],
  [INDICATORS, { source: 'hearsay' }, 'source', /unknown source "hearsay"/],
  [INDICATORS, { place: 'country/atlantis' }, 'place', /unknown place "country\/atlantis"/],
  [INDICATORS, { place: '' }, 'place', /unknown place/],
  [INDICATORS, { place: 'currency/QQQ' }, 'place', /unknown place/],
  [INDICATORS, { place: 'currency/EUR' }, 'place', /unknown place/],
  [PRICES, { metric: 'big_mac_price', unit: 'EUR', place: 'currency/EUR' }, 'place', /unknown place/],
] as const) {
  test(`a fact with ${JSON.stringify(cells)} is refused at its line and column`, () => {
    const { change, line } = withLastRow(file, cells);
    assertRefused(file, change, { line, column, fault });
  });
}

test('the same fact twice is refused, even with another value', () => {
  const rows = rowsOf(INDICATORS);
  const again = rows.at(-1)?.split('\t').with(FACT_COLUMNS.indexOf('value'), '0.5').join('\t');
  const change: Change = (text) => `${text}${again}\n`;
  assertRefused(INDICATORS, change, { line: rows.length + 1, column: '', fault: /there twice/ });
});

test('a truncated table of facts is refused', () => {
  const fault = /no line end: truncated/;
  const line = rowsOf(INDICATORS).length;
  assertRefused(INDICATORS, (text) => text.slice(0, -2), { line, column: '', fault });
});

test('a source without a licence, or without another of its terms, is refused', () => {
  for (const field of ['licence', 'publisher', 'title', 'url', 'attribution', 'vintage'])
    assertRefused('sources.json', withoutTerm(field), {
      line: 0,
      column: `/undp-hdr/0/${field}`,
      fault: /not as expected/,
    });
});

function withoutTerm(field: string): Change {
  return (text) => {
    const catalogue = JSON.parse(text);
    catalogue['undp-hdr'][0][field] = '';
    return JSON.stringify(catalogue);
  };
}

test('a reviewed table that cites a source we do not have is refused, with the nearest one', async () => {
  const row = (...cells: string[]) => `${cells.join('\t')}\n`;
  const un = rowsOf('places/agglomerations.tsv').length + 1;
  const cities: Change = (text) => `${text}${row('2267057', 'Lisboa', '2018', '2927000', 'un-wup-2081')}`;
  await assertBuildEnds('places/agglomerations.tsv', cities, {
    line: un,
    column: 'source',
    fault: /^unknown source "un-wup-2081"; perhaps un-wup-2018$/,
  });
  const terms: Change = () =>
    `source\tmetric\tterms_source\tterms_metric\treason\n${row('ine-paraguay', 'm', '', 'm', 'Why')}`;
  assertRefused('estimates/rent-series-terms.tsv', terms, {
    line: 2,
    column: 'source',
    fault: /^unknown source "ine-paraguay"/,
  });
  // A table that nobody has read yet, such as that of a new field.
  const table = join(changing, 'places/nicknames.tsv');
  writeFileSync(table, `geonames_id\tnickname\tsource\n${row('2267057', 'Queen of the Sea', '')}`);
  assert.throws(
    () => readCheckedFacts(changing, keys),
    isFault(table, { line: 2, column: 'source', fault: /^the cell is empty$/ }),
  );
  rmSync(table);
});

test('a place that cites a source which the release lacks ends the build', async () => {
  const data = dataExcerpt({
    'places/agglomerations.tsv': (text) => text.replaceAll('un-wup-2018', 'undp-hdr-2025'),
  });
  const own = { home: temporaryDirectory(), excludedSources: ['undp-hdr-2025'] };
  await assert.rejects(buildRelease(data, new ReleaseStore(temporaryDirectory()), own), {
    name: 'OperatorError',
    message: /^city\/[a-z-]+ cites the source undp-hdr-2025, which the release does not have: /,
  });
});

test('two different sources under one id are refused', () => {
  const change: Change = (text) => {
    const catalogue = JSON.parse(text);
    catalogue['big-mac'].push({ ...catalogue['undp-hdr'][0], title: 'Another report' });
    return JSON.stringify(catalogue);
  };
  assertRefused('sources.json', change, { line: 0, column: 'id', fault: /two different sources/ });
});

test('a registry that gives one id to two places ends the build', () => {
  const rows = rowsOf('registry/cities.tsv');
  const [id] = rows[1]?.split('\t') ?? [];
  const change: Change = (text) => `${text}${id}\t999999999\tactive\t\n`;
  const fault = /assigned twice/;
  return assertBuildEnds('registry/cities.tsv', change, { line: rows.length + 1, column: 'id', fault });
});

test('a city without an id in the registry, or in an unknown country, ends the build', async () => {
  await assertBuildEnds('places/cities.tsv', (text) => text.replace('2267057\t', '1\t'), {
    line: 0,
    column: '',
    fault: /^1 has no id in registry\/cities\.tsv/,
  });
  await assertBuildEnds('places/country-borders.tsv', (text) => `${text}PT\tZZ\n`, {
    line: 0,
    column: '',
    fault: /^ZZ has no id in registry\/countries\.tsv/,
  });
});

test('a metric with an unknown unit, kind or resource, without bounds, or listed twice is refused', () => {
  const file = 'metrics.tsv';
  const header = rowsOf(file)[0]?.split('\t') ?? [];
  const line = rowsOf(file).findIndex((row) => row.includes('\tindicator\t')) + 1;
  const row = rowsOf(file)[line - 1]?.split('\t') ?? [];
  const withCell = (column: string, cell: string): Change => {
    const changed = row.map((old, position) => (header[position] === column ? cell : old));
    return (text) => text.replace(row.join('\t'), changed.join('\t'));
  };
  for (const [column, cell] of [
    ['unit', 'furlongs'],
    ['kind', 'opinion'],
    ['resource', 'weather'],
  ] as const)
    assertRefused(file, withCell(column, cell), { line, column, fault: /unknown|is none of/ });
  assertRefused(file, withCell('min', ''), { line, column: 'min', fault: /cell is empty/ });
  assertRefused(file, withCell('max', '-1e99'), { line, column: 'min', fault: /bounds/ });
  const last = rowsOf(file).length + 1;
  const twice: Change = (text) => `${text}${row.join('\t')}\n`;
  assertRefused(file, twice, { line: last, column: 'id', fault: /there twice/ });
});

test('an edition without a valid version or day ends the build', async () => {
  const refused = (from: string, to: string, column: string) =>
    assertBuildEnds('release.json', (text) => text.replace(from, to), {
      line: 0,
      column,
      fault: /not as expected/,
    });
  await refused(`"${COMMITTED.version}"`, '"../elsewhere"', '/version');
  await refused(`"${COMMITTED.published}"`, '"tomorrow"', '/published');
});

test('a standard error that is negative or not a number is refused', () => {
  const file = 'facts/world-bank-wgi.tsv';
  for (const error of ['-0.1', 'none', 'Infinity']) {
    const change = (text: string) => text.replace(/\t[\d.]+\n$/, `\t${error}\n`);
    const line = rowsOf(file).length;
    assertRefused(file, change, { line, column: 'standard_error', fault: /no standard error/ });
  }
});

test('a failed build does not change the published release', async () => {
  const store = new ReleaseStore(temporaryDirectory());
  const { name } = await buildRelease(excerpt, store);
  store.publish(name);
  await assert.rejects(buildRelease(dataExcerpt({ 'units.tsv': () => 'id\ttitle\n' }), store));
  assert.equal(store.currentName(), name);
  assert.deepEqual(readdirSync(store.directory).sort(), [name, 'current'].sort());
  (await openRelease(store, name)).close();
});

test('a build removes what killed builds left behind, and nothing of a build that is running', async () => {
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const store = new ReleaseStore(temporaryDirectory());
  const [left, running] = [`.${ended}-draft`, `.${process.ppid}-draft`];
  for (const draft of [left, running]) mkdirSync(join(store.directory, draft), { recursive: true });
  const { name } = await buildRelease(excerpt, store);
  assert.deepEqual(readdirSync(store.directory).sort(), [name, running].sort());
});

test('a changed figure, name or attribution gives another release', async () => {
  const hashOf = async (changes: Record<string, Change>) =>
    (await buildRelease(dataExcerpt(changes), new ReleaseStore(temporaryDirectory()))).manifest.content_hash;
  const hashes = [
    await hashOf({}),
    await hashOf({ 'places/cities.tsv': (text) => text.replace('\tLisbon\t', '\tLisbon!\t') }),
    await hashOf({ 'sources.json': (text) => text.replace('CC BY 3.0 IGO', 'CC BY 4.0') }),
    await hashOf({ [INDICATORS]: (text) => text.replace(/\t0\.\d+\t/, '\t0.123\t') }),
  ];
  assert.equal(new Set(hashes).size, hashes.length);
});

test('tables of matched names are for review, and do not change a release', () => {
  const before = dataHash(excerpt);
  assert.equal(dataHash(dataExcerpt({ 'matches/oecd-wages.tsv': (text) => `${text}\n` })), before);
  assert.notEqual(dataHash(dataExcerpt({ 'units.tsv': (text) => `${text}x\tX\n` })), before);
});

test('each series has exactly one latest figure, and no period of it is later', async () => {
  const release = await openTestRelease();
  const wrong = release
    .prepare(
      `SELECT place, metric, source, note FROM observation GROUP BY place, metric, source, note
       HAVING SUM(latest) <> 1 OR MAX(period) <> MAX(CASE latest WHEN 1 THEN period END)`,
    )
    .all();
  assert.deepEqual(wrong, []);
});

test('every price in another currency names the rate of its dollar amount, or has no dollar amount', async () => {
  const release = await openTestRelease();
  const prices = release
    .prepare(
      `SELECT o.* FROM observation o JOIN metric m ON m.id = o.metric WHERE m.kind = 'price' AND o.method = 'observed'`,
    )
    .all();
  assert.ok(prices.length > 5_000, String(prices.length));
  for (const { place, value, unit, usd, usd_rate, usd_rate_period, usd_rate_source } of prices) {
    const label = `${place} ${value} ${unit}`;
    const said = [usd, usd_rate, usd_rate_period, usd_rate_source].filter((cell) => cell !== null).length;
    assert.equal(said, usd === null ? 0 : 4, label);
    if (unit === 'USD') assert.equal(usd, null, label);
    if (usd !== null) assert.ok(Math.abs(Number(usd) - Number(value) / Number(usd_rate)) <= 0.005_001, label);
  }
  const notPrices = release
    .prepare(
      `SELECT o.place FROM observation o JOIN metric m ON m.id = o.metric WHERE m.kind <> 'price' AND usd IS NOT NULL`,
    )
    .all();
  assert.deepEqual(notPrices, []);
});

test('the density of every country is its population divided by its area', async () => {
  const release = await openTestRelease();
  const figures = release
    .prepare(
      `SELECT density.value AS density, population.value AS population, c.detail ->> 'area_km2' AS area
       FROM observation density
       JOIN observation population USING (place, period)
       JOIN country c ON density.place = 'country/' || c.id
       WHERE density.metric = 'population_density' AND population.metric = 'population'`,
    )
    .all();
  assert.ok(figures.length > 2_000, String(figures.length));
  for (const { density, population, area } of figures)
    assert.ok(
      Math.abs(Number(density) - Number(population) / Number(area)) <= 0.005_001,
      `${population} ${area}`,
    );
});

async function openTestRelease(): Promise<DatabaseSync> {
  const name = await testRelease();
  return new DatabaseSync(testReleaseStore().releaseFile(name), { readOnly: true });
}
