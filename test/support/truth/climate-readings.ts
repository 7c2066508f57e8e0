import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_DIRECTORY } from '../directories.ts';
import { cell, type Row, rowsWhere } from './published-files.ts';
import { haversine, type Position, radians } from './sphere.ts';

/*
 * Computes a city's climate indices from the published normals of the stations in data/climate/cities.tsv. We chose
 * these stations; the tests check only that their figures are used as documented.
 */

const NORMALS = 'wmo-climate-normals-1991-2020/wmo_normals_9120_';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAYS = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Where a city is, and its height above sea level, from the terrain model. */
type Site = Position & { metres: number };

export function publishedIndex(geonamesId: number, site: Site): number {
  const { chosen, atMonth, humidityOf } = cityMonths(geonamesId, site);
  const sunny = chosen.sunshine === '' ? undefined : rowOf('stations', chosen.sunshine ?? '');
  const indices = MONTHS.map((_, month) => {
    const { warmest, coldest, rain } = atMonth(month);
    const sunshine =
      sunny === undefined ? byRange(site.latitude, month, warmest - coldest) : sunshineAt(sunny, month);
    const felt = warmest - 0.4 * (warmest - 10) * (1 - humidityOf(month) / 100);
    const perDay = rain / (DAYS[month] ?? 0);
    return 4 * comfort(Math.round(felt)) + 2 * sky(Math.round(100 - sunshine)) + 3 * wet(perDay) + 9;
  });
  return toTenth(total(indices) / 12);
}

/** What the indices are of, by docs/quality-of-life.md: beyond 50 km a station of temperatures is the region's. */
export function grainOfIndices(geonamesId: number, here: Position): 'city' | 'region' {
  const station = rowOf('stations', rowOf('cities', String(geonamesId)).temperature ?? '');
  return kilometresTo(station, here) > 50 ? 'region' : 'city';
}

function kilometresTo({ latitude, longitude }: Row, here: Position): number {
  return toTenth(haversine(here, { latitude: Number(latitude), longitude: Number(longitude) }));
}

/** The climate index for residents, read from the table of docs/quality-of-life.md. */
export function publishedResidentIndex(geonamesId: number, site: Site): number {
  const { chosen, atMonth, humidityOf } = cityMonths(geonamesId, site);
  const counted =
    chosen.wet_days === '' ? undefined : normals('DP01', rowOf('stations', chosen.wet_days ?? ''));
  const indices = MONTHS.map((_, month) => {
    const { warmest, coldest, mean, rain } = atMonth(month);
    const vapour = (pressure(mean) * humidityOf(month)) / 100;
    const feltByDay = warmest + (vapour - 10) / 1.8;
    const day = Math.min(
      between(warmest, [-40, -27, -13, 0, 9], [0, 0.25, 0.5, 0.75, 1]),
      between(feltByDay, [30, 40, 45, 54], [1, 2 / 3, 1 / 3, 0]),
    );
    const night = Math.min(
      between(coldest, [-40, -27, -13, 0, 9], [0, 0.25, 0.5, 0.75, 1]),
      between(coldest, [20, 25, 30], [1, 0.5, 0]),
    );
    const days = DAYS[month] ?? 0;
    const wetDays = Math.min(days, counted === undefined ? 1.22 * rain ** 0.45 : (counted[month] ?? 0));
    const lost =
      wetDays === 0
        ? 0
        : 1 - between(rain / wetDays, [0, 1.5, 4.5, 7.5, 10.5, 18.5], [1, 0.9, 0.8, 0.5, 0.2, 0]);
    return toTenth(((100 * (2 * day + night)) / 3) * (1 - (lost * wetDays) / days));
  });
  return toTenth(total(indices) / 12);
}

/** The rating at a value, on straight lines between the given points. */
function between(value: number, points: readonly number[], ratings: readonly number[]): number {
  for (let at = points.length - 1; at >= 0; at--) {
    const [from = 0, to = Number.POSITIVE_INFINITY] = [points[at], points[at + 1]];
    const [low = 0, high = low] = [ratings[at], ratings[at + 1]];
    if (value >= from)
      return to === Number.POSITIVE_INFINITY ? low : low + ((high - low) * (value - from)) / (to - from);
  }
  return ratings[0] ?? Number.NaN;
}

