import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { MOST_CHARACTERS, type TypedReport } from '../report.ts';
import type { Database, Tables } from './schema.ts';

export type ReportRow = Selectable<Database['report']>;

/** The number of reports kept; further ones replace the oldest, so that nobody can fill the disk. */
const MOST_REPORTS = 10_000;

/** Keeps what was typed, cut to its bounds, and the time. @returns the row */
export async function insertReport(database: Tables, typed: TypedReport, now: Date): Promise<ReportRow> {
  const cut = Object.entries(MOST_CHARACTERS).map(([name, most]) => [
    name,
    typed[name as keyof TypedReport].slice(0, most),
  ]);
  const texts = Object.fromEntries(cut) as TypedReport;
  const row = { id: randomUUIDv7(), at: now.toISOString(), ...texts, closed_at: null };
  await database.insertInto('report').values(row).execute();
  await sql`
    DELETE FROM report WHERE id < (SELECT id FROM report ORDER BY id DESC LIMIT 1 OFFSET ${MOST_REPORTS - 1})`.execute(
    database,
  );
  return row;
}

/** Newest first. */
export function listReports(database: Tables, { closed }: { closed: boolean }): Promise<ReportRow[]> {
  const all = database.selectFrom('report').selectAll().orderBy('at', 'desc').orderBy('id', 'desc');
  return (closed ? all : all.where('closed_at', 'is', null)).execute();
}

export function reportById(database: Tables, id: string): Promise<ReportRow | undefined> {
  return database.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A closed one keeps its time. */
export async function closeReport(database: Tables, id: string, now: Date): Promise<void> {
  await database
    .updateTable('report')
    .set({ closed_at: now.toISOString() })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
}
