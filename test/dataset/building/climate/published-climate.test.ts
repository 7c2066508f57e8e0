import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  canStretch,
  meanTemperatures,
  readClimateTables,
  STATION_ELEMENTS,
  seasonsOf,
  seasonsOfMonths,
} from '../../../../src/dataset/building/climate/climate-tables.ts';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { readChelsaPoints } from '../../../../src/dataset/reading/climate/chelsa.ts';
import { readKoppenGrid } from '../../../../src/dataset/reading/climate/koppen-grid.ts';
import { readWmoStations } from '../../../../src/dataset/reading/climate/wmo-normals.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const HEADER =
  'Elem,Rgn,ID,      WIGOS_ID        ,Latitude,Longitude,Elevation,   Country,  Station  , Jan  , Feb   , Mar   , Apr   , May   , Jun   , Jul   , Aug   , Sep   , Oct   , Nov   , Dec   , Annual';
const CODES: Readonly<Record<string, string>> = {
  TAVG: '005',
  TMAX: '003',
  TMIN: '004',
  PRCP: '001',
  DP01: '002',
  TSUN: '008',
  MNVP: '007',
};
const ALGIERS = '1,00060390,0-20000-0-60390     ,  36.690,   3.217,   25.0,Algeria  ,AlgerDarElBeida ,';
const HONG_KONG =
  '2,00045005,0-20000-0-45005 ,  22.302, 114.174,   31.7,Hong_Kong,_China  ,HongKongObservatory,';
const NOWHERE = '1,00064300,0-20000-0-99999 , -98.600,-986.600, -876.5,Rwanda  ,BUGARAMA_RIZ ,';
const SHIFTED = '4,00078641,0-20000-0-78641 ,  14.586, -90.528, 1491.0,Guatemala  ,La_Aurora ,';

test('a station has the months of every file, and no element that lacks a month', () => {
  const { stations, leftOut } = readWmoStations(published(), rulings());
  assert.deepEqual(
    stations.map(({ id, name, elevation }) => [id, name, elevation]),
    [
      ['60390', 'AlgerDarElBeida', 25],
      ['45005', 'HongKongObservatory', 31.7],
    ],
  );
  const [algiers] = stations;
  assert.deepEqual(
    Object.keys(algiers?.normals ?? {}),
    STATION_ELEMENTS.filter((element) => element !== 'sunshine'),
  );
  assert.deepEqual(algiers?.normals.precipitation, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  assert.deepEqual(
    leftOut.map(({ published: name, how }) => [name, how]),
    [
      ['Rwanda | BUGARAMA_RIZ | 64300', 'no coordinates'],
      ['Guatemala | La_Aurora | 78641', 'rows of other stations'],
    ],
  );
});

test('a file of normals that is truncated, has another element or lacks a month is refused', () => {
  for (const change of [
    (text: string) => text.slice(0, -30),
    (text: string) => text.replace('\n003,', '\n004,'),
    (text: string) => text.replace(' Jul   ,', ''),
    (text: string) => text.replace('36.690', 'north'),
    () => '<!doctype html>\n',
  ])
    assert.throws(
      () => readWmoStations(published({ TMAX: change }), rulings()),
      SourceFileError,
      String(change),
    );
});

test('a station whose height a person has corrected is kept, with that height', () => {
  const review = 'Algeria\tAlgerDarElBeida\t30\tthe height of another station\n';
  const { stations } = readWmoStations(published(), rulings(review));
  assert.deepEqual(
    stations.map(({ id, elevation }) => [id, elevation]),
    [
      ['60390', 30],
      ['45005', 31.7],
    ],
  );
});

test('no city has months that had to be stretched beyond the bounds: Da Nang has none from across the mountains', () => {
  const { cities, stations, points } = readClimateTables(DATA_DIRECTORY);
  const [stationOf, pointOf] = [byId(stations), byId(points)];
  const stretched = cities.filter(({ temperatureSeasons }) => temperatureSeasons !== '');
  assert.ok(stretched.length > 1000);
  for (const { geonamesId, temperature, temperatureSeasons } of stretched) {
    const [station, point] = [stationOf.get(temperature), pointOf.get(temperatureSeasons)];
    if (station === undefined || point === undefined) assert.fail(String(geonamesId));
    const there = seasonsOfMonths(meanTemperatures(station.normals) ?? []);
    assert.ok(canStretch(seasonsOf(point), there), `${geonamesId} by ${station.name}`);
  }
  const DA_NANG = 1583992;
  assert.equal(cities.find(({ geonamesId }) => geonamesId === DA_NANG)?.temperature, '');
});

test('a point of the grid without values is at sea', () => {
  const directory = folder({
    'chelsa_bio_at_gsod_stations.csv.gz':
      'STNID,LAT,LON,CHELSA_bio1_1979-2013_V1_1,CHELSA_bio10_1979-2013_V1_1,CHELSA_bio11_1979-2013_V1_1,CHELSA_bio12_1979-2013_V1_1\n085360-99999,38.8,-9.1,16.7,21.9,12.1,635.2\n085361-99999,38,-12,NA,NA,NA,NA\n',
  });
  assert.deepEqual(readChelsaPoints(directory), [
    {
      id: '085360',
      latitude: 38.8,
      longitude: -9.1,
      meanTemperature: 16.7,
      warmestQuarter: 21.9,
      coldestQuarter: 12.1,
      precipitation: 635.2,
    },
  ]);
});

test('a grid of classes that is not a complete TIFF file is refused', () => {
  for (const bytes of [Buffer.from('<html>'), Buffer.from('II*\0\b\0\0\0\0\0')]) {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'koppen_geiger_0p1_1991_2020.tif'), bytes);
    assert.throws(() => readKoppenGrid(directory), SourceFileError);
  }
});

