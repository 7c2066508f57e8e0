import type { Grain } from '../../../src/release/grain.ts';
import { cell, type Row, rowsWhere } from './published-files.ts';
import { publishedNames } from './published-names.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { countryOf, type ReleasedFigure, split } from './released-figures.ts';

/** How to find figures of places that publishers identify by name: data/matches has the name; the file also has the country. */

const CANADIAN_GROUPS: Readonly<Record<string, string>> = {
  regional_price_level_alcohol_and_tobacco: 'alcoholic_beverages_tobacco_products_and_recreational_cannabis',
  regional_price_level_all_items: 'all_items',
  regional_price_level_clothing: 'clothing_and_footwear',
  regional_price_level_food: 'food',
  regional_price_level_health_and_personal_care: 'health_and_personal_care',
  regional_price_level_household_operations_and_furnishings: 'household_operations_furnishings_and_equipment',
  regional_price_level_recreation_and_education: 'recreation_education_and_reading',
  regional_price_level_shelter: 'shelter',
  regional_price_level_transport: 'transportation',
};

const JAPANESE_GROUPS: Readonly<Record<string, string>> = {
  regional_price_level_all_items: 'all',
  regional_price_level_clothing: 'clothing',
  regional_price_level_education: 'education',
  regional_price_level_food: 'food',
  regional_price_level_furnishings: 'furniture',
  regional_price_level_health: 'health',
  regional_price_level_housing: 'housing',
  regional_price_level_miscellaneous: 'misc',
  regional_price_level_recreation: 'recreation',
  regional_price_level_transport_and_communication: 'transport_comm',
  regional_price_level_utilities: 'utilities',
  regional_price_level_without_rent: 'all_ex_rent',
};

const ALLOWANCES: Readonly<Record<string, [column: string, unit: string]>> = {
  danger_pay: ['danger_pay_pct', 'percent_of_basic_pay'],
  hardship_differential: ['hardship_differential_pct', 'percent_of_basic_pay'],
  post_allowance: ['post_allowance_pct', 'percent_of_spendable_income'],
};

