import { join } from 'node:path';
import Type from 'typebox';
import type { Fact } from '../../building/facts/fact.ts';
import { readJsonAs } from '../../building/files/json-shape.ts';
import { readCurrencies } from '../../building/places/country-details.ts';
import { citeEdition } from './citations.ts';
import type { SourceReader } from './reader.ts';

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
  read(directory, gazetteer) {
    const { date, usd } = readJsonAs(Rates, join(directory, FILE));
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
        citeEdition(gazetteer.dataDirectory, 'currency-api', {
          id: source,
          title: `Exchange rates of all currencies on ${date}, merged from free feeds; not an official source`,
          vintage: date,
        }),
      ],
      facts,
      matches: [],
    };
  },
};
