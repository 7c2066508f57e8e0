import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { around, distance } from 'geokdbush';
import { rainFactor, towardsGrid } from '../../../../src/dataset/building/climate/city-climate.ts';
import {
  canStretch,
  type GridPoint,
  type Site,
  seasonsOf,
  seasonsOfMonths,
  stretchFactor,
} from '../../../../src/dataset/building/climate/climate-tables.ts';
import {
  DAYS,
  holidayClimateIndex,
  type IndexInputs,
} from '../../../../src/dataset/building/climate/holiday-climate-index.ts';
import {
  type ResidentInputs,
  residentClimateIndex,
} from '../../../../src/dataset/building/climate/resident-climate-index.ts';
import { daylightHours } from '../../../../src/dataset/building/climate/sunlight.ts';
import { relativeHumidity } from '../../../../src/dataset/building/climate/water-vapour.ts';
import { elevationOfTerrain, readCities } from '../../../../src/dataset/building/places/cities.ts';
import { readChelsaPoints } from '../../../../src/dataset/reading/climate/chelsa.ts';
import { locateStations } from '../../../../src/dataset/reading/climate/read-climate.ts';
import {
  effectiveDistance,
  FAR_REACH,
  hasOtherSeasons,
  type LocatedStation,
  NEAR,
  pointIndex,
  REACH_OF_OTHERS,
  stationIndex,
} from '../../../../src/dataset/reading/climate/station-choice.ts';
import { readWmoStations } from '../../../../src/dataset/reading/climate/wmo-normals.ts';
import { indexOfSites } from '../../../../src/dataset/reading/geography/located-cities.ts';
import { yearlyIndex } from '../../../../src/release/climate-records.ts';
import { besidePublishedFiles, publishedPath } from '../../../support/beside-published-files.ts';
import { DATA_DIRECTORY, ROOT } from '../../../support/directories.ts';

/** Folders of publishers. */
const [NORMALS, GRID] = ['wmo-climate-normals-1991-2020', 'climate-at-stations-chelsa-cru'] as const;

/** Ranges of effective kilometres, as in the table of docs/quality-of-life.md. */
const CLASSES = [
  [0, 25],
  [25, 50],
  [50, 75],
  [75, 100],
  [100, 150],
  [150, 300],
] as const;
/** One station in this many is left out. */
const STEP = 3;
const LAPSE_RATE = 0.006;

test(
  'stations that are left out are predicted with the errors stated in docs/quality-of-life.md',
  besidePublishedFiles(NORMALS, GRID),
  (t) => {
    const table = errorTable();
    t.diagnostic(`\n${table.join('\n')}`);
    const page = readFileSync(join(ROOT, 'docs/quality-of-life.md'), 'utf8');
    for (const row of table) assert.ok(page.includes(row), row);
  },
);

test(
  'where the grid’s seasons differ from the station’s, stretching the months predicts better, as the page states',
  besidePublishedFiles(NORMALS, GRID),
  (t) => {
    const table = seasonsTable();
    t.diagnostic(`\n${table.join('\n')}`);
    const page = readFileSync(join(ROOT, 'docs/quality-of-life.md'), 'utf8');
    for (const row of table) assert.ok(page.includes(row), row);
  },
);

test(
  'the residents’ index of a station that is left out, or lacks humidity or wet days, has the error stated in docs/quality-of-life.md',
  besidePublishedFiles(NORMALS, GRID),
  (t) => {
    const table = residentErrorTable();
    t.diagnostic(`\n${table.join('\n')}`);
    const page = readFileSync(join(ROOT, 'docs/quality-of-life.md'), 'utf8');
    for (const row of table) assert.ok(page.includes(row), row);
  },
);

