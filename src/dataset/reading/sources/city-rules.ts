import { median, sum, weightedMean } from 'simple-statistics';
import { roundTo } from '../../../release/round-to.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import { matching, recordTable, text } from '../../building/files/records.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { regionCodesByName } from '../../building/places/regions.ts';
import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import { canadaMarketBasket, canadianPlace } from './canada-market-basket.ts';
import { byCode, citiesByName, citiesOfCountries, cityAndArea, EUROSTAT_LETTERS } from './place-rules.ts';
import { rowCondition } from './row-conditions.ts';
import type { RulesOfTables, TableRules } from './table-reader.ts';
import { usFbiCityMurders } from './us-fbi-city-murders.ts';
import { governmentPosts, seasonNote } from './us-government-posts.ts';

/** Here Eurostat's survey covers the city and the towns around it. */
const GREATER_CITIES: ReadonlySet<string> = new Set(['Athina', 'Lisboa', 'Paris', 'Manchester']);

/** Averages and medians of fewer bonds or contracts move by chance. */
const FEWEST_TENANCIES = 30;

/** People of the three parts of Hong Kong in the census of 2021 (Census and Statistics Department). */
const PARTS_OF_HONG_KONG: Readonly<Record<string, number>> = {
  'Hong Kong Island': 1_195_529,
  Kowloon: 2_232_339,
  'New Territories': 3_984_077,
};

/** Regions as the files of Saudi Arabia name them → GeoNames' code. */
const SAUDI_REGIONS: Readonly<Record<string, string>> = {
  الرياض: '10',
  'مكة المكرمة': '14',
  'المدينة المنورة': '05',
  القصيم: '08',
  'المنطقة الشرقية': '06',
  عسير: '11',
  تبوك: '19',
  حائل: '13',
  'الحدود الشماليه': '15',
  جازان: '17',
  نجران: '16',
  الباحة: '02',
  الجوف: '20',
};
/** The headers of these files are Arabic or English; the order of the columns is the same in every file. */
const SAUDI_COLUMNS = ['year', 'quarter', 'region', 'city', 'type', 'contracts', 'average'];

/** By the publisher's name of a city: country and name under which to look it up. */
const RENT_CITIES = recordTable('readers/eurostat-rent-cities', {
  published: text,
  country: matching(/^[A-Z]{2}$/, 'a code'),
  name: text,
});

