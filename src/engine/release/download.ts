import type { IncomingHttpHeaders } from 'node:http';
import type { DownloadFormat } from '../../release/download-files.ts';
import { type ByteRange, requestedRange } from '../../service/http/byte-range.ts';
import { Problem, starting } from '../../service/http/problems.ts';
import { fieldLine } from '../../service/http/response-head.ts';
import type { HeldFile } from '../catalogue/held-file.ts';
import type { Release } from '../catalogue/release.ts';
import type { Operation } from '../endpoint.ts';

/** An operation that sends a file of the release. */
export interface Download extends Operation {
  format: DownloadFormat;
  mediaType: string;
  /** The extension of the suggested file name. */
  extension: string;
}

/** The part of a file to send: all of it, or the requested range. */
export interface FilePart {
  status: 200 | 206;
  /** Field lines that describe the content. */
  lines: string;
  range: ByteRange;
}

/** The file to send. @throws Problem until it is made: a first release is served before all of its downloads are there */
export function fileOf({ format }: Download, release: Release): HeldFile {
  const file = release.file(format);
  if (file === undefined) throw starting('This download is being prepared. Try again in a moment.');
  return file;
}

/** A strong entity tag: the SHA-256 of the bytes. */
export function entityTag(download: Download, release: Release): string {
  return `"${fileOf(download, release).proof.sha256}"`;
}

/** Throws a Problem for a range that the file does not have. */
export function filePart(
  download: Download,
  release: Release,
  method: string,
  headers: IncomingHttpHeaders,
): FilePart {
  const { bytes } = fileOf(download, release).proof;
  const range = method === 'GET' ? requestedRange(headers, bytes, entityTag(download, release)) : undefined;
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(bytes);
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  return {
    status: range === undefined ? 200 : 206,
    lines:
      fieldLine('Content-Type', download.mediaType) +
      fieldLine(
        'Content-Disposition',
        `attachment; filename="location-data-${release.version}.${download.extension}"`,
      ) +
      fieldLine('Content-Length', last + 1 - first) +
      (range === undefined ? '' : fieldLine('Content-Range', `bytes ${first}-${last}/${bytes}`)) +
      fieldLine('Accept-Ranges', 'bytes') +
      validatorLines(download, release),
    range: { first, last },
  };
}

/** Field lines that a 304 repeats. */
export function validatorLines(download: Download, release: Release): string {
  return fieldLine('ETag', entityTag(download, release)) + releaseLines(release);
}

/** Field lines that every response from the release has. */
export function releaseLines({ publishedAt, version }: Pick<Release, 'publishedAt' | 'version'>): string {
  return fieldLine('Last-Modified', publishedAt.toUTCString()) + fieldLine('X-Dataset-Release', version);
}

export function rangeNotSatisfiable(bytes: number): Problem {
  const detail = `The file has ${bytes} bytes; the range starts after its end.`;
  return new Problem('range_not_satisfiable', detail, {}, fieldLine('Content-Range', `bytes */${bytes}`));
}
