import type { CreateTableBuilder } from 'kysely';

type Table = CreateTableBuilder<string, string>;

/** Adds columns of text without nulls to a new table. */
export function texts(...names: string[]): (table: Table) => Table {
  return (table) =>
    names.reduce((built, name) => built.addColumn(name, 'text', (column) => column.notNull()), table);
}

export function textsOrNull(...names: string[]): (table: Table) => Table {
  return (table) => names.reduce((built, name) => built.addColumn(name, 'text'), table);
}