/** Metric → what the file's unit must say for a rent to be of that metric. */
const RENTS: Readonly<Record<string, RegExp>> = {
  housing_cost_of_renters: /per month, net housing cost of renters/,
  rent_average_dwelling: /per month (\(average, all|per private rented dwelling)/,
  rent_average_dwelling_yearly: /per year per rented dwelling/,
  rent_besides_deposit: /per month, .*deposit not included/,
  rent_in_price_survey: /per month \(CPI quote/,
  rent_median_weekly: /per week \(median/,
  rent_one_room_flat: /per month \(one-room flat/,
  rent_per_square_metre: /per m2 per month(?! \(median)/,
  rent_per_square_metre_median: /per m2 per month \(median/,
  rent_two_bedroom: /per month, (two|2)-bedroom/,
};

/** The country of each source in the file of rents. */
const RENT_SOURCES: Readonly<Record<string, string>> = {
  'bns-kazakhstan-housing-2026-08': 'KZ',
  'bps-consumer-prices-2023': 'ID',
  'cbs-israel-rents-2026-q2': 'IL',
  'cbs-netherlands-housing-costs-2024': 'NL',
  'fso-structural-survey-2024-rent': 'CH',
  'ine-portugal-rents-2026-q2': 'PT',
  'japan-housing-land-survey-2023': 'JP',
  'knbs-housing-survey-2024': 'KE',
  'mivau-serpavi-2024': 'ES',
  'nbp-barn-2026-q1': 'PL',
  'ons-pipr-2026': 'GB',
  'reb-housing-price-trend-2026-08': 'KR',
  'rosstat-consumer-prices-2026-08': 'RU',
  'scb-rents-2025': 'SE',
};

/** The grain of a rent, by how the file's note or geography begins. */
const RENT_AREAS: [words: RegExp, grain: Grain][] = [
  [/^(canton|county urban|Lothian BRMA|Northern Ireland)/, 'region'],
  [/^(metropolitan area|census metropolitan area|Greater Capital City|Greater Glasgow BRMA)/, 'metro'],
  [/^Bournemouth, Christchurch and Poole/, 'metro'],
  [
    /^(city|municipality|surveyed city|metropolitan city|local authority|London region|23 wards|Brighton)/,
    'city',
  ],
];

const ALL_YEAR = '01-01/12-31';

export const POST_READINGS: Readonly<Record<string, Reading>> = {
  'us-state-allowances-2026-06-14': (figure) => {
    const [column, unit] = ALLOWANCES[figure.metric] ?? ['', ''];
    return postRows('us-state-allowances', ALLOWANCES_FILE, figure, (post, alpha2) => ({
      place: post,
      country_iso2: alpha2,
    })).map((row) => local(ALLOWANCES_FILE, row, column, figure, { unit, period: cell(row, 'period') }));
  },

  'us-state-per-diem-2026-04': (figure) => {
    const file = 'us-federal-per-diem/foreign_2026-04.csv';
    const column =
      { lodging_per_diem: 'Lodging', meals_per_diem: 'Meals & Incidentals' }[figure.metric] ?? '';
    return postRows('us-state-per-diem', file, figure, (post, _, country) => ({
      Location: post,
      Country: country,
    }))
      .filter(
        (row) =>
          season(figure) === monthsAndDays(cell(row, 'Season Start Date'), cell(row, 'Season End Date')),
      )
      .map((row) => local(file, row, column, figure, { unit: 'USD', period: cell(row, 'Effective Date') }));
  },

  'us-dod-per-diem-2026-04': (figure) => {
    const file = 'us-federal-per-diem/oconus_2026-04.csv';
    const column =
      {
        incidentals_per_diem: 'Local Incidental',
        lodging_per_diem: 'Lodging',
        meals_per_diem_without_incidentals: 'Local Meal Rate',
      }[figure.metric] ?? '';
    return postRows('us-dod-per-diem', file, figure, (post, _, state) => ({
      Location: post,
      'State/Country': state,
    }))
      .filter(
        (row) =>
          season(figure) ===
          monthsAndDays(isoDate(cell(row, 'Season Begin')), isoDate(cell(row, 'Season End'))),
      )
      .map((row) =>
        local(file, row, column, figure, { unit: 'USD', period: isoDate(cell(row, 'Effective Date')) }),
      );
  },

  'austria-purchasing-power-2025-03': (figure) => austria(figure, '2025-03'),
  'austria-purchasing-power-2025-05': (figure) => austria(figure, '2025-05'),

  'statcan-intercity-prices-2019': (figure) => {
    const file = 'regional-price-level-indices/canada_intercity_2019.csv';
    return publishedNames('canada-intercity-prices', figure.place)
      .flatMap(({ published }) => rowsWhere(file, { city_statcan: published }))
      .map((row) =>
        local(file, row, CANADIAN_GROUPS[figure.metric] ?? '', figure, {
          unit: 'national_average_100',
          period: cell(row, 'year'),
        }),
      );
  },

  'statcan-market-basket-2024': (figure) => {
    const file = 'canada-market-basket-2024/mbm_thresholds_2023_base.csv';
    return publishedNames('canada-market-basket', figure.place)
      .map(({ published }) => published.split(' | ')[0] ?? '')
      .flatMap((region) => rowsWhere(file, { mbm_region: region, year: '2024' }))
      .map((row) => {
        const region = cell(row, 'mbm_region');
        const isSize = region.includes('population');
        return {
          ...local(file, row, 'total_threshold', figure, { unit: 'CAD', period: cell(row, 'year') }),
          grain: isSize ? 'region' : /^(Yukon|Northwest|Nunavut)/.test(region) ? 'city' : 'metro',
          note: isSize ? `figure of all places of this size: ${region}` : '',
        };
      });
  },

  'japan-regional-difference-index-2025': (figure) => {
    const file = 'regional-price-level-indices/japan_prefecture_rdi_2025.csv';
    return publishedNames('japan-regional-prices', figure.place)
      .flatMap(({ published }) => rowsWhere(file, { pref_en: published }))
      .map((row) => ({
        ...local(file, row, JAPANESE_GROUPS[figure.metric] ?? '', figure, {
          unit: 'national_average_100',
          period: cell(row, 'year'),
        }),
        grain: 'region',
        named: cell(row, 'pref_en'),
      }));
  },

  'un-sdg-11-2-1-2024-06': (figure) => {
    const file = '360info-pt-access/pt-access.csv';
    const rows = postRows('un-public-transport-access', file, figure, (name, alpha2) => ({
      city: name,
      country_iso2: alpha2,
    }));
    return rows.map((row) =>
      local(file, row, 'pct_pt_access', figure, {
        unit: 'percent_of_population',
        period: cell(row, 'year'),
      }),
    );
  },

  ...Object.fromEntries(
    Object.entries(RENT_SOURCES).map(([source, iso2]): [string, Reading] => [
      source,
      (figure) => rent(figure, iso2),
    ]),
  ),
};

/** Has the same figures as the file that our reader reads, and also ISO 3166-1 codes. */
export const ALLOWANCES_FILE = 'us-state-post-allowance/post_allowance_iso2.csv';

/** The rows of the post that is matched to the place, by the publisher's names (`BELGIUM | Herstal`) and the country's code. */
export function postRows(
  reader: string,
  file: string,
  { place, note }: ReleasedFigure,
  wanted: (post: string, alpha2: string, country: string) => Row,
): Row[] {
  const isRest = note.startsWith('rest of the country');
  const { alpha2 } = countryOf(place);
  return publishedNames(reader, place)
    .filter(({ how }) => (how === 'rest of the country') === isRest)
    .flatMap(({ published }) => {
      const [country = '', post = ''] = published.split(' | ');
      return rowsWhere(file, wanted(post, alpha2, country));
    });
}

function austria(figure: ReleasedFigure, period: string): PublishedFigure[] {
  const file = 'austria-kaufkraftausgleich/hundertsaetze_2025.csv';
  return postRows('austria-purchasing-power-surcharge', file, figure, (place, alpha2) => ({
    place,
    country_iso2: alpha2,
    period,
  })).map((row) => local(file, row, 'value', figure, { unit: 'percent_above_vienna', period }));
}

function rent(figure: ReleasedFigure, iso2: string): PublishedFigure[] {
  const file = 'city-rents-official/city_rents.csv';
  const rows = postRows('official-city-rents', file, figure, (place) => ({ place, country_iso2: iso2 }));
  return rows
    .filter((row) => cell(row, 'basis') === 'published' && countryOf(figure.place).alpha2 === iso2)
    .filter((row) => RENTS[figure.metric]?.test(cell(row, 'unit')))
    .map((row) => {
      // Some rows have a note that names a different area from the rest of the series.
      const grain = rentGrain(cell(row, 'note')) ?? rentGrain(cell(row, 'geography')) ?? 'country';
      const unit = cell(row, 'unit').slice(0, 'EUR'.length);
      return { ...local(file, row, 'value', figure, { unit, period: daysOf(cell(row, 'period')) }), grain };
    });
}

function rentGrain(words: string): Grain | undefined {
  return RENT_AREAS.find(([area]) => area.test(words))?.[1];
}

/** Turns quarters and ranges of months into days; leaves years and single months unchanged. */
function daysOf(text: string): string {
  const [, year, quarter] = /^(\d{4})-Q(\d)$/.exec(text) ?? [];
  const [from, to] =
    year === undefined
      ? text.replace(/ \(.*$/, '').split('/')
      : [Number(quarter) * 3 - 2, Number(quarter) * 3].map(
          (month) => `${year}-${String(month).padStart(2, '0')}`,
        );
  if (to === undefined) return String(from);
  const end = new Date(`${to}-01`);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  return `${from}-01/${end.toISOString().slice(0, 'yyyy-mm-dd'.length)}`;
}

/** The season in a note (`season 04-01/09-30`); all year if there is none. */
function season({ note }: ReleasedFigure): string {
  return /season (.*)$/.exec(note)?.[1] ?? ALL_YEAR;
}

function monthsAndDays(from: string, to: string): string {
  return [from, to].map((date) => date.slice('yyyy-'.length)).join('/');
}

/** `04/01/2026` → `2026-04-01` */
function isoDate(text: string): string {
  const [month, day, year] = text.split('/');
  return `${year}-${month}-${day}`;
}

function local(
  file: string,
  row: Row,
  column: string,
  { place }: ReleasedFigure,
  said: { unit: string; period: string },
): PublishedFigure {
  const grain = split(place)[0] === 'country' ? 'country' : 'city';
  const where = `${file}, ${Object.values(row).slice(0, 2).join(' ')}, ${column}`;
  const text = cell(row, column);
  return { value: text === '' ? Number.NaN : Number(text), grain, cell: where, ...said };
}
