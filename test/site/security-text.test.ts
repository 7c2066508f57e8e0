import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange } from '../support/http/exchange.ts';
import { startSmallService } from '../support/small-service.ts';

const PATH = '/.well-known/security.txt';
const DAY = 86_400_000;

test('security.txt names the contact that the operator has configured, in the form of RFC 9116', async () => {
  const contact = 'https://example.org/security?from=a,b';
  const { address } = (await startSmallService({ LDS_SECURITY_CONTACT: contact })).server;
  const { status, headers, text } = await exchange(address, PATH);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  const fields = new Map(
    [...text.matchAll(/^([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  assert.equal(fields.get('Contact'), contact);
  assert.equal(fields.get('Canonical'), address + PATH);
  const expires = Date.parse(fields.get('Expires') ?? '');
  assert.ok(expires > Date.now() + DAY && expires < Date.now() + 365 * DAY, text);
  const policy = new URL(fields.get('Policy') ?? '');
  assert.equal((await exchange(policy.origin, policy.pathname)).status, 200);
});

test('without a contact there is no security.txt', async () => {
  const { address } = (await startSmallService()).server;
  assert.equal((await exchange(address, PATH)).status, 404);
});
