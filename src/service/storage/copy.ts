import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { OperatorError } from '../../process/operator-error.ts';
import type { Table } from './columns.ts';
import { TABLES, type Tables } from './schema.ts';

/** Every table, after those that it refers to. */
const COPIED = Object.entries<Table>(TABLES).map(([name, { key }]) => ({
  name,
  key,
  /** A column that names another row of the same table, which has to be there before. */
  reference: name === 'api_key' ? 'successor_id' : undefined,
}));
type Copied = (typeof COPIED)[number];

type Row = Record<string, unknown>;

/** Columns differ by table; nothing here depends on them. */
type AnyTables = Kysely<Record<string, Row>>;

const ROWS_AT_ONCE = 500;

export interface TableCopy {
  table: string;
  /** Rows in the old store. */
  rows: number;
  /** How many of them are to be written, or were written. */
  missing: number;
}

/**
 * Copies everything from a SQLite store to another one, of either engine, and compares every row afterwards. All of it happens in
 * one transaction, so the new store has either nothing from a copy or all of it. Rows that differ have therefore changed since,
 * and overwriting them could bring back a revoked key, an old password or a session that was signed out.
 *
 * @param dryRun counts what would be written, and writes nothing
 * @throws OperatorError, and writes nothing, when the new store is neither empty nor the same as the old one
 */
export async function copyStore(
  from: Tables,
  to: Tables,
  { dryRun }: { dryRun: boolean },
): Promise<TableCopy[]> {
  return to.transaction().execute(async (transaction) => {
    const [source, target] = [from, transaction] as unknown as [AnyTables, AnyTables];
    const before = await compare(source, target);
    const copies = before.map(({ table, rows, missing }) => ({ table, rows, missing }));
    if (before.every(isSame)) return copies;
    if (!before.every(isEmpty)) throw inUse(before);
    if (dryRun) return copies;
    for (const table of COPIED) await copyTable(source, target, table);
    if (!(await compare(source, target)).every(isSame))
      throw new OperatorError(
        'The old store changed while it was copied, and nothing was written. Stop the service, then run the command again.',
      );
    return copies;
  });
}

/** How a table in the new store compares with the same table in the old one. */
interface Comparison extends TableCopy {
  /** Rows with a counterpart whose columns differ. */
  different: number;
  /** Rows in the new store that the old one lacks. */
  added: number;
}

const isSame = ({ missing, different, added }: Comparison) => missing + different + added === 0;
const isEmpty = ({ rows, missing, added }: Comparison) => missing === rows && added === 0;

function inUse(tables: readonly Comparison[]): OperatorError {
  const findings = tables
    .filter((table) => !isSame(table))
    .map(({ table, different, missing, added }) => {
      const counts = { different, missing, added };
      const named = Object.entries(counts).filter(([, count]) => count > 0);
      return `${table} (${named.map(([what, count]) => `${count} ${what}`).join(', ')})`;
    });
  return new OperatorError(
    `The new store is in use: it differs from the old one in ${findings.join(', ')}. Nothing was written. Start the service on the new store as it is, or copy into an empty database.`,
  );
}

async function compare(source: AnyTables, target: AnyTables): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const table of COPIED) {
    let [rows, present, different] = [0, 0, 0];
    for await (const batch of batches(source, table)) {
      const found = await counterparts(target, table, batch);
      rows += batch.length;
      present += found.size;
      different += batch.filter((row) => {
        const counterpart = found.get(keyOf(table, row));
        return counterpart !== undefined && !isDeepStrictEqual(counterpart, row);
      }).length;
    }
    const added = (await count(target, table)) - present;
    comparisons.push({ table: table.name, rows, missing: rows - present, different, added });
  }
  return comparisons;
}

async function copyTable(source: AnyTables, target: AnyTables, table: Copied): Promise<void> {
  const { name, key, reference } = table;
  for await (const batch of batches(source, table)) {
    // First without references, because the rows they name may come later.
    const rows = reference === undefined ? batch : batch.map((row) => ({ ...row, [reference]: null }));
    await target.insertInto(name).values(rows).execute();
  }
  if (reference === undefined) return;
  const [id = ''] = key;
  for await (const batch of batches(source, table))
    for (const row of batch.filter((each) => each[reference] !== null))
      await target
        .updateTable(name)
        .set({ [reference]: row[reference] })
        .where(id, '=', row[id])
        .execute();
}

/** Streamed from one query: queries by offset would take time that grows with the square of the table. */
async function* batches(source: AnyTables, table: Copied): AsyncGenerator<Row[]> {
  let query = source.selectFrom(table.name).selectAll();
  for (const column of table.key) query = query.orderBy(column);
  let batch: Row[] = [];
  for await (const row of query.stream()) {
    batch.push({ ...row });
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The new store's rows with the same keys, by key. */
async function counterparts(
  target: AnyTables,
  table: Copied,
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

function keyOf({ key }: Copied, row: Row): string {
  return JSON.stringify(key.map((column) => row[column]));
}

async function count(target: AnyTables, { name }: Copied): Promise<number> {
  const { rows } = await target
    .selectFrom(name)
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
}
