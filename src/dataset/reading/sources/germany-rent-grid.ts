import proj4 from 'proj4';
import type { PublishedRow } from '../../building/files/published-file.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';
import type { TableRules } from './table-reader.ts';

/** The grid's projection, EPSG:3035, in km. Degrees are of WGS 84 or ETRS89, which are the same to a metre. */
const GRID = proj4('+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=km');

/** A city's area: a circle with its population at this density (people per km²), and at least this radius. */
const DENSITY = 3000;
const LEAST_RADIUS_KM = 3;
/** With fewer rented dwellings, a city has no figure. */
const LEAST_DWELLINGS = 100;

/**
 * The mean over all rented dwellings in the squares whose centre is within a circle around a city's point. The copy has one line for each
 * kilometre of northing: `2699|4333,402,3;5,751,4` is a square at 4333 km with 4.02 EUR and 3 dwellings, and one 5 km east of it. An
 * asterisk says that the census office calls the figure uncertain.
 */
export const germanyRentGrid: TableRules = {
  format: { delimiter: '|', quotes: false, comment: '#', header: ['north', 'squares'] },
  rows(rows, gazetteer) {
    const squares = new Map<number, readonly Square[]>();
    for (const row of rows) {
      const north = row.requiredNumber('north');
      if (squares.has(north)) throw row.fault('north', `${north} is there twice`);
      squares.set(north, squaresOf(row));
    }
    return gazetteer.citiesOf('DE').flatMap((city) => {
      const { rent, dwellings } = meanAround(city, squares);
      const isKnown = dwellings >= LEAST_DWELLINGS;
      const further = {
        '(published)': `DE | ${city.name} | ${city.geonamesId}`,
        '(place)': isKnown ? city.key : '',
        '(how)': isKnown
          ? `coordinates: ${radiusOf(city).toFixed(1)} km`
          : `only ${dwellings} rented dwellings around its point`,
        '(rent)': isKnown ? Math.round(rent * 1000) / 1000 : '',
      };
      return rows[0]?.with(further) ?? [];
    });
  },
};

type Square = ReturnType<typeof squaresOf>[number];

/** @param squares by the northing of their corner, in km */
function meanAround(city: GazetteerCity, squares: ReadonlyMap<number, readonly Square[]>) {
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
export function toGrid(place: Pick<GazetteerCity, 'latitude' | 'longitude'>): [east: number, north: number] {
  return GRID.forward([place.longitude, place.latitude]);
}

/** Km. */
function radiusOf({ population }: GazetteerCity): number {
  return Math.max(LEAST_RADIUS_KM, Math.sqrt(population / DENSITY / Math.PI));
}

/** The squares of a kilometre in a row: the corner in the south-west, in km (EPSG:3035), EUR per month and square metre. */
function squaresOf(row: PublishedRow) {
  let east = 0;
  return row
    .required('squares')
    .split(';')
    .map((cell) => {
      const [, step, cents, dwellings] = /^(\d+),(\d+),(\d+)\*?$/.exec(cell) ?? [];
      if (step === undefined) throw row.fault('squares', `no square: ${JSON.stringify(cell)}`);
      east += Number(step);
      return { east, rent: Number(cents) / 100, dwellings: Number(dwellings) };
    });
}
