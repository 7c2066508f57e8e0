import { join } from 'node:path';
import Type from 'typebox';
import type { Fact } from '../../building/facts/fact.ts';
import { readBytes } from '../../building/files/file-bytes.ts';
import { parseJsonAs } from '../../building/files/json-shape.ts';
import { readCurrencies } from '../../building/places/country-details.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const FILE = 'usd.json';

const Rates = Type.Object({
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  usd: Type.Record(Type.String(), Type.Number({ exclusiveMinimum: 0 })),
});

/** Currencies whose rate in the file has not changed for years, or is not the rate that people get. */
const STALE = new Set(['IRR', 'KPW', 'LBP', 'SYP']);

/**
 * Rates of one day of all currencies, units for one US dollar, that a compiler merges from free feeds without saying from
 * which. Not an official source, but an approximate rate for currencies without a central bank's rate.
 */
export const compiledExchangeRates: SourceReader = {
  id: 'compiled-exchange-rates',
  folder: 'fx-all-currencies-2026-09-29',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const { date, usd } = parseJsonAs(Rates, FILE, readBytes(join(directory, FILE), FILE));
    const source = `currency-api-${date}`;
    const facts = readCurrencies(gazetteer.dataDirectory).flatMap(({ currency: code }): Fact[] => {
      const value = usd[code.toLowerCase()];
      if (value === undefined || code === 'USD' || STALE.has(code)) return [];
      const fact = {
        place: `currency/${code}`,
        metric: 'compiled_exchange_rate',
        period: date,
        value,
        note: '',
      };
      return [{ ...fact, grain: 'country', unit: 'currency_units_per_usd', source }];
    });
    return {
      sources: [
        {
          id: source,
          publisher: 'exchange-api (fawazahmed0)',
          title: `Exchange rates of all currencies on ${date}, merged from free feeds; not an official source`,
          url: 'https://github.com/fawazahmed0/exchange-api',
          licence: 'CC0',
          licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
          attribution: 'exchange-api by fawazahmed0',
          vintage: date,
          terms_unclear:
            'The package states no licence, but its repository is known to state CC0. It does not name the feeds that it merges.',
        },
      ],
      facts,
      matches: [],
    };
  },
};
