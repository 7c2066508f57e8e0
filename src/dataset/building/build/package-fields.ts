import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { GRAINS } from '../../../release/grain.ts';
import type { MeasureId } from '../../../release/measures.ts';
import type { PayMeasure } from '../../../release/pay.ts';

/** The name of a number ends in its unit (`area_km2`) or the description states it, except for indices, scores and counts. */
export interface PackageField {
  name: string;
  type: 'string' | 'integer' | 'number' | 'boolean';
  description: string;
}

/** A table of the downloads, as Frictionless Table Schema describes it. */
export interface PackageTable {
  name: string;
  title: string;
  /** Returns the columns in the order of `fields`, and the rows in an order that never changes. */
  query?: string;
  /** The same of a table that no query can make; one of the two is there. */
  rows?: (database: DatabaseSync) => Iterable<SQLOutputValue[]>;
  /** Whether it has internals of the model, not figures of responses. */
  isModel?: boolean;
  /** Figures of cities after the columns of the query, which then has the rank of a city before the others. */
  measures?: readonly PackagedMeasure[];
  fields: PackageField[];
  primaryKey: string[];
  /** Fields with ids of another table, and that table. */
  references?: Readonly<Record<string, string>>;
}

/** Value, lower and upper end, and what it rests on: the evidence, or the grain and the share of each grain. */
export interface PackagedMeasure {
  id: MeasureId;
  code: 'evidence' | 'grain';
}

const fieldOf = (type: PackageField['type']) => (name: string, description: string) => ({
  name,
  type,
  description,
});
export const text = fieldOf('string');
export const integer = fieldOf('integer');
export const number = fieldOf('number');
/** 1 or 0, as SQLite keeps it and Table Schema reads it. */
export const boolean = fieldOf('boolean');

/** A figure and its interval. */
function withInterval(name: string, what: string): PackageField[] {
  return [
    number(name, what),
    number(`${name}_low`, 'Lower end of its 80 % interval.'),
    number(`${name}_high`, 'Upper end of its 80 % interval.'),
  ];
}

/** The columns of a figure, with the names that they have in the CSV of the API. */
export function figure(name: string, what: string, code: PackagedMeasure['code']): PackageField[] {
  if (code === 'evidence') {
    const evidence =
      'Its evidence: official_local, official_regional, derived_from_official, modelled_from_national_rents or modelled.';
    return [...withInterval(name, what), text(`${name}_evidence`, evidence)];
  }
  return [
    ...withInterval(name, what),
    text(`${name}_grain`, 'The kind of place that was actually measured, for its least local part.'),
    ...GRAINS.map((grain) =>
      number(
        `${name}_measured_${grain}`,
        `Share of its weight that was measured for the kind of place ${grain}, 0 to 1.`,
      ),
    ),
  ];
}

const PAY_WORDS: Readonly<Record<PayMeasure, string>> = {
  earnings: 'What employees earn on average: US dollars a month before tax, at market exchange rates.',
  purchasing_power: 'Earnings divided by the overall price level; New York is 100.',
  rent_burden: 'Rent of a one-bedroom home let now, in per cent of earnings.',
};

export function payFigure(id: PayMeasure): PackageField[] {
  const grain = text(`${id}_grain`, 'The kind of place that the earnings were measured for.');
  return [...withInterval(id, PAY_WORDS[id]), grain];
}