test(
  'sunshine at a station that is left out has the error stated in docs/quality-of-life.md, and the daily range of temperature twice that',
  besidePublishedFiles(NORMALS, GRID),
  (t) => {
    const table = sunshineTable();
    t.diagnostic(`\n${table.join('\n')}`);
    const page = readFileSync(join(ROOT, 'docs/quality-of-life.md'), 'utf8');
    for (const row of table) assert.ok(page.includes(row), row);
  },
);

test(
  'beside cities, stations that are moved towards a grid point some kilometres away have these errors in temperature and rain, near and far',
  besidePublishedFiles(NORMALS, GRID),
  () => {
    // °C, and logarithms of the year's rain: by the station, by the grid, and by both.
    assert.deepEqual(rootMeanSquares(NEAR, 100), {
      temperature: ['0.7', '1.3', '0.6'],
      rain: ['0.20', '0.20', '0.17'],
    });
    assert.deepEqual(rootMeanSquares(100, 200), {
      temperature: ['0.9', '1.3', '0.7'],
      rain: ['0.32', '0.20', '0.20'],
    });
    assert.deepEqual(rootMeanSquares(200, 300), {
      temperature: ['1.3', '1.3', '1.0'],
      rain: ['0.39', '0.20', '0.21'],
    });
  },
);

/** Whether a city is within 12 km of a station and 100 m of its height: cities are not on peaks, many stations are. */
function likeCities(): (station: LocatedStation) => boolean {
  const cities = readCities(DATA_DIRECTORY).filter(({ population }) => population >= 15_000);
  const index = indexOfSites(cities);
  return ({ longitude, latitude, elevation }) =>
    around(index, longitude, latitude, 3, 12).some((at) => {
      const city = cities[at];
      return city !== undefined && Math.abs(elevationOfTerrain(city) - elevation) < 100;
    });
}

/** Of errors at stations that were left out, whose nearest other one is so many effective kilometres away. */
function rootMeanSquares(from: number, to: number) {
  const complete = stationsOfTheWorld();
  const index = stationIndex(complete);
  const points = readChelsaPoints(publishedPath(GRID));
  const sites = indexOfSites(points);
  const found = complete.filter(likeCities()).flatMap((left) => {
    const nearest = index.nearest(left, (other) => other !== left && effectiveDistance(left, other) > from);
    // The grid was sampled at most stations themselves, but not at cities.
    const isApart = (at: number) => kilometres(left, points[at] ?? left) > 3;
    const point = points[around(sites, left.longitude, left.latitude, 1, 25, isApart)[0] ?? -1];
    return nearest === undefined || nearest.effective > to || point === undefined
      ? []
      : [{ left, station: nearest.station, point }];
  });
  assert.ok(found.length > 200);
  const rootMeanSquare = (errors: readonly number[]) =>
    Math.sqrt(sum(errors.map((error) => error ** 2)) / errors.length);
  const temperature = found.map(({ left, station, point }) => {
    const [height, grid] = [byHeight(left, station), point.meanTemperature - middle(station)];
    const error = (added: number) => middle(station) + added - middle(left);
    return [error(height), error(grid), error(moved(left, station, point))] as const;
  });
  const wet = found.map(({ left, station, point }) => {
    const [own, other] = [sum(rain(left)), sum(rain(station))];
    const error = (mm: number) => Math.log((mm + 20) / (own + 20));
    const factor = rainFactor(point.precipitation, other, kilometres(left, station));
    return [error(other), error(point.precipitation), error(other * factor)] as const;
  });
  const each = [0, 1, 2] as const;
  return {
    temperature: each.map((which) => rootMeanSquare(temperature.map((errors) => errors[which])).toFixed(1)),
    rain: each.map((which) => rootMeanSquare(wet.map((errors) => errors[which])).toFixed(2)),
  };
}

