/** Keys in every place, number, spelling and state, compared with RFC 6750 and the documentation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../src/engine/permissions.ts';
import { issueKey, revokeKey } from '../../src/service/keys/lifecycle.ts';
import { generateToken } from '../../src/service/keys/token.ts';
import { type Answer, type Exchange, exchange } from '../../test/support/http/exchange.ts';
import { file } from '../../test/support/lifetime.ts';
import { until } from '../../test/support/processes/lds.ts';
import { briefly, curlLine, found } from './finding.ts';
import { attacked } from './target.ts';

const target = await attacked(file);
const { address, token: valid } = target;
const unknown = generateToken();
const { headerOnly, expired, revoked } = await keysInOtherStates();

/** The meaning of a request's `Authorization` headers: a bearer's token, or none. */
interface Header {
  name: string;
  sent: string[];
  bearer?: string;
}

interface Query {
  name: string;
  sent: string;
  /** Of `api_key`, decoded; more than one is too many. */
  keys: string[];
}

const bearer = (name: string, sent: string, token: string): Header => ({ name, sent: [sent], bearer: token });
const no = (name: string, ...sent: string[]): Header => ({ name, sent });

const HEADERS: readonly Header[] = [
  no('no header'),
  bearer('a bearer token', `Bearer ${valid}`, valid),
  bearer('a lower-case scheme', `bearer ${valid}`, valid),
  bearer('an upper-case scheme', `BEARER ${valid}`, valid),
  bearer('more spaces than one', `Bearer    ${valid}`, valid),
  bearer('a tab before the token', `Bearer\t${valid}`, valid),
  bearer('space around the header', `  Bearer ${valid}  `, valid),
  bearer('no token', 'Bearer', ''),
  bearer('a token with more after it', `Bearer ${valid} ${valid}`, `${valid} ${valid}`),
  bearer('a list of tokens', `Bearer ${valid}, Bearer ${valid}`, ''),
  bearer('quotes', `Bearer "${valid}"`, `"${valid}"`),
  bearer('percent-encoding in the header', `Bearer %6C${valid.slice(1)}`, ''),
  bearer('an unknown key', `Bearer ${unknown}`, unknown),
  bearer('an expired key', `Bearer ${expired}`, expired),
  bearer('a revoked key', `Bearer ${revoked}`, revoked),
  bearer('a key for headers', `Bearer ${headerOnly}`, headerOnly),
  bearer('bytes beyond ASCII', `Bearer ${valid}\u00ff`, ''),
  bearer('8,000 characters', `Bearer ${'a'.repeat(8000)}`, ''),
  no('another scheme', 'Basic dTpw'),
  no('a key as a password', `Basic ${Buffer.from(`key:${valid}`).toString('base64')}`),
  no('a key without a scheme', valid),
  no('a scheme that only begins so', `Bearer${valid}`),
  no('an empty header', ''),
  no('the same header twice', `Bearer ${valid}`, `Bearer ${valid}`),
  no('two schemes', 'Basic dTpw', `Bearer ${valid}`),
  no('two keys', `Bearer ${unknown}`, `Bearer ${valid}`),
];

const QUERIES: readonly Query[] = [
  { name: 'no key', sent: '', keys: [] },
  { name: 'a key', sent: `api_key=${valid}`, keys: [valid] },
  { name: 'a key that is percent-encoded', sent: `api_key=%6C${valid.slice(1)}`, keys: [valid] },
  { name: 'a name that is percent-encoded', sent: `api%5Fkey=${valid}`, keys: [valid] },
  { name: 'an empty key', sent: 'api_key=', keys: [''] },
  { name: 'a name without a value', sent: 'api_key', keys: [''] },
  { name: 'an unknown key', sent: `api_key=${unknown}`, keys: [unknown] },
  { name: 'an expired key', sent: `api_key=${expired}`, keys: [expired] },
  { name: 'a revoked key', sent: `api_key=${revoked}`, keys: [revoked] },
  { name: 'a key for headers', sent: `api_key=${headerOnly}`, keys: [headerOnly] },
  { name: 'a key with a space', sent: `api_key=${valid}%20`, keys: [`${valid} `] },
  { name: 'a key with a zero byte', sent: `api_key=${valid}%00`, keys: [`${valid}\0`] },
  { name: 'a key in upper case', sent: `api_key=${valid.toUpperCase()}`, keys: [valid.toUpperCase()] },
  { name: 'a key twice', sent: `api_key=${valid}&api_key=${valid}`, keys: [valid, valid] },
  { name: 'two keys', sent: `api_key=${unknown}&api_key=${valid}`, keys: [unknown, valid] },
  { name: 'the name in upper case', sent: `API_KEY=${valid}`, keys: [] },
  { name: 'the name as an array', sent: `api_key[]=${valid}`, keys: [] },
];

