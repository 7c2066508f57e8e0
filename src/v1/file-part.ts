import type { IncomingHttpHeaders } from 'node:http';
import type { Release } from '../engine/catalogue/release.ts';
import { type Download, fileOf } from '../engine/release/download.ts';
import { requestedRange } from '../service/http/byte-range.ts';
import { HttpProblem } from '../service/http/http-problem.ts';
import { fieldLine } from '../service/http/response-head.ts';

/** A strong entity tag: the SHA-256 of the bytes. */
export function entityTag(download: Download, release: Release): string {
  return `"${fileOf(download, release).proof.sha256}"`;
}

/** The part of a file to send: all of it, or the requested range. Throws a Problem for a range that the file does not have. */
export function filePart(download: Download, release: Release, method: string, headers: IncomingHttpHeaders) {
  const { bytes } = fileOf(download, release).proof;
  const range = method === 'GET' ? requestedRange(headers, bytes, entityTag(download, release)) : undefined;
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(bytes);
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  return {
    status: range === undefined ? 200 : 206,
    /** Field lines that describe the content. */
    headerLines:
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

export function rangeNotSatisfiable(bytes: number): HttpProblem {
  const detail = `The file has ${bytes} bytes; the range starts after its end.`;
  return new HttpProblem('range_not_satisfiable', detail, {}, fieldLine('Content-Range', `bytes */${bytes}`));
}
