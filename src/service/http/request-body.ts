import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../../engine/problems.ts';
import { lingerAtEnd } from './linger.ts';

/** The client ended the connection before its request was complete. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

/**
 * Reads the body of a request as UTF-8. A body with more than `maxBytes` is not read to its end, so the connection closes after
 * the response.
 *
 * @throws Problem `too_large`
 * @throws ClientGone
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const refuse = () => {
      request.off('data', take);
      response.shouldKeepAlive = false;
      lingerAtEnd(request.socket);
      reject(new Problem('too_large', `The body has more than ${maxBytes / 1024} KiB.`));
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) refuse();
      else chunks.push(chunk);
    };
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    // The listener lets Node create no stream for such a request, so there would be no `end`.
    if (length === undefined && coding === undefined) {
      resolve('');
      return;
    }
    if (Number(length) > maxBytes) {
      refuse();
      return;
    }
    request
      .on('data', take)
      .once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      .once('error', () => reject(new ClientGone()))
      .once('close', () => reject(new ClientGone()));
  });
}

/** Web Authentication's credentials, the deepest bodies that we expect, have four levels. */
const MOST_LEVELS = 32;

/**
 * Refuses JSON that is nested deeper than anything we expect. `JSON.parse` reads any depth, but what walks a value afterwards
 * (copying, validating, writing it) takes a stack frame per level, which a body of a few kilobytes would use up.
 *
 * @throws Problem `invalid_request`
 */
export function checkDepth(json: unknown): void {
  if (isDeeper(json, MOST_LEVELS))
    throw new Problem('invalid_request', `The JSON is nested more than ${MOST_LEVELS} levels deep.`);
}

function isDeeper(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return levels === 0 || Object.values(json).some((inner) => isDeeper(inner, levels - 1));
}
