import { createRequire } from 'node:module';
import { OperatorError } from '../../src/process/operator-error.ts';

/** Takes the place of `node:sqlite` in the bundle, because an import of what is not there fails before anything can say why. */
const sqlite = required();

export const { DatabaseSync } = sqlite;

function required(): typeof import('node:sqlite') {
  try {
    const found: typeof import('node:sqlite') = createRequire(import.meta.url)('node:sqlite');
    if ('setReturnArrays' in found.StatementSync.prototype) return found;
  } catch {
    // There is none at all.
  }
  throw new OperatorError('Answering from a file needs Node.js 22.16 or newer.');
}
