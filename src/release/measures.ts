import { endianness } from 'node:os';
import { CATEGORIES, type Category } from './cost-basket.ts';
import { EVIDENCE, type Evidence, type Level } from './cost-estimates.ts';
import { GRAINS, type Grain } from './grain.ts';
import { PAY_MEASURES, type PayMeasure } from './pay.ts';
import type { MeasuredShares } from './quality-records.ts';

/*
 * The figures that cities are found, sorted and drawn by, in columns: a release has a row for each measure, with the figures of
 * all cities in order of rank. They are those of the responses for single cities, by our own weights, against New York, at the
 * smoothed rate: the build makes them with the same functions.
 */

/** The groups of the quality of life that have scores, in the order in which people ask about them. */
export const SCORED_GROUPS = [
  'healthcare',
  'safety',
  'environment',
  'education',
  'infrastructure',
  'economy',
  'mobility',
  'climate',
  'hardship',
] as const;
type ScoredGroup = (typeof SCORED_GROUPS)[number];
/** All groups of the quality of life, in that order; people's opinions of their city have no score. */
export const QUALITY_GROUPS = [...SCORED_GROUPS, 'opinions'] as const;

/** The price of education and its quality have the same name, so the price has another one here. */
export type CostMeasure = 'cost' | Exclude<Category, 'education'> | 'education_cost';
/** The overall score, those of the groups, and the climate index for residents, which no group scores. */
export type QualityMeasure = 'quality' | ScoredGroup | 'resident_climate';
/** What a household needs in a month, in US dollars at the rate of the day: found as `budget` with `household`. */
export const BUDGET_MEASURES = ['budget_one', 'budget_couple', 'budget_family'] as const;
export type BudgetMeasure = (typeof BUDGET_MEASURES)[number];
/** The measures that requests name as they are. */
export type NamedMeasure = CostMeasure | PayMeasure | QualityMeasure;
export type MeasureId = NamedMeasure | BudgetMeasure;

/** Price levels: overall, and of each category. */
export const COST_MEASURES: readonly CostMeasure[] = (['overall', ...CATEGORIES] as const).map(costMeasure);
/** Scores: overall, and of each group, and the climate index for residents. */
export const QUALITY_MEASURES: readonly QualityMeasure[] = ['quality', ...SCORED_GROUPS, 'resident_climate'];
/** The measures that have a ranking and a map: price levels and scores. */
export const RANKED_MEASURES: readonly (CostMeasure | QualityMeasure)[] = [
  ...COST_MEASURES,
  ...QUALITY_MEASURES,
];
export const MEASURES: readonly NamedMeasure[] = [...COST_MEASURES, ...PAY_MEASURES, ...QUALITY_MEASURES];

function isOneOf<Measure extends string>(measures: readonly Measure[]) {
  return (measure: string): measure is Measure => (measures as readonly string[]).includes(measure);
}
export const isBudgetMeasure = isOneOf(BUDGET_MEASURES);
/** Whether a measure is of pay: neither a price level nor a score. */
export const isPayMeasure = isOneOf(PAY_MEASURES);
/** Whether a measure is a price level, and not a score. */
export const isCostMeasure = isOneOf(COST_MEASURES);

export function costMeasure(part: Category | 'overall'): CostMeasure {
  if (part === 'overall') return 'cost';
  return part === 'education' ? 'education_cost' : part;
}

/** A figure with its 80 % interval, as responses state it: to a tenth, earnings to a whole dollar. */
export interface MeasuredFigure extends Level {
  /** Of price levels, and of the one that a measure of pay rests on; null for scores and earnings. */
  evidence: Evidence | null;
  /**
   * Of a price level the kind of the most local place behind it, of a score, that of the least local one, of a measure of pay,
   * that of the earnings.
   */
  grain: Grain | null;
  /** Of a score, the share of its weight that was measured for each kind of place; null for all others. */
  measured: Readonly<Record<Grain, number>> | null;
}

/** The share of every kind of place, from those that a record names. */
export function everyShare(shares: MeasuredShares): Record<Grain, number> {
  return { city: 0, metro: 0, region: 0, country: 0, ...shares };
}

/**
 * How much of a figure was measured in the city, its metropolitan area or its region, from 0 to 1: of a score the share of its
 * weight, of a price level all or nothing.
 */
export function localShare({ grain, measured }: Pick<MeasuredFigure, 'grain' | 'measured'>): number {
  if (measured === null) return grain === null || grain === 'country' ? 0 : 1;
  return Math.round(100 * (measured.city + measured.metro + measured.region)) / 100;
}

/**
 * A figure with the standard deviations of the two parts of its error: the one that all cities of the country share, which
 * cancels between two of them, and the city's own. For a price level, they are of its natural logarithm, without the error of
 * the base; for a score, in points.
 */
export interface FigureWithErrors extends MeasuredFigure {
  sharedError: number;
  ownError: number;
}

/** A row of the table `measure`; everything is little-endian. */
export interface MeasureRow {
  id: string;
  /** Steps of measureSteps (tenths, of earnings dollars), two bytes per city. */
  value: Uint8Array;
  low: Uint8Array;
  high: Uint8Array;
  /** A byte per city: its position in EVIDENCE. */
  evidence: Uint8Array;
  /** A byte per city: its position in GRAINS. */
  grain: Uint8Array;
  /** Of FigureWithErrors, in steps of errorSteps, two bytes per city. */
  shared_error: Uint8Array;
  own_error: Uint8Array;
  /** Of scores, a byte per city and kind of place, in the order of GRAINS: hundredths of the weight. Empty for all others. */
  measured: Uint8Array;
}

