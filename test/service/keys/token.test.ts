import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { generateToken, hashToken, isWellFormed, visibleParts } from '../../../src/service/keys/token.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET = /^lds_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Keys made of every possible choice of random numbers. */
const tokens = fc
  .array(fc.nat(61), { minLength: 32, maxLength: 32 })
  .map((digits) => generateToken(() => digits.pop() ?? 0));

test('every new key is well-formed: prefix, 32 secret characters, 6 of checksum', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      assert.match(token, SECRET);
      assert.ok(isWellFormed(token));
    }),
  );
  assert.ok(isWellFormed(generateToken()));
});

test('a key with one character changed is never well-formed', () => {
  const change = fc.record({ token: tokens, at: fc.nat(46), by: fc.constantFrom(...BASE62, '_', ' ', 'é') });
  fc.assert(
    fc.property(change, ({ token, at, by }) => {
      fc.pre(token[at] !== by);
      assert.ok(!isWellFormed(token.slice(0, at) + by + token.slice(at + 1)));
    }),
    { numRuns: 2000 },
  );
});

test('a key with two adjacent characters swapped, truncated, or with something added is never well-formed', () => {
  fc.assert(
    fc.property(tokens, fc.nat(45), (token, at) => {
      const [left = '', right = ''] = token.slice(at, at + 2);
      if (left !== right) assert.ok(!isWellFormed(token.slice(0, at) + right + left + token.slice(at + 2)));
      assert.ok(!isWellFormed(token.slice(0, at)));
      for (const more of ['0', ' ', '\n'])
        assert.ok(!isWellFormed(token + more) && !isWellFormed(more + token));
    }),
  );
});

test('no other text is well-formed', () => {
  fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => !isWellFormed(text)));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...BASE62), { minLength: 38, maxLength: 38 }), (characters) => {
      // A check sum passes by chance once in 2^32.
      assert.ok(!isWellFormed(`lds_live_${characters.join('')}`));
    }),
  );
});

test('a secret has 190 bits: every character is equally likely at every position', () => {
  assert.equal(Math.floor(Math.log2(BASE62.length ** 32)), 190);
  const keys = 3000;
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for (let key = 0; key < keys; key++) {
    const [, secret = ''] = SECRET.exec(generateToken()) ?? [];
    seen.add(secret);
    for (const [place, character] of [...secret].entries()) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
      counts.set(`${character} ${place}`, 1);
    }
  }
  assert.equal(seen.size, keys);
  const expected = (keys * 32) / BASE62.length;
  for (const character of BASE62) {
    const count = counts.get(character) ?? 0;
    // Six standard deviations: a fair choice fails this once in millions of runs.
    assert.ok(Math.abs(count - expected) < 6 * Math.sqrt(expected), `${character}: ${count} of ${expected}`);
    for (let place = 0; place < 32; place++) assert.ok(counts.has(`${character} ${place}`));
  }
});

test('a key is stored only as its SHA-256, which never changes', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      assert.equal(hashToken(token), createHash('sha256').update(token).digest('base64url'));
      assert.equal(hashToken(token), hashToken(token));
    }),
  );
});

test('only the prefix and eight characters of a key are shown later', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      const { prefix, last_four: lastFour } = visibleParts(token);
      assert.ok(token.startsWith(prefix) && token.endsWith(lastFour));
      assert.equal(prefix.length + lastFour.length - 'lds_live_'.length, 8);
    }),
  );
});
