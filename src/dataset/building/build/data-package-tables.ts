import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { CATEGORIES } from '../../../release/cost-basket.ts';
import { GRAINS } from '../../../release/grain.ts';
import { HOUSEHOLDS } from '../../../release/household-budgets.ts';
import { costMeasure, type MeasureId, QUALITY_MEASURES } from '../../../release/measures.ts';
import { PAY_MEASURES, type PayMeasure } from '../../../release/pay.ts';
import { SOURCE_COLUMNS, SOURCE_DESCRIPTIONS } from '../../../release/source.ts';
import { oneOf, readTable } from '../files/table.ts';
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

const TABLES_FILE = fileURLToPath(new URL('package-tables.tsv', import.meta.url));
const COLUMNS_FILE = fileURLToPath(new URL('package-columns.tsv', import.meta.url));

/** What `{category}` and `{household}` stand for in package-columns.tsv. */
const EACH: Readonly<Record<string, readonly string[]>> = { category: CATEGORIES, household: HOUSEHOLDS };

/** A column with how the tables of a release give it. */
interface PackageColumn extends PackageField {
  table: string;
  /** An expression of the table's query. */
  sql: string;
  isKey: boolean;
  /** The table whose ids it has; '' for other columns. */
  idsOf: string;
}

function readColumns(): PackageColumn[] {
  const rows = readTable(COLUMNS_FILE, ['table', 'column', 'type', 'key', 'ids_of', 'sql', 'description']);
  return rows.flatMap((row) => {
    const [stand = '', kind = ''] = /\{(\w+)\}/.exec(row.column) ?? [];
    return (EACH[kind] ?? ['']).map((value) => ({
      table: row.table,
      name: row.column.replace(stand, value),
      type: oneOf(TYPES, COLUMNS_FILE, row, 'type'),
      description: row.description.replaceAll(stand, value),
      sql: row.sql.replace(stand, value) || row.column,
      isKey: row.key === 'yes',
      idsOf: row.ids_of,
    }));
  });
}

/** The columns of the sources, whose descriptions the API has too. */
const SOURCES = SOURCE_COLUMNS.map((name): PackageColumn => {
  const field = { name, type: 'string', description: SOURCE_DESCRIPTIONS[name] } as const;
  return { ...field, table: 'sources', sql: name, isKey: name === 'id', idsOf: '' };
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
  const byTable = Map.groupBy([...SOURCES, ...readColumns()], ({ table }) => table);
  return readTable(TABLES_FILE, ['table', 'title', 'from', 'order_by', 'model']).map((row): PackageTable => {
    const columns = byTable.get(row.table) ?? [];
    const keys = columns.filter(({ isKey }) => isKey);
    const measures = MEASURES[row.table];
    const selected = [...(measures === undefined ? [] : ['rank']), ...columns.map(({ sql }) => sql)];
    const order = row.order_by || keys.map(({ sql }) => sql).join(', ');
    return {
      name: row.table,
      title: row.title,
      query: row.from && `SELECT ${selected.join(', ')} FROM ${row.from} ORDER BY ${order}`,
      ...(row.table === 'cost-history' && { rows: historyRows }),
      isModel: row.model === 'yes',
      ...(measures && { measures }),
      fields: [
        ...columns.map(({ name, type, description }) => ({ name, type, description })),
        ...(measures ?? []).flatMap(({ fields }) => fields),
      ],
      primaryKey: keys.map(({ name }) => name),
      references: Object.fromEntries(columns.flatMap(({ name, idsOf }) => (idsOf ? [[name, idsOf]] : []))),
    };
  });
}

function number(name: string, description: string): PackageField {
  return { name, type: 'number', description };
}

function text(name: string, description: string): PackageField {
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
  return { id, code: 'evidence', fields: [...withInterval(name, what), text(`${name}_evidence`, evidence)] };
}

function scored(id: MeasureId, name: string, what: string): PackagedMeasure {
  const measured = 'Share of its weight that was measured for the kind of place';
  const fields = [
    ...withInterval(name, what),
    text(`${name}_grain`, 'The kind of place that was actually measured, for its least local part.'),
    ...GRAINS.map((grain) => number(`${name}_measured_${grain}`, `${measured} ${grain}, 0 to 1.`)),
  ];
  return { id, code: 'grain', fields };
}

function paid(id: PayMeasure): PackagedMeasure {
  const words: Readonly<Record<PayMeasure, string>> = {
    earnings: 'What employees earn on average: US dollars a month before tax, at market exchange rates.',
    purchasing_power: 'Earnings divided by the overall price level; New York is 100.',
    rent_burden: 'Rent of a one-bedroom home let now, in per cent of earnings.',
  };
  const grain = text(`${id}_grain`, 'The kind of place that the earnings were measured for.');
  return { id, code: 'grain', fields: [...withInterval(id, words[id]), grain] };
}