/** The stations chosen for a city, and its months by the documented corrections. */
function cityMonths(geonamesId: number, site: Site) {
  const chosen = rowOf('cities', String(geonamesId));
  const station = rowOf('stations', chosen.temperature ?? '');
  const [max, min] = [normals('TMAX', station), normals('TMIN', station)];
  const level = chosen.temperature_level ?? '';
  const means = meansOf(station, max, min);
  const byHeight = (Number(station.elevation) - site.metres) * 0.006;
  const further =
    level === '' ? 0 : gridPoint(level, 'CHELSA_bio1_1979-2013_V1_1') + 0.25 - total(means) / 12 - byHeight;
  const away = kilometresTo(station, site);
  const half = further < 0 ? 2 + away / 200 : 3 + away / 80;
  const added = toThousandth(byHeight + ((away / (away + 40)) * further) / (1 + (further / half) ** 4));
  const seasons = chosen.temperature_seasons ?? '';
  const stretch =
    seasons === ''
      ? 1
      : toThousandth(
          Math.min(
            1.5,
            Math.max(
              0.6,
              (gridPoint(seasons, 'CHELSA_bio10_1979-2013_V1_1') -
                gridPoint(seasons, 'CHELSA_bio11_1979-2013_V1_1')) /
                (threeMonths(means, Math.max) - threeMonths(means, Math.min)),
            ),
          ),
        );
  const rainStation = rowOf('stations', chosen.precipitation ?? '');
  const rain = normals('PRCP', rainStation);
  const rainAway = kilometresTo(rainStation, site);
  const rainLevel = chosen.precipitation_level ?? '';
  const ofGrid = rainLevel === '' ? undefined : gridPoint(rainLevel, 'CHELSA_bio12_1979-2013_V1_1');
  const factor = toThousandth(
    ofGrid === undefined || total(rain) === 0
      ? 1
      : ofGrid < 60
        ? Math.min(1, ofGrid / total(rain))
        : (ofGrid / total(rain)) ** (rainAway / (rainAway + 40)),
  );
  const humid = chosen.humidity === '' ? undefined : rowOf('stations', chosen.humidity ?? '');
  const atMonth = (month: number) => {
    const [warmest, coldest, mean] = [max, min, means].map((of) =>
      toTenth((of[month] ?? 0) + added + (stretch - 1) * ((means[month] ?? 0) - total(means) / 12)),
    ) as [number, number, number];
    return { warmest, coldest, mean, rain: toTenth((rain[month] ?? 0) * factor) };
  };
  const humidityOf = (month: number) => {
    const { coldest, mean } = atMonth(month);
    return humid === undefined
      ? Math.min(100, (100 * pressure(coldest)) / pressure(mean))
      : humidityAt(humid, month);
  };
  return { chosen, atMonth, humidityOf };
}

/** The greatest or least mean of three months in a row. */
function threeMonths(means: readonly number[], pick: (...values: number[]) => number): number {
  const round = [...means, ...means.slice(0, 2)];
  return pick(...means.map((_, month) => total(round.slice(month, month + 3)) / 3));
}

function comfort(degrees: number): number {
  const ratings = {
    39: 2,
    36: 4,
    34: 5,
    32: 6,
    30: 7,
    28: 8,
    26: 9,
    25: 10,
    22: 9,
    19: 7,
    17: 6,
    14: 5,
    10: 4,
    6: 3,
  };
  if (degrees > 39) return 0;
  if (degrees < -5) return 1;
  if (degrees < 0) return 2;
  const [, rating = Number.NaN] = Object.entries(ratings).find(([upTo]) => degrees <= Number(upTo)) ?? [];
  return rating;
}

function sky(percent: number): number {
  if (percent <= 0) return 8;
  if (percent <= 10) return 9;
  return percent >= 100 ? 1 : 11 - Math.ceil(percent / 10) + 1;
}

function wet(perDay: number): number {
  const millimetres = Math.round(perDay * 100) / 100;
  if (millimetres === 0) return 10;
  if (millimetres < 3) return 9;
  if (millimetres < 6) return 8;
  if (millimetres < 9) return 5;
  if (millimetres <= 12) return 2;
  return millimetres <= 25 ? 0 : -1;
}

