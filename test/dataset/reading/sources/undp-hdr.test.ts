import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const undpHdr = tableReaderNamed('undp-hdr');

const FILE = 'HDR25_Composite_indices_complete_time_series.csv';
const SERIES =
  'hdi ihdi phdi gdi gii coef_ineq le eys mys gnipc mmr abr se_f se_m pr_f lfpr_f lfpr_m co2_prod mf'.split(
    ' ',
  );
const COLUMNS = SERIES.flatMap((series) =>
  Array.from({ length: 9 }, (_, index) => `${series}_${2015 + index}`),
);

/** A table with one line per code. `figures` are by column, and the other cells are empty. */
function table(
  figures: Readonly<Record<string, Readonly<Record<string, string>>>>,
  codeColumn = 'iso3',
): string {
  const lines = Object.entries(figures).map(([code, cells]) =>
    [code, `Name of ${code}`, ...COLUMNS.map((column) => cells[column] ?? '')].join(','),
  );
  return `${[[codeColumn, 'country', ...COLUMNS].join(','), ...lines].join('\n')}\n`;
}

const GOOD = table({ PRT: { hdi_2022: '0.883', hdi_2023: '0.89' }, 'ZZK.WORLD': { hdi_2023: '0.756' } });

testDamagedTable(undpHdr, { [FILE]: GOOD }, { name: FILE, file: FILE, headerLine: 1, column: 'gnipc_2020' });

test('years without a figure, and groups of countries, are left out', () => {
  const { facts, matches } = readExcerpt(undpHdr, { [FILE]: GOOD });
  assert.deepEqual(
    facts.map(({ place, metric, period, value }) => [place, metric, period, value]),
    [
      ['country/portugal', 'human_development_index', '2022', 0.883],
      ['country/portugal', 'human_development_index', '2023', 0.89],
    ],
  );
  assert.deepEqual(matches, [
    { published: 'ZZK.WORLD | Name of ZZK.WORLD', place: '', how: 'a group of countries' },
  ]);
});

test('the column of codes may have the publisher’s name or the copyist’s, and no other', () => {
  const figures = { PRT: { hdi_2023: '0.89' }, 'ZZK.WORLD': {} };
  assert.equal(readExcerpt(undpHdr, { [FILE]: table(figures, 'code') }).facts.length, 1);
  assertRefused(
    undpHdr,
    { [FILE]: table(figures, 'alpha3') },
    { file: FILE, line: 1, column: 'iso3', fault: /missing from the header/ },
  );
});

test('a file truncated between two lines is refused, because the last line must be the world', () => {
  const cut = table({ PRT: { hdi_2023: '0.89' } });
  assertRefused(undpHdr, { [FILE]: cut }, { file: FILE, line: 2, column: 'iso3', fault: /truncated/ });
});

test('a figure that is not a number is refused with its series and year', () => {
  const wrong = table({ PRT: { mys_2019: '..' }, 'ZZK.WORLD': {} });
  assertRefused(
    undpHdr,
    { [FILE]: wrong },
    { file: FILE, line: 2, column: 'mys_2019', fault: /not a number/ },
  );
});
