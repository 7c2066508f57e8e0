import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { readBytes } from '../../building/files/file-bytes.ts';
import { parseJsonAs } from '../../building/files/json-shape.ts';

const FILE = 'retrieved.json';
const Days = Type.Record(Type.String(), Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }));

/**
 * The day on which `data refresh` downloaded each published file from its publisher, by its path below the directory. Files
 * from elsewhere have none. Files that do not state their age are dated by this.
 */
export function readRetrievalDays(directory: string): Map<string, string> {
  const path = join(directory, FILE);
  return new Map(existsSync(path) ? Object.entries(parseJsonAs(Days, FILE, readBytes(path, FILE))) : []);
}

export function writeRetrievalDays(directory: string, days: ReadonlyMap<string, string>): void {
  writeFileSync(join(directory, FILE), `${JSON.stringify(Object.fromEntries(days), null, 2)}\n`);
}
