import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { CATEGORIES } from '../../../release/cost-basket.ts';
import { GRAINS } from '../../../release/grain.ts';
import { HOUSEHOLDS } from '../../../release/household-budgets.ts';
import { costMeasure, type MeasureId, QUALITY_MEASURES } from '../../../release/measures.ts';
import { PAY_MEASURES, type PayMeasure } from '../../../release/pay.ts';
import { SOURCE_COLUMNS, SOURCE_DESCRIPTIONS } from '../../../release/source.ts';
import { recordTable, text, texts, word, yesOrNo } from '../files/records.ts';
import { historyRows } from './package-history.ts';

/** The name of a number ends in its unit (`area_km2`) or the description states it, except for indices, scores and counts. */
export interface PackageField {
  name: string;
  type: (typeof TYPES)[number];
  description: string;
}
/** A boolean is 1 or 0, as SQLite keeps it and Table Schema reads it. */
const TYPES = ['string', 'integer', 'number', 'boolean'] as const;

/** Value, lower and upper end, and what it rests on: the evidence, or the grain and the share of each grain. */
export interface PackagedMeasure {
  id: MeasureId;
  code: 'evidence' | 'grain';
  fields: PackageField[];
}

/** A table of the downloads, as Frictionless Table Schema describes it. */
export interface PackageTable {
  name: string;
  title: string;
  /** Returns the columns in the order of `fields`, and the rows in an order that never changes; '' for a table with `rows`. */
  query: string;
  /** The same of a table that no query can make. */
  rows?: (database: DatabaseSync) => Iterable<SQLOutputValue[]>;
  /** Whether it has internals of the model, not figures of responses. */
  isModel: boolean;
  /** Figures of cities after the columns of the query, which then has the rank of a city before the others. */
  measures?: readonly PackagedMeasure[];
  fields: PackageField[];
  primaryKey: string[];
  /** Fields with ids of another table, and that table. */
  references: Readonly<Record<string, string>>;
}

const HERE = import.meta.dirname;

const TABLES = recordTable('package-tables', {
  ...texts('table', 'title', 'from'),
  /** By default the key. */
  orderBy: text,
  model: yesOrNo,
});

const COLUMNS = recordTable('package-columns', {
  table: text,
  column: text,
  type: word(TYPES),
  key: yesOrNo,
  /** The table whose ids it has; '' for other columns. */
  idsOf: text,
  /** An expression of the table's query; by default the column. */
  sql: text,
  description: text,
});
type PackageColumn = ReturnType<typeof COLUMNS.read>[number];

/** What `{category}` and `{household}` stand for in package-columns.tsv. */
const EACH: Readonly<Record<string, readonly string[]>> = { category: CATEGORIES, household: HOUSEHOLDS };

function eachOf(row: PackageColumn): PackageColumn[] {
  const [stand = '', kind = ''] = /\{(\w+)\}/.exec(row.column) ?? [];
  return (EACH[kind] ?? ['']).map((value) => ({
    ...row,
    column: row.column.replace(stand, value),
    sql: row.sql.replace(stand, value) || row.column,
    description: row.description.replaceAll(stand, value),
  }));
}

/** The columns of the sources, whose descriptions the API has too. */
const SOURCES = SOURCE_COLUMNS.map((column): PackageColumn => {
  const described = { column, type: 'string', description: SOURCE_DESCRIPTIONS[column] } as const;
  return { ...described, table: 'sources', sql: column, key: column === 'id', idsOf: '' };
});

