import { basename } from 'node:path';
import { readBytes } from '../../building/files/file-bytes.ts';
import { PublishedRow } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/**
 * Reads the first sheet of an Excel workbook of 1997 to 2003 (.xls): a compound file (MS-CFB) that holds a stream of BIFF8
 * records (MS-XLS). Only what a table needs: texts and numbers. Anything else in a cell is left out.
 */

/** Cells by column, counted from 0; a row without any is empty. */
export type SheetRow = ReadonlyMap<number, string | number>;

const CONTINUE = 0x3c;
const BOUND_SHEET = 0x85;
const MULTIPLE_NUMBERS = 0xbd;
const SHARED_TEXTS = 0xfc;
const SHARED_TEXT = 0xfd;
const NUMBER = 0x203;
const COMPACT_NUMBER = 0x27e;
const END = 0x0a;

/** The first sheet as a table, whose first row has the names of its columns. */
export function readBinaryWorkbook(path: string, columns: readonly string[]): PublishedRow[] {
  const file = basename(path);
  const [header = new Map<number, never>(), ...rows] = firstSheetOf(file, readBytes(path, file));
  const found = columns.map((column) => [...header].filter(([, heading]) => heading === column));
  for (const [at, column] of columns.entries()) {
    const count = found[at]?.length;
    if (count !== 1) throw new SourceFileError(file, 1, column, `${count} columns have this heading`);
  }
  const positions = new Map(columns.map((column, position) => [column, position]));
  return rows.map((row, index) => {
    const cells = found.map(([[position] = [-1]]) => row.get(position) ?? '');
    const texts = cells.map((cell) => String(cell).trim().replaceAll(/\s+/g, ' '));
    return new PublishedRow(index + 2, texts, { file, positions });
  });
}

/** `file` is for messages only. */
export function firstSheetOf(file: string, bytes: Buffer): SheetRow[] {
  try {
    return readSheet(workbookStream(bytes));
  } catch (error) {
    const fault = `no workbook of Excel 97 to 2003, or damaged: ${(error as Error).message}`;
    throw new SourceFileError(file, 0, '', fault);
  }
}

type BinaryRecord = ReturnType<typeof recordsFrom>[number];

function readSheet(stream: Buffer): SheetRow[] {
  const globals = recordsFrom(stream, 0);
  const sheet = globals.find(({ type }) => type === BOUND_SHEET);
  if (sheet === undefined) throw new Error('no sheet');
  const texts = sharedTexts(globals);
  const rows: Map<number, string | number>[] = [];
  const put = (row: number, column: number, value: string | number) => {
    while (rows.length <= row) rows.push(new Map());
    rows[row]?.set(column, value);
  };
  for (const { type, data } of recordsFrom(stream, sheet.data.readUInt32LE(0))) {
    if (![MULTIPLE_NUMBERS, SHARED_TEXT, NUMBER, COMPACT_NUMBER].includes(type)) continue;
    const [row, column] = [data.readUInt16LE(0), data.readUInt16LE(2)];
    if (type === SHARED_TEXT) put(row, column, textAt(texts, data.readUInt32LE(6)));
    if (type === NUMBER) put(row, column, data.readDoubleLE(6));
    if (type === COMPACT_NUMBER) put(row, column, compactNumber(data.readInt32LE(6)));
    if (type !== MULTIPLE_NUMBERS) continue;
    // After row and first column: a format and a number for each cell, then the last column.
    for (let at = 4; at + 6 <= data.length - 2; at += 6)
      put(row, column + (at - 4) / 6, compactNumber(data.readInt32LE(at + 2)));
  }
  return rows;
}

function textAt(texts: readonly string[], index: number): string {
  const text = texts[index];
  if (text === undefined) throw new Error(`no text ${index}`);
  return text;
}

