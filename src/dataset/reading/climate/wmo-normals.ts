import { join } from 'node:path';
import { around } from 'geokdbush';
import { mean, median, sum } from 'simple-statistics';
import {
  type Months,
  STATION_ELEMENTS,
  type Station,
  type StationElement,
} from '../../building/climate/climate-tables.ts';
import { wetDaysByRain } from '../../building/climate/resident-climate-index.ts';
import { saturationPressure } from '../../building/climate/water-vapour.ts';
import { readBytes } from '../../building/files/file-bytes.ts';
import {
  type PublishedRow,
  type PublishedTable,
  parsePublishedTable,
} from '../../building/files/published-file.ts';
import { readTable } from '../../building/files/table.ts';
import { indexOfSites } from '../geography/located-cities.ts';
import type { Match } from '../places/match.ts';

export const WMO_FOLDER = 'wmo-climate-normals-1991-2020';

/** The publisher's code of each element, in the names of its files and in the column Elem. */
const PUBLISHED: Readonly<Record<StationElement, { file: string; code: string }>> = {
  temperature_mean: { file: 'TAVG', code: '005' },
  temperature_max: { file: 'TMAX', code: '003' },
  temperature_min: { file: 'TMIN', code: '004' },
  precipitation: { file: 'PRCP', code: '001' },
  wet_days: { file: 'DP01', code: '002' },
  sunshine: { file: 'TSUN', code: '008' },
  vapour_pressure: { file: 'MNVP', code: '007' },
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MISSING = -99.9;
/** No station is lower than the shore of the Dead Sea; the publisher's marks for an unknown height are. */
const LOWEST_ELEVATION = -430;

interface PublishedStation extends Station {
  /** As the publisher writes country and name. */
  country: string;
  published: string;
}

/**
 * The stations of the files whose months rest on at least 24 of the 30 years. A station is one place: elements that
 * several files have at the same coordinates belong to the same station.
 *
 * @param reviewed the table of stations that are left out or have another height, and why
 */
export function readWmoStations(
  directory: string,
  reviewed: string,
): { stations: Station[]; leftOut: Match[] } {
  const found = new Map<string, PublishedStation>();
  const leftOut = new Map<string, string>();
  const reviewOf = readReviews(reviewed);
  for (const element of STATION_ELEMENTS) {
    const { file, code } = PUBLISHED[element];
    const { rows } = readElement(directory, `wmo_normals_9120_${file}_min24.csv.gz`);
    for (const row of rows) {
      if (row.required('Elem') !== code) throw row.fault('Elem', `not ${code}: another element`);
      const published = stationOf(row);
      const review = reviewOf(published);
      const station = { ...published, elevation: review?.elevation ?? published.elevation };
      const label = `${station.country} | ${station.published} | ${station.id}`;
      const reason = (review?.elevation === null ? review.reason : undefined) ?? faultOf(station);
      if (reason !== undefined) {
        leftOut.set(label, reason);
        continue;
      }
      const months = monthsOf(row);
      const key = `${station.latitude} ${station.longitude}`;
      const known = found.get(key) ?? station;
      found.set(key, known);
      if (months !== undefined) known.normals[element] ??= months;
    }
  }
  for (const thing of OTHER_THINGS)
    for (const station of stationsWith(thing, [...found.values()])) {
      for (const element of thing.elements) delete station.normals[element];
      const label = `${station.country} | ${station.published} | ${station.id}`;
      leftOut.set(label, [leftOut.get(label) ?? [], thing.reason].flat().join('; '));
    }
  return {
    stations: withIds([...found.values()]),
    leftOut: [...leftOut].map(([published, how]) => ({ published, place: '', how })),
  };
}

/** What some services sent instead of what the column means: a measure of their stations tells. */
interface OtherThing {
  elements: readonly StationElement[];
  measure: (normals: Station['normals']) => number | undefined;
  /** Whether the measure is compared with that of other services near by. */
  byNeighbours: boolean;
  /** Half of a service's stations are above this. */
  service: number;
  /** Or a single station is above this. */
  station?: number;
  reason: string;
}

const OTHER_THINGS: readonly OtherThing[] = [
  {
    // °C between maxima and minima: in Armenia, Mongolia, Niger, Oman and Turkmenistan 9.9 to 18.4 more than at their neighbours, in
    // 130 other services at most 4.7. Two stations of Mexico have 26.6; means of days at most 21.2 (Bishop, California).
    elements: ['temperature_mean', 'temperature_max', 'temperature_min'],
    measure: ({ temperature_max: max, temperature_min: min }) => max && min && mean(max) - mean(min),
    byNeighbours: true,
    service: 7,
    station: 24,
    reason: 'temperatures: extremes of the months instead of means of the days',
  },
  {
    // Shares (ln) of what air holds at the daily minimum: in the Dominican Republic, Kiribati and Morocco 0.75 to 1.73 less than at
    // their neighbours, elsewhere at most 0.3.
    elements: ['vapour_pressure'],
    measure: ({ vapour_pressure: vapour, temperature_min: min }) =>
      vapour &&
      min &&
      -Math.log(mean(vapour.map((value, month) => value / saturationPressure(min[month] ?? Number.NaN)))),
    byNeighbours: true,
    service: 0.5,
    reason: 'vapour pressure: not that of the air, far below that of all neighbours',
  },
  {
    // Hours, as shares (ln): Indonesia, which counts from 8 to 16 o'clock, 0.38 fewer than its neighbours; elsewhere at most 0.25.
    elements: ['sunshine'],
    measure: ({ sunshine }) => sunshine && -Math.log(sum(sunshine)),
    byNeighbours: true,
    service: 0.3,
    reason: 'sunshine: of part of the day, far below that of all neighbours',
  },
  {
    // Over those expected of the rain: Cyprus, Jamaica and Turkmenistan count 2.1 to 2.4 times as many, all others at most 1.6.
    elements: ['wet_days'],
    measure: ({ wet_days: days, precipitation: rain }) =>
      days && rain && sum(days) / sum(rain.map(wetDaysByRain)),
    byNeighbours: false,
    service: 1.8,
    reason: 'wet days: twice as many as such rain has anywhere else',
  },
];

/** Stations of other services that a station is compared with. */
const NEIGHBOURS = 3;

interface Measured {
  station: PublishedStation;
  value: number;
}

function stationsWith(
  { measure, byNeighbours, service, station: alone = Number.POSITIVE_INFINITY }: OtherThing,
  stations: readonly PublishedStation[],
): PublishedStation[] {
  const measured = stations.flatMap((station): Measured[] => {
    const value = measure(station.normals) ?? Number.NaN;
    return Number.isFinite(value) ? [{ station, value }] : [];
  });
  const compared = byNeighbours ? aboveNeighbours(measured) : ({ value }: Measured) => value;
  return [...Map.groupBy(measured, ({ station }) => station.country).values()].flatMap((ofService) => {
    const isOther = median(ofService.map(compared)) > service;
    return ofService.filter(({ value }) => isOther || value > alone).map(({ station }) => station);
  });
}

/** How much higher a value is than the mean of the nearest stations of other services. */
function aboveNeighbours(all: readonly Measured[]): (one: Measured) => number {
  if (new Set(all.map(({ station }) => station.country)).size < 2) return () => 0;
  const index = indexOfSites(all.map(({ station }) => station));
  return ({ station, value }) => {
    const isOther = (other: number) => all[other]?.station.country !== station.country;
    const { longitude, latitude } = station;
    const others = around(index, longitude, latitude, NEIGHBOURS, Number.POSITIVE_INFINITY, isOther);
    return value - mean(others.map((other) => all[other]?.value ?? Number.NaN));
  };
}

/** The publisher writes `Hong_Kong,_China` without quotation marks in cells that commas separate. */
function readElement(directory: string, file: string): PublishedTable {
  const text = readBytes(join(directory, file), file).toString('latin1').replaceAll(',_China', ' China');
  return parsePublishedTable(file, Buffer.from(text, 'latin1'), {
    columns: ['Elem', 'ID', 'Latitude', 'Longitude', 'Elevation', 'Country', 'Station', ...MONTHS],
  });
}

function stationOf(row: PublishedRow): PublishedStation {
  const published = row.required('Station');
  return {
    id: String(Number(row.matching('ID', /^\d{8}$/, 'a number of eight digits'))),
    country: row.required('Country'),
    published,
    name: published.replaceAll('_', ' ').trim(),
    latitude: row.requiredNumber('Latitude'),
    longitude: row.requiredNumber('Longitude'),
    elevation: row.requiredNumber('Elevation'),
    normals: {},
  };
}

/** Twelve values; undefined where a month is missing. */
function monthsOf(row: PublishedRow): Months | undefined {
  const months = MONTHS.map((month) => row.requiredNumber(month));
  return months.some((value) => value <= MISSING) ? undefined : months;
}

function faultOf({ latitude, longitude, elevation }: Station): string | undefined {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return 'no coordinates';
  return elevation < LOWEST_ELEVATION ? 'no elevation' : undefined;
}

/** From the reviewed table: an empty station means the whole country, no elevation that the station is left out. */
function readReviews(
  file: string,
): (station: PublishedStation) => { elevation: number | null; reason: string } | undefined {
  const reviews = new Map(
    readTable(file, ['country', 'station', 'elevation', 'reason']).map((row) => [
      `${row.country} ${row.station}`,
      { elevation: row.elevation === '' ? null : Number(row.elevation), reason: row.reason },
    ]),
  );
  return ({ country, published }) => reviews.get(`${country} ${published}`) ?? reviews.get(`${country} `);
}

/** The publisher's number if only one station has it, otherwise the station's location. */
function withIds(stations: readonly PublishedStation[]): Station[] {
  const numbers = Map.groupBy(stations, ({ id }) => id);
  return stations.map(({ country: _country, published: _published, ...station }) => ({
    ...station,
    id:
      numbers.get(station.id)?.length === 1
        ? station.id
        : `${station.latitude.toFixed(3)},${station.longitude.toFixed(3)}`,
  }));
}
