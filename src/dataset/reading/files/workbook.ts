import { basename } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/**
 * The cells of one sheet of an Excel workbook, row by row, with the workbook's texts and digits; an empty cell is ''.
 *
 * @param sheet 1 for the first
 */
export async function workbookSheet(path: string, sheet: number): Promise<string[][]> {
  const rows = await readSheet<string>(path, sheet, { parseNumber: (digits) => digits }).catch(
    (error: Error) => {
      throw new SourceFileError(basename(path), 0, '', `not a workbook, or damaged: ${error.message}`);
    },
  );
  return rows.map((cells, row) =>
    cells.map((cell, column) => {
      if (cell !== null && typeof cell !== 'string')
        throw new SourceFileError(basename(path), row + 1, String(column + 1), 'neither a text nor a number');
      return cell ?? '';
    }),
  );
}
