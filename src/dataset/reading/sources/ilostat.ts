import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { readTable } from '../../building/files/table.ts';
import { readCountryCurrencies } from '../../building/places/country-details.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { CountryMatches } from './country-matches.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'ilostat-2026-07';

/** Division of COICOP → the category whose prices it follows. Alcohol, furnishings and miscellaneous have no category. */
const DIVISIONS: ReadonlyMap<string, string> = new Map([
  ['COI_COICOP_CP01T12', 'all_items'],
  ['COI_COICOP_CP01', 'food'],
  ['COI_COICOP_CP03', 'clothing'],
  ['COI_COICOP_CP04', 'housing'],
  ['COI_COICOP_CP06', 'health'],
  ['COI_COICOP_CP07', 'transport'],
  ['COI_COICOP_CP08', 'communication'],
  ['COI_COICOP_CP09', 'recreation'],
  ['COI_COICOP_CP10', 'education'],
  ['COI_COICOP_CP11', 'restaurants'],
]);
/** Older indices are of no use: the price levels that they would carry on are of later years. */
const FIRST_INDEX_YEAR = 2015;
/** Pay of earlier years says too little about today's. */
const FIRST_MINIMUM_WAGE = 2022;
const FIRST_EARNINGS = 2019;

/** The publisher's mark for a figure that it calls unreliable. */
const UNRELIABLE = 'U';

/** Yearly consumer prices by division, the statutory minimum wage, and what employees earn on average. */
export const ilostat: SourceReader = {
  id: 'ilostat',
  folder: 'ilostat-2026-07',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const countries = new CountryMatches(gazetteer, ilostat.id);
    return {
      facts: [
        ...readIndices(directory, countries),
        ...readPay(directory, gazetteer, countries, {
          file: 'EAR_INEE_CUR_NB_A.csv.gz',
          metric: 'minimum_wage',
          column: 'classif1',
          kept: 'CUR_TYPE_LCU',
          firstYear: FIRST_MINIMUM_WAGE,
        }),
        ...readPay(directory, gazetteer, countries, {
          file: 'EAR_EMTA_SEX_NB_A.csv.gz',
          metric: 'average_monthly_earnings',
          column: 'sex',
          kept: 'SEX_T',
          status: 'obs_status',
          firstYear: FIRST_EARNINGS,
        }),
      ],
      matches: countries.departures(),
    };
  },
};

/** Each country's index has its own base, so only ratios of two years say anything. */
function readIndices(directory: string, countries: CountryMatches): Fact[] {
  const { rows } = readPublishedTable(join(directory, 'CPI_XCPI_COI_RT_A.csv.gz'), {
    columns: ['ref_area', 'classif1', 'time', 'obs_value'],
  });
  return rows.flatMap((row): Fact[] => {
    const category = DIVISIONS.get(row.required('classif1'));
    const year = row.year('time');
    const place = countries.placeOf(row, 'ref_area', row.required('ref_area'));
    if (category === undefined || Number(year) < FIRST_INDEX_YEAR || place === null) return [];
    const value = row.requiredNumber('obs_value');
    if (value <= 0) throw row.fault('obs_value', `${value} is no index`);
    return [national(place, `consumer_price_index_${category}`, year, value, 'index_of_own_base')];
  });
}

interface PayTable {
  file: string;
  metric: string;
  /** The column that distinguishes series, and the series that is kept. */
  column: string;
  kept: string;
  /** The column that says how reliable a figure is; absent if the file has no such column. */
  status?: string;
  firstYear: number;
}

/** The latest amount of each country, in its money of that year. */
function readPay(
  directory: string,
  gazetteer: Gazetteer,
  countries: CountryMatches,
  { file, metric, column, kept, status, firstYear }: PayTable,
): Fact[] {
  const rulings = readRulings(gazetteer.dataDirectory, metric);
  const currencies = Map.groupBy(readCountryCurrencies(gazetteer.dataDirectory), ({ iso2 }) => iso2);
  const { rows } = readPublishedTable(join(directory, file), {
    columns: ['ref_area', column, 'time', 'obs_value', ...(status === undefined ? [] : [status])],
  });
  const latest = new Map<string, PublishedRow>();
  for (const row of rows) {
    const code = row.required('ref_area');
    const year = row.year('time');
    if (row.required(column) !== kept || row.number('obs_value') === null || Number(year) < firstYear)
      continue;
    if (year > (latest.get(code)?.text('time') ?? '')) latest.set(code, row);
  }
  return [...latest].flatMap(([code, row]): Fact[] => {
    const year = row.year('time');
    const country = countries.placeOf(row, 'ref_area', code);
    const iso2 = gazetteer.countryByCode(code === 'KOS' ? 'XK' : code)?.iso2 ?? '';
    const [own] = currencies.get(iso2) ?? [];
    const isOfTheYear = own !== undefined && own.since <= `${year}-01-01`;
    const ruling = rulings.get(code);
    const currency = ruling?.currency ?? (isOfTheYear ? own.currency : '');
    const isUnreliable = status !== undefined && row.text(status) === UNRELIABLE;
    if (country === null || currency === '' || isUnreliable) return [];
    const value = row.requiredNumber('obs_value');
    if (value <= 0) throw row.fault('obs_value', `${value} is no pay`);
    return [{ ...national(country, metric, year, value, currency), note: ruling?.note ?? '' }];
  });
}

/**
 * Reviewed, by the ILO's code: the currency of the amount and what to note; a currency of '' leaves it out, because it is not
 * what the file says it is.
 */
function readRulings(dataDirectory: string, metric: string) {
  const rows = readTable(join(dataDirectory, 'readers', 'ilostat-pay.tsv'), RULING_COLUMNS);
  return new Map(rows.filter((row) => row.metric === metric).map((row) => [row.code, row]));
}
const RULING_COLUMNS = ['metric', 'code', 'currency', 'note', 'reason'] as const;

function national(place: string, metric: string, period: string, value: number, unit: string): Fact {
  return { place, metric, period, grain: 'country', value, unit, source: SOURCE, note: '' };
}