test(
  'beyond the reach of wet days, sunshine and humidity, one station in ten errs by over a third more than within it',
  besidePublishedFiles(NORMALS),
  () => {
    for (const [element, within, beyond] of [
      ['sunshine', 0.14, 0.19],
      ['wet_days', 0.29, 0.41],
      ['vapour_pressure', 0.13, 0.19],
    ] as const) {
      const stations = publishedStations().filter(({ normals }) => normals[element] !== undefined);
      const index = stationIndex(stations);
      const year = ({ normals }: LocatedStation) => sum(normals[element] ?? []);
      const ninth = (from: number, to: number) =>
        quantiles(
          stations.flatMap((left) => {
            const found = index.nearest(
              left,
              (other) => other !== left && effectiveDistance(left, other) >= from,
            );
            return found === undefined || found.effective > to
              ? []
              : [Math.abs(year(found.station) - year(left)) / Math.max(1, year(left))];
          }),
        )[1].toFixed(2);
      assert.equal(ninth(75, REACH_OF_OTHERS), within.toFixed(2), element);
      assert.equal(ninth(REACH_OF_OTHERS, FAR_REACH), beyond.toFixed(2), element);
    }
  },
);

test(
  'in deserts, the smaller of grid and station is nearer to the rain of a station that is left out',
  besidePublishedFiles(NORMALS, GRID),
  () => {
    const wet = publishedStations().filter(({ normals }) => normals.precipitation !== undefined);
    const index = stationIndex(wet);
    const points = pointIndex(readChelsaPoints(publishedPath(GRID)));
    const errors = wet.flatMap((left) => {
      const nearest = index.nearest(left, (other) => other !== left && kilometres(left, other) > 2);
      const grid = points(left)?.precipitation;
      if (nearest === undefined || grid === undefined || grid >= 60) return [];
      if (nearest.effective <= NEAR || nearest.effective > FAR_REACH) return [];
      const [rain, own] = [sum(months(nearest.station, 'precipitation')), sum(months(left, 'precipitation'))];
      const error = (mm: number) => Math.log((mm + 5) / (own + 5)) ** 2;
      return [
        {
          grid: error(grid),
          smaller: error(rain * rainFactor(grid, rain, kilometres(left, nearest.station))),
        },
      ];
    });
    assert.ok(errors.length > 40);
    const rootMeanSquare = (squares: readonly number[]) => Math.sqrt(sum(squares) / squares.length);
    assert.equal(rootMeanSquare(errors.map(({ grid }) => grid)).toFixed(2), '0.44');
    assert.equal(rootMeanSquare(errors.map(({ smaller }) => smaller)).toFixed(2), '0.34');
  },
);

/** The rows of the table: errors of the year's hours of sunshine, as shares of them. */
function sunshineTable(): string[] {
  const sunny = stationsOfTheWorld().filter(({ normals }) => normals.sunshine !== undefined);
  const index = stationIndex(sunny);
  const hours = ({ normals }: LocatedStation) => sum(normals.sunshine ?? []);
  const errorsOf = (predicted: (station: LocatedStation) => number | undefined) =>
    sunny.flatMap((station) => {
      const value = predicted(station);
      return value === undefined ? [] : [Math.abs(value - hours(station)) / hours(station)];
    });
  const between = (from: number, to: number) => (left: LocatedStation) => {
    const found = index.nearest(left, (other) => other !== left && kilometres(left, other) >= from);
    return found !== undefined && found.effective <= FAR_REACH && kilometres(left, found.station) < to
      ? hours(found.station)
      : undefined;
  };
  const rows = {
    'another station up to 75 km away': errorsOf(between(0, 75)),
    '75 to 150 km away': errorsOf(between(75, 150)),
    '150 to 300 km away': errorsOf(between(150, 300)),
    'the daily range of temperature': errorsOf(hoursByRange),
  };
  return Object.entries(rows).map(
    ([what, errors]) => `| ${what} | ${errors.length} | ${quantiles(errors).map(percent).join(' | ')} |`,
  );
}

function byHeight(left: LocatedStation, station: LocatedStation): number {
  return LAPSE_RATE * (station.elevation - left.elevation);
}