/** 30 bits of a number, and two that say whether it is an integer and whether a hundredth of it is meant. */
function compactNumber(bits: number): number {
  const isInteger = (bits & 2) !== 0;
  const high = Buffer.alloc(8);
  high.writeInt32LE(bits & ~3, 4);
  const value = isInteger ? bits >> 2 : high.readDoubleLE(0);
  return (bits & 1) !== 0 ? value / 100 : value;
}

function recordsFrom(stream: Buffer, start: number) {
  const records: { type: number; data: Buffer }[] = [];
  for (let at = start; at + 4 <= stream.length; ) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    if (type === END) return records;
    if (at + 4 + length > stream.length) break;
    records.push({ type, data: stream.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  throw new Error('it ends within a sheet');
}

/** The texts of all cells. If a record ends within a text's letters, the next record first repeats how wide they are. */
function sharedTexts(records: readonly BinaryRecord[]): string[] {
  const first = records.findIndex(({ type }) => type === SHARED_TEXTS);
  const parts = [records[first]?.data ?? Buffer.alloc(8)];
  for (let next = first + 1; records[next]?.type === CONTINUE; next++)
    parts.push(records[next]?.data ?? Buffer.alloc(0));
  const ends = new Set<number>();
  for (const { length } of parts) ends.add(Math.max(0, ...ends) + length);
  const bytes = Buffer.concat(parts);
  let at = 8;
  return Array.from({ length: bytes.readUInt32LE(4) }, () => {
    const [length, flags] = [bytes.readUInt16LE(at), bytes.readUInt8(at + 2)];
    at += 3;
    // Behind the letters: where their look changes, and how they are pronounced.
    let behind = 0;
    if ((flags & 8) !== 0) {
      behind += 4 * bytes.readUInt16LE(at);
      at += 2;
    }
    if ((flags & 4) !== 0) {
      behind += bytes.readUInt32LE(at);
      at += 4;
    }
    let isWide = (flags & 1) !== 0;
    let text = '';
    while (text.length < length) {
      if (ends.has(at)) isWide = (bytes.readUInt8(at++) & 1) !== 0;
      text += String.fromCharCode(isWide ? bytes.readUInt16LE(at) : bytes.readUInt8(at));
      at += isWide ? 2 : 1;
    }
    at += behind;
    return text;
  });
}

const SIGNATURE = 'd0cf11e0a1b11ae1';
const DIRECTORY_ENTRY = 128;
const SECTORS_IN_HEADER = 109;
const LARGEST_SECTOR = 0xfffffffa;

/** The stream `Workbook` of a compound file. In our files it is larger than the limit below which streams are kept elsewhere. */
function workbookStream(bytes: Buffer): Buffer {
  if (bytes.toString('hex', 0, 8) !== SIGNATURE) throw new Error('no compound file');
  const size = 1 << bytes.readUInt16LE(30);
  const sector = (index: number) => bytes.subarray((index + 1) * size, (index + 2) * size);
  const tableSectors = Array.from({ length: SECTORS_IN_HEADER }, (_, index) =>
    bytes.readUInt32LE(76 + 4 * index),
  );
  const table = Buffer.concat(tableSectors.filter((index) => index <= LARGEST_SECTOR).map(sector));
  const chain = (start: number) => {
    const sectors: Buffer[] = [];
    for (let index = start; index <= LARGEST_SECTOR; index = table.readUInt32LE(4 * index)) {
      if (sectors.length * size > bytes.length) throw new Error('sectors in a circle');
      sectors.push(sector(index));
    }
    return Buffer.concat(sectors);
  };
  const directory = chain(bytes.readUInt32LE(48));
  for (let at = 0; at + DIRECTORY_ENTRY <= directory.length; at += DIRECTORY_ENTRY) {
    const length = directory.readUInt16LE(at + 64);
    if (length < 2 || directory.toString('utf16le', at, at + length - 2) !== 'Workbook') continue;
    const stream = chain(directory.readUInt32LE(at + 116));
    const whole = directory.readUInt32LE(at + 120);
    if (stream.length < whole) throw new Error('it is cut');
    return stream.subarray(0, whole);
  }
  throw new Error('no stream of the name Workbook');
}
