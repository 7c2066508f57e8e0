import type { Months } from './climate-tables.ts';
import { DAYS } from './holiday-climate-index.ts';
import { humidityIn, saturationPressure } from './water-vapour.ts';

/** The inputs of a city's index, by month. */
export interface ResidentInputs {
  /** °C. */
  mean: Months;
  max: Months;
  min: Months;
  /** mm. */
  precipitation: Months;
  /** Days with at least 1 mm; undefined where no station is near. */
  wetDays: Months | undefined;
  /** Relative humidity in per cent; undefined where no station is near. */
  humidity: Months | undefined;
}

/**
 * How easy the climate is to live in, from 0 to 100, of every month: 100 · comfort · dryness. They are multiplied, so that
 * no sunshine makes up for frost and no warmth for rain.
 *
 * Comfort is that of the day for the 16 hours in which people are awake, and that of the night for the 8 in which they sleep.
 * Each class of discomfort in the literature takes an equal step, from 1 where the first begins to 0 where the last does:
 *
 * - cold, by day and night: the classes of the Universal Thermal Climate Index (Bröde and others 2012, International Journal of
 *   Biometeorology 56, table 2), which in its reference conditions, calm and shade, is the air temperature;
 * - heat by day: humidex, and its degrees of comfort (Masterton and Richardson 1979, Atmospheric Environment Service of Canada);
 * - heat by night: tropical nights from 20 °C (Zhang and others 2011, WIREs Climate Change 2, table 1: index TR), and those from
 *   25 and 30 °C, which the Japan Meteorological Agency and the Japan Weather Association count.
 *
 * Dryness rates the rain of a wet day as the Holiday Climate Index does, which was made for days.
 */
export function residentClimateIndex(inputs: ResidentInputs): number[] {
  const { mean, max, min, precipitation, wetDays } = inputs;
  return max.map((_, month) => {
    const of = (months: Months) => months[month] ?? Number.NaN;
    const days = of(DAYS);
    const rain = of(precipitation);
    const wet = Math.min(days, wetDays === undefined ? wetDaysByRain(rain) : of(wetDays));
    const vapour = (humidityIn(inputs, month) / 100) * saturationPressure(of(mean));
    const day = comfortByDay(of(max), vapour);
    const comfort = AWAKE * day + (1 - AWAKE) * comfortByNight(of(min));
    return Math.round(1000 * comfort * dryness(rain, wet, days)) / 10;
  });
}

/** The share of a day in which adults are awake: 16 of 24 hours. */
const AWAKE = 2 / 3;

/** Points between which a rating runs straight: the value, and its rating. */
type Scale = readonly (readonly [at: number, rating: number])[];

/** °C, of the limits of slight, moderate, strong, very strong and extreme cold stress. */
const COLD: Scale = [
  [-40, 0],
  [-27, 1 / 4],
  [-13, 1 / 2],
  [0, 3 / 4],
  [9, 1],
];

/** Humidex of the limits of some discomfort, great discomfort, danger and imminent heat stroke. */
const HUMIDEX: Scale = [
  [30, 1],
  [40, 2 / 3],
  [45, 1 / 3],
  [54, 0],
];

/** °C, of the minima of tropical nights and of those that are hotter. */
const HOT_NIGHT: Scale = [
  [20, 1],
  [25, 1 / 2],
  [30, 0],
];

/** mm on a day with rain: the middles of the classes of the Holiday Climate Index, and their ratings as shares. */
const WET_DAY: Scale = [
  [0, 1],
  [1.5, 0.9],
  [4.5, 0.8],
  [7.5, 0.5],
  [10.5, 0.2],
  [18.5, 0],
];

function comfortByDay(max: number, vapour: number): number {
  return Math.min(rating(COLD, max), rating(HUMIDEX, humidex(max, vapour)));
}

function comfortByNight(min: number): number {
  return Math.min(rating(COLD, min), rating(HOT_NIGHT, min));
}

/** The humidex, from the temperature in °C and the vapour pressure in hPa. */
export function humidex(celsius: number, vapour: number): number {
  return celsius + (5 / 9) * (vapour - 10);
}

/** The share of dry days, and of wet ones as much as their rain leaves. */
function dryness(millimetres: number, wet: number, days: number): number {
  return wet === 0 ? 1 : 1 - (wet / days) * (1 - rating(WET_DAY, millimetres / wet));
}

/**
 * Wet days of a month by its rain: they grow with its power of 0.45 (New, Hulme and Jones 2000, Journal of Climate 13). The factor
 * is the median of all months of the stations that count them.
 */
export function wetDaysByRain(millimetres: number): number {
  return 1.22 * millimetres ** 0.45;
}

function rating(scale: Scale, value: number): number {
  let lower: Scale[number] | undefined;
  for (const upper of scale) {
    if (value <= upper[0])
      return lower === undefined
        ? upper[1]
        : lower[1] + ((value - lower[0]) / (upper[0] - lower[0])) * (upper[1] - lower[1]);
    lower = upper;
  }
  return lower?.[1] ?? Number.NaN;
}
