import { createRequire } from 'node:module';
import { OperatorError } from '../../src/process/operator-error.ts';

/** Takes the place of `node:sqlite` in the bundle, because an import of what is not there fails before anything can say why. */
const sqlite = required();

export const { DatabaseSync } = sqlite;

function required(): typeof import('node:sqlite') {
  try {
    return createRequire(import.meta.url)('node:sqlite');
  } catch {
    throw new OperatorError('Answering from a file needs Node.js 22.13 or newer.');
  }
}
