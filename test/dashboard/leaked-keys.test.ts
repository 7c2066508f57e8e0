import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Activity } from '../../src/dashboard/interface.ts';
import { expireKey } from '../../src/service/keys/lifecycle.ts';
import { generateToken } from '../../src/service/keys/token.ts';
import { outbox, problemOf, signedUp } from '../support/accounts/browser-session.ts';
import { temporaryDirectory } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const HOST = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SOMEBODY = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const URL_OF_LEAK = 'https://github.com/octocat/Hello-World/blob/12345600/foo/bar.txt';

/** As api.github.com publishes them. */
const signersFile = join(temporaryDirectory(), 'signers.json');
const key = HOST.publicKey.export({ type: 'spki', format: 'pem' });
writeFileSync(
  signersFile,
  JSON.stringify({ public_keys: [{ key_identifier: 'host-1', key, is_current: true }] }),
);

const LIMIT = 40;
const service = await startSmallService({ LDS_LEAK_SIGNERS: signersFile, LDS_TRUST_PROXY: '1' });
const limited = await startSmallService({
  LDS_LEAK_SIGNERS: signersFile,
  LDS_TRUST_PROXY: '1',
  LDS_DASHBOARD_PER_MINUTE: String(LIMIT),
});

interface Sent {
  signer?: typeof HOST;
  headers?: Record<string, string>;
  to?: typeof service;
}

function report(leaks: unknown, { signer = HOST, headers = {}, to = service }: Sent = {}): Promise<Response> {
  const body = typeof leaks === 'string' ? leaks : JSON.stringify(leaks);
  return fetch(`${to.server.address}/leaked-keys`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'Github-Public-Key-Identifier': 'host-1',
      'Github-Public-Key-Signature': sign('sha256', Buffer.from(body), signer.privateKey).toString('base64'),
      ...headers,
    },
  });
}

const leak = (token: string, url: string | null = URL_OF_LEAK) => ({
  token,
  type: 'location_data_service_key',
  url,
  source: 'content',
});
const works = async (token: string) => (await service.get('/countries/portugal', token)).status === 200;

test('a reported key stops at once; its owner sees it in the log and gets a message that says where it was', async () => {
  const browser = await signedUp(service);
  await service.store.database
    .updateTable('account_holder')
    .set({ email_verified: 1 })
    .where('email', '=', browser.email)
    .execute();
  const { key: created, token } = await browser.createKey('Notebook');
  const { token: other } = await browser.createKey('Other');
  const before = outbox(service).length;
  assert.ok(await works(token));

  const unknown = generateToken();
  const answer = await report([
    leak(token),
    leak(unknown),
    leak('no key at all'),
    leak(token, 'https://elsewhere.example/'),
  ]);
  assert.equal(answer.status, 200);
  const labels = [
    [token, 'true_positive'],
    [unknown, 'false_positive'],
    ['no key at all', 'false_positive'],
    [token, 'true_positive'],
  ] as const;
  assert.deepEqual(
    await answer.json(),
    labels.map(([sent, label]) => ({
      token_hash: hash('sha256', sent),
      token_type: 'location_data_service_key',
      label,
    })),
  );
  assert.equal(await works(token), false);
  assert.ok(await works(other), 'no other key of the account');
  assert.equal((await browser.keys()).find(({ id }) => id === created.id)?.state, 'revoked');

  const place = 'github[.]com/octocat/Hello-World/blob/12345600/foo/bar[.]txt';
  const leaked = async () => {
    const { events } = await browser.ask<Activity>('GET', '/activity');
    return events.filter(({ action }) => action === 'key_leaked_and_revoked').map(({ subject }) => subject);
  };
  assert.deepEqual(await leaked(), [`Notebook, found at ${place}`]);
  const messages = outbox(service).slice(before);
  assert.equal(messages.length, 1);
  const [message = ''] = messages;
  assert.ok(message.includes(`To: ${browser.email}`) && message.includes(place), message);
  assert.deepEqual(message.match(/https?:\/\/\S+/g), [`${service.server.address}/keys`], 'no link but ours');
  assert.ok(!message.includes(token));

  assert.equal((await report([leak(token)])).status, 200);
  assert.equal((await leaked()).length, 1, 'a second report changes nothing');
  assert.equal(outbox(service).length, before + 1);
});

