import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { archiveMember } from '../files/archive.ts';
import { workbookSheet } from '../files/workbook.ts';
import { readAllowancePages } from './allowance-pages.ts';
import { readCensusAnswer } from './census-answer.ts';

/** How a publisher's file becomes the file that our reader reads. Form only: no figure is touched. */
export type Conversion =
  | { kind: 'as it is' }
  | { kind: 'archive member'; name: RegExp }
  /** The publisher's encoding has varied: UTF-8 stays as it is, and everything else is in the named encoding. */
  | { kind: 'to UTF-8'; published: string }
  | { kind: 'first sheet' }
  | { kind: 'census answer'; columns: Readonly<Record<string, string>> }
  | { kind: 'allowance pages' };

/** The bytes for the reader, from the downloaded files. Throws a SourceFileError for unexpected content. */
export async function convert(
  conversion: Conversion,
  files: readonly [string, ...string[]],
): Promise<Uint8Array> {
  const [file] = files;
  switch (conversion.kind) {
    case 'as it is':
      return readFile(file);
    case 'archive member':
      return archiveMember(file, conversion.name);
    case 'to UTF-8':
      return toUtf8(await readFile(file), conversion.published);
    case 'first sheet':
      return Buffer.from(stringify(await workbookSheet(file, 1)));
    case 'census answer':
      return Buffer.from(readCensusAnswer(basename(file), await readFile(file), conversion.columns));
    case 'allowance pages':
      return Buffer.from(
        readAllowancePages(
          await Promise.all(
            files.map(async (page) => ({ file: basename(page), html: await readFile(page, 'utf8') })),
          ),
        ),
      );
  }
}

function toUtf8(bytes: Uint8Array, published: string): Uint8Array {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return bytes;
  } catch {
    return Buffer.from(new TextDecoder(published).decode(bytes));
  }
}
