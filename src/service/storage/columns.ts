import type { ColumnDefinitionBuilder } from 'kysely';

/** A column: its type, which both engines have, the rest of its definition, and the type of its values here. */
export interface Column<Value> {
  type: 'text' | 'integer' | 'bigint' | 'bytea';
  define: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** For the compiler only. */
  value?: Value;
}

function column<Value>(type: Column<Value>['type'], define: Column<Value>['define'] = (built) => built) {
  return { type, define } as Column<Value>;
}

export const ID = column<string>('text', (built) => built.primaryKey());
export const TEXT = column<string>('text', (built) => built.notNull());
export const TEXT_OR_NULL = column<string | null>('text');
export const UNIQUE = column<string>('text', (built) => built.notNull().unique());
export const INTEGER = column<number>('integer', (built) => built.notNull());
export const INTEGER_OR_NULL = column<number | null>('integer');
export const BIGINT = column<number>('bigint', (built) => built.notNull());
export const UNIQUE_NUMBER_OR_NULL = column<number | null>('bigint', (built) => built.unique());
/** PostgreSQL alone has this type. */
export const BYTES = column<Buffer>('bytea', (built) => built.notNull());

/** Names a row of another table. @param onDelete what happens to this row when that one is removed; undefined: it cannot be */
export function of(key: string, onDelete?: 'cascade') {
  return column<string>('text', (built) => ofOrNull(key, onDelete).define(built.notNull()));
}

export function ofOrNull(key: string, onDelete?: 'cascade' | 'set null') {
  return column<string | null>('text', (built) => {
    const named = built.references(key);
    return onDelete === undefined ? named : named.onDelete(onDelete);
  });
}

/** Columns of text. */
export function texts<Name extends string>(...names: Name[]): Record<Name, Column<string>> {
  return each(names, TEXT);
}

export function textsOrNull<Name extends string>(...names: Name[]): Record<Name, Column<string | null>> {
  return each(names, TEXT_OR_NULL);
}

function each<Name extends string, Value>(names: readonly Name[], one: Column<Value>) {
  return Object.fromEntries(names.map((name) => [name, one])) as Record<Name, Column<Value>>;
}

export interface Table<Columns extends Record<string, Column<unknown>> = Record<string, Column<unknown>>> {
  columns: Columns;
  /** Its primary key. */
  key: readonly string[];
  /** By the end of their names: the columns that they are of. */
  indices: Readonly<Record<string, readonly string[]>>;
  /** Columns with an index of the rows in which they are not null. */
  sparse: readonly string[];
}

export function table<Columns extends Record<string, Column<unknown>>>(
  columns: Columns,
  { key = ['id'], indices = {}, sparse = [] }: Partial<Omit<Table, 'columns'>> = {},
): Table<Columns> {
  return { columns, key, indices, sparse };
}

export type RowOf<Of extends Table> = {
  [Name in keyof Of['columns']]: Of['columns'][Name] extends Column<infer Value> ? Value : never;
};
