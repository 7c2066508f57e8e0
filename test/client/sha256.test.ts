import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Sha256 } from '../../client/src/sha256.ts';

test('the hash equals that of node:crypto, for every length around a block and however the input is split', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
    const hash = new Sha256();
    const middle = length % 67;
    hash.update(bytes.subarray(0, middle));
    hash.update(bytes.subarray(middle));
    assert.equal(hash.digest(), createHash('sha256').update(bytes).digest('hex'), `${length} bytes`);
  }
});
