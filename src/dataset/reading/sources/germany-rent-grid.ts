import { join } from 'node:path';
import proj4 from 'proj4';
import type { Fact } from '../../building/facts/fact.ts';
import { readBytes } from '../../building/files/file-bytes.ts';
import { decodeText } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'zensus-2022-rent-grid-derived';
const FILE = 'zensus2022_nettokaltmiete_1km.csv.gz';
const RENT = {
  metric: 'derived_city_rent',
  // The day of the census.
  period: '2022-05-15',
  grain: 'city',
  unit: 'EUR',
  source: SOURCE,
  note: 'net of heating and charges, sitting tenants included; mean of the grid squares around the city',
} as const;
/** The grid's projection, EPSG:3035, in km. Degrees are of WGS 84 or ETRS89, which are the same to a metre. */
const GRID = proj4('+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=km');

/** A city's area: a circle with its population at this density (people per km²), and at least this radius. */
const DENSITY = 3000;
const LEAST_RADIUS_KM = 3;
/** With fewer rented dwellings, a city has no figure. */
const LEAST_DWELLINGS = 100;

/**
 * Rents of German cities, computed by us from the squares of a kilometre of the census of 2022: the mean over all rented
 * dwellings in the squares whose centre is within a circle around the city's point.
 */
export const germanyRentGrid: SourceReader = {
  id: 'germany-rent-grid',
  folder: 'germany-zensus-2022-rent-grid',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const squares = readSquares(directory);
    const facts: Fact[] = [];
    const matches: Match[] = [];
    for (const city of gazetteer.citiesOf('DE')) {
      const { rent, dwellings } = meanAround(city, squares);
      const published = `DE | ${city.name} | ${city.geonamesId}`;
      if (dwellings < LEAST_DWELLINGS) {
        matches.push({ published, place: '', how: `only ${dwellings} rented dwellings around its point` });
        continue;
      }
      matches.push({ published, place: city.key, how: `coordinates: ${radiusOf(city).toFixed(1)} km` });
      facts.push({ ...RENT, place: city.key, value: Math.round(rent * 1000) / 1000 });
    }
    return { facts, matches };
  },
};

/** A square of a kilometre; its corner in the south-west, in km (EPSG:3035). */
interface Square {
  east: number;
  /** EUR per month and square metre. */
  rent: number;
  dwellings: number;
}

/** By the northing of their corner, in km. */
type Squares = ReadonlyMap<number, readonly Square[]>;

function meanAround(city: GazetteerCity, squares: Squares): { rent: number; dwellings: number } {
  const [east, north] = toGrid(city);
  const radius = radiusOf(city);
  let total = 0;
  let dwellings = 0;
  for (let row = Math.floor(north - radius - 1); row <= north + radius; row++) {
    for (const square of squares.get(row) ?? []) {
      if (Math.hypot(square.east + 0.5 - east, row + 0.5 - north) > radius) continue;
      total += square.rent * square.dwellings;
      dwellings += square.dwellings;
    }
  }
  return { rent: total / dwellings, dwellings };
}

/** The position of a point on the grid, in km. */
export function toGrid({
  latitude,
  longitude,
}: Pick<GazetteerCity, 'latitude' | 'longitude'>): [east: number, north: number] {
  return GRID.forward([longitude, latitude]);
}

/** Km. */
function radiusOf({ population }: GazetteerCity): number {
  return Math.max(LEAST_RADIUS_KM, Math.sqrt(population / DENSITY / Math.PI));
}

/**
 * The copy has one line for each kilometre of northing: `2699|4333,402,3;5,751,4` is a square at 4333 km with 4.02 EUR and
 * 3 dwellings, and one 5 km east of it. An asterisk says that the census office calls the figure uncertain.
 */
function readSquares(directory: string): Squares {
  const text = decodeText(FILE, readBytes(join(directory, FILE), FILE));
  if (!text.endsWith('\n'))
    throw new SourceFileError(FILE, text.split('\n').length, '', 'the last line has no line end: truncated');
  const rows = new Map<number, Square[]>();
  for (const [index, line] of text.trimEnd().split('\n').entries()) {
    if (line.startsWith('#')) continue;
    const [, north, cells = ''] = /^(\d{4})\|(.+)$/.exec(line) ?? [];
    if (north === undefined) throw new SourceFileError(FILE, index + 1, '', 'no row of squares');
    if (rows.has(Number(north))) throw new SourceFileError(FILE, index + 1, '', `${north} is there twice`);
    rows.set(Number(north), readRow(cells, index + 1));
  }
  if (rows.size === 0) throw new SourceFileError(FILE, 0, '', 'the table has no rows');
  return rows;
}

function readRow(cells: string, line: number): Square[] {
  let east = 0;
  return cells.split(';').map((cell) => {
    const [, step, cents, dwellings] = /^(\d+),(\d+),(\d+)\*?$/.exec(cell) ?? [];
    if (step === undefined) throw new SourceFileError(FILE, line, '', `no square: ${JSON.stringify(cell)}`);
    east += Number(step);
    return { east, rent: Number(cents) / 100, dwellings: Number(dwellings) };
  });
}
