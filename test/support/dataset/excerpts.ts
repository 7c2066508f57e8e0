import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { SourceFileError } from '../../../src/dataset/building/files/source-file-error.ts';
import type { SourceReader } from '../../../src/dataset/reading/sources/reader.ts';
import { tableReaders } from '../../../src/dataset/reading/sources/table-reader.ts';
import { TABLE_RULES } from '../../../src/dataset/reading/sources/table-rules.ts';
import { DATA_DIRECTORY } from '../directories.ts';
import { atEnd } from '../lifetime.ts';
import { gazetteer } from './gazetteer.ts';

/** A reader of a table that data/readers/tables.tsv describes. */
export function tableReaderNamed(id: string): SourceReader {
  const reader = tableReaders(DATA_DIRECTORY, TABLE_RULES).find((each) => each.id === id);
  assert.ok(reader !== undefined, `no table ${id}`);
  return reader;
}

/** File below the reader's folder → its text or bytes. */
export type Excerpt = Readonly<Record<string, string | Uint8Array>>;

/** Writes the excerpt to files and reads them. */
export function readExcerpt<Reading>(reader: SourceReader<Reading>, excerpt: Excerpt): Reading {
  const directory = mkdtempSync(join(tmpdir(), 'published-'));
  atEnd(() => rmSync(directory, { recursive: true }));
  for (const [name, content] of Object.entries(excerpt)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return reader.read(directory, gazetteer);
}

/** `file` is the name that the reader uses. */
interface RefusedPlace {
  file: string;
  line?: number;
  column?: string;
  fault: RegExp;
}

/** Asserts that the excerpt is refused at this place. */
export function assertRefused(reader: SourceReader, excerpt: Excerpt, place: RefusedPlace): void {
  assert.throws(() => readExcerpt(reader, excerpt), refusedAt(place));
}

/** Checks an error, for `assert.throws` and `assert.rejects`. */
export function refusedAt({ fault, ...place }: RefusedPlace): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof SourceFileError, `not a SourceFileError: ${error}`);
    const { file, line, column } = error;
    assert.deepEqual({ file, line, column }, { line, column, ...place }, error.message);
    assert.match(error.fault, fault);
    assert.ok(error.message.startsWith(file));
    return true;
  };
}

/**
 * Tests the faults that any published CSV file may have. `excerpt` has no fault. `name` is the file to damage, which must end in
 * a line for Portugal (PRT), and the reader must use its `column`.
 */
export function testDamagedTable(
  reader: SourceReader,
  excerpt: Excerpt,
  { name, file, headerLine, column }: { name: string; file: string; headerLine: number; column: string },
): void {
  const good = String(excerpt[name]);
  const lines = good.trimEnd().split('\n').length;
  const damaged = (content: string | Uint8Array) => ({ ...excerpt, [name]: content });

  test(`${reader.id}: the excerpt as such is read`, () => {
    assert.ok(readExcerpt(reader, excerpt).facts.length > 0);
  });
  test(`${reader.id}: a last line that is cut short is refused there`, () => {
    const cut = good.slice(0, good.trimEnd().lastIndexOf(','));
    const shorter = cut.endsWith('"') ? cut.slice(0, -1) : cut;
    assertRefused(reader, damaged(shorter), { file, line: lines, fault: /truncated|Quote Not Closed/ });
  });
  test(`${reader.id}: a column that is gone is named`, () => {
    const renamed = good.replace(column, `${column.slice(0, -1)}_`);
    assertRefused(reader, damaged(renamed), {
      file,
      line: headerLine,
      column,
      fault: /missing from the header/,
    });
  });
  test(`${reader.id}: bytes that are not UTF-8 are named by line and byte`, () => {
    const [before = '', after = ''] = [good.slice(0, good.search(/PRT/)), good.slice(good.search(/PRT/) + 3)];
    const latin1 = Buffer.concat([
      Buffer.from(before),
      Buffer.from('P\u00f6r', 'latin1'),
      Buffer.from(after),
    ]);
    const linesBefore = before.split('\n');
    const place = { line: linesBefore.length, column: `byte ${(linesBefore.at(-1)?.length ?? 0) + 2}` };
    assertRefused(reader, damaged(latin1), { file, ...place, fault: /not UTF-8/ });
  });
  test(`${reader.id}: a web page in place of the table is refused as such`, () => {
    const page = '<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n';
    assertRefused(reader, damaged(page), { file, line: 1, fault: /web page/ });
  });
  test(`${reader.id}: an empty file is refused`, () => {
    assertRefused(reader, damaged(''), { file, line: 0, fault: /empty/ });
  });
}
