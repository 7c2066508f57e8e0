import { CATEGORIES } from '../../../release/cost-basket.ts';
import { HOUSEHOLDS } from '../../../release/household-budgets.ts';
import { costMeasure, QUALITY_MEASURES } from '../../../release/measures.ts';
import { SOURCE_COLUMNS, SOURCE_DESCRIPTIONS } from '../../../release/source.ts';
import { recordTable, text, texts, word, yesOrNo } from '../files/records.ts';
import { historyRows } from './package-history.ts';

/** A boolean is 1 or 0, as SQLite keeps it and Table Schema reads it. */
const TYPES = ['string', 'integer', 'number', 'boolean'] as const;

/** A table of the downloads, as Frictionless Table Schema describes it. */
export type PackageTable = (typeof PACKAGE_TABLES)[number];

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
  /** An expression of the table's query, or `@` and a part of a measure; by default the column. */
  sql: text,
  description: text,
});
type PackageColumn = ReturnType<typeof COLUMNS.read>[number];

/** What `{category}` and the like stand for in package-columns.tsv: columns of a table that have one are repeated together. */
const EACH: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  '{category}': CATEGORIES.map((category) => ({ category, measure: costMeasure(category) })),
  '{household}': HOUSEHOLDS.map((household) => ({ household })),
  '{group}': QUALITY_MEASURES.map((measure) => {
    const group = measure === 'quality' ? 'overall' : measure;
    return { group, measure, words: group.replace('_', ' ') };
  }),
};

function repeated(rows: readonly PackageColumn[]): PackageColumn[] {
  const together = Map.groupBy(rows, ({ column }) => /\{\w+\}/.exec(column)?.[0] ?? column);
  return [...together].flatMap(([stand, columns]) =>
    (EACH[stand] ?? [{}]).flatMap((values) =>
      columns.map((row) => {
        const written = (cell: string) => cell.replaceAll(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
        return {
          ...row,
          column: written(row.column),
          sql: written(row.sql || row.column),
          description: written(row.description),
        };
      }),
    ),
  );
}

/** The columns of the sources, whose descriptions the API has too. */
const SOURCES = SOURCE_COLUMNS.map((column): PackageColumn => {
  const described = { column, type: 'string', description: SOURCE_DESCRIPTIONS[column] } as const;
  return { ...described, table: 'sources', sql: column, key: column === 'id', idsOf: '' };
});

/**
 * The tables of the data package: the content of a release without look-up tables, and without names in other
 * languages and the like, which the SQLite file has as JSON. package-tables.tsv lists them, package-columns.tsv their columns.
 */
export const PACKAGE_TABLES = packageTables();

function packageTables() {
  const byTable = Map.groupBy([...SOURCES, ...COLUMNS.read(HERE)], ({ table }) => table);
  return TABLES.read(HERE).map(({ table, title, from, orderBy, model }) => {
    const [queried = [], measured = []] = [false, true].map((isMeasure) =>
      repeated(byTable.get(table) ?? []).filter(({ sql }) => sql.startsWith('@') === isMeasure),
    );
    const columns = [...queried, ...measured];
    const keys = columns.filter(({ key }) => key);
    const selected = [...(measured.length > 0 ? ['rank'] : []), ...queried.map(({ sql }) => sql)];
    const order = orderBy || keys.map(({ sql }) => sql).join(', ');
    return {
      name: table,
      title,
      /** Returns the columns in the order of `fields`, and the rows in an order that never changes; '' for a table with `rows`. */
      query: from && `SELECT ${selected.join(', ')} FROM ${from} ORDER BY ${order}`,
      /** The same of a table that no query can make. */
      rows: table === 'cost-history' ? historyRows : undefined,
      /** Whether it has internals of the model, not figures of responses. */
      isModel: model,
      /** Figures of cities after the columns of the query, which then has the rank of a city before the others: `cost.low`. */
      measures: measured.map(({ sql }) => sql.slice(1)),
      /** The name of a number ends in its unit (`area_km2`) or the description states it, except for indices, scores and counts. */
      fields: columns.map(({ column, type, description }) => ({ name: column, type, description })),
      primaryKey: keys.map(({ column }) => column),
      /** Fields with ids of another table, and that table. */
      references: Object.fromEntries(
        columns.flatMap(({ column, idsOf }) => (idsOf ? [[column, idsOf]] : [])),
      ),
    };
  });
}
