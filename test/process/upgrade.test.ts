import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { RecentRequestList, Usage } from '../../src/dashboard/interface.ts';
import { generateToken, hashToken } from '../../src/service/keys/token.ts';
import { BrowserSession } from '../support/accounts/browser-session.ts';
import { ROOT } from '../support/directories.ts';
import { get, lds, preparedHome, serve } from '../support/processes/lds.ts';

const DAY = 86_400_000;
/** The secret with which the old service signed the cookie. It opens nothing else. */
const SECRET = 'a-secret-of-this-test-and-of-nothing-else';
const SESSION = '9XRJoqCEPfjHsLwA1TCXwGgtWDGz52H0.i11c%2BES%2BT5tGa3hsKqCCLzoJoJiJSVCFJ9mhqdtuiz4%3D';
const EMAIL = 'ada@example.org';
const KEYS = { used: 'weather app', revoked: 'gone', ofTheOperator: 'command line' };

test('a store of version 0.1.0 keeps its keys, accounts, sessions, usage and plans', async (t) => {
  const home = await preparedHome(t);
  const tokens = storeOfOldVersion(home);
  const service = await serve(t, home, { LDS_SECRET: SECRET });

  const statuses = Object.fromEntries(
    await Promise.all(
      Object.entries(tokens).map(async ([key, token]) => {
        const { status } = await get(service.address, '/v1/countries/portugal', token);
        return [key, status] as const;
      }),
    ),
  );
  assert.deepEqual(statuses, { used: 200, revoked: 401, ofTheOperator: 200 });

  const browser = new BrowserSession({ server: service });
  browser.cookies.set('lds.session_token', SESSION);
  assert.ok(await browser.isSignedIn(), 'the session of the old version');
  const keys = await browser.keys();
  assert.deepEqual(keys.map(({ name, state, plan }) => `${name} ${state} ${plan}`).sort(), [
    'gone revoked bulk',
    'weather app active bulk',
  ]);
  const used = keys.find(({ name }) => name === KEYS.used)?.id;
  const { endpoints } = await browser.ask<Usage>('GET', `/usage?key=${used}&days=90`);
  const requests = endpoints.find(({ endpoint }) => endpoint === 'getCity');
  assert.deepEqual([requests?.['2xx'], requests?.['4xx']], [2, 1]);
  const { requests: recent } = await browser.ask<RecentRequestList>('GET', `/keys/${used}/requests`);
  assert.equal(recent?.filter(({ problem }) => problem === 'city_not_found').length, 1);

  assert.equal((await new BrowserSession({ server: service }).signIn(EMAIL)).status, 200, 'the password');
  await service.end('SIGTERM');
  assert.match((await lds(home, ['accounts', 'list'])).stdout, /ada@example\.org.*bulk/);
});

/**
 * Puts a dump of a store that version 0.1.0 wrote (commit fc59454) into `home`, as if it had been written yesterday, with new keys
 * in place of its own. The account's password is that of the other tests.
 * @returns the keys, by what they are for
 */
function storeOfOldVersion(home: string): Record<keyof typeof KEYS, string> {
  const dump = readFileSync(join(ROOT, 'test/support/storage/store-of-0.1.0.sql'), 'utf8');
  const shift = (Math.floor((Date.now() - Date.parse('2026-11-26')) / DAY) - 1) * DAY;
  const tokens = { used: generateToken(), revoked: generateToken(), ofTheOperator: generateToken() };
  const named = Object.entries(KEYS) as [keyof typeof KEYS, string][];
  const current = named.reduce(
    (text, [key, name]) => text.replace(`{hash of ${name}}`, hashToken(tokens[key])),
    dump
      .replaceAll(/\b2026-1[12]-\d\d(?!\d)/g, (day) =>
        new Date(Date.parse(day) + shift).toISOString().slice(0, 10),
      )
      .replaceAll(/\b17957\d{8}\b/g, (time) => String(Number(time) + shift)),
  );
  const database = new DatabaseSync(join(home, 'lds.sqlite'));
  database.exec(current);
  database.close();
  return tokens;
}
