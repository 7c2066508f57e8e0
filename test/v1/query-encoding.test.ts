import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertProblem } from '../support/api/problem.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { character } from '../support/http/request-arbitraries.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();
const get = (path: string) => exchange(address, `/v1${path}`, { headers: bearer(token) });

test('a query that is not percent-encoded UTF-8 is 400 malformed_request, with or without a key, on the first request and on later ones', async () => {
  for (const value of [
    '%FF',
    '%C3%28',
    '%C3',
    'lisb%E2%82',
    '%ED%A0%80',
    '%ED%A0%80%ED%B0%80',
    '%C0%AF',
    '%F4%90%80%80',
    '%80',
    '%',
    '%4',
    '%zz',
    'caf%E9',
  ]) {
    for (const query of [`q=${value}`, `q=lisbon&limit=1&${value}=1`, `country=${value}`, `api_key=${value}`])
      for (let times = 0; times < 2; times++)
        assertProblem(await get(`/cities?${query}`), 'malformed_request');
    assertProblem(await exchange(address, `/v1/countries?q=${value}`), 'malformed_request');
    assertProblem(await get(`/data/cost-of-living/lisbon?currency=${value}`), 'malformed_request');
  }
});

test('every UTF-8 text is read unchanged, with + for a space, in upper-case or lower-case digits', async () => {
  const ids = async (query: string) => {
    const { status, text } = await get(`/cities?${query}`);
    assert.equal(status, 200, text);
    return (JSON.parse(text) as { id: string }[]).map(({ id }) => id);
  };
  const expected = await ids('q=s%C3%A3o%20paulo');
  assert.ok(expected.includes('sao-paulo'));
  for (const spelling of ['q=s%c3%a3o%20paulo', 'q=s%C3%A3o+paulo', '%71=%73%C3%A3o%20paulo', 'q=sao+paulo'])
    assert.deepEqual(await ids(spelling), expected, spelling);
  assert.ok((await ids('q=%E6%9D%B1%E4%BA%AC')).includes('tokyo'));
});

test('percent-encoded bytes are malformed exactly when they are not UTF-8', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 6 }),
    fc.string({ unit: character, minLength: 1, maxLength: 6 }).map((text) => Buffer.from(text)),
    fc
      .tuple(fc.string({ unit: character, minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(255))
      .map(([text, at, byte]) => {
        const changed = Buffer.from(text);
        changed[at % changed.length] = byte;
        return changed;
      }),
  );
  const seen = { malformed: 0, sound: 0 };
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), async (value, isLower) => {
      const encoded = [...value].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
      const path = `/cities?limit=1&q=${isLower ? encoded : encoded.toUpperCase()}`;
      const isUtf8 = Buffer.from(Buffer.from(value).toString()).equals(value);
      for (let times = 0; times < 2; times++) {
        const answer = await get(path);
        if (!isUtf8) assertProblem(answer, 'malformed_request');
        else if (answer.status !== 200) assertProblem(answer, 'invalid_parameter');
      }
      seen[isUtf8 ? 'sound' : 'malformed']++;
    }),
    { numRuns: 150 },
  );
  assert.ok(seen.malformed > 30 && seen.sound > 30, JSON.stringify(seen));
});
