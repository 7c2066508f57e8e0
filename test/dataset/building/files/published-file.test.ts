import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  parsePublishedTable,
  readPublishedTable,
} from '../../../../src/dataset/building/files/published-file.ts';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';

const COLUMNS = { columns: ['city', 'rent'] };
const GOOD = 'city,rent\nLisbon,17.43\nPorto,12.05\n';

function parse(text: string, options: Partial<Parameters<typeof parsePublishedTable>[2]> = {}) {
  return parsePublishedTable('rents.csv', Buffer.from(text), { ...COLUMNS, ...options });
}

test('a last line without a line end is refused as truncated: its last figure may have been cut', () => {
  assert.throws(() => parse(GOOD.slice(0, -'05\n'.length)), {
    name: 'SourceFileError',
    message: 'rents.csv, line 3: the last line has no line end: truncated',
  });
});

test('a file cut within any line is refused', () => {
  const withinLine = fc
    .integer({ min: 0, max: GOOD.length - 1 })
    .filter((length) => GOOD[length - 1] !== '\n');
  fc.assert(
    fc.property(withinLine, (length) => {
      assert.throws(() => parse(GOOD.slice(0, length)), SourceFileError);
    }),
  );
});

test('a file whose publisher omits the last line end is read completely, with or without one', () => {
  for (const text of [GOOD.trimEnd(), GOOD]) {
    const { rows } = parse(text, { endsWithoutLineEnd: true });
    assert.deepEqual(
      rows.map((row) => row.requiredNumber('rent')),
      [17.43, 12.05],
    );
  }
});

test('lines may have Windows line ends', () => {
  const { rows } = parse(GOOD.replaceAll('\n', '\r\n'));
  assert.equal(rows.at(-1)?.requiredNumber('rent'), 12.05);
  assert.throws(() => parse(GOOD.replaceAll('\n', '\r\n').trimEnd()), /line 3: .* truncated/);
});

test('an empty cell is null if the column allows it, and otherwise refused with line and column', () => {
  const row = parse('city,rent\nLisbon,\n').rows[0] ?? assert.fail();
  assert.equal(row.number('rent'), null);
  assert.throws(() => row.requiredNumber('rent'), {
    message: 'rents.csv, line 2, column rent: the cell is empty',
  });
});

test('a malformed cell is refused with the name of the required form', () => {
  const row = parse('city,rent\n2024,17\n').rows[0] ?? assert.fail();
  assert.equal(row.year('city'), '2024');
  assert.throws(() => row.year('rent'), { message: 'rents.csv, line 2, column rent: not a year: "17"' });
  assert.throws(() => row.date('city'), { message: 'rents.csv, line 2, column city: not a date: "2024"' });
});

test('numbers are read as the format says that the file writes them, and only so; a computed number is one as it is', () => {
  const rent = (cell: string, numbers?: string) =>
    parse(`city;rent\nLisbon;${cell}\n`, { delimiter: ';', ...(numbers !== undefined && { numbers }) })
      .rows[0] ?? assert.fail();
  for (const [numbers, cell, value] of [
    ['1.234,5', '1.048.000,25', 1_048_000.25],
    ['1.234,5', '-98500', -98500],
    ['1,234.5', '98,500', 98500],
    ['1 234,5', '98\u00a0500,5', 98500.5],
    ['1234,5', ',5', 0.5],
  ] as const)
    assert.equal(rent(cell, numbers).number('rent'), value, cell);
  for (const [numbers, cell] of [
    ['1.234,5', '98.5'],
    ['1,234.5', '98,50'],
    ['1,234.5', '1,2345'],
    ['1234,5', '1.234,5'],
    ['1234,5', '1e3'],
    ['1234,5', '-'],
  ] as const)
    assert.throws(() => rent(cell, numbers).number('rent'), {
      message: `rents.csv, line 2, column rent: not a number such as ${numbers}: ${JSON.stringify(cell)}`,
    });
  assert.equal(rent('7', '1.234,5').with({ rent: 1.234 }).number('rent'), 1.234);
  assert.equal(rent('..', '1.234,5').number('rent', ['..']), null);
  assert.throws(() => rent('98,500').number('rent'), {
    message:
      'rents.csv, line 2, column rent: not a number: "98,500"; the reader\'s format must say how the file writes 1234.5 (numbers)',
  });
  assert.throws(() => rent('7', '1.234').number('rent'), /"1\.234" is no way to write 1234\.5/);
});

test('the error for a missing file names the file and its folder', () => {
  assert.throws(() => readPublishedTable('/nowhere/rents.csv', COLUMNS), {
    name: 'SourceFileError',
    message: 'rents.csv: there is no such file in /nowhere',
  });
});

test('a compressed file is read like any other, and refused if truncated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compressed-'));
  const path = join(folder, 'rents.csv.gz');
  try {
    const bytes = gzipSync(GOOD);
    writeFileSync(path, bytes);
    assert.equal(readPublishedTable(path, COLUMNS).rows.at(-1)?.requiredNumber('rent'), 12.05);
    writeFileSync(path, bytes.subarray(0, -12));
    assert.throws(() => readPublishedTable(path, COLUMNS), /rents\.csv\.gz: damaged/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
