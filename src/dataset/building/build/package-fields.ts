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
  foreignKeys: { fields: string; reference: { resource: string; fields: string } }[];
}

/** Value, lower and upper end, and what it rests on: the evidence, or the grain and the share of each grain. */
export interface PackagedMeasure {
  id: MeasureId;
  code: 'evidence' | 'grain';
}

export const text = (name: string, description: string) => ({ name, type: 'string' as const, description });
export const integer = (name: string, description: string) => ({
  name,
  type: 'integer' as const,
  description,
});
export const number = (name: string, description: string) => ({ name, type: 'number' as const, description });
/** 1 or 0, as SQLite keeps it and Table Schema reads it. */
export const boolean = (name: string, description: string) => ({
  name,
  type: 'boolean' as const,
  description,
});

/** The columns of a figure, with the names that they have in the CSV of the API. */
export function figure(name: string, what: string, code: string): PackageField[] {
  return [
    number(name, what),
    number(`${name}_low`, 'Lower end of its 80 % interval.'),
    number(`${name}_high`, 'Upper end of its 80 % interval.'),
    text(
      `${name}_${code}`,
      code === 'evidence'
        ? 'Its evidence: official_local, official_regional, derived_from_official, modelled_from_national_rents or modelled.'
        : 'The kind of place that was actually measured, for its least local part.',
    ),
    ...(code === 'evidence'
      ? []
      : GRAINS.map((grain) =>
          number(
            `${name}_measured_${grain}`,
            `Share of its weight that was measured for the kind of place ${grain}, 0 to 1.`,
          ),
        )),
  ];
}

const PAY_WORDS: Readonly<Record<PayMeasure, string>> = {
  earnings: 'What employees earn on average: US dollars a month before tax, at market exchange rates.',
  purchasing_power: 'Earnings divided by the overall price level; New York is 100.',
  rent_burden: 'Rent of a one-bedroom home let now, in per cent of earnings.',
};

export function payFigure(id: PayMeasure): PackageField[] {
  return [
    number(id, PAY_WORDS[id]),
    number(`${id}_low`, 'Lower end of its 80 % interval.'),
    number(`${id}_high`, 'Upper end of its 80 % interval.'),
    text(`${id}_grain`, 'The kind of place that the earnings were measured for.'),
  ];
}