test('keys of the command line and expired ones are revoked; an unconfirmed address gets no message', async () => {
  const browser = await signedUp(service);
  const before = outbox(service).length;
  const { token } = await browser.createKey('Unconfirmed');
  const ofCommandLine = await service.key();
  const expired = await service.key();
  await expireKey(service.store.database, expired.id, new Date(0));
  const answer = await report([
    leak(token, ''),
    leak(ofCommandLine.token, null),
    leak(expired.token, 'javascript:alert(1)'),
  ]);
  const labels = (await answer.json()) as { label: string }[];
  assert.deepEqual(new Set(labels.map(({ label }) => label)), new Set(['true_positive']));
  for (const each of [token, ofCommandLine.token]) assert.equal(await works(each), false);
  const { rows } = {
    rows: await service.store.database.selectFrom('api_key').select(['id', 'revoked_at']).execute(),
  };
  assert.notEqual(rows.find(({ id }) => id === expired.id)?.revoked_at, null);
  assert.equal(outbox(service).length, before);
});

test('a report that is signed by somebody else, for another body, or not at all, is refused and changes nothing', async () => {
  const { token } = await service.key();
  const body = JSON.stringify([leak(token)]);
  const valid = sign('sha256', Buffer.from(body), HOST.privateKey).toString('base64');
  const wrong: Sent[] = [
    { signer: SOMEBODY },
    { headers: { 'Github-Public-Key-Identifier': 'host-2' } },
    { headers: { 'Github-Public-Key-Identifier': '' } },
    { headers: { 'Github-Public-Key-Signature': '' } },
    { headers: { 'Github-Public-Key-Signature': 'x'.repeat(5000) } },
    { headers: { 'Github-Public-Key-Signature': Buffer.alloc(64).toString('base64') } },
  ];
  for (const sent of wrong)
    assert.equal(
      (await problemOf(await report(body, sent), 401)).code,
      'wrong_signature',
      JSON.stringify(sent),
    );
  const other = await report(`${body} `, { headers: { 'Github-Public-Key-Signature': valid } });
  assert.equal((await problemOf(other, 401)).code, 'wrong_signature', 'a space more');
  assert.ok(await works(token));
  const bare = await fetch(`${service.server.address}/leaked-keys`, { method: 'POST', body });
  assert.ok([401, 415].includes(bare.status), String(bare.status));
  assert.equal((await report(body, { headers: { 'Content-Type': 'text/plain' } })).status, 415);
});

test('a signed body that is no list of leaks, or too long, is refused', async () => {
  const many = Array.from({ length: 2001 }, () => leak('x'));
  for (const wrong of [
    '',
    '{',
    '[]',
    '{}',
    'null',
    '["x"]',
    [{ token: 1, type: 'x' }],
    [{ token: 'x' }],
    many,
  ])
    assert.equal((await report(wrong)).status, 400, JSON.stringify(wrong).slice(0, 40));
  assert.equal((await report([leak('x'.repeat(1001))])).status, 400);
  assert.equal((await report('['.repeat(100_000) + ']'.repeat(100_000))).status, 400);
  assert.equal((await report(`"${'x'.repeat(1024 * 1024)}"`)).status, 413);
  assert.equal((await report(many.slice(1))).status, 200);
});

test('requests are limited by address, whether they are signed or not', async () => {
  const from = (client: string, signer = SOMEBODY) =>
    report([leak('x')], { signer, to: limited, headers: { 'X-Forwarded-For': client } });
  let refused = 0;
  while ((await from('192.0.2.1')).status === 401) assert.ok(++refused <= LIMIT);
  assert.ok(refused >= LIMIT - 1, String(refused));
  assert.equal((await from('192.0.2.1', HOST)).status, 429);
  assert.equal((await from('192.0.2.2', HOST)).status, 200);
});

test('without signers there is no such path', async () => {
  const without = await startSmallService();
  assert.ok([404, 405].includes((await report([leak('x')], { to: without })).status));
  assert.equal((await fetch(`${without.server.address}/leaked-keys`)).status, 404);
});
