import type { ClimateElement } from './climate-records.ts';
import { NO_BYTE, toTenths } from './measures.ts';

/*
 * Figures of the city itself that have no interval, and that cities are found and sorted by: what a month is like, and distances.
 * A release has a row for each, the monthly ones for each month, with the figures of all cities in order of rank.
 */

/** What a month is like: normals of climate elements. */
export const MONTHLY = {
  high: 'temperature_max',
  rain: 'precipitation',
  sun: 'sunshine',
} as const satisfies Record<string, ClimateElement>;
/** Metrics, in kilometres. */
export const DISTANCES = { sea: 'distance_to_coast', airport: 'distance_to_airport' } as const;

/** How far away the weather station of the temperatures is, in kilometres. */
export const STATION = 'station';

export type MonthlyMeasure = keyof typeof MONTHLY;
export type PlainMeasure = MonthlyMeasure | typeof STATION | keyof typeof DISTANCES;
/** A row: a distance, or a measure in one month, `high_1`. */
export type PlainColumn = Exclude<PlainMeasure, MonthlyMeasure> | `${MonthlyMeasure}_${number}`;

export const PLAIN_MEASURES = [...Object.keys(MONTHLY), STATION, ...Object.keys(DISTANCES)] as PlainMeasure[];

export function isPlainMeasure(name: string): name is PlainMeasure {
  return PLAIN_MEASURES.some((measure) => measure === name);
}

export function isMonthly(measure: PlainMeasure): measure is MonthlyMeasure {
  return measure in MONTHLY;
}

/** Whether a request that names a month shows it: what the month is like, and how near that was measured. */
export function comesWithMonth(measure: PlainMeasure): boolean {
  return isMonthly(measure) || measure === STATION;
}

/** What a column is of; undefined for a measure that has an interval. */
export function plainMeasureOf(id: string): PlainMeasure | undefined {
  return PLAIN_MEASURES.find((measure) => id.split('_', 1)[0] === measure);
}

export function isPlainColumn(id: string): id is PlainColumn {
  return plainMeasureOf(id) !== undefined;
}

/** @param month 1 to 12, for a measure of months */
export function plainColumn(measure: PlainMeasure, month: number): PlainColumn {
  return isMonthly(measure) ? `${measure}_${month}` : measure;
}

/** A row of the table `plain_measure`. */
export interface PlainRow {
  id: PlainColumn;
  /** Two bytes per city, little-endian: tenths above `-PLAIN_ZERO`, or NO_TENTHS where there is no figure. */
  value: Uint8Array;
}

/** The tenths of 0, so that those of frost are not negative. */
export const PLAIN_ZERO = 1000;

/** @param figures by rank; undefined where the city has none */
export function plainRow(id: PlainColumn, figures: readonly (number | undefined)[]): PlainRow {
  const value = Buffer.alloc(figures.length * 2, NO_BYTE);
  for (const [rank, figure] of figures.entries())
    if (figure !== undefined) value.writeUInt16LE(toTenths(figure, id, PLAIN_ZERO), rank * 2);
  return { id, value };
}
