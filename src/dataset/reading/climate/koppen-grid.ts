import { join } from 'node:path';
import type { Site } from '../../building/climate/climate-tables.ts';
import { readBytes } from '../../building/files/file-bytes.ts';
import { readTiles } from './tiff.ts';

export const KOPPEN_FOLDER = 'koppen-geiger-beck2023';
const FILE = 'koppen_geiger_0p1_1991_2020.tif';

/** In the order of the grid's numbers, which begin at 1; 0 is the sea. */
const CLASSES =
  'Af Am Aw BWh BWk BSh BSk Csa Csb Csc Cwa Cwb Cwc Cfa Cfb Cfc Dsa Dsb Dsc Dsd Dwa Dwb Dwc Dwd Dfa Dfb Dfc Dfd ET EF'.split(
    ' ',
  );
const CELLS_PER_DEGREE = 10;
const [COLUMNS, ROWS] = [360 * CELLS_PER_DEGREE, 180 * CELLS_PER_DEGREE];

/** The class of the cell of a place, or, if that is sea, of a cell next to it; '' without one. */
export type KoppenGrid = (site: Site) => string;

export function readKoppenGrid(directory: string): KoppenGrid {
  const cells = readTiles(FILE, readBytes(join(directory, FILE), FILE), { width: COLUMNS, height: ROWS });
  const classAt = (row: number, column: number) =>
    CLASSES[(cells[row * COLUMNS + ((column + COLUMNS) % COLUMNS)] ?? 0) - 1];
  return ({ latitude, longitude }) => {
    const row = Math.min(ROWS - 1, Math.floor((90 - latitude) * CELLS_PER_DEGREE));
    const column = Math.floor((longitude + 180) * CELLS_PER_DEGREE);
    for (const [down, right] of NEIGHBOURS) {
      const found = classAt(row + down, column + right);
      if (found !== undefined) return found;
    }
    return '';
  };
}

/** The cell itself, those that share an edge with it, and those that share a corner. */
const NEIGHBOURS = [
  [0, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const;
