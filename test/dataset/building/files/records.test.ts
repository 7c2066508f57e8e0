import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  list,
  number,
  optionalNumber,
  recordTable,
  text,
} from '../../../../src/dataset/building/files/records.ts';
import { atEnd } from '../../../support/lifetime.ts';

interface Place {
  geonamesId: number;
  name: string;
  areaKm2: number | null;
  callingCodes: string[];
}

const PLACES = recordTable<Place>('places', {
  geonamesId: number,
  name: text,
  areaKm2: optionalNumber,
  callingCodes: list('|'),
});

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lds-records-'));
  atEnd(() => rmSync(directory, { recursive: true }));
  return directory;
}

test('each property is written to the column with its name in snake case, in the order of the columns', () => {
  const data = newDirectory();
  PLACES.write(data, [
    { geonamesId: 5881639, name: 'Anguilla', areaKm2: null, callingCodes: ['+1-264'] },
    { geonamesId: 3508796, name: 'Santo Domingo', areaKm2: 104.44, callingCodes: ['+1-809', '+1-829'] },
  ]);
  assert.equal(
    readFileSync(PLACES.file(data), 'utf8'),
    'geonames_id\tname\tarea_km2\tcalling_codes\n3508796\tSanto Domingo\t104.44\t+1-809|+1-829\n5881639\tAnguilla\t\t+1-264\n',
  );
});

test('any written record is read back unchanged', () => {
  const data = newDirectory();
  const word = fc.stringMatching(/^[^\t\n\r|]*$/);
  const place = fc.record(
    {
      geonamesId: fc.integer(),
      name: word,
      areaKm2: fc.option(fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
      callingCodes: fc.array(word.filter((code) => code !== '')),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(place, (written) => {
      PLACES.write(data, [written]);
      assert.deepEqual(PLACES.read(data), [written]);
    }),
  );
});

test('a cell that is not a number is refused with line and column', () => {
  const data = newDirectory();
  writeFileSync(PLACES.file(data), 'geonames_id\tname\tarea_km2\tcalling_codes\n1\tA\t\t\n2\tB\tlarge\t\n');
  assert.throws(() => PLACES.read(data), {
    name: 'SourceFileError',
    message: `${PLACES.file(data)}, line 3, column area_km2: not a number: "large"`,
  });
});

test('a row that repeats the key of another is refused with its line', () => {
  const data = newDirectory();
  const codes = recordTable('codes', { code: text, name: text }, ({ code }) => code);
  writeFileSync(codes.file(data), 'code\tname\nA\tAda\nA\tAbe\n');
  assert.throws(() => codes.read(data), {
    message: `${codes.file(data)}, line 3, column code: A is there twice`,
  });
});