/** Rules for tables of cities. */
export const CITY_RULES: RulesOfTables = {
  'austria-purchasing-power-surcharge': {
    // An earlier month of a station that is listed without a surcharge since.
    rows(rows) {
      const labelOf = (row: PublishedRow) => `${row.required('country_iso2')} | ${row.required('place')}`;
      const ended = rows.filter((row) => row.number('value') === null);
      return rows.filter(
        (row) =>
          !ended.some((end) => labelOf(end) === labelOf(row) && row.text('period') < end.text('period')),
      );
    },
  },
  'canada-cmhc-rents': {
    places: cityAndArea('key', 'ca-cma-', canadianCentre, { grain: 'metro' }),
    rows: (rows) =>
      rows.filter((row) => ['0', '1', '2', '3'].some((column) => row.number(column, ['0']) !== null)),
  },
  'canada-market-basket': canadaMarketBasket,
  'eurostat-city-perception': {
    places: citiesByName(
      (row, gazetteer) => {
        const [city, country] = [row.required('city'), row.required('cc')];
        const iso2 = gazetteer.countryByCode(EUROSTAT_LETTERS[country] ?? country)?.iso2 ?? null;
        return { published: `${country} | ${city}`, name: city.split('/')[0] ?? '', iso2 };
      },
      (row) => (GREATER_CITIES.has(row.required('city')) ? 'metro' : 'city'),
    ),
  },
  'eurostat-city-rents': {
    places: (rows, gazetteer, reader) => {
      const cities = RENT_CITIES.read(gazetteer.dataDirectory);
      const named = citiesByName((row) => {
        const city = cities.find(({ published }) => published === row.required('geo'));
        if (city === undefined)
          throw row.fault('geo', `${row.text('geo')} is not in data/readers/eurostat-rent-cities.tsv`);
        return { ...city, iso2: city.country };
      });
      return named(rows, gazetteer, reader);
    },
  },
  'germany-travel-lump-sums': {
    rows: requiring('meals_24h_eur>0; overnight_eur>0'),
    places(rows, gazetteer, reader) {
      const isCity = (row: PublishedRow) => row.text('city_de') !== '';
      const cities = citiesOfCountries('country_iso2', 'city_de')(rows.filter(isCity), gazetteer, reader);
      return (row) => {
        if (isCity(row)) return cities(row);
        const country = gazetteer.countryByCode(row.required('country_iso2'));
        if (country === undefined) throw row.fault('country_iso2', 'no ISO 3166-1 code');
        return byCode(country.key);
      };
    },
  },
  'hong-kong-rents parts': {
    rows: (rows) => rows.map((row) => row.with({ '(note)': noteOnHongKong(row) })),
    places: cityAndArea('area', 'hk-area-', () => (row) => ({ name: row.required('area'), iso2: 'HK' }), {
      needsArea: () => true,
    }),
  },
  'hong-kong-rents territory': {
    rows(rows) {
      const people = rows.map((row) => PARTS_OF_HONG_KONG[row.required('area')] ?? 0);
      // Without one of its parts, the territory has no mean.
      if (sum(people) !== sum(Object.values(PARTS_OF_HONG_KONG))) return [];
      const rents = rows.map((row) => row.requiredNumber('rent_hkd_per_m2_month'));
      const further = {
        '(mean)': roundTo(weightedMean(rents, people), 1),
        '(territory)': 'the three parts of the territory',
      };
      return rows.slice(0, 1).map((row) => row.with(further));
    },
  },
  'ireland-new-tenancies': {
    rows: (rows) =>
      rows.map((row) => (isCounty(row) ? row.with({ location: `County ${row.required('location')}` }) : row)),
    // `Ennis, Clare`; `Carlow Town` beside the county of Carlow.
    places: cityAndArea(
      'location',
      'ie-county-',
      () => (row) =>
        isCounty(row)
          ? undefined
          : { name: row.required('location').replace(/,.*$| (Town|City)$/, ''), iso2: 'IE' },
      { needsArea: isCounty },
    ),
  },
  'new-zealand-rents': {
    places: (...context) => {
      const matchesOf = cityAndArea('territorial_authority', 'nz-municipality-', councilCity)(...context);
      return (row) => {
        const published = row.required('territorial_authority');
        const found = matchesOf(row);
        const few = row.requiredNumber('lodged_bonds') < FEWEST_TENANCIES;
        if (found.length === 0) return [{ published, place: '', how: 'a district without a city of ours' }];
        return few
          ? [{ published, place: '', how: `fewer than ${FEWEST_TENANCIES} bonds in the month` }]
          : found;
      };
    },
  },
  'official-city-rents-2 buenos aires': {
    rows: requiring('dwelling=1 room (base unit)|2 rooms (base unit)|3 rooms (base unit)'),
  },
  'official-city-rents-2 six cities': { rows: requiring('period=2026-Q1') },
  'official-city-rents-2 seven cities': { rows: requiring('period=2026-Q1') },
  'saudi-rega-rents': {
    format: { header: SAUDI_COLUMNS, linesBeforeHeader: 1 },
    rows: (rows) => rows.filter((row) => row.requiredNumber('contracts') >= FEWEST_TENANCIES),
    places(rows, gazetteer, reader) {
      const overrides = readMatchOverrides(gazetteer.dataDirectory, reader);
      const cities = matchPlaces(gazetteer, overrides, rows.map(saudiCity));
      return (row) => {
        const { published } = saudiCity(row);
        // A person has decided which other places of ours are in a governorate.
        const area = overrides.get(`${published} | area`)?.place;
        return [
          cities.get(published) ?? [],
          area === undefined ? [] : { published, place: area, how: 'override' },
        ].flat();
      };
    },
  },
  'singapore-hdb-rents city': {
    rows: (rows) => {
      const value = median(rows.map((row) => row.requiredNumber('median_rent_sgd_month')));
      return rows.slice(0, 1).map((row) => row.with({ '(median)': value, '(towns)': 'all towns' }));
    },
  },
  'singapore-ura-rents': {
    rows(rows) {
      const contracts = rows.map((row) => row.requiredNumber('contracts'));
      if (sum(contracts) === 0)
        throw rows[0]?.fault('contracts', 'no contract in any district') ?? new Error();
      const rents = rows.map((row) => row.requiredNumber('median_sgd_per_square_foot_month'));
      const further = {
        '(mean)': roundTo(weightedMean(rents, contracts), 100),
        '(districts)': 'all postal districts of the file',
      };
      return rows.slice(0, 1).map((row) => row.with(further));
    },
  },
  'us-dod-per-diem': {
    places: governmentPosts({
      country: 'State/Country',
      post: 'Location',
      rest: '[OTHER]',
      regions: new Map([
        ['ALASKA', 'AK'],
        ['HAWAII', 'HI'],
      ]),
    }),
    rows: perDiemRates({
      parts: ['Lodging', 'Local Meal Rate', 'Local Incidental'],
      total: 'Maximum Per Diem',
      season: ['Season Begin', 'Season End'],
      dayIn: americanDate,
    }),
  },
  'us-fbi-city-murders': usFbiCityMurders,
  'us-state-allowances': {
    places: governmentPosts({ country: 'country_name', post: 'post_name', rest: 'Other' }),
    edition([first]) {
      const vintage = first?.date('effective_date') ?? '';
      return { id: `us-state-allowances-${vintage}`, vintage };
    },
    // The rates of all posts hold from the same day.
    rows(rows) {
      const effective = rows[0]?.date('effective_date');
      for (const row of rows) {
        const date = row.required('effective_date');
        if (date !== effective)
          throw row.fault('effective_date', `${JSON.stringify(date)} instead of ${effective}`);
      }
      return rows;
    },
  },
  'us-state-per-diem': {
    places: governmentPosts({ country: 'Country', post: 'Location', rest: '[Other]' }),
    rows: perDiemRates({
      parts: ['Lodging', 'Meals & Incidentals'],
      total: 'Per Diem',
      season: ['Season Start Date', 'Season End Date'],
      dayIn: (row, column) => row.date(column),
    }),
  },
};

