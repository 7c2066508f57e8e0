import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSourceCatalogue } from '../../../../src/dataset/building/facts/source-catalogue.ts';
import { GEOGRAPHY_READERS } from '../../../../src/dataset/reading/geography/geography-readers.ts';
import { readersOf } from '../../../../src/dataset/reading/read/readers.ts';
import { listing } from '../../../../src/dataset/reading/refresh/catalogue-listing.ts';
import { stagedFiles } from '../../../../src/dataset/reading/refresh/download-catalogue.ts';
import { notDownloaded, planRefresh } from '../../../../src/dataset/reading/refresh/refresh-plan.ts';
import { OperatorError } from '../../../../src/process/operator-error.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { temporaryDirectory } from '../../../support/service.ts';

test('every address is https and the publisher’s own, and each download has a name and a size limit', () => {
  const downloads = new Map<string, string>();
  for (const { id, url, max_kb } of stagedFiles(DATA_DIRECTORY).flatMap(({ from }) => from)) {
    assert.match(url, /^https:\/\//);
    assert.ok(max_kb > 0 && max_kb <= 12 * 1024, `${id}: ${max_kb}`);
    assert.match(id, /^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'a file name');
    assert.equal(downloads.get(id) ?? url, url, `${id} names two addresses`);
    downloads.set(id, url);
  }
});

test('every file is placed where its reader looks for it', () => {
  for (const { source, file } of stagedFiles(DATA_DIRECTORY)) {
    const folders = readersOf(DATA_DIRECTORY)
      .filter(({ id }) => id === source)
      .map(({ folder }) => folder);
    if (source === 'places') folders.push('geonames', 'datahub-country-codes');
    assert.ok(
      folders.some((folder) => file.startsWith(`${folder}/`)),
      `${file} of ${source}`,
    );
  }
});

test('the list says of every source whether it is automatic, by hand or frozen, and shows every address', () => {
  const lines = listing(DATA_DIRECTORY).split('\n');
  for (const [step, sources] of readSourceCatalogue(DATA_DIRECTORY))
    for (const { id, refresh, refresh_how: how } of sources)
      assert.ok(lines.includes(`${step}\t${id}\t${refresh.replace('_', ' ')}: ${how}`), id);
  for (const { source, from } of stagedFiles(DATA_DIRECTORY))
    for (const { url } of from)
      assert.ok(
        lines.some((line) => line.startsWith(`${source}\t${url}`)),
        url,
      );
  assert.ok(
    lines.some((line) => /^turkey-unit-rents\t\S+\tby hand: From https:\/\/evds3\.tcmb\.gov\.tr/.test(line)),
  );
  assert.ok(
    lines.some((line) => /^canada-intercity-prices\t\S+\tfrozen: Not published since 2019/.test(line)),
  );
  assert.ok(lines.some((line) => line.includes('api.census.gov') && line.includes('needs a key')));
});

const NOTHING = { dataDirectory: DATA_DIRECTORY, sources: [], from: undefined, censusKey: undefined };

test('a refresh of everything says which sources it leaves out, and why', () => {
  const { steps, leftOut } = planRefresh(NOTHING);
  assert.ok(steps.includes('world-bank-wdi') && !steps.includes('us-census-acs-rent'));
  assert.ok(leftOut.some((line) => /us-census-acs-rent: needs a key/.test(line)));
  for (const source of notDownloaded(DATA_DIRECTORY))
    assert.ok(
      leftOut.some((line) => line.startsWith(`${source}: `)),
      source,
    );
  assert.ok(planRefresh({ ...NOTHING, censusKey: 'k' }).steps.includes('us-census-acs-rent'));
});

test('figures computed from coordinates are recomputed with the cities', () => {
  const { steps } = planRefresh({ ...NOTHING, sources: ['places'] });
  for (const { id } of GEOGRAPHY_READERS) assert.ok(steps.includes(id), id);
});

test('a refresh of everything takes the files of a directory, and needs none for what follows from the places', () => {
  const { steps, leftOut } = planRefresh({ ...NOTHING, from: temporaryDirectory() });
  assert.ok(steps.includes('airports'));
  assert.ok(leftOut.some((line) => line.startsWith('climate: not downloaded.')));
});

test('areas take more files than a refresh downloads, and a refresh of what they are made from says so', () => {
  for (const source of ['places', 'us-hud-fmr']) {
    const { steps, leftOut } = planRefresh({ ...NOTHING, sources: [source] });
    assert.ok(!steps.includes('areas'));
    assert.match(leftOut.join(), /areas: .*`lds data read areas`/, source);
  }
  assert.deepEqual(planRefresh({ ...NOTHING, sources: ['big-mac'] }).leftOut, []);
});

test('if a source cannot be refreshed, the error says what is missing', () => {
  const refused = (sources: string[], message: RegExp, from?: string) =>
    assert.throws(
      () => planRefresh({ ...NOTHING, sources, from }),
      (error: Error) => error instanceof OperatorError && message.test(error.message),
    );
  refused(['us-census-acs-rent'], /needs a key, free at https:.*--census-key/);
  refused(['us-gsa-per-diem'], /not downloaded\. From https:\/\/www\.gsa\.gov.*--from/);
  refused(['numbeo'], /Unknown: numbeo\. There are: .*places, .*world-bank-wdi/);
  refused(['us-gsa-per-diem'], /There is no directory/, '/no/such/directory');
  refused(['us-gsa-per-diem'], /not downloaded/, temporaryDirectory());
  refused(['canada-intercity-prices'], /Not published since 2019/);
});