const MEASURES: Readonly<Record<string, readonly PackagedMeasure[]>> = {
  'cost-of-living': [
    ...(['overall', ...CATEGORIES] as const).map((part) => {
      const what = part === 'overall' ? 'all categories together, by their weights' : part;
      return priced(costMeasure(part), `cost_${part}`, `Price level of ${what}; New York is 100.`);
    }),
    ...PAY_MEASURES.map(paid),
    ...HOUSEHOLDS.map((household) => {
      const what = `What the household \`${household}\` needs: US dollars a month, at the rate of the day.`;
      return priced(`budget_${household}`, `budget_${household}`, what);
    }),
  ],
  'quality-of-life': QUALITY_MEASURES.map((id) => {
    const part = id === 'quality' ? 'overall' : id;
    return scored(id, `quality_${part}`, `Score from 0 to 100, ${part.replace('_', ' ')}.`);
  }),
};

/**
 * The tables of the data package: the content of a release without look-up tables, and without names in other
 * languages and the like, which the SQLite file has as JSON. package-tables.tsv lists them, package-columns.tsv their columns.
 */
export const PACKAGE_TABLES: readonly PackageTable[] = packageTables();

function packageTables(): PackageTable[] {
  const byTable = Map.groupBy([...SOURCES, ...COLUMNS.read(HERE).flatMap(eachOf)], ({ table }) => table);
  return TABLES.read(HERE).map(({ table, title, from, orderBy, model }): PackageTable => {
    const columns = byTable.get(table) ?? [];
    const keys = columns.filter(({ key }) => key);
    const measures = MEASURES[table];
    const selected = [...(measures === undefined ? [] : ['rank']), ...columns.map(({ sql }) => sql)];
    const order = orderBy || keys.map(({ sql }) => sql).join(', ');
    return {
      name: table,
      title,
      query: from && `SELECT ${selected.join(', ')} FROM ${from} ORDER BY ${order}`,
      ...(table === 'cost-history' && { rows: historyRows }),
      isModel: model,
      ...(measures && { measures }),
      fields: [
        ...columns.map(({ column, type, description }) => ({ name: column, type, description })),
        ...(measures ?? []).flatMap(({ fields }) => fields),
      ],
      primaryKey: keys.map(({ column }) => column),
      references: Object.fromEntries(
        columns.flatMap(({ column, idsOf }) => (idsOf ? [[column, idsOf]] : [])),
      ),
    };
  });
}

function number(name: string, description: string): PackageField {
  return { name, type: 'number', description };
}

function words(name: string, description: string): PackageField {
  return { name, type: 'string', description };
}

/** A figure and its interval, with the names that they have in the CSV of the API. */
function withInterval(name: string, what: string): PackageField[] {
  return [
    number(name, what),
    number(`${name}_low`, 'Lower end of its 80 % interval.'),
    number(`${name}_high`, 'Upper end of its 80 % interval.'),
  ];
}

function priced(id: MeasureId, name: string, what: string): PackagedMeasure {
  const evidence =
    'Its evidence: official_local, official_regional, derived_from_official, modelled_from_national_rents or modelled.';
  return { id, code: 'evidence', fields: [...withInterval(name, what), words(`${name}_evidence`, evidence)] };
}

function scored(id: MeasureId, name: string, what: string): PackagedMeasure {
  const measured = 'Share of its weight that was measured for the kind of place';
  const fields = [
    ...withInterval(name, what),
    words(`${name}_grain`, 'The kind of place that was actually measured, for its least local part.'),
    ...GRAINS.map((grain) => number(`${name}_measured_${grain}`, `${measured} ${grain}, 0 to 1.`)),
  ];
  return { id, code: 'grain', fields };
}

function paid(id: PayMeasure): PackagedMeasure {
  const meanings: Readonly<Record<PayMeasure, string>> = {
    earnings: 'What employees earn on average: US dollars a month before tax, at market exchange rates.',
    purchasing_power: 'Earnings divided by the overall price level; New York is 100.',
    rent_burden: 'Rent of a one-bedroom home let now, in per cent of earnings.',
  };
  const grain = words(`${id}_grain`, 'The kind of place that the earnings were measured for.');
  return { id, code: 'grain', fields: [...withInterval(id, meanings[id]), grain] };
}
