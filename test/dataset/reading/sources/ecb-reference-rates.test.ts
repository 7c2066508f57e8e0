import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { ecbReferenceRates } from '../../../../src/dataset/reading/sources/ecb-reference-rates.ts';
import { assertRefused, readExcerpt } from '../../../support/dataset/excerpts.ts';

const FILE = 'ecb_2026-08-21_prebid_latest.json';

function currencyFile(rates: Readonly<Record<string, unknown>>, day = '2026-08-21'): string {
  return JSON.stringify({
    dataAsOf: `${day}T00:00:00.000Z`,
    conversions: { USD: rates, GBP: { USD: 1.37 } },
  });
}

const GOOD = currencyFile({ EUR: 0.8547739123001966, USD: 1, JPY: 158.6973245576545 });

test('rates are units of a currency per dollar, of one day, and belong to the currency', () => {
  const { facts, matches } = readExcerpt(ecbReferenceRates, { [FILE]: GOOD });
  assert.deepEqual(
    facts.map(({ place, period, value, unit }) => [place, period, value, unit]),
    [
      ['currency/EUR', '2026-08-21', 0.8547739123001966, 'currency_units_per_usd'],
      ['currency/USD', '2026-08-21', 1, 'currency_units_per_usd'],
      ['currency/JPY', '2026-08-21', 158.6973245576545, 'currency_units_per_usd'],
    ],
  );
  assert.deepEqual(matches, []);
});

test('rates of another day than the source states are refused', () => {
  const other = currencyFile({ EUR: 0.85, USD: 1 }, '2026-08-24');
  assertRefused(
    ecbReferenceRates,
    { [FILE]: other },
    { file: FILE, column: '/dataAsOf', fault: /2026-08-24/ },
  );
});

test('a rate that is not a positive number is refused with its position in the document', () => {
  for (const rate of ['0.85', 0, -1, null]) {
    const wrong = currencyFile({ EUR: rate, USD: 1 });
    assertRefused(
      ecbReferenceRates,
      { [FILE]: wrong },
      { file: FILE, column: '/conversions/USD/EUR', fault: /./ },
    );
  }
  assertRefused(
    ecbReferenceRates,
    { [FILE]: currencyFile({ euro: 0.85, USD: 1 }) },
    { file: FILE, column: '/conversions/USD/euro', fault: /./ },
  );
});

test('a web page, or bytes that are not UTF-8, are refused as such', () => {
  const page = '<html><body>503</body></html>';
  assertRefused(ecbReferenceRates, { [FILE]: page }, { file: FILE, line: 1, fault: /web page/ });
  const latin1 = Buffer.from('{"dataAsOf":"\u00e4"}', 'latin1');
  assertRefused(
    ecbReferenceRates,
    { [FILE]: latin1 },
    { file: FILE, line: 1, column: 'byte 14', fault: /UTF-8/ },
  );
});

test('a truncated file is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: GOOD.length - 1 }), (length) => {
      assert.throws(() => readExcerpt(ecbReferenceRates, { [FILE]: GOOD.slice(0, length) }), SourceFileError);
    }),
  );
});
