import { basename } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { readSheet } from 'read-excel-file/node';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/** The first sheet of an Excel workbook as CSV, cell for cell, numbers with the digits that the workbook has. */
export async function firstSheet(path: string): Promise<string> {
  const rows = await readSheet<string>(path, { parseNumber: (digits) => digits }).catch((error: Error) => {
    throw new SourceFileError(basename(path), 0, '', `not a workbook, or damaged: ${error.message}`);
  });
  for (const [index, cells] of rows.entries()) {
    const odd = cells.findIndex((cell) => cell !== null && typeof cell !== 'string');
    if (odd >= 0)
      throw new SourceFileError(basename(path), index + 1, String(odd + 1), 'neither a text nor a number');
  }
  return stringify(rows);
}
