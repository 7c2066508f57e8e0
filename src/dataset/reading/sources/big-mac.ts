import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { citeEdition, longDate } from './citations.ts';
import { CountryMatches } from './country-matches.ts';
import type { SourceReader } from './reader.ts';

const FIRST_DAY = '2015-01-01';

/**
 * The Big Mac index of The Economist: one line per country and survey, twice a year.
 *
 * The surveyed prices in local money come from the source data, which have the members of the euro area one
 * by one; the price in dollars and what it says of a currency come from the index, which has the area as one.
 */
export const bigMac: SourceReader = {
  id: 'big-mac',
  folder: 'big-mac-index',
  read(directory, gazetteer) {
    const countries = new CountryMatches(gazetteer, bigMac.id);
    const prices = readPublishedTable(join(directory, 'big-mac-source-data-v2.csv'), {
      columns: ['name', 'iso_a3', 'currency_code', 'local_price', 'date'],
    });
    const index = readPublishedTable(join(directory, 'big-mac-full-index.csv'), {
      columns: ['name', 'iso_a3', 'date', 'dollar_price', 'USD_raw'],
    });
    const lastSurvey = lastDay([...index.rows, ...prices.rows]);
    const edition = lastSurvey.slice(0, 'yyyy-mm'.length);
    const [, ...month] = longDate(lastSurvey).split(' ');
    const source = `economist-big-mac-${edition}`;
    return {
      sources: [
        citeEdition(gazetteer.dataDirectory, 'economist-big-mac', {
          id: source,
          title: `The Big Mac index, surveys up to ${month.join(' ')}`,
          vintage: edition,
        }),
      ],
      facts: [...localPrices(prices.rows, countries, source), ...indexFigures(index.rows, countries, source)],
      matches: countries.departures(),
    };
  },
};

function localPrices(rows: readonly PublishedRow[], countries: CountryMatches, source: string): Fact[] {
  return rows.flatMap((row) => {
    const currency = row.matching('currency_code', /^[A-Z]{3}$/, 'an ISO 4217 code');
    const figure = { column: 'local_price', metric: 'big_mac_price', unit: currency };
    return surveyed(row, countries, source, [figure]);
  });
}

function indexFigures(rows: readonly PublishedRow[], countries: CountryMatches, source: string): Fact[] {
  return rows.flatMap((row) =>
    surveyed(row, countries, source, [
      { column: 'dollar_price', metric: 'big_mac_price_in_dollars', unit: 'USD' },
      { column: 'USD_raw', metric: 'big_mac_currency_valuation', unit: 'share_above_dollar_parity' },
    ]),
  );
}

function lastDay(rows: readonly PublishedRow[]): string {
  return (
    rows
      .map((row) => row.date('date'))
      .sort()
      .at(-1) ?? ''
  );
}

/** The figures of one country in one survey; none for surveys before FIRST_DAY. */
function surveyed(
  row: PublishedRow,
  countries: CountryMatches,
  source: string,
  figures: readonly { column: string; metric: string; unit: string }[],
): Fact[] {
  const period = row.date('date');
  const place = countries.placeOf(row, 'iso_a3', row.required('name'));
  if (place === null || period < FIRST_DAY) return [];
  return figures.map(({ column, metric, unit }) => {
    const value = row.requiredNumber(column);
    return { place, metric, period, grain: 'country', value, unit, source, note: '' };
  });
}