/** By how much a station's temperatures are moved towards a point of the grid. */
function moved(left: LocatedStation, station: LocatedStation, { meanTemperature }: GridPoint): number {
  const byGrid = meanTemperature - middle(station);
  return towardsGrid(byHeight(left, station), byGrid, kilometres(left, station));
}

function kilometres(one: Site, other: Site): number {
  return distance(one.longitude, one.latitude, other.longitude, other.latitude);
}

/** By Hargreaves' and Ångström's formulas, as the Holiday Climate Index estimates cloud cover without a station. */
function hoursByRange(station: LocatedStation): number {
  const min = months(station, 'temperature_min');
  return sum(
    months(station, 'temperature_max').map((value, month) => {
      const range = Math.max(0, value - (min[month] ?? Number.NaN));
      const share = Math.min(1, Math.max(0, (0.16 * Math.sqrt(range) - 0.25) / 0.5));
      return share * (DAYS[month] ?? Number.NaN) * daylightHours(station.latitude, month);
    }),
  );
}

/** The rows of the table: errors of the yearly index for residents, in points. */
function residentErrorTable(): string[] {
  const complete = stationsOfTheWorld().filter(
    ({ normals: { wet_days, vapour_pressure } }) => wet_days !== undefined && vapour_pressure !== undefined,
  );
  const index = stationIndex(complete);
  const indexOf = (inputs: ResidentInputs) => yearlyIndex(residentClimateIndex(inputs));
  const errorsOf = (predicted: (station: LocatedStation) => number | undefined) =>
    complete.flatMap((station) => {
      const value = predicted(station);
      return value === undefined ? [] : [Math.abs(value - indexOf(residentInputs(station)))];
    });
  const within = (reach: number) => (station: LocatedStation) => {
    const nearest = index.nearest(station, (other) => other !== station);
    if (nearest === undefined || nearest.effective > reach) return undefined;
    const added = LAPSE_RATE * (nearest.station.elevation - station.elevation);
    return indexOf(residentInputs(nearest.station, added));
  };
  const rows = {
    'another station up to 75 km away': errorsOf(within(75)),
    'another station up to 150 km away': errorsOf(within(150)),
    'humidity estimated': errorsOf((station) => indexOf({ ...residentInputs(station), humidity: undefined })),
    'wet days estimated': errorsOf((station) => indexOf({ ...residentInputs(station), wetDays: undefined })),
  };
  return Object.entries(rows).map(([what, errors]) => {
    const cells = quantiles(errors).map((error) => error.toFixed(1));
    return `| ${what} | ${errors.length} | ${cells.join(' | ')} |`;
  });
}

function residentInputs(station: LocatedStation, added = 0): ResidentInputs {
  return { ...inputsOf(station, added), wetDays: station.normals.wet_days };
}

test(
  'the index of a station that is left out, or lacks sunshine or humidity, has the error stated in docs/quality-of-life.md',
  besidePublishedFiles(NORMALS, GRID),
  (t) => {
    const table = indexErrorTable();
    t.diagnostic(`\n${table.join('\n')}`);
    const page = readFileSync(join(ROOT, 'docs/quality-of-life.md'), 'utf8');
    for (const row of table) assert.ok(page.includes(row), row);
  },
);

