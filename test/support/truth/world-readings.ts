import { cell, jsonFile, type Row, rowsWhere } from './published-files.ts';
import { publishedNames } from './published-names.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { type ReleasedFigure, split } from './released-figures.ts';

/** How to find rents and regional price levels, mostly outside Europe: by the publisher's names in data/matches. */

const SAUDI_FOLDER = 'saudi-rega-rents-2024';
const SAUDI_FILES: Readonly<Record<string, string>> = {
  الرياض: 'Cities-in-Riyadh-region',
  'مكة المكرمة': 'cities-in-Makkah-region',
  'المدينة المنورة': 'cities-in-Madinah-region',
  القصيم: 'cities-in-Qassim-region',
  'المنطقة الشرقية': 'cities-in-Eastern-Province',
  عسير: 'cities-Asir-region',
  تبوك: 'cities-in-Tabuk-region',
  حائل: 'cities-in-Hail-region',
  'الحدود الشماليه': 'cities-in-N-B-region',
  جازان: 'cities-in-Jazan-region',
  نجران: 'cities-in-Najran-region',
  الباحة: 'cities-in-Al-Baha-region',
  الجوف: 'cities-in-Al-jawf-region',
};
const SAUDI_FLAT = 'شقة - سكني';

const AUSTRALIAN_FILES: Readonly<Record<string, string>> = {
  LGA: '2021Census_G02_AUST_LGA.csv',
  SAL: '2021Census_G02_AUST_SAL.csv.gz',
  UCL: '2021Census_G02_AUST_UCL.csv',
};

const CANADIAN_COLUMNS: Readonly<Record<string, string>> = {
  rent_one_bedroom: '1',
  rent_studio: 'bachelor',
  rent_three_bedroom: '3',
  rent_two_bedroom: '2',
};

const BRITISH_GROUPS: Readonly<Record<string, string>> = {
  regional_price_level_clothing: 'c03_clothing_footwear',
  regional_price_level_food: 'c01_food',
  regional_price_level_furnishings: 'c05_furnishings_household',
  regional_price_level_recreation: 'c09_recreation_culture',
  regional_price_level_transport: 'c07_transport',
  regional_price_level_without_rent: 'all_items_12region',
};