/** The station's relative humidity in per cent, to a tenth. */
function humidityAt(station: Row, month: number): number {
  const means = meansOf(station, normals('TMAX', station), normals('TMIN', station));
  const vapour = normals('MNVP', station)[month] ?? Number.NaN;
  return toTenth(Math.min(100, (100 * vapour) / pressure(means[month] ?? Number.NaN)));
}

function sunshineAt(station: Row, month: number): number {
  const daylight = hoursOfDaylight(Number(station.latitude), month);
  const hours = normals('TSUN', station)[month] ?? Number.NaN;
  return daylight < 1 ? 0 : Math.min(100, (100 * hours) / (daylight * (DAYS[month] ?? 0)));
}

function byRange(latitude: number, month: number, range: number): number {
  if (hoursOfDaylight(latitude, month) < 1) return 0;
  return 100 * Math.max(0, Math.min(1, (0.16 * Math.sqrt(Math.max(0, range)) - 0.25) / 0.5));
}

/** The published means if all are between the minima and maxima; otherwise the middle of the two. */
function meansOf(station: Row, max: readonly number[], min: readonly number[]): number[] {
  const published = station.temperature_mean === '' ? [] : normals('TAVG', station);
  const fits = published.every((mean, month) => mean <= (max[month] ?? 0) && mean >= (min[month] ?? 0));
  if (published.length === 12 && fits) return published;
  return max.map((value, month) => Math.round(5 * (value + (min[month] ?? 0))) / 10);
}

/** Saturation vapour pressure in hPa: FAO-56, equation 11. */
function pressure(degrees: number): number {
  return 6.108 * Math.exp((17.27 * degrees) / (degrees + 237.3));
}

function hoursOfDaylight(latitude: number, month: number): number {
  const day = [16, 45, 75, 105, 136, 166, 197, 228, 258, 289, 319, 350][month] ?? Number.NaN;
  const declination = 0.409 * Math.sin((2 * Math.PI * day) / 365 - 1.39);
  const cosine = -Math.tan(radians(latitude)) * Math.tan(declination);
  return (24 * Math.acos(Math.max(-1, Math.min(1, cosine)))) / Math.PI;
}

/** The monthly normals of the station at these coordinates; if it has several rows, the first complete one. */
function normals(element: string, { latitude, longitude }: Row): number[] {
  const rows = rowsWhere(`${NORMALS}${element}_min24.csv.gz`, {
    Latitude: Number(latitude).toFixed(3),
    Longitude: Number(longitude).toFixed(3),
  });
  const [months] = rows
    .map((row) => columnsOf(row).map((month) => Number(cell(row, month))))
    .filter((values) => values.every((value) => value > -99.9));
  if (months === undefined) throw new Error(`no ${element} at ${latitude}, ${longitude}`);
  return months;
}

/** `Hong_Kong,_China` takes up two cells, so every value after it is one column further on. */
function columnsOf(row: Row): string[] {
  return cell(row, 'Station') === '_China' ? [...MONTHS.slice(1), 'Annual'] : MONTHS;
}

function gridPoint(id: string, column: string): number {
  const long = id.includes('-') ? id : `${id}-99999`;
  const [row] = rowsWhere('climate-at-stations-chelsa-cru/chelsa_bio_at_gsod_stations.csv.gz', {
    STNID: long,
  });
  if (row === undefined) throw new Error(`no point ${id}`);
  return Number(cell(row, column));
}

const tables = new Map<string, Map<string, Row>>();

/** The row of a table in data/climate whose first cell is `key`. */
function rowOf(table: string, key: string): Row {
  let rows = tables.get(table);
  if (rows === undefined) {
    const [header = '', ...lines] = readFileSync(join(DATA_DIRECTORY, 'climate', `${table}.tsv`), 'utf8')
      .trimEnd()
      .split('\n');
    const columns = header.split('\t');
    rows = new Map(
      lines.map((line) => {
        const cells = line.split('\t');
        return [cells[0] ?? '', Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']))];
      }),
    );
    tables.set(table, rows);
  }
  const row = rows.get(key);
  if (row === undefined) throw new Error(`${table} has no ${key}`);
  return row;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function toTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function toThousandth(value: number): number {
  return Math.round(value * 1000) / 1000;
}