/** The rows of the table: errors of the yearly index, in points. */
function indexErrorTable(): string[] {
  const complete = stationsOfTheWorld().filter(
    ({ normals: { sunshine, vapour_pressure } }) => sunshine !== undefined && vapour_pressure !== undefined,
  );
  const index = stationIndex(complete);
  const errorsOf = (predicted: (station: LocatedStation) => number | undefined) =>
    complete.flatMap((station) => {
      const value = predicted(station);
      return value === undefined ? [] : [Math.abs(value - yearlyIndex(indexOf(inputsOf(station))))];
    });
  const within = (reach: number) => (station: LocatedStation) => {
    const nearest = index.nearest(station, (other) => other !== station);
    if (nearest === undefined || nearest.effective > reach) return undefined;
    const added = LAPSE_RATE * (nearest.station.elevation - station.elevation);
    return yearlyIndex(indexOf(inputsOf(nearest.station, added)));
  };
  const rows = {
    'another station up to 75 km away': errorsOf(within(75)),
    'another station up to 300 km away': errorsOf(within(300)),
    'cloud cover estimated': errorsOf((station) =>
      yearlyIndex(indexOf({ ...inputsOf(station), sunshine: undefined })),
    ),
    'humidity estimated': errorsOf((station) =>
      yearlyIndex(indexOf({ ...inputsOf(station), humidity: undefined })),
    ),
  };
  return Object.entries(rows).map(([what, errors]) => {
    const cells = quantiles(errors).map((error) => error.toFixed(1));
    return `| ${what} | ${errors.length} | ${cells.join(' | ')} |`;
  });
}

const indexOf = holidayClimateIndex;

function inputsOf(station: LocatedStation, added = 0): IndexInputs {
  const max = months(station, 'temperature_max').map((value) => value + added);
  const min = months(station, 'temperature_min').map((value) => value + added);
  const mean = max.map((value, month) => (value + (min[month] ?? Number.NaN)) / 2);
  const { sunshine = [], vapour_pressure: pressure = [] } = station.normals;
  return {
    latitude: station.latitude,
    max,
    min,
    mean,
    precipitation: rain(station),
    sunshine: sunshine.map((hours, month) => {
      const daylight = daylightHours(station.latitude, month);
      return daylight < 1 ? 0 : Math.min(100, (100 * hours) / ((DAYS[month] ?? 0) * daylight));
    }),
    humidity: mean.map((celsius, month) => relativeHumidity(pressure[month] ?? Number.NaN, celsius - added)),
  };
}

let complete: LocatedStation[] | undefined;

/** All stations that have temperatures and precipitation. */
function stationsOfTheWorld(): LocatedStation[] {
  complete ??= completeStations();
  return complete;
}

function publishedStations(): LocatedStation[] {
  const reviewed = join(DATA_DIRECTORY, 'readers', 'climate-station-reviews.tsv');
  return locateStations(readWmoStations(publishedPath(NORMALS), reviewed).stations);
}

function completeStations(): LocatedStation[] {
  return publishedStations().filter(
    ({ normals: { temperature_max, temperature_min, precipitation } }) =>
      temperature_max !== undefined && temperature_min !== undefined && precipitation !== undefined,
  );
}

/**
 * The rows of the table: errors of temperature, then of precipitation. Each has the median and 90th percentile without the grid,
 * and the median with it.
 */
function errorTable(): string[] {
  const complete = stationsOfTheWorld();
  const index = stationIndex(complete);
  const points = pointIndex(readChelsaPoints(publishedPath(GRID)));
  return CLASSES.map(([from, to]) => {
    const found = complete
      .filter((_, position) => position % STEP === 0)
      .flatMap((left) => {
        const nearest = index.nearest(
          left,
          (other) => other !== left && effectiveDistance(left, other) >= from,
        );
        return nearest === undefined || nearest.effective >= to ? [] : [{ left, station: nearest.station }];
      });
    const byGrid = found.flatMap(({ left, station }) => {
      const point = points(left);
      return point === undefined ? [] : [{ left, station, point }];
    });
    const cells = [
      ...quantiles(
        found.map(({ left, station }) => temperatureError(left, station, byHeight(left, station))),
      ),
      quantiles(
        byGrid.map(({ left, station, point }) =>
          temperatureError(left, station, moved(left, station, point)),
        ),
      )[0],
      ...quantiles(found.map(({ left, station }) => rainError(left, station, 1))).map(percent),
      percent(
        quantiles(
          byGrid.map(({ left, station, point }) =>
            rainError(
              left,
              station,
              rainFactor(point.precipitation, sum(rain(station)), kilometres(left, station)),
            ),
          ),
        )[0],
      ),
    ].map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell));
    return `| ${from} to ${to} km | ${found.length} | ${cells.join(' | ')} |`;
  });
}

