import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import type { Database } from './schema.ts';

interface Table {
  name: keyof Database;
  /** Its primary key. */
  key: readonly string[];
  /** A column that names another row of the same table, which has to be there before. */
  reference?: string;
}

/** Every table; what others refer to comes first. */
const TABLES: readonly Table[] = [
  { name: 'account_holder', key: ['id'] },
  { name: 'session', key: ['id'] },
  { name: 'credential', key: ['id'] },
  { name: 'verification', key: ['id'] },
  { name: 'two_factor', key: ['id'] },
  { name: 'passkey', key: ['id'] },
  { name: 'attempt', key: ['subject'] },
  { name: 'activity', key: ['id'] },
  { name: 'api_key', key: ['id'], reference: 'successor_id' },
  { name: 'usage_daily', key: ['key_id', 'day', 'endpoint', 'outcome'] },
  { name: 'usage_batch', key: ['id'] },
];

type Row = Record<string, unknown>;

/** The columns differ by table, and nothing here depends on them. */
type AnyTables = Kysely<Record<string, Row>>;

const ROWS_AT_ONCE = 500;

export interface TableCopy {
  table: string;
  /** Rows of the old store. */
  rows: number;
  /** How many of them the new store lacks, or has otherwise; after the copy: how many were written. */
  missing: number;
}

/**
 * Copies everything from one store to another, whatever engines they are on, and compares each row afterwards. Broken off, it
 * goes on where it was when it is run again.
 *
 * @param dryRun counts what would be written, and writes nothing
 * @throws OperatorError, before anything is written, when the new store has rows that the old one lacks: it is in use
 */
export async function copyStore(
  from: Kysely<Database>,
  to: Kysely<Database>,
  { dryRun }: { dryRun: boolean },
): Promise<TableCopy[]> {
  const [source, target] = [from, to] as unknown as [AnyTables, AnyTables];
  const copies = await compare(source, target);
  if (dryRun) return copies;
  for (const table of TABLES) await copyTable(source, target, table);
  if ((await compare(source, target)).some(({ missing }) => missing > 0))
    throw new OperatorError(
      'The old store was written while it was copied. Stop the service, and run the command again: it copies what is missing.',
    );
  return copies;
}

async function compare(source: AnyTables, target: AnyTables): Promise<TableCopy[]> {
  const copies: TableCopy[] = [];
  for (const table of TABLES) {
    let [rows, present, missing] = [0, 0, 0];
    for await (const { batch, found } of batches(source, target, table)) {
      rows += batch.length;
      present += found.size;
      missing += differing(table, batch, found).length;
    }
    const strangers = (await count(target, table)) - present;
    if (strangers > 0)
      throw new OperatorError(
        `The new store has ${strangers} rows in ${table.name} that the old one lacks: it is in use already. Copy into an empty database.`,
      );
    copies.push({ table: table.name, rows, missing });
  }
  return copies;
}

async function copyTable(source: AnyTables, target: AnyTables, table: Table): Promise<void> {
  const { reference } = table;
  // First without what refers to rows that may come later.
  if (reference !== undefined)
    for await (const { batch, found } of batches(source, target, table)) {
      const absent = batch.filter((row) => !found.has(keyOf(table, row)));
      await write(
        target,
        table,
        absent.map((row) => ({ ...row, [reference]: null })),
      );
    }
  for await (const { batch, found } of batches(source, target, table))
    await write(target, table, differing(table, batch, found));
}

interface Batch {
  batch: Row[];
  /** The new store's rows with the same keys, by key. */
  found: Map<string, Row>;
}

/** Streamed from one reader: a look by offset for each batch would grow with the square of the table. */
async function* batches(source: AnyTables, target: AnyTables, table: Table): AsyncGenerator<Batch> {
  let query = source.selectFrom(table.name).selectAll();
  for (const column of table.key) query = query.orderBy(column);
  let batch: Row[] = [];
  for await (const row of query.stream()) {
    batch.push({ ...row });
    if (batch.length < ROWS_AT_ONCE) continue;
    yield { batch, found: await counterparts(target, table, batch) };
    batch = [];
  }
  if (batch.length > 0) yield { batch, found: await counterparts(target, table, batch) };
}

async function counterparts(
  target: AnyTables,
  table: Table,
  batch: readonly Row[],
): Promise<Map<string, Row>> {
  const [first = ''] = table.key;
  const wanted = new Set(batch.map((row) => keyOf(table, row)));
  const values = [...new Set(batch.map((row) => row[first]))];
  const rows = await target.selectFrom(table.name).selectAll().where(first, 'in', values).execute();
  return new Map(
    rows.map((row): [string, Row] => [keyOf(table, row), { ...row }]).filter(([key]) => wanted.has(key)),
  );
}

function differing(table: Table, batch: readonly Row[], found: ReadonlyMap<string, Row>): Row[] {
  return batch.filter((row) => !isDeepStrictEqual(found.get(keyOf(table, row)), row));
}

function keyOf({ key }: Table, row: Row): string {
  return JSON.stringify(key.map((column) => row[column]));
}

async function write(target: AnyTables, { name, key }: Table, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !key.includes(column));
  await target
    .insertInto(name)
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns([...key])
        .doUpdateSet((row) =>
          Object.fromEntries(columns.map((column) => [column, row.ref(`excluded.${column}`)])),
        ),
    )
    .execute();
}

async function count(target: AnyTables, { name }: Table): Promise<number> {
  const { rows } = await target
    .selectFrom(name)
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
}
