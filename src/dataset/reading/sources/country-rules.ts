import { mean } from 'simple-statistics';
import { roundTo } from '../../../release/round-to.ts';
import { filled, recordTable, texts, word } from '../../building/files/records.ts';
import { readCountries } from '../../building/places/countries.ts';
import { COUNTRY_TABLES } from '../../building/places/country-details.ts';
import { longDate } from './citations.ts';
import { countriesByCode } from './place-rules.ts';
import type { RulesOfTables, TableRules } from './table-reader.ts';

/** The letters of the World Bank's dimensions of governance. */
const DIMENSIONS = ['va', 'pv', 'ge', 'rq', 'rl', 'cc'];
/** Its workbook's mark for "no estimate". */
const NO_ESTIMATE = '..';

/** The groups of countries come after the countries, the world last: a file cut between lines lacks it. */
const LAST_OF_UNDP = 'ZZK.WORLD';

/** Rules for tables of countries and of currencies. */
export const COUNTRY_RULES: RulesOfTables = {
  'big-mac': {
    edition(rows) {
      const lastSurvey = rows.map((row) => row.date('date')).reduce((last, day) => (day > last ? day : last));
      const vintage = lastSurvey.slice(0, 'yyyy-mm'.length);
      const month = longDate(lastSurvey).replace(/^\d+ /, '');
      return {
        id: `economist-big-mac-${vintage}`,
        title: `The Big Mac index, surveys up to ${month}`,
        vintage,
      };
    },
  },
  'compiled-exchange-rates': {
    edition([first]) {
      const vintage = first?.date('/date') ?? '';
      const title = `Exchange rates of all currencies on ${vintage}, merged from free feeds; not an official source`;
      return { id: `currency-api-${vintage}`, title, vintage };
    },
  },
  'ilostat minimum wage': payIn('minimum_wage'),
  'ilostat earnings': payIn('average_monthly_earnings'),
  'household-spending-by-type country': spendingRatios('household-spending-by-type country'),
  'household-spending-by-type hesse': spendingRatios('household-spending-by-type hesse'),
  'us-food-plans': spendingRatios('us-food-plans', 'moderate_cost_usd_month'),
  'oecd-wages': {
    places: countriesByCode('REF_AREA', 'Reference area', (row) =>
      row.text('BASE_PER') === '' ? 'the publisher does not say in the prices of which year' : '',
    ),
  },
  'undp-hdr': {
    // Our copy, otherwise unchanged, calls the column `code`.
    format: { endsWithoutLineEnd: true, renamed: { code: 'iso3' } },
    rows(rows) {
      const last = rows.at(-1);
      if (last !== undefined && last.text('iso3') !== LAST_OF_UNDP)
        throw last.fault('iso3', `truncated: the last line is not that of the world, ${LAST_OF_UNDP}`);
      return rows;
    },
  },
  'us-consumer-expenditure': {
    rows: (rows) => rows.map((row) => row.with({ '(note)': row.required('item').replaceAll('_', ' ') })),
  },
  'vat-rates': {
    places: countriesByCode('key', 'key', (row) =>
      row.text('type') === 'none' ? 'no tax of this kind: its states have taxes of their own' : '',
    ),
  },
  'world-bank-wgi': {
    // Every dimension lists the same countries, with or without an estimate, so unequal numbers of lines mean a truncated file.
    rows(rows) {
      for (const row of rows)
        if ((row.required('estimate') === NO_ESTIMATE) !== (row.required('stddev') === NO_ESTIMATE))
          throw row.fault('stddev', 'an estimate has an error, and nothing else has');
      const byDimension = Map.groupBy(rows, (row) => row.required('indicator'));
      for (const dimension of DIMENSIONS) {
        const found = byDimension.get(dimension)?.length ?? 0;
        if (found !== rows.length / DIMENSIONS.length)
          throw rows
            .at(-1)
            ?.fault('indicator', `truncated: ${found} lines of ${dimension}, unlike the others`);
      }
      return rows;
    },
  },
};

/**
 * The latest pay of each country, in its money of that year or, by the ILO's code in data/readers/ilostat-pay.tsv, in another: a
 * reviewed currency of '' leaves the pay out, because it is not what the file says it is.
 */
function payIn(metric: string): TableRules {
  return {
    rows(rows, { dataDirectory }) {
      const rulings = new Map(
        RULINGS.read(dataDirectory)
          .filter((row) => row.metric === metric)
          .map((row) => [row.code, row]),
      );
      const countries = new Map(readCountries(dataDirectory).map(({ iso3, iso2 }) => [iso3, iso2]));
      const currencies = Map.groupBy(COUNTRY_TABLES.currencies.read(dataDirectory), ({ iso2 }) => iso2);
      const known = rows.filter((row) => row.number('obs_value') !== null);
      return [...Map.groupBy(known, (row) => row.required('ref_area'))].map(([code, ofCountry]) => {
        const latest = ofCountry.reduce((last, row) => (row.year('time') > last.year('time') ? row : last));
        const ruling = rulings.get(code);
        const [own] = currencies.get(countries.get(code === 'KOS' ? 'XKX' : code) ?? '') ?? [];
        const ofYear = own !== undefined && own.since <= `${latest.year('time')}-01-01` ? own.currency : '';
        const isUnreliable = metric === 'average_monthly_earnings' && latest.text('obs_status') === 'U';
        const currency = isUnreliable ? '' : (ruling?.currency ?? ofYear);
        return latest.with({ '(currency)': currency, '(note)': ruling?.note ?? '' });
      });
    },
  };
}
const RULINGS = recordTable('readers/ilostat-pay', texts('metric', 'code', 'currency', 'note', 'reason'));

/** The publisher's names of one adult, a couple, and a couple with two school children; the mean of several. */
const HOUSEHOLDS = recordTable('readers/households', {
  table: filled,
  household: word(['one', 'couple', 'family']),
  name: filled,
});

/** How many times as much the larger households spend on each item as one adult: all that the estimates use. */
function spendingRatios(table: string, value = 'value'): TableRules {
  return {
    rows(rows, { dataDirectory }) {
      const households = HOUSEHOLDS.read(dataDirectory).filter((row) => row.table === table);
      const items = Map.groupBy(rows, (row) => (value === 'value' ? row.required('item') : ''));
      return [...items.values()].flatMap((ofItem) => {
        const [first] = ofItem;
        const spendingOf = (household: 'one' | 'couple' | 'family') =>
          mean(
            households.flatMap((each) => {
              if (each.household !== household) return [];
              const row = ofItem.find((one) => one.required('household') === each.name);
              if (row === undefined) throw first?.fault('household', `there is no ${each.name}`);
              return row.requiredNumber(value);
            }),
          );
        const ratio = (household: 'couple' | 'family') =>
          roundTo(spendingOf(household) / spendingOf('one'), 1e4);
        return first?.with({ '(couple)': ratio('couple'), '(family)': ratio('family') }) ?? [];
      });
    },
  };
}
