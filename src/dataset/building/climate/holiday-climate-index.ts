import type { Months } from './climate-tables.ts';
import { daylightHours } from './sunlight.ts';
import { humidityIn } from './water-vapour.ts';

/** The inputs of a city's index, by month. */
export interface IndexInputs {
  /** Degrees. */
  latitude: number;
  /** °C. */
  mean: Months;
  max: Months;
  min: Months;
  /** mm. */
  precipitation: Months;
  /** Per cent of the possible sunshine; undefined where no station is near. */
  sunshine: Months | undefined;
  /** Per cent; undefined where no station is near. */
  humidity: Months | undefined;
}

/**
 * The Holiday Climate Index for cities, HCI:Urban, of every month: Scott, Rutty, Amelung and Tang (2016), Atmosphere 7(6),
 * 80, table 2. Ratings of up to 10 for thermal comfort, cloud, rain and wind have the weights 4, 2, 3 and 1. It was designed
 * for days; we rate the months' normals.
 */
export function holidayClimateIndex(inputs: IndexInputs): number[] {
  return inputs.max.map((max, month) => {
    const of = (months: Months) => months[month] ?? Number.NaN;
    const sunshine = inputs.sunshine === undefined ? sunshineByRange(inputs, month) : of(inputs.sunshine);
    const thermal = thermalRating(effectiveTemperature(max, humidityIn(inputs, month)));
    const rain = rainRating(of(inputs.precipitation) / (DAYS[month] ?? Number.NaN));
    return 4 * thermal + 2 * cloudRating(100 - sunshine) + 3 * rain + WIND_RATING;
  });
}

/** Days of the months, on average over four years. */
export const DAYS: Months = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Our normals have no wind. Its rating is 8 for calm and for 20 to 29 km/h, 10 for 1 to 9 and 9 for 10
 * to 19, so 9 is at most one point of a hundred off if the mean wind is below 30 km/h.
 */
const WIND_RATING = 9;

/** Missenard's effective temperature, °C, from the daily maximum and the mean relative humidity in per cent. */
function effectiveTemperature(max: number, humidity: number): number {
  return max - 0.4 * (max - 10) * (1 - humidity / 100);
}

/** Each with the lowest value that has the rating; table 2 is in whole degrees. */
const THERMAL: readonly (readonly [from: number, rating: number])[] = [
  [40, 0],
  [37, 2],
  [35, 4],
  [33, 5],
  [31, 6],
  [29, 7],
  [27, 8],
  [26, 9],
  [23, 10],
  [20, 9],
  [18, 7],
  [15, 6],
  [11, 5],
  [7, 4],
  [0, 3],
  [-5, 2],
  [Number.NEGATIVE_INFINITY, 1],
];
/** Per cent of the sky. */
const CLOUD: typeof THERMAL = [
  [100, 1],
  [91, 2],
  [81, 3],
  [71, 4],
  [61, 5],
  [51, 6],
  [41, 7],
  [31, 8],
  [21, 9],
  [11, 10],
  [1, 9],
  [Number.NEGATIVE_INFINITY, 8],
];
/** Hundredths of a millimetre per day. */
const RAIN: typeof THERMAL = [
  [2501, -1],
  [1201, 0],
  [900, 2],
  [600, 5],
  [300, 8],
  [1, 9],
  [Number.NEGATIVE_INFINITY, 10],
];

function thermalRating(celsius: number): number {
  return ratingOf(THERMAL, Math.round(celsius));
}

function cloudRating(percent: number): number {
  return ratingOf(CLOUD, Math.round(percent));
}

function rainRating(millimetresPerDay: number): number {
  return ratingOf(RAIN, Math.round(millimetresPerDay * 100));
}

function ratingOf(table: typeof THERMAL, value: number): number {
  for (const [from, rating] of table) if (value >= from) return rating;
  return Number.NaN;
}

/** Hargreaves' coefficient inland, and Ångström's for the share of radiation without sunshine and for what sunshine adds. */
const [HARGREAVES, DIFFUSE, DIRECT] = [0.16, 0.25, 0.5];

/**
 * Per cent of the possible sunshine by the daily range of temperature: Hargreaves' radiation (FAO-56, equation 50) by
 * Ångström's formula (equation 35).
 */
function sunshineByRange({ latitude, max, min }: IndexInputs, month: number): number {
  if (daylightHours(latitude, month) < SHORTEST_DAYLIGHT) return 0;
  const range = Math.max(0, (max[month] ?? Number.NaN) - (min[month] ?? Number.NaN));
  const share = (HARGREAVES * Math.sqrt(range) - DIFFUSE) / DIRECT;
  return 100 * Math.min(1, Math.max(0, share));
}

/** Hours per day. In a month with less daylight, the share of sunshine is taken to be 0. */
export const SHORTEST_DAYLIGHT = 1;
