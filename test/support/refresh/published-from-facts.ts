import { stringify } from 'csv-stringify/sync';
import { readFacts } from '../../../src/dataset/building/facts/fact.ts';
import { readCountries } from '../../../src/dataset/building/places/countries.ts';
import { readRegistry } from '../../../src/dataset/building/places/registry.ts';
import { wdiIndicators } from '../../../src/dataset/reading/sources/world-bank-wdi.ts';

/**
 * Makes files in the publishers' formats from the facts that we read from such files. So the tests need no copy of a
 * published file, and reading the files again must give the same facts.
 */

export const BIG_MAC = 'https://raw.githubusercontent.com/TheEconomist/big-mac-data/HEAD';
export const ECB = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref.zip';

type Table = Record<string, string>[];

export interface BigMacTables {
  /** Rows of output-data/big-mac-full-index.csv. */
  index: Table;
  /** Rows of source-data/big-mac-source-data-v2.csv. */
  prices: Table;
}

export function bigMacTables(dataDirectory: string): BigMacTables {
  const facts = readFacts(dataDirectory, 'big-mac');
  const iso3 = alpha3Codes(dataDirectory);
  const country = (place: string) => ({
    name: place.slice('country/'.length),
    iso_a3: iso3.get(place) ?? '',
  });
  const valuations = new Map(
    facts
      .filter(({ metric }) => metric === 'big_mac_currency_valuation')
      .map(({ place, period, value }) => [`${place} ${period}`, value]),
  );
  return {
    index: facts
      .filter(({ metric }) => metric === 'big_mac_price_in_dollars')
      .map(({ place, period, value }) => ({
        ...country(place),
        date: period,
        dollar_price: value,
        USD_raw: valuations.get(`${place} ${period}`) ?? '',
      })),
    prices: facts
      .filter(({ metric }) => metric === 'big_mac_price')
      .map(({ place, period, value, unit }) => ({
        ...country(place),
        currency_code: unit,
        local_price: value,
        date: period,
      })),
  };
}

export function csv(table: Table): string {
  return stringify(table, { header: true });
}

/** The list of economies, and the bulk download of each indicator, with the economies and years in our facts. */
export function wdiTables(
  dataDirectory: string,
  edition: string,
): { economies: string; indicators: Map<string, string> } {
  const facts = readFacts(dataDirectory, 'world-bank-wdi');
  const iso3 = new Map([...alpha3Codes(dataDirectory), ['country/kosovo', 'XKX']]);
  const places = [...new Set(facts.map(({ place }) => place))].sort();
  const years = facts.map(({ period }) => Number(period));
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const range = Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  const values = new Map(
    facts.map(({ place, metric, period, value }) => [`${place} ${metric} ${period}`, value]),
  );
  const indicators = new Map(
    [...wdiIndicators(dataDirectory)].map(([code, { metric }]) => {
      const rows = places.map((place) => [
        place,
        iso3.get(place) ?? '',
        metric,
        code,
        ...range.map((year) => values.get(`${place} ${metric} ${year}`) ?? ''),
        '',
      ]);
      const header = ['Country Name', 'Country Code', 'Indicator Name', 'Indicator Code', ...range, ''];
      const table = stringify([header, ...rows], { quoted: true, record_delimiter: '\r\n' });
      return [
        code,
        `\ufeff"Data Source","World Development Indicators",\r\n\r\n"Last Updated Date","${edition}",\r\n\r\n${table}`,
      ];
    }),
  );
  const economies = stringify([
    ['Country Code', 'Region', 'IncomeGroup', 'TableName', ''],
    ...places.map((place) => [iso3.get(place) ?? '', 'A region', 'High income', place, '']),
    ['WLD', '', '', 'World', ''],
  ]);
  return { economies, indicators };
}

/** `eurofxref.csv`: rates per euro, from our rates per dollar. */
export function euroRates(dataDirectory: string, day: string, dollar: number): string {
  const rates = readFacts(dataDirectory, 'ecb-reference-rates')
    .map(({ place, value }) => ({ currency: place.slice('currency/'.length), value: Number(value) }))
    .filter(({ currency }) => currency !== 'EUR')
    .map(({ currency, value }) => ({ currency, rate: currency === 'USD' ? dollar : value * dollar }));
  const header = ['Date', ...rates.map(({ currency }) => currency), 'RUB', ''];
  const row = [day, ...rates.map(({ rate }) => String(rate)), 'N/A', ''];
  return `${header.join(', ')}\n${row.join(', ')}\n`;
}

function alpha3Codes(dataDirectory: string): Map<string, string> {
  const iso3 = new Map(readCountries(dataDirectory).map((country) => [country.iso2, country.iso3]));
  return new Map(
    readRegistry(dataDirectory, 'countries').map(({ id, key }) => [`country/${id}`, iso3.get(key) ?? '']),
  );
}
