import { randomUUIDv7 } from 'node:crypto';
import type { Selectable } from 'kysely';
import { MOST_CHARACTERS, REFERENCES, type TypedReport } from '../report.ts';
import type { Database, Tables } from './schema.ts';

export type ReportRow = Selectable<Database['report']>;

/** The number of reports kept; further ones replace the oldest, so that nobody can fill the disk. */
const MOST_REPORTS = 10_000;

/** Keeps what was typed, cut to its bounds, and the time. @returns the row */
export async function insertReport(database: Tables, typed: TypedReport, now: Date): Promise<ReportRow> {
  const cut = (name: keyof typeof MOST_CHARACTERS) => typed[name].slice(0, MOST_CHARACTERS[name]);
  const row: ReportRow = {
    id: randomUUIDv7(),
    at: now.toISOString(),
    ...(Object.fromEntries(REFERENCES.map((name) => [name, cut(name)])) as Record<
      (typeof REFERENCES)[number],
      string
    >),
    text: cut('text'),
    closed_at: null,
  };
  await database.insertInto('report').values(row).execute();
  const oldestKept = database
    .selectFrom('report')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_REPORTS - 1);
  await database.deleteFrom('report').where('id', '<', oldestKept).execute();
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
    .where((row) => row.and({ id, closed_at: null }))
    .execute();
}