/** How many steps of a column of values make one: columns hold tenths, but of money, which has more digits, dollars. */
export function measureSteps(id: string): number {
  return id === 'earnings' || isBudgetMeasure(id) ? 1 : 10;
}

/** In a column of tenths: the city has no such figure. Above every tenth, so that one comparison rules it out. */
export const NO_TENTHS = 0xffff;
/** Two of these bytes are NO_TENTHS. */
export const NO_BYTE = 0xff;
/** In a column of bytes: there is no evidence or grain. */
export const NO_CODE = 0xff;

/** One measure of all cities. */
export type MeasureColumns = ReturnType<typeof toMeasureColumns>;

/** @param figures by rank; undefined where the city has none */
export function measureRow(id: MeasureId, figures: readonly (FigureWithErrors | undefined)[]): MeasureRow {
  const pairs = (fill: number) => Buffer.alloc(figures.length * 2, fill);
  const [value, low, high] = [pairs(NO_BYTE), pairs(NO_BYTE), pairs(NO_BYTE)];
  const [evidence, grain] = [Buffer.alloc(figures.length, NO_CODE), Buffer.alloc(figures.length, NO_CODE)];
  const [shared, own] = [pairs(0), pairs(0)];
  const measured = Buffer.alloc(isScore(id) ? figures.length * GRAINS.length : 0);
  const steps = errorSteps(id);
  for (let rank = 0; rank < figures.length; rank++) {
    const figure = figures[rank];
    if (figure === undefined) continue;
    value.writeUInt16LE(toTenths(figure.value, id), rank * 2);
    low.writeUInt16LE(toTenths(figure.low, id), rank * 2);
    high.writeUInt16LE(toTenths(figure.high, id), rank * 2);
    if (figure.evidence !== null) evidence[rank] = EVIDENCE.indexOf(figure.evidence);
    if (figure.grain !== null) grain[rank] = GRAINS.indexOf(figure.grain);
    shared.writeUInt16LE(Math.round(figure.sharedError * steps), rank * 2);
    own.writeUInt16LE(Math.round(figure.ownError * steps), rank * 2);
    if (figure.measured !== null)
      for (const [position, of] of GRAINS.entries())
        measured[rank * GRAINS.length + position] = Math.round(100 * figure.measured[of]);
  }
  return { id, value, low, high, evidence, grain, shared_error: shared, own_error: own, measured };
}

/** @param cities how many the release has */
export function toMeasureColumns({ id, ...row }: MeasureRow, cities: number) {
  const pairs = (bytes: Uint8Array) => toTenthsColumn(id, bytes, cities);
  const steps = errorSteps(id);
  const errors = (bytes: Uint8Array) => {
    const numbers = new Float32Array(pairs(bytes));
    // Not with `map`, which takes ten times as long: every start reads millions of numbers.
    for (let at = 0; at < numbers.length; at++) numbers[at] = (numbers[at] ?? 0) / steps;
    return numbers;
  };
  return {
    /** Steps of measureSteps by rank; NO_TENTHS where there is no figure. */
    value: pairs(row.value),
    low: pairs(row.low),
    high: pairs(row.high),
    /** Positions in EVIDENCE and GRAINS by rank, or NO_CODE. */
    evidence: row.evidence,
    grain: row.grain,
    /** Of FigureWithErrors, by rank; 0 where there is no figure. */
    sharedError: errors(row.shared_error),
    ownError: errors(row.own_error),
    /** Of scores, hundredths by rank and position in GRAINS; empty for all others. */
    measured: row.measured,
  };
}

function isScore(id: MeasureId): boolean {
  return !isCostMeasure(id) && !isPayMeasure(id) && !isBudgetMeasure(id);
}

/** The numbers of two bytes each in a cell of a table: the cell itself where that is possible, because every start reads most of them. */
export function toTenthsColumn(id: string, bytes: Uint8Array, cities: number): Uint16Array {
  if (bytes.byteLength !== cities * 2) throw new Error(`its measure ${id} is not one of ${cities} cities`);
  const isBigEndian = endianness() === 'BE';
  const { buffer, byteOffset } = isBigEndian || bytes.byteOffset % 2 !== 0 ? new Uint8Array(bytes) : bytes;
  if (isBigEndian) Buffer.from(buffer).swap16();
  return new Uint16Array(buffer, byteOffset, cities);
}

/** @param zero the steps of 0 */
export function toTenths(value: number, id: string, zero = 0): number {
  const tenths = Math.round(value * measureSteps(id)) + zero;
  if (tenths < 0 || tenths >= NO_TENTHS) throw new Error(`a measure cannot hold ${value} of ${id}`);
  return tenths;
}

/** Errors of price levels and budgets are kept to 1/10,000 (of a logarithm), those of scores to 1/100 of a point. */
function errorSteps(id: string): number {
  return isCostMeasure(id) || isBudgetMeasure(id) ? 1e4 : 100;
}
