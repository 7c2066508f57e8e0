import { cell, jsonFile, rowsWhere } from './published-files.ts';
import { publishedNames } from './published-names.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { type ReleasedFigure, split } from './released-figures.ts';

/** How to find figures of municipalities: by their code or name, which comes first in data/matches: `33063 | Bordeaux`. */

const ENGLISH_RENTS = 'uk-ons-private-rents-2026/england_2026-04_official-rent-benchmarks.json';
const SCOTTISH_AND_WELSH_RENTS = 'uk-ons-private-rents-2026/scotland_wales_2026-08.csv';
const BRITISH_COLUMNS: Readonly<Record<string, string>> = {
  rent_average_dwelling: 'monthlyRentAll',
  rent_one_bedroom: 'monthlyRentOneBed',
  rent_two_bedroom: 'monthlyRentTwoBed',
  rent_three_bedroom: 'monthlyRentThreeBed',
};

/** For sources that identify municipalities by name: reader, file, column of the name, period, unit. */
const BY_NAME: Readonly<Record<string, readonly [string, string, string, string, string]>> = {
  'ine-portugal-rents-2024-s2': [
    'portugal-ine-rents',
    'portugal-ine-rents-2024s2/pt_rents.csv',
    'municipality',
    '2024',
    'EUR',
  ],
  'statistics-finland-rents-2026-q2': [
    'finland-rents',
    'finland-rents-2026q2/finland_rents_2026q2_total.csv',
    'area',
    '2026-04-01/2026-06-30',
    'EUR',
  ],
  'scb-rents-2026': [
    'sweden-scb-rents',
    'sweden-scb-rents-2026/scb_bo0406_2026.csv',
    'municipality',
    '2026',
    'SEK',
  ],
  'ssb-rents-2025': ['norway-ssb-rents', 'norway-ssb-rents-2025/ssb_09895_2025.csv', 'zone', '2025', 'NOK'],
};

function columnOf({ source, note }: ReleasedFigure): string {
  if (source.startsWith('ine-')) return 'eur_m2';
  if (source.startsWith('scb-')) return 'median_rent_sek_per_m2_year';
  if (source.startsWith('ssb-')) return 'monthly_nok';
  return note.endsWith('new tenancies') ? 'new_eur_m2_month' : 'all_eur_m2_month';
}

const ROOMS: Readonly<Record<string, string>> = {
  rent_one_room_flat: '1',
  rent_two_rooms: '2',
  rent_three_rooms: '3',
};

const EUROSTAT_FLATS: Readonly<Record<string, string>> = {
  rent_one_bedroom: '1-bedroom flats',
  rent_two_bedroom: '2-bedroom flats',
  rent_three_bedroom: '3-bedroom flats',
};
const EUROSTAT_RENTS = 'eurostat-city-rents-colc-2023/prc_colc_rents_2014_2023_long.csv';

function namedMunicipality(figure: ReleasedFigure): PublishedFigure[] {
  const [reader, file, column, period, unit] = BY_NAME[figure.source] ?? ['', '', '', '', ''];
  const rooms = ROOMS[figure.metric];
  return codesOf(reader, figure)
    .flatMap((name) => rowsWhere(file, { [column]: name, ...(rooms === undefined ? {} : { rooms }) }))
    .map((row) => ({
      value: Number(cell(row, columnOf(figure))),
      unit,
      period,
      grain: isArea(figure) ? 'region' : 'city',
      cell: `${file}, ${cell(row, column)}, ${columnOf(figure)}`,
    }));
}

const FRENCH_RENTS = 'france-carte-des-loyers-2025/carte_des_loyers_2025.csv.gz';

export const MUNICIPAL_READINGS: Readonly<Record<string, Reading>> = {
  ...Object.fromEntries(Object.keys(BY_NAME).map((source) => [source, namedMunicipality])),

  'eurostat-colc-rents-2023': (figure) => {
    const indicator = EUROSTAT_FLATS[figure.metric] ?? '';
    return codesOf('eurostat-city-rents', figure)
      .map((geo) => rowsWhere(EUROSTAT_RENTS, { geo, indicator }).at(-1))
      .filter((row) => row !== undefined)
      .map((row) => ({
        value: Number(cell(row, 'value')),
        unit: 'EUR',
        period: cell(row, 'year'),
        grain: 'city',
        cell: `${EUROSTAT_RENTS}, ${cell(row, 'geo')}`,
      }));
  },

  'carte-des-loyers-2025': (figure) =>
    codesOf('france-rent-map', figure)
      .flatMap((code) => rowsWhere(FRENCH_RENTS, { code_insee: code, type_logement: 'appartement' }))
      .map((row) => ({
        value: Number(cell(row, 'loypredm2')),
        unit: 'EUR',
        period: '2025',
        // Communes with fewer advertisements have the figure of a group of communes.
        grain: isArea(figure) || Number(cell(row, 'nbobs_com')) < 100 ? 'region' : 'city',
        cell: `${FRENCH_RENTS}, ${cell(row, 'code_insee')}, loypredm2`,
      })),

  'deutschlandatlas-2026-rents': (figure) =>
    codesOf('germany-rents', figure).flatMap((code) => {
      const folder = 'germany-deutschlandatlas-2026';
      const [city] = rowsWhere(`${folder}/gemeinden_of_geonames_cities.csv`, { ags: code });
      const [own] = rowsWhere(`${folder}/rents_2022_by_gemeindeverband.csv`, {
        verband_ars9: `${code.slice(0, 5)}0${code.slice(5)}`,
      });
      const isShared = city !== undefined && cell(city, 'name') !== cell(city, 'verband_name');
      const value =
        city === undefined ? own && cell(own, 'net_rent_eur_per_m2_2022') : cell(city, 'preis_miet_best');
      return {
        value: Number(value),
        unit: 'EUR',
        period: '2022-05-15',
        grain: isArea(figure) || isShared ? ('region' as const) : ('city' as const),
        cell: `${folder}, ${code}`,
      };
    }),

  'ons-private-rents-2026': (figure) => {
    const column = BRITISH_COLUMNS[figure.metric] ?? '';
    const { benchmarks } = jsonFile(ENGLISH_RENTS) as { benchmarks: Record<string, string | number>[] };
    return codesOf('uk-private-rents', figure).flatMap((code) =>
      [
        ...benchmarks.filter(({ areaCode }) => areaCode === code),
        ...rowsWhere(SCOTTISH_AND_WELSH_RENTS, { areaCode: code }),
      ].map((row) => ({
        value: Number(row[column]),
        unit: 'GBP',
        period: 'period' in row ? String(row.period).replace(/-01$/, '') : '2026-08',
        grain: isArea(figure) ? ('region' as const) : ('city' as const),
        cell: `ONS, ${code}, ${column}`,
      })),
    );
  },
};

function codesOf(reader: string, { place }: ReleasedFigure): string[] {
  return publishedNames(reader, place).map(({ published }) => String(published.split(' | ')[0]));
}

function isArea({ place }: ReleasedFigure): boolean {
  return split(place)[0] === 'area';
}
