import type { DownloadFormat } from '../../release/download-files.ts';
import type { HeldFile } from '../catalogue/held-file.ts';
import type { Release } from '../catalogue/release.ts';
import type { Operation } from '../endpoint.ts';
import { starting } from '../problems.ts';

/** An operation that sends a file of the release. */
export interface Download extends Operation {
  format: DownloadFormat;
  mediaType: string;
  /** The extension of the suggested file name. */
  extension: string;
}

/** The file to send. @throws Problem until it is made: a first release is served before all of its downloads are there */
export function fileOf({ format }: Download, release: Release): HeldFile {
  const file = release.file(format);
  if (file === undefined) throw starting('This download is being prepared. Try again in a moment.');
  return file;
}