/** The seven files of normals, changed by element. */
function published(changes: Readonly<Record<string, (text: string) => string>> = {}): string {
  const files = Object.entries(CODES).map(([element, code]) => {
    // Of a millimetre, fewer than a day is wet.
    const wet = element === 'DP01' ? 0.5 : 1;
    const months = Array.from({ length: 12 }, (_, month) => String(wet * (month + 1)).padStart(8));
    const broken = element === 'TSUN' ? months.with(5, '   -99.9') : months;
    const rows = [
      `${code},${ALGIERS}${broken.join(',')},    78.0`,
      ...[HONG_KONG, NOWHERE, SHIFTED].map((station) => `${code},${station}${months.join(',')},    78.0`),
    ];
    const text = `${[HEADER, ...rows].join('\n')}\n`;
    return [`wmo_normals_9120_${element}_min24.csv.gz`, changes[element]?.(text) ?? text] as const;
  });
  return folder(Object.fromEntries(files));
}

function rulings(further = ''): string {
  const file = join(temporaryDirectory(), 'reviews.tsv');
  writeFileSync(
    file,
    `country\tstation\televation\treason\n${further}Guatemala\t\t\trows of other stations\n`,
  );
  return file;
}

function folder(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), gzipSync(text));
  return directory;
}

test('temperatures of a service that sent extremes of months, and of a single such station, are left out', () => {
  const at = (country: string, station: number, range: number) =>
    rowsOf(country, station, { TMAX: 20 + range / 2, TMIN: 20 - range / 2 });
  const directory = publishedWith([
    ...[0, 1, 2, 3].map((station) => at('Meadow', station, 11)),
    ...[4, 5, 6].map((station) => at('Steppe', station, 19)),
    at('Meadow', 30, 26),
  ]);
  const read = readWmoStations(directory, rulings());
  const known = read.stations.filter(({ normals }) => normals.temperature_max !== undefined);
  assert.deepEqual(
    known.map(({ name }) => name),
    ['AlgerDarElBeida', 'HongKongObservatory', 'Station0', 'Station1', 'Station2', 'Station3'],
  );
  const reasons = read.leftOut.filter(({ how }) => how.includes('extremes'));
  assert.equal(reasons.length, 4);
});

test('humidity and sunshine of a service far below its neighbours’, and wet days twice as many as such rain has, are left out', () => {
  const at = (country: string, station: number, vapour: number, wet: number, sun: number) =>
    rowsOf(country, station, { TMAX: 30, TMIN: 20, MNVP: vapour, PRCP: 50, DP01: wet, TSUN: sun });
  const directory = publishedWith([
    ...[0, 1, 2].map((station) => at('Meadow', station, 22, 7, 120)),
    ...[4, 5, 6].map((station) => at('Coast', station, 11, 9, 190)),
    ...[7, 8, 9].map((station) => at('Island', station, 20, 15, 200)),
  ]);
  const { stations } = readWmoStations(directory, rulings());
  const having = (element: 'vapour_pressure' | 'wet_days' | 'sunshine') =>
    stations.filter(({ normals }) => normals[element] !== undefined).map(({ name }) => name.at(-1));
  assert.deepEqual(having('vapour_pressure').slice(2), ['0', '1', '2', '7', '8', '9']);
  assert.deepEqual(having('wet_days').slice(2), ['0', '1', '2', '4', '5', '6']);
  assert.deepEqual(having('sunshine').slice(-6), ['4', '5', '6', '7', '8', '9']);
});

/** By element, a row of a made-up station with one value in all months. */
function rowsOf(country: string, station: number, values: Readonly<Record<string, number>>) {
  const place = `1,000${50_000 + station},0-20000-0-99999,  ${(20 + station / 10).toFixed(3)},  10.000,   25.0`;
  return Object.entries(values).map(([element, value]) => ({
    element,
    row: [CODES[element], place, country, `Station${station}`, ...Array<number>(13).fill(value)].join(','),
  }));
}

function publishedWith(stations: readonly ReturnType<typeof rowsOf>[]): string {
  const rows = Map.groupBy(stations.flat(), ({ element }) => element);
  return published(
    Object.fromEntries(
      [...rows].map(([element, added]) => [
        element,
        (text: string) => `${text}${added.map(({ row }) => row).join('\n')}\n`,
      ]),
    ),
  );
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
