import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Usage } from '../../src/dashboard/interface.ts';
import { signedUp } from '../support/accounts/browser-session.ts';
import { installation, startNodes } from '../support/processes/installation.ts';
import { get, until } from '../support/processes/lds.ts';
import { PostgresqlServer } from '../support/processes/postgresql.ts';

const postgresql = await PostgresqlServer.start();

/** Makes PostgreSQL refuse every write as if it could not extend a file, so that no disk has to be full. */
const FULL = `
  CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
  ${['account_holder', 'activity', 'api_key', 'attempt', 'session', 'usage_batch', 'usage_daily']
    .map(
      (table) => `CREATE TRIGGER no_space BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION no_space();`,
    )
    .join('\n')}`;
const FREE = 'DROP FUNCTION no_space CASCADE';

test('while PostgreSQL has no space left, a node answers and its dashboard says that it cannot; what was counted is written afterwards', async (t) => {
  const shared = await installation(t, postgresql, { LDS_USAGE_FLUSH_SECONDS: '1' });
  const [node] = await startNodes(t, shared, 1);
  assert.ok(node);
  const browser = await signedUp({ server: node });
  const { token } = await browser.createKey('used');
  await postgresql.query(shared.databaseUrl, FULL);
  for (let asked = 0; asked < 3; asked++)
    assert.equal((await get(node.address, '/v1/countries', token)).status, 200);
  for (const [path, body] of [
    ['/keys', { name: 'another', expires_at: null, header_only: false }],
    ['/auth/sign-in/email', { email: 'somebody@example.org', password: 'a wrong password' }],
  ] as const) {
    const response = await browser.send('POST', path, body);
    const { code } = (await response.json()) as { code: string };
    assert.deepEqual(
      [response.status, code, response.headers.get('retry-after')],
      [503, 'unavailable', '1'],
      path,
    );
  }
  await until('it says so', async () => {
    const { degraded } = (await (await get(node.address, '/readyz', '')).json()) as { degraded?: string[] };
    return degraded?.includes('store') === true;
  });

  await postgresql.query(shared.databaseUrl, FREE);
  await until('all is well again', async () => {
    const { status } = (await (await get(node.address, '/readyz', '')).json()) as { status: string };
    return status === 'ready';
  });
  const { days } = await browser.ask<Usage>('GET', '/usage?days=1');
  assert.equal(days[0]?.['2xx'], 3);
});
