import { basename } from 'node:path';
import { unzipSync } from 'fflate';
import { readBytes } from '../../building/files/file-bytes.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/**
 * The cells of one sheet of an Excel workbook, row by row, with the workbook's texts and digits; an empty cell
 * is ''. Formulas count by their last result.
 *
 * @param position 1 for the first sheet that was made
 */
export function workbookSheet(path: string, position: number): string[][] {
  const file = basename(path);
  const members = unpacked(path, file);
  const textOf = (member: string) => {
    const bytes = members[member];
    if (bytes === undefined) throw new SourceFileError(file, 0, '', `the workbook has no ${member}`);
    return new TextDecoder().decode(bytes);
  };
  const shared = [...textOf('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) =>
    [...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => unescaped(text)).join(''),
  );
  const sheet = textOf(`xl/worksheets/sheet${position}.xml`);
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = [];
    for (const [, attributes = '', , content = ''] of row.matchAll(/<c ([^>]*?)(\/>|>(.*?)<\/c>)/gs)) {
      const value = /<v>(.*?)<\/v>/s.exec(content)?.[1] ?? '';
      const isShared = / t="s"/.test(` ${attributes}`);
      cells[columnOf(attributes)] = isShared ? (shared[Number(value)] ?? '') : unescaped(value);
    }
    return Array.from(cells, (cell) => cell ?? '');
  });
}

function unpacked(path: string, file: string): Record<string, Uint8Array> {
  try {
    return unzipSync(readBytes(path, file), {
      filter: ({ name, originalSize }) => name.startsWith('xl/') && originalSize <= MAX_UNPACKED_BYTES,
    });
  } catch (error) {
    if (error instanceof SourceFileError) throw error;
    throw new SourceFileError(file, 0, '', `not a workbook, or damaged: ${(error as Error).message}`);
  }
}

/** No published sheet comes near this; one that claims more was made to fill the memory. */
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024;

/** `r="AB12"` → 27 */
function columnOf(attributes: string): number {
  const letters = /r="([A-Z]+)\d+"/.exec(attributes)?.[1] ?? 'A';
  return [...letters].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0) - 1;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
