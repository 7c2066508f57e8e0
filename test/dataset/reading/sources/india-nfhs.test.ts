import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { readTable } from '../../../../src/dataset/building/files/table.ts';
import { firstSheetOf } from '../../../../src/dataset/reading/files/binary-workbook.ts';
import { binaryWorkbook } from '../../../support/dataset/binary-workbook-file.ts';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const indiaNfhs = tableReaderNamed('india-nfhs');

const FILE = 'NFHS_5_India_Districts_Factsheet_Data.xls';

type Cells = Readonly<Record<number, string | number>>;

/** Headings of the fact sheets of NFHS-5 (data.gov.in, 2022), by column. */
const HEADINGS: Cells = {
  0: 'District Names',
  1: 'State/UT',
  11: 'Population living in households with electricity (%)',
  13: 'Population living in households that use an improved sanitation facility2 (%)',
  14: 'Households using clean fuel for cooking3 (%)',
  18: 'Women (age 15-49) who are literate4 (%)',
  19: 'Women (age 15-49)  with 10 or more years of schooling (%)',
  46: 'Institutional births (in the 5 years before the survey) (%)',
};
/** From the same fact sheets. */
const PUNE: Cells = {
  0: 'Pune ',
  1: 'Maharastra',
  11: 99.37,
  13: 79.62,
  14: 89.49,
  18: 89.01,
  19: 61.15,
  46: 97.97,
};
/** A district with figures of ours: few cases, and too few. */
const SOUTH_ANDAMAN: Cells = {
  ...PUNE,
  0: 'South Andaman',
  1: 'Andaman & Nicobar Islands',
  19: -29.125,
  46: '*',
};

function workbookOf(...rows: Cells[]): Buffer {
  return binaryWorkbook(rows.map((row) => Array.from({ length: 47 }, (_, column) => row[column])));
}

test('a district has the shares of its fact sheet, read from the workbook and in data/facts', () => {
  const { facts, matches } = readExcerpt(indiaNfhs, { [FILE]: workbookOf(HEADINGS, PUNE) });
  assert.deepEqual(
    matches.map(({ published, place }) => [published, place]),
    [['Maharastra | Pune', 'area/in-admin2-16-521']],
  );
  const shares = [
    ['access_to_electricity', 99.37, ''],
    ['improved_sanitation', 79.62, ''],
    ['clean_cooking_fuel', 89.49, ''],
    ['literacy_women', 89.01, ''],
    ['ten_years_of_schooling_women', 61.15, ''],
    ['births_in_health_facilities', 97.97, ''],
  ];
  assert.deepEqual(facts.map(({ metric, value, note }) => [metric, value, note]).sort(), shares.toSorted());
  assert.deepEqual(
    readFacts(DATA_DIRECTORY, indiaNfhs.id)
      .filter(({ place }) => place === 'area/in-admin2-16-521')
      .map(({ metric, value, note }) => [metric, Number(value), note])
      .sort(),
    shares.toSorted(),
  );
});

test('a share based on few cases is positive and marked, and one based on too few is left out', () => {
  const { facts } = readExcerpt(indiaNfhs, { [FILE]: workbookOf(HEADINGS, SOUTH_ANDAMAN) });
  assert.deepEqual(
    facts
      .filter(
        ({ metric }) => metric === 'ten_years_of_schooling_women' || metric === 'births_in_health_facilities',
      )
      .map(({ metric, value, note }) => [metric, value, note]),
    [['ten_years_of_schooling_women', 29.125, 'from 25 to 49 cases only']],
  );
});

test('every district of the survey is known', () => {
  const names = readTable(join(DATA_DIRECTORY, 'matches', `${indiaNfhs.id}.tsv`), [
    'published',
    'place',
    'how',
  ]).map(({ published }) => published);
  assert.equal(names.length, 707);
  assert.equal(new Set(names).size, 707);
  const unknown = { ...PUNE, 0: 'Atlantis' };
  assertRefused(
    indiaNfhs,
    { [FILE]: workbookOf(HEADINGS, PUNE, unknown) },
    {
      file: FILE,
      line: 3,
      column: 'State/UT',
      fault: /match-regions\.tsv has no row of "Maharastra \| Atlantis"/,
    },
  );
});

test('a workbook that is cut anywhere, or a web page instead of it, is refused', () => {
  const bytes = workbookOf(HEADINGS, PUNE);
  const refused = (content: Uint8Array) =>
    assertRefused(indiaNfhs, { [FILE]: content }, { file: FILE, line: 0, column: '', fault: /damaged/ });
  for (const share of [0.1, 0.3, 0.5, 0.7]) refused(bytes.subarray(0, bytes.length * share));
  refused(Buffer.from('<!doctype html>'));
});

test('a workbook has the cells that were written, and nothing for empty ones', () => {
  const rows = firstSheetOf(FILE, workbookOf(HEADINGS, PUNE, SOUTH_ANDAMAN));
  assert.deepEqual(
    rows.map((row) => Object.fromEntries(row)),
    [HEADINGS, PUNE, SOUTH_ANDAMAN],
  );
});
