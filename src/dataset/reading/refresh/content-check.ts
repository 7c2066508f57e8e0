import { readFile } from 'node:fs/promises';
import { checkArchive } from '../files/archive.ts';
import type { Format } from './download-catalogue.ts';

/** Media types under which publishers send each format. A server that does not know a file calls it octet-stream. */
const MEDIA_TYPES: Readonly<Record<Format, readonly string[]>> = {
  zip: ['application/zip', 'application/x-zip-compressed', 'application/x-zip'],
  workbook: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  csv: [
    'text/csv',
    'text/plain',
    'application/csv',
    'text/comma-separated-values',
    'application/vnd.ms-excel',
  ],
  text: ['text/plain'],
  json: ['application/json', 'text/json'],
  page: ['text/html', 'application/xhtml+xml'],
};
const UNKNOWN_TYPES = ['', 'application/octet-stream', 'binary/octet-stream', 'application/force-download'];

/** Says what is wrong with a media type for a format; undefined when nothing is. */
export function faultOfMediaType(header: string, format: Format): string | undefined {
  const type = (header.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (MEDIA_TYPES[format].includes(type) || UNKNOWN_TYPES.includes(type)) return undefined;
  if (MEDIA_TYPES.page.includes(type)) return `a web page (${type}) came in place of the file`;
  return `the content is called ${type}, which is no ${format}`;
}

/** Says what is wrong with the file itself, whatever it was called; undefined when nothing is. */
export async function faultOfContent(path: string, format: Format): Promise<string | undefined> {
  const bytes = await readFile(path);
  const start = bytes.subarray(0, 1024);
  if (start.length === 0) return 'the file is empty';
  const isPage = /^\ufeff?\s*<(!doctype html|html|head|body)/i.test(start.toString('utf8'));
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
  return start.includes(0) ? 'not a text' : undefined;
}
