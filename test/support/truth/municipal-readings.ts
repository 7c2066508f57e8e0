import { cell, rowsWhere } from './published-files.ts';
import { publishedNames } from './published-names.ts';
import type { Reading } from './reading.ts';
import { type ReleasedFigure, split } from './released-figures.ts';

/** Where the figures of municipalities stand: their code is in data/matches, as `33063 | Bordeaux`. */

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
};

function codesOf(reader: string, { place }: ReleasedFigure): string[] {
  return publishedNames(reader, place).map(({ published }) => String(published.split(' | ')[0]));
}

function isArea({ place }: ReleasedFigure): boolean {
  return split(place)[0] === 'area';
}
