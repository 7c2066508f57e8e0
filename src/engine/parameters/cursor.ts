import { hash } from 'node:crypto';
import { Problem } from '../problems.ts';

/**
 * An opaque position in a list: the offset, and a checksum of release, filter and offset, so that we recognise a cursor that was
 * changed or that belongs to another list.
 */
export function encodeCursor(release: string, list: string, offset: number): string {
  return Buffer.from(`${offset}.${seal(release, list, offset)}`).toString('base64url');
}

/** Decodes the offset of a cursor. Throws the Problem `invalid_cursor`. */
export function decodeCursor(cursor: string, release: string, list: string): number {
  const [, digits, sealed] =
    /^(\d{1,9})\.([\w-]{12})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const offset = Number(digits);
  if (
    sealed === undefined ||
    sealed !== seal(release, list, offset) ||
    encodeCursor(release, list, offset) !== cursor
  ) {
    throw new Problem(
      'invalid_cursor',
      'The cursor belongs to another filter or data release, or was changed. Start again without it.',
    );
  }
  return offset;
}

function seal(release: string, list: string, offset: number): string {
  return hash('sha256', `${release}\n${list}\n${offset}`, 'base64url').slice(0, 12);
}
