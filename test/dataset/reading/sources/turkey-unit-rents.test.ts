import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';

const turkeyUnitRents = tableReaderNamed('turkey-unit-rents');

const FILE = 'unit_rents_prices_by_province_2026q2.csv';
const LINES = [
  'province,rent_try_per_m2_month_2026q2,sale_price_try_per_m2_2026q2',
  'Türkiye,258.45,51849.8',
  'Bingöl,,33333',
  'İstanbul,442.57,87153.4',
];

test('a Turkish province has the rent of its quarter; the country and a province without a rent have none', () => {
  const { facts } = readExcerpt(turkeyUnitRents, { [FILE]: `${LINES.join('\n')}\n` });
  assert.deepEqual(
    facts.map(({ place, grain, period, value, unit }) => [place, grain, period, value, unit]),
    [['area/tr-admin1-34', 'region', '2026-04-01/2026-06-30', 442.57, 'TRY']],
  );
});

test('a Turkish rent that is not a number is refused with its line', () => {
  assertRefused(
    turkeyUnitRents,
    { [FILE]: `${LINES.join('\n').replace('442.57', 'n/a')}\n` },
    { file: FILE, line: 4, column: 'rent_try_per_m2_month_2026q2', fault: /not a number/ },
  );
});
