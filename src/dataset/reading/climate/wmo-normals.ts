import { join } from 'node:path';
import { around } from 'geokdbush';
import { mean, median } from 'simple-statistics';
import {
  type Months,
  STATION_ELEMENTS,
  type Station,
  type StationElement,
} from '../../building/climate/climate-tables.ts';
import { readBytes } from '../../building/files/file-bytes.ts';
import {
  type PublishedRow,
  type PublishedTable,
  parsePublishedTable,
} from '../../building/files/published-file.ts';
import { readTable } from '../../building/files/table.ts';
import { indexOfSites } from '../geography/geography-reader.ts';
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
  for (const station of withExtremes([...found.values()])) {
    for (const element of TEMPERATURES) delete station.normals[element];
    const label = `${station.country} | ${station.published} | ${station.id}`;
    leftOut.set(label, 'temperatures: extremes of the months instead of means of the days');
  }
  return {
    stations: withIds([...found.values()]),
    leftOut: [...leftOut].map(([published, how]) => ({ published, place: '', how })),
  };
}

const TEMPERATURES = ['temperature_mean', 'temperature_max', 'temperature_min'] as const;
/** Stations of other services that a station is compared with. */
const NEIGHBOURS = 3;
/**
 * °C that maxima and minima of a service are further apart than those of its neighbours. Of 135 services, Armenia, Mongolia,
 * Niger, Oman and Turkmenistan sent the extremes of the months: 9.9 to 18.4 further, all others at most 4.7.
 */
const EXTREMES_OF_SERVICE = 7;
/** °C between the extremes of months at two stations of Mexico: 26.6. Between means of days, at most 21.2 (Bishop, California). */
const WIDEST_RANGE = 24;

/** The stations whose maxima and minima are the highest and lowest of a month: most of a service, or single ones. */
function withExtremes(stations: readonly PublishedStation[]): PublishedStation[] {
  const ranged = stations.flatMap((station) => {
    const { temperature_max: max, temperature_min: min } = station.normals;
    return max === undefined || min === undefined ? [] : [{ station, range: mean(max) - mean(min) }];
  });
  if (new Set(ranged.map(({ station }) => station.country)).size < 2) return [];
  const index = indexOfSites(ranged.map(({ station }) => station));
  const furtherApart = ({ station, range }: (typeof ranged)[number]) => {
    const isOther = (other: number) => ranged[other]?.station.country !== station.country;
    const { longitude, latitude } = station;
    const others = around(index, longitude, latitude, NEIGHBOURS, Number.POSITIVE_INFINITY, isOther);
    return range - mean(others.map((other) => ranged[other]?.range ?? Number.NaN));
  };
  return [...Map.groupBy(ranged, ({ station }) => station.country).values()].flatMap((ofService) => {
    const isService = median(ofService.map(furtherApart)) > EXTREMES_OF_SERVICE;
    return ofService.filter(({ range }) => isService || range > WIDEST_RANGE).map(({ station }) => station);
  });
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