/** Rates of which the parts add up, with a note on their season and the day since which they hold. */
function perDiemRates(columns: {
  parts: readonly string[];
  total: string;
  season: readonly [first: string, last: string];
  dayIn(row: PublishedRow, column: string): string;
}): NonNullable<TableRules['rows']> {
  const { parts, total, season, dayIn } = columns;
  return (rows) =>
    rows.map((row) => {
      if (sum(parts.map((column) => row.requiredNumber(column))) !== row.requiredNumber(total))
        throw row.fault(total, `not the sum of ${parts.join(', ')}`);
      const [first, last] = season.map((column) => dayIn(row, column)) as [string, string];
      const note = seasonNote(first, last);
      return row.with({ '(note)': note, '(period)': dayIn(row, 'Effective Date') });
    });
}

/** Rows that all must satisfy a condition, as in data/readers/tables.tsv. */
function requiring(condition: string): NonNullable<TableRules['rows']> {
  const { require } = rowCondition(condition);
  return (rows) => {
    for (const row of rows) require(row);
    return rows;
  };
}

function isCounty(row: PublishedRow): boolean {
  return row.required('level') === 'county';
}

/** A centre in two provinces needs a manual decision. */
function canadianCentre({ dataDirectory }: Gazetteer) {
  const provinces = regionCodesByName(dataDirectory, 'CA');
  return (row: PublishedRow) => canadianPlace(row.required('key'), provinces);
}

function noteOnHongKong(row: PublishedRow): string {
  const size = row.matching('class_area_m2', /^\d+-\d*$/, 'a range of square metres');
  const [from, to] = size.split('-');
  const few = row.matching('fewer_than_20', /^(true|false)$/, 'true or false') === 'true';
  const range =
    from === '0' ? `below ${to} m²` : to === '' ? `of ${from} m² and more` : `of ${from} to ${to} m²`;
  return `private dwellings let in the month, class ${row.required('class')}: saleable area ${range}; provisional${few ? ', from fewer than 20 lettings' : ''}`;
}

/** `Wellington City` → `Wellington`; a district has a name of its own. Auckland is one council without the word. */
function councilCity() {
  return (row: PublishedRow) => {
    const authority = row.required('territorial_authority');
    const name = authority === 'Auckland' ? authority : /^(.*) City$/.exec(authority)?.[1];
    return name === undefined ? undefined : { name, iso2: 'NZ' };
  };
}

/** `الرياض | الخرج`; a part of a governorate, `أبو عريش - أبو عريش`, goes by the part's name. */
function saudiCity(row: PublishedRow) {
  const [region, city] = [row.required('region'), row.required('city')];
  const admin1 = SAUDI_REGIONS[region];
  if (admin1 === undefined) throw row.fault('region', `no known region: ${region}`);
  return { published: `${region} | ${city}`, name: city.replace(/^.* - /, ''), iso2: 'SA', admin1 };
}

/** ISO 8601, from month/day/year. */
function americanDate(row: PublishedRow, column: string): string {
  return row
    .matching(column, /^\d\d\/\d\d\/\d{4}$/, 'a date')
    .replace(/^(.*)\/(.*)$/, '$2/$1')
    .replaceAll('/', '-');
}
