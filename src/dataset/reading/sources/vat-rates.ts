import { join } from 'node:path';
import Type from 'typebox';
import type { Fact } from '../../building/facts/fact.ts';
import { readJsonAs } from '../../building/files/json-shape.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'sales-tax-2-23-0';
const FILE = 'sales_tax_rates.json';
/** The compiler's folder is of this year; the file has no date of its own. */
const YEAR = '2026';

const Rates = Type.Record(
  Type.String({ pattern: '^[A-Z]{2}$' }),
  Type.Object({
    type: Type.Union([Type.Literal('vat'), Type.Literal('gst'), Type.Literal('none')]),
    rate: Type.Number({ minimum: 0, maximum: 1 }),
  }),
);

/** Standard rates of value added or goods and services tax, compiled for billing software. */
export const vatRates: SourceReader = {
  id: 'vat-rates',
  folder: 'vat-rates-2026',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const matches: Match[] = [];
    const rates = readJsonAs(Rates, join(directory, FILE));
    const facts = Object.entries(rates).flatMap(([code, { type, rate }]): Fact[] => {
      const country = gazetteer.countryByCode(code);
      if (country === undefined) throw new SourceFileError(FILE, 0, `/${code}`, 'no ISO 3166-1 code');
      if (type === 'none') {
        const how = 'no tax of this kind: its states have taxes of their own';
        matches.push({ published: code, place: '', how });
        return [];
      }
      const fact = { place: country.key, metric: 'vat_standard_rate', period: YEAR, value: rate, note: '' };
      return [{ ...fact, grain: 'country', unit: 'share_of_price_before_tax', source: SOURCE }];
    });
    return { facts, matches };
  },
};
