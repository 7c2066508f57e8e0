import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { archiveMember } from '../files/archive.ts';
import { workbookSheet } from '../files/workbook.ts';
import { readAllowancePages } from './allowance-pages.ts';
import { readCensusAnswer } from './census-answer.ts';

type Conversion = (files: readonly [string, ...string[]], detail: string) => Promise<Uint8Array | string>;

/**
 * How downloaded files become the file that our reader reads, by the words of data/readers/downloads.tsv and its `detail`. Form only: no
 * figure is touched. Each throws a SourceFileError for unexpected content.
 */
export const CONVERSIONS = {
  'as it is': ([file]) => readFile(file),
  'first sheet': async ([file]) => stringify(await workbookSheet(file, 1)),
  'allowance pages': async (files) =>
    readAllowancePages(
      await Promise.all(
        files.map(async (page) => ({ file: basename(page), html: await readFile(page, 'utf8') })),
      ),
    ),
  /** Detail: the form of its name. */
  'archive member': ([file], detail) => archiveMember(file, new RegExp(detail)),
  /** Detail: the publisher's encoding. It has varied: UTF-8 stays as it is, and everything else is in this encoding. */
  'to UTF-8': async ([file], detail) => toUtf8(await readFile(file), detail),
  /** Detail: the columns of the file, each with the publisher's name for it. */
  'census answer': async ([file], detail) =>
    readCensusAnswer(
      basename(file),
      await readFile(file),
      Object.fromEntries(detail.split('; ').map((column) => column.split('='))),
    ),
} as const satisfies Readonly<Record<string, Conversion>>;

function toUtf8(bytes: Uint8Array, published: string): Uint8Array {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return bytes;
  } catch {
    return Buffer.from(new TextDecoder(published).decode(bytes));
  }
}