/**
 * The rows of the table: errors of left-out stations whose nearest station has other seasons according to the grid. The nearest
 * station's months are used as they are, moved, and moved and stretched. The last row has those that no stretching makes alike.
 */
function seasonsTable(): string[] {
  const complete = stationsOfTheWorld();
  const index = stationIndex(complete);
  const points = pointIndex(readChelsaPoints(publishedPath(GRID)));
  return (
    [
      [100, 150, true],
      [150, 300, true],
      [300, 600, true],
      [100, 600, false],
    ] as const
  ).map(([from, to, isUsed]) => {
    const found = complete
      .filter((_, position) => position % STEP === 0)
      .flatMap((left) => {
        const nearest = index.nearest(
          left,
          (other) => other !== left && effectiveDistance(left, other) >= from,
        );
        if (nearest === undefined || nearest.effective >= to) return [];
        const { station } = nearest;
        const [here, there] = [points(left), points(station)];
        if (here === undefined || there === undefined) return [];
        const isOther =
          hasOtherSeasons(here, there) &&
          canStretch(seasonsOf(here), seasonsOfMonths(means(station))) === isUsed;
        return isOther ? [{ left, station, here }] : [];
      });
    const errors = [
      found.map(({ left, station }) => temperatureError(left, station, byHeight(left, station))),
      found.map(({ left, station, here }) => temperatureError(left, station, moved(left, station, here))),
      found.map(({ left, station, here }) =>
        temperatureError(
          left,
          station,
          moved(left, station, here),
          stretchFactor(seasonsOf(here), seasonsOfMonths(means(station))),
        ),
      ),
    ];
    const cells = errors.map((each) =>
      quantiles(each)
        .map((error) => error.toFixed(1))
        .join(', '),
    );
    return `| ${from} to ${to} km${isUsed ? '' : ', in another climate: not used'} | ${found.length} | ${cells.join(' | ')} |`;
  });
}

function means(station: LocatedStation): number[] {
  const min = months(station, 'temperature_min');
  return months(station, 'temperature_max').map((value, month) => (value + (min[month] ?? Number.NaN)) / 2);
}

/** The mean error of the maxima and minima of the twelve months, in °C. */
function temperatureError(left: LocatedStation, station: LocatedStation, added: number, stretch = 1): number {
  const ofMonth = means(station);
  const year = sum(ofMonth) / 12;
  const errors = (['temperature_max', 'temperature_min'] as const).flatMap((element) =>
    months(left, element).map((value, month) =>
      Math.abs(
        (months(station, element)[month] ?? Number.NaN) +
          added +
          (stretch - 1) * ((ofMonth[month] ?? Number.NaN) - year) -
          value,
      ),
    ),
  );
  return sum(errors) / errors.length;
}

/** The sum of the monthly errors, as a share of the year's precipitation. */
function rainError(left: LocatedStation, station: LocatedStation, factor: number): number {
  const errors = rain(left).map((value, month) =>
    Math.abs((rain(station)[month] ?? Number.NaN) * factor - value),
  );
  return sum(errors) / Math.max(12, sum(rain(left)));
}

function months(station: LocatedStation, element: 'temperature_max' | 'temperature_min' | 'precipitation') {
  return station.normals[element] ?? [];
}

function rain(station: LocatedStation): readonly number[] {
  return months(station, 'precipitation');
}

function middle(station: LocatedStation): number {
  return (sum(months(station, 'temperature_max')) + sum(months(station, 'temperature_min'))) / 24;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The median and the 90th percentile. */
function quantiles(errors: number[]): [median: number, ninth: number] {
  const sorted = errors.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return [at(0.5), at(0.9)];
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
