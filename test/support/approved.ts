import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Compares a text with the file that somebody has reviewed and committed. `APPROVE=1` before the command of the test writes the
 * files again; git shows what changed.
 */
export function assertApproved(file: URL, text: string): void {
  if (process.env.APPROVE === '1') writeFileSync(file, text);
  const approved = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const advice = `${fileURLToPath(file)} is out of date: run the test with APPROVE=1, look at the file and commit it`;
  assert.equal(text, approved, advice);
}