export const WORLD_READINGS: Readonly<Record<string, Reading>> = {
  'rvd-private-rents-2026-08': (figure) => {
    const file = 'hong-kong-rvd-rents-2026/rvd_private_domestic_rents_2026-08.csv';
    const size = / class ([A-E]):/.exec(figure.note)?.[1] ?? '';
    return named('hong-kong-rents', figure)
      .flatMap((area) => rowsWhere(file, { area, class: size }))
      .filter((row) => figure.note.includes('fewer than 20') === (cell(row, 'fewer_than_20') === 'true'))
      .map((row) =>
        published(file, row, 'rent_hkd_per_m2_month', figure, { unit: 'HKD', period: '2026-08' }),
      );
  },

  'cmhc-rents-2025': ({ place, metric, ...figure }) => {
    const file = 'canada-cmhc-rents-2025/canadaRents.json';
    const { columns, geo, year } = jsonFile(file) as {
      columns: string[];
      geo: Record<string, number[]>;
      year: string;
    };
    return named('canada-cmhc-rents', { ...figure, place, metric }).map((centre) => ({
      value: Number(geo[centre]?.[columns.indexOf(CANADIAN_COLUMNS[metric] ?? '')]),
      unit: 'CAD',
      period: year,
      grain: 'metro',
      cell: `${file}, ${centre}`,
    }));
  },

  'abs-census-2021-rent': (figure) =>
    named('australia-census-rents', figure).flatMap((label) => {
      const [geography = '', name = ''] = label.split(' | ');
      const file = `australia-abs-census-2021-rents/${AUSTRALIAN_FILES[geography]}`;
      return rowsWhere(file, { Census_Name_2021: name }).map((row) => ({
        ...published(file, row, 'Median_rent_weekly', figure, { unit: 'AUD', period: '2021' }),
        ...(geography === 'LGA' ? { grain: 'region' as const } : {}),
      }));
    }),

  'mbie-rental-bonds-2026-07': (figure) => {
    const file = 'newzealand-rental-bonds-2026/ta_rents_2026_07.csv';
    return named('new-zealand-rents', figure)
      .flatMap((authority) => rowsWhere(file, { territorial_authority: authority }))
      .map((row) => published(file, row, 'median_rent_nzd_week', figure, { unit: 'NZD', period: '2026-07' }));
  },

  'rosstat-fixed-basket-2025-12': (figure) => {
    const file = 'rosstat-fixed-basket-2025/fixed_basket_december_long.csv';
    return named('rosstat-fixed-basket', figure)
      .flatMap((region) => rowsWhere(file, { name_as_published: region, year: '2025' }))
      .map((row) => published(file, row, 'rubles_december', figure, { unit: 'RUB', period: '2025-12' }));
  },

  'ons-regional-price-levels-2016': (figure) => {
    const file = 'regional-price-level-indices/uk_region_rrcpl_2016.csv';
    return named('uk-regional-prices', figure)
      .flatMap((region) => rowsWhere(file, { region }))
      .map((row) =>
        published(file, row, BRITISH_GROUPS[figure.metric] ?? '', figure, {
          unit: 'national_average_100',
          period: cell(row, 'year'),
        }),
      );
  },

  'indec-regional-parities-2001': (figure) => {
    const file = 'argentina-indec-regional-parities/ppcc_2001.csv';
    return named('argentina-regional-parities', figure)
      .flatMap((region) => rowsWhere(file, { region }))
      .map((row) =>
        published(file, row, 'ppcc_gba_1', figure, { unit: 'greater_buenos_aires_1', period: '2001' }),
      );
  },

  'gso-vietnam-scoli-2016': (figure) => {
    const file = 'vietnam-scoli-2010-2016/scoli_province_2010_2016.csv';
    return named('vietnam-spatial-index', figure)
      .flatMap((province) => rowsWhere(file, { province, year: '2016' }))
      .map((row) =>
        published(file, row, 'spatial_cost_of_living_index', figure, { unit: 'ha_noi_100', period: '2016' }),
      );
  },

  'tcmb-unit-rents-2026-q2': (figure) =>
    named('turkey-unit-rents', figure)
      .flatMap((province) => rowsWhere(TURKISH_RENTS, { province }))
      .map((row) =>
        published(TURKISH_RENTS, row, 'rent_try_per_m2_month_2026q2', figure, {
          unit: 'TRY',
          period: '2026-04-01/2026-06-30',
        }),
      ),

  'japan-municipal-rents-2023': (figure) =>
    named('japan-municipal-rents', figure)
      .flatMap((label) =>
        /^\d{5} /.test(label)
          ? rowsWhere(JAPANESE_RENTS, { code: label.slice(0, 5) })
          : rowsWhere(JAPANESE_RENTS, { prefecture: label, level: 'prefecture' }),
      )
      .filter(
        (row) =>
          figure.note.includes('fewer than 1,000') === Number(cell(row, 'private_rented_dwellings')) < 1000,
      )
      .map((row) =>
        published(JAPANESE_RENTS, row, 'rent_jpy_per_m2_month', figure, { unit: 'JPY', period: '2023-10' }),
      ),

  'rtb-new-tenancies-2025-q4': (figure) =>
    named('ireland-new-tenancies', figure)
      .flatMap((location) => {
        const county = location.replace(/^County /, '');
        const level = county === location ? 'town or area' : 'county';
        return rowsWhere(IRISH_RENTS, { location: county, level });
      })
      .map((row) =>
        published(IRISH_RENTS, row, IRISH_COLUMNS[figure.metric] ?? '', figure, {
          unit: 'EUR',
          period: '2025-10-01/2025-12-31',
        }),
      ),

  'hdb-rents-2026-q2': (figure) =>
    named('singapore-hdb-rents', figure)
      .flatMap((town) => rowsWhere(SINGAPORE_RENTS, { town }))
      .map((row) =>
        published(SINGAPORE_RENTS, row, 'median_rent_sgd_month', figure, {
          unit: 'SGD',
          period: '2026-04-01/2026-06-30',
        }),
      ),

  'idecba-rents-2025-q2': (figure) => compiled(figure, '2025-Q2', '2025-04-01/2025-06-30'),
  'nbp-barn-groups-2026-q1': (figure) => compiled(figure, '2026-Q1', '2026-01-01/2026-03-31'),

  'rega-rents-2024': (figure) =>
    named('saudi-rega-rents', figure).flatMap((label) => {
      const [region = '', place = ''] = label.split(' | ');
      const file = `${SAUDI_FOLDER}/Rental-indicators-for-${SAUDI_FILES[region]}.csv.gz`;
      const isEnglish = /Eastern|Madinah/.test(file);
      const wanted = isEnglish
        ? { city_ar: place, Category: SAUDI_FLAT }
        : { المدينة: place, 'نوع العقار': SAUDI_FLAT };
      return rowsWhere(file, wanted)
        .filter((row) => Object.values(row).slice(0, 2).join(' ') === '2024 4')
        .map((row) =>
          published(file, row, isEnglish ? 'average' : 'المتوسط', figure, {
            unit: 'SAR',
            period: '2024-10-01/2024-12-31',
          }),
        );
    }),
};

