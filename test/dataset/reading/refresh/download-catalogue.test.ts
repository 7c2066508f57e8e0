import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GEOGRAPHY_READERS } from '../../../../src/dataset/reading/geography/geography-readers.ts';
import { READ_STEPS } from '../../../../src/dataset/reading/read/read.ts';
import { READERS } from '../../../../src/dataset/reading/read/readers.ts';
import { listing } from '../../../../src/dataset/reading/refresh/catalogue-listing.ts';
import { STAGED_FILES } from '../../../../src/dataset/reading/refresh/download-catalogue.ts';
import { readManualSources } from '../../../../src/dataset/reading/refresh/manual-sources.ts';
import { planRefresh } from '../../../../src/dataset/reading/refresh/refresh-plan.ts';
import { OperatorError } from '../../../../src/process/operator-error.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const refreshed = new Set(STAGED_FILES.map(({ source }) => source));
const manualSources = readManualSources(DATA_DIRECTORY);
const byHand = new Set(manualSources.map(({ source }) => source));

test('every source is either downloaded or listed as fetched by hand, not both', () => {
  // Files of other sources determine which city is in which area, and geography is computed from the cities.
  const derived = ['areas', ...GEOGRAPHY_READERS.map(({ id }) => id)];
  const steps = READ_STEPS.filter((step) => !derived.includes(step));
  assert.deepEqual([...refreshed, ...byHand].sort(), [...steps].sort());
});

test('every address is https and the publisher’s own, and each download has a name and a size limit', () => {
  const downloads = new Map<string, string>();
  for (const { id, url, maxBytes } of STAGED_FILES.flatMap(({ from }) => from)) {
    assert.match(url, /^https:\/\//);
    assert.ok(maxBytes > 0 && maxBytes <= 12 * 1024 * 1024, `${id}: ${maxBytes}`);
    assert.match(id, /^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'a file name');
    assert.equal(downloads.get(id) ?? url, url, `${id} names two addresses`);
    downloads.set(id, url);
  }
});

test('every file is placed where its reader looks for it', () => {
  for (const { source, file } of STAGED_FILES) {
    const folders = READERS.filter(({ id }) => id === source).map(({ folder }) => folder);
    if (source === 'places') folders.push('geonames', 'datahub-country-codes');
    assert.ok(
      folders.some((folder) => file.startsWith(`${folder}/`)),
      `${file} of ${source}`,
    );
  }
});

test('the list shows every source’s address, also if it needs a person or a key', () => {
  const lines = listing(DATA_DIRECTORY).split('\n');
  for (const source of [...refreshed, ...byHand])
    assert.ok(
      lines.some((line) => line.startsWith(`${source}\t`)),
      source,
    );
  for (const { source, address } of manualSources)
    assert.ok(lines.some((line) => line.startsWith(`${source}\tmanual: ${address}`)));
  assert.ok(lines.some((line) => line.includes('api.census.gov') && line.includes('needs a key')));
});

const NOTHING = { dataDirectory: DATA_DIRECTORY, sources: [], from: undefined, censusKey: undefined };

test('a refresh of everything says which sources it leaves out, and why', () => {
  const { steps, leftOut } = planRefresh(NOTHING);
  assert.ok(steps.includes('world-bank-wdi') && !steps.includes('us-census-acs-rent'));
  assert.ok(leftOut.some((line) => /us-census-acs-rent: needs a key/.test(line)));
  for (const source of byHand)
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

test('areas are rebuilt only if all their inputs are present', () => {
  const { steps, leftOut } = planRefresh({ ...NOTHING, sources: ['us-hud-fmr'] });
  assert.deepEqual(steps, ['us-hud-fmr']);
  assert.match(leftOut.join(), /areas: .*us-census-acs-rent, us-bea-rpp, us-gsa-per-diem too/);
  assert.deepEqual(planRefresh({ ...NOTHING, sources: ['big-mac'] }).leftOut, []);
});

test('if a source cannot be refreshed, the error says what is missing', () => {
  const refused = (sources: string[], message: RegExp, from?: string) =>
    assert.throws(
      () => planRefresh({ ...NOTHING, sources, from }),
      (error: Error) => error instanceof OperatorError && message.test(error.message),
    );
  refused(['us-census-acs-rent'], /needs a key, free at https:.*--census-key/);
  refused(['us-gsa-per-diem'], /by hand from https:\/\/www\.gsa\.gov.*--from/);
  refused(['numbeo'], /Unknown: numbeo\. There are: places, world-bank-wdi/);
  refused(['us-gsa-per-diem'], /There is no directory/, '/no/such/directory');
  refused(['us-gsa-per-diem'], /by hand/, temporaryDirectory());
});
