import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { firstSheetOf } from '../../../src/dataset/files/binary-workbook.ts';
import { indiaNfhs } from '../../../src/dataset/sources/india-nfhs.ts';
import { assertRefused, publishedFolder } from '../../support/dataset/excerpts.ts';
import { gazetteer } from '../../support/dataset/gazetteer.ts';

const FILE = 'NFHS_5_India_Districts_Factsheet_Data.xls';
const folder = publishedFolder(indiaNfhs);
const published = { skip: folder === undefined && 'the published files are not at hand' };

test('a district has the shares of its fact sheet', published, () => {
  const { facts } = indiaNfhs.read(folder ?? '', gazetteer);
  const ofPune = facts.filter(({ place }) => place === 'area/in-admin2-16-521');
  assert.deepEqual(
    ofPune.map(({ metric, value, note }) => [metric, value, note]),
    [
      ['access_to_electricity', 99.37, ''],
      ['improved_sanitation', 79.62, ''],
      ['clean_cooking_fuel', 89.49, ''],
      ['literacy_women', 89.01, ''],
      ['ten_years_of_schooling_women', ofPune[4]?.value, ''],
      ['births_in_health_facilities', 97.97, ''],
    ],
  );
});

test('a share based on few cases is positive and marked; every district is known', published, () => {
  const { facts, matches } = indiaNfhs.read(folder ?? '', gazetteer);
  assert.ok(facts.every(({ value }) => value >= 0 && value <= 100));
  assert.equal(matches.length, 707);
  assert.equal(new Set(matches.map(({ published: name }) => name)).size, 707);
});

test('a truncated workbook, or a web page instead of it, is refused', published, () => {
  const bytes = readFileSync(join(folder ?? '', FILE));
  const refused = (content: Uint8Array) =>
    assertRefused(indiaNfhs, { [FILE]: content }, { file: FILE, line: 0, column: '', fault: /damaged/ });
  refused(bytes.subarray(0, bytes.length >> 1));
  refused(Buffer.from('<!doctype html>'));
});

test('a workbook has one row per district of the publisher, below its headings', published, () => {
  const rows = firstSheetOf(FILE, readFileSync(join(folder ?? '', FILE)));
  assert.equal(rows.length, 708);
  assert.equal(rows[0]?.get(0), 'District Names');
});
