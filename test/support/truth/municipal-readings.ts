import { cell, jsonFile, rowsWhere } from './published-files.ts';
import { publishedNames } from './published-names.ts';
import type { Reading } from './reading.ts';
import { type ReleasedFigure, split } from './released-figures.ts';

/** Where the figures of municipalities stand: their code is in data/matches, as `33063 | Bordeaux`. */

const ENGLISH_RENTS = 'uk-ons-private-rents-2026/england_2026-04_official-rent-benchmarks.json';
const SCOTTISH_AND_WELSH_RENTS = 'uk-ons-private-rents-2026/scotland_wales_2026-08.csv';
const BRITISH_COLUMNS: Readonly<Record<string, string>> = {
  rent_average_dwelling: 'monthlyRentAll',
  rent_one_bedroom: 'monthlyRentOneBed',
  rent_two_bedroom: 'monthlyRentTwoBed',
  rent_three_bedroom: 'monthlyRentThreeBed',
};

const FRENCH_RENTS = 'france-carte-des-loyers-2025/carte_des_loyers_2025.csv.gz';

export const MUNICIPAL_READINGS: Readonly<Record<string, Reading>> = {
  'carte-des-loyers-2025': (figure) =>
    codesOf('france-rent-map', figure)
      .flatMap((code) => rowsWhere(FRENCH_RENTS, { code_insee: code, type_logement: 'appartement' }))
      .map((row) => ({
        value: Number(cell(row, 'loypredm2')),
        unit: 'EUR',
        period: '2025',
        // The publisher groups communes with fewer advertisements.
        grain: isArea(figure) || Number(cell(row, 'nbobs_com')) < 100 ? 'region' : 'city',
        cell: `${FRENCH_RENTS}, ${cell(row, 'code_insee')}, loypredm2`,
      })),

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
