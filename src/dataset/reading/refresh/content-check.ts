import { readFile } from 'node:fs/promises';
import { checkArchive } from '../files/archive.ts';
import type { Format } from './download-catalogue.ts';

/** Says what is wrong with a file of this format, whatever its server called it; undefined when nothing is. */
export async function faultOfContent(path: string, format: Format): Promise<string | undefined> {
  const bytes = await readFile(path);
  const start = bytes.subarray(0, 1024);
  if (start.length === 0) return 'the file is empty';
  const isPage = /^\ufeff?\s*<(!doctype html|!--|html|head|body|script)/i.test(start.toString('utf8'));
  if (format === 'page') return isPage ? undefined : 'not a web page';
  if (isPage) return 'a web page came in place of the file';
  if (format === 'zip' || format === 'workbook') {
    if (!start.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return 'not a ZIP archive';
    return checkArchive(path).then(
      () => undefined,
      (error: Error & { fault?: string }) => error.fault ?? error.message,
    );
  }
  if (format === 'json') {
    try {
      JSON.parse(bytes.toString());
    } catch {
      return 'not JSON, or truncated';
    }
  }
  return start.includes(0) || start.indexOf('%PDF-') === 0 ? 'not a text' : undefined;
}
