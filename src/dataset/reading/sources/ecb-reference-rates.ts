import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { readJsonAs } from '../../building/files/json-shape.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { citedSource, longDate } from './citations.ts';
import type { SourceReader } from './reader.ts';

/** The Bank's own file: one line, units of each currency for one euro. */
const BANK_FILE = 'eurofxref.csv';
/** The same rates crossed to the US dollar, by Prebid.org. */
const PREBID_FILE = 'ecb_2026-08-21_prebid_latest.json';
/** Day of the rates in Prebid's file. */
const PREBID_DAY = '2026-08-21';
/** The Bank's mark for a currency without a rate for the day. */
const NO_RATE = 'N/A';

/** The part of Prebid's currency file that we use. Rates: units of the currency for one unit of the base. */
const CurrencyFile = Type.Object({
  dataAsOf: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T00:00:00' }),
  conversions: Type.Object({
    USD: Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.Number({ exclusiveMinimum: 0 }), {
      additionalProperties: false,
      minProperties: 2,
    }),
  }),
});

/**
 * Euro reference rates of the European Central Bank, as units of a currency for one US dollar: converted by Prebid.org in our
 * copy, and by us if the folder has the Bank's own file. Divided by the rate of the euro they give the Bank's own figures. A rate
 * belongs to a currency, not to a country: `currency/JPY`.
 */
export const ecbReferenceRates: SourceReader = {
  id: 'ecb-reference-rates',
  folder: 'fx',
  read(directory, gazetteer) {
    const { day, rates, crossedBy } = existsSync(join(directory, BANK_FILE))
      ? readBankFile(directory)
      : readPrebidFile(directory);
    const source = `ecb-reference-rates-${day}`;
    const of = { metric: 'reference_exchange_rate', unit: 'currency_units_per_usd', note: '' };
    const rate = { ...of, period: day, grain: 'country', source } as const;
    const facts = Object.entries(rates).map(([currency, value]) => ({
      ...rate,
      place: `currency/${currency}`,
      value,
    }));
    return {
      sources: [
        {
          ...citedSource(gazetteer.dataDirectory, 'ecb-reference-rates'),
          id: source,
          title: `Euro foreign exchange reference rates of ${longDate(day)}, crossed to the US dollar by ${crossedBy}`,
          attribution: `Source: European Central Bank, euro reference rates; cross rates computed by ${crossedBy}`,
          vintage: day,
        },
      ],
      facts,
      matches: [],
    };
  },
};

/** `Date, USD, JPY, …` and one line such as `21 August 2026, 1.1699, 185.66, …`, both ending in an empty cell. */
function readBankFile(directory: string) {
  const { header, rows } = readPublishedTable(join(directory, BANK_FILE));
  const [row, other] = rows as [PublishedRow, ...PublishedRow[]];
  if (other !== undefined) throw other.fault('Date', 'more than the rates of one day');
  const date = new Date(`${row.matching('Date', /^\d{1,2} [A-Z][a-z]+ \d{4}$/, 'a day')} UTC`);
  if (Number.isNaN(date.getTime())) throw row.fault('Date', 'not a day');
  const dollar = rateOf(row, 'USD');
  const currencies = header.filter((name) => name !== 'Date' && name !== '');
  /** Units of the currency for one US dollar, by ISO 4217 code. */
  const rates: Record<string, number> = { EUR: 1 / dollar };
  for (const currency of currencies) {
    if (!/^[A-Z]{3}$/.test(currency)) throw row.fault(currency, 'the column is no currency');
    if (row.text(currency) !== NO_RATE) rates[currency] = rateOf(row, currency) / dollar;
  }
  return { day: date.toISOString().slice(0, 'yyyy-mm-dd'.length), rates, crossedBy: 'this service' };
}

function rateOf(row: PublishedRow, currency: string): number {
  const rate = row.requiredNumber(currency);
  if (rate <= 0) throw row.fault(currency, `${rate} is no rate`);
  return rate;
}

function readPrebidFile(directory: string) {
  const content = readJsonAs(CurrencyFile, join(directory, PREBID_FILE));
  const day = content.dataAsOf.slice(0, PREBID_DAY.length);
  if (day !== PREBID_DAY)
    throw new SourceFileError(PREBID_FILE, 0, '/dataAsOf', `rates of ${day} instead of ${PREBID_DAY}`);
  return { day, rates: content.conversions.USD, crossedBy: 'Prebid.org' };
}