for (const header of HEADERS) {
  test(`${header.name}, with every kind of key in the URL`, async () => {
    for (const query of QUERIES) await check(header, query);
  });
}

test('no part of a key, and none with another letter, is a key', async () => {
  const parts = Array.from({ length: valid.length }, (_, length) => valid.slice(0, length));
  const changed = Array.from({ length: valid.length }, (_, index) => {
    const letter = valid[index] ?? '';
    const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
    return `${valid.slice(0, index)}${other === letter ? 'x' : other}${valid.slice(index + 1)}`;
  });
  for (const token of [...parts, ...changed])
    await check(bearer('', `Bearer ${token}`, token), { name: '', sent: '', keys: [] });
});

/** For a place that exists and one that does not: without admission, the responses must not differ. */
async function check(header: Header, query: Query): Promise<void> {
  const expected = expectedStatus(header, query);
  const codes: string[] = [];
  for (const place of ['lisbon', 'nocity']) {
    const path = `/v1/cities/${place}${query.sent === '' ? '' : `?${query.sent}`}`;
    const options: Exchange = { headers: header.sent.length === 0 ? {} : { Authorization: header.sent } };
    const answer = await exchange(address, path, options);
    // A server that was already running may limit attempts: then this cannot be checked.
    if (answer.status === 429 && target.own === undefined) continue;
    try {
      assertAnswer(answer, expected === 'admitted' ? admittedStatus(place, query) : expected);
      codes.push((JSON.parse(answer.text) as { code?: string }).code ?? '');
    } catch (error) {
      found(`${header.name}; ${query.name} in the URL: ${briefly(error)}`, curlLine(address, path, options));
    }
  }
  if (expected !== 'admitted') assert.equal(new Set(codes).size <= 1, true, codes.join(' and '));
}

function expectedStatus({ sent, bearer }: Header, { keys }: Query): 'admitted' | number {
  if (sent.length > 1 || keys.length > 1 || (bearer !== undefined && keys.length > 0)) return 400;
  const inUrl = bearer === undefined;
  const token = bearer ?? keys[0];
  const isForHeaders = token === headerOnly && token !== unknown;
  if (token === valid || (isForHeaders && !inUrl)) return 'admitted';
  return isForHeaders ? 403 : 401;
}

/** Misspelt, `api_key` is a parameter like any other that the operation does not have. */
function admittedStatus(place: string, { sent, keys }: Query): number {
  if (sent !== '' && keys.length === 0) return 400;
  return place === 'lisbon' ? 200 : 404;
}

function assertAnswer({ status, headers, rawHeaders, text }: Answer, expected: number): void {
  assert.equal(status, expected);
  const everything = `${rawHeaders.join('\n')}\n${text}`.toLowerCase();
  for (const token of [valid, headerOnly, expired, revoked, unknown])
    assert.ok(!everything.includes(token.toLowerCase()), 'the answer repeats the key');
  if (status === 401 || status === 403) assert.match(String(headers['www-authenticate']), /^Bearer realm=/);
  if (status >= 400) assert.match(String(headers['cache-control']), /no-store/);
}

/** On a server that was already running, these are unknown keys, which have to be refused as well. */
async function keysInOtherStates() {
  if (target.own === undefined) return { headerOnly: unknown, expired: unknown, revoked: unknown };
  const { database } = target.own.store;
  const usual = { label: 'attack', plan: 'standard', scopes: SCOPES, headerOnly: false, expiresAt: null };
  const ended = await issueKey(database, usual);
  await revokeKey(database, ended.row.id);
  // Another process's revocation takes up to a second.
  const path = `/v1/countries/portugal?api_key=${ended.token}`;
  await until('the revoked key is refused', async () => (await exchange(address, path)).status === 401);
  return {
    headerOnly: (await issueKey(database, { ...usual, headerOnly: true })).token,
    expired: (await issueKey(database, { ...usual, expiresAt: new Date(1000) }, new Date(0))).token,
    revoked: ended.token,
  };
}
