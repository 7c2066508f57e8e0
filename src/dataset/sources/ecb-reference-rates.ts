import { join } from 'node:path';
import Type from 'typebox';
import type { Fact } from '../fact.ts';
import { readBytes } from '../file-bytes.ts';
import { parseJsonAs } from '../json-shape.ts';
import type { SourceReader, SourceReading } from '../reader.ts';
import { SourceFileError } from '../source-file-error.ts';

const SOURCE = 'ecb-reference-rates-2026-08-21';
const FILE = 'ecb_2026-08-21_prebid_latest.json';

/** Day of the rates that the source entry below describes. */
const DAY = '2026-08-21';

/** What we use of Prebid's currency file. Rates: units of the currency for one unit of the base. */
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
 * Euro reference rates of the European Central Bank, which Prebid publishes crossed to the US dollar.
 *
 * We keep the cross rates as they are: units of a currency for one dollar. Divided by the rate of the euro
 * they give the Bank's own figures. A rate belongs to a currency, not to a country: `currency/JPY`.
 */
export const ecbReferenceRates: SourceReader = {
  id: 'ecb-reference-rates',
  folder: 'fx',
  read(directory: string): SourceReading {
    const content = parseJsonAs(CurrencyFile, FILE, readBytes(join(directory, FILE), FILE));
    const period = content.dataAsOf.slice(0, DAY.length);
    if (period !== DAY)
      throw new SourceFileError(FILE, 0, '/dataAsOf', `rates of ${period} instead of ${DAY}`);
    const facts = Object.entries(content.conversions.USD).map(
      ([currency, value]): Fact => ({
        place: `currency/${currency}`,
        metric: 'reference_exchange_rate',
        period,
        grain: 'country',
        value,
        unit: 'currency_units_per_usd',
        source: SOURCE,
        note: '',
      }),
    );
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'European Central Bank',
          title:
            'Euro foreign exchange reference rates of 21 August 2026, crossed to the US dollar by Prebid.org',
          url: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
          licence: 'Free re-use with the source named',
          licence_url: 'https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html',
          attribution:
            'Source: European Central Bank, euro reference rates; cross rates computed by Prebid.org',
          vintage: DAY,
        },
      ],
      facts,
      matches: [],
    };
  },
};