const TURKISH_RENTS = 'turkey-tcmb-unit-rents-2026q2/unit_rents_prices_by_province_2026q2.csv';
const JAPANESE_RENTS = 'japan-housing-survey-municipal-rents-2023/rents_per_m2_2023.csv';
const IRISH_RENTS = 'ireland-rtb-rents-2025q4/rents_new_tenancies_2025q4.csv';
const SINGAPORE_RENTS = 'singapore-hdb-rents-2026q2/median_rents_4room_2026q2.csv';

const IRISH_COLUMNS: Readonly<Record<string, string>> = {
  rent_average_dwelling: 'all_bedrooms',
  rent_one_bedroom: 'one_bed',
  rent_three_bedroom: 'three_bed',
  rent_two_bedroom: 'two_bed',
};

const COMPILED_RENTS = 'city-rents-official-2/city_rents_2.csv';

const ROOMS: Readonly<Record<string, string>> = {
  rent_one_room_flat: '1 room (base unit)',
  rent_three_rooms: '3 rooms (base unit)',
  rent_two_rooms: '2 rooms (base unit)',
};

function compiled(figure: ReleasedFigure, period: string, days: string): PublishedFigure[] {
  const dwelling = ROOMS[figure.metric] ?? 'flats';
  return named('official-city-rents-2', figure)
    .flatMap((label) => rowsWhere(COMPILED_RENTS, { place: label.slice('PL | '.length), period, dwelling }))
    .map((row) =>
      published(COMPILED_RENTS, row, 'value', figure, { unit: cell(row, 'currency'), period: days }),
    );
}

function named(reader: string, { place }: ReleasedFigure): string[] {
  return publishedNames(reader, place).map((name) => name.published);
}

/** A figure of a city has the grain `city`; a figure of an area has `region`. */
function published(
  file: string,
  row: Row,
  column: string,
  { place }: ReleasedFigure,
  said: { unit: string; period: string },
): PublishedFigure {
  const where = `${file}, ${Object.values(row).slice(0, 4).join(' ')}, ${column}`;
  const grain = split(place)[0] === 'city' ? 'city' : 'region';
  return { value: Number(cell(row, column)), grain, cell: where, ...said };
}
