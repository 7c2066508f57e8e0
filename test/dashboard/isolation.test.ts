import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Activity, SessionList } from '../../src/dashboard/interface.ts';
import { SoftwareAuthenticator } from '../support/accounts/authenticator.ts';
import { PASSWORD, problemOf, type SignedUp, signedUp } from '../support/accounts/browser-session.ts';
import { dashboardRoutes } from '../support/accounts/dashboard-routes.ts';
import { startSmallService } from '../support/small-service.ts';

const { started: service, routes } = await dashboardRoutes(() => startSmallService());

/** Ids that belong to the first account, which the second one tries to use. */
interface Belongings {
  key: string;
  session: string;
  passkey: string;
  event: string;
}

type Need =
  /** No session needed. */
  | 'nobody'
  /** It acts on the account that is signed in; no part of the request names an account. */
  | 'a session';

interface Request {
  method: string;
  path: string;
  body?: unknown;
}

/** What each route needs, or a request that uses somebody else's id. A route without an entry fails the suite. */
const ROUTES: Record<string, Need | ((of: Belongings) => Request)> = {
  'GET /session': 'nobody',
  'POST /found-key': 'nobody',
  'POST /reports': 'nobody',
  'GET /keys': 'a session',
  'POST /keys': 'a session',
  'POST /keys/adopt': 'a session',
  'GET /keys/:id': ({ key }) => ({ method: 'GET', path: `/keys/${key}` }),
  'GET /keys/:id/requests': ({ key }) => ({ method: 'GET', path: `/keys/${key}/requests` }),
  'PATCH /keys/:id': ({ key }) => ({ method: 'PATCH', path: `/keys/${key}`, body: { name: 'mine' } }),
  'POST /keys/:id/rotate': ({ key }) => ({
    method: 'POST',
    path: `/keys/${key}/rotate`,
    body: { overlap_seconds: 0 },
  }),
  'POST /keys/:id/revoke': ({ key }) => ({ method: 'POST', path: `/keys/${key}/revoke` }),
  'GET /agents/question': ({ key }) => ({ method: 'GET', path: `/agents/question?client_id=${key}` }),
  'POST /agents/decision': 'a session',
  'GET /usage': ({ key }) => ({ method: 'GET', path: `/usage?key=${key}` }),
  'GET /usage.csv': ({ key }) => ({ method: 'GET', path: `/usage.csv?key=${key}` }),
  'GET /activity': 'a session',
  'GET /sessions': 'a session',
  'DELETE /sessions/:id': ({ session }) => ({ method: 'DELETE', path: `/sessions/${session}` }),
  'PATCH /account': 'a session',
  'GET /export': 'a session',
  'AUTH /sign-up/email': 'nobody',
  'AUTH /sign-in/email': 'nobody',
  'AUTH /sign-out': 'nobody',
  'AUTH /verify-email': 'nobody',
  'AUTH /request-password-reset': 'nobody',
  'AUTH /reset-password': 'nobody',
  'AUTH /change-password': 'a session',
  'AUTH /request-email-change': 'a session',
  'AUTH /confirm-email-change': 'nobody',
  'AUTH /delete-user': 'a session',
  'AUTH /two-factor/enable': 'a session',
  'AUTH /two-factor/disable': 'a session',
  'AUTH /two-factor/verify-totp': 'nobody',
  'AUTH /two-factor/verify-backup-code': 'nobody',
  'AUTH /two-factor/generate-backup-codes': 'a session',
  'AUTH /passkey/generate-register-options': 'a session',
  'AUTH /passkey/verify-registration': 'a session',
  'AUTH /passkey/generate-authenticate-options': 'nobody',
  'AUTH /passkey/verify-authentication': 'nobody',
  'AUTH /passkey/list-user-passkeys': 'a session',
  'AUTH /passkey/delete-passkey': ({ passkey }) => ({
    method: 'POST',
    path: '/auth/passkey/delete-passkey',
    body: { id: passkey },
  }),
};

/** A valid body for each route that acts on an account and takes one. */
const BODIES: Record<string, unknown> = {
  'POST /keys': { name: 'x', expires_at: null, header_only: false },
  'POST /keys/adopt': { token: 'lds_live_' },
  'POST /agents/decision': { accept: true, query: 'sig=x' },
  'PATCH /account': { quota_alerts: true },
  'AUTH /change-password': { currentPassword: PASSWORD, newPassword: 'another-lantern-49-plum' },
  'AUTH /request-email-change': { email: 'new@example.org', password: PASSWORD },
  'AUTH /delete-user': { password: PASSWORD },
  'AUTH /two-factor/enable': { password: PASSWORD },
  'AUTH /two-factor/disable': { password: PASSWORD },
  'AUTH /two-factor/generate-backup-codes': { password: PASSWORD },
  'AUTH /passkey/verify-registration': {
    response: {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      response: { clientDataJSON: 'x', attestationObject: 'x' },
    },
  },
};

let first: SignedUp;
let second: SignedUp;
let of: Belongings;
let token: string;

before(async () => {
  first = await signedUp(service);
  const issued = await first.createKey('secret plan');
  token = issued.token;
  const { id: passkey } = await new SoftwareAuthenticator(service.server.address).register(first, 'laptop');
  const { sessions } = await first.ask<SessionList>('GET', '/sessions');
  const { events } = await first.ask<Activity>('GET', '/activity');
  of = {
    key: issued.key.id,
    session: sessions[0]?.id ?? '',
    passkey,
    event: events[0]?.id ?? '',
  };
  second = await signedUp(service);
});

test('this file covers every route of the dashboard, with another account’s attempt to use it', () => {
  assert.deepEqual(Object.keys(ROUTES).toSorted(), routes);
});

for (const [route, need] of Object.entries(ROUTES)) {
  if (need === 'nobody') continue;

  test(`${route} responds with 401 without a session, also to an API key, and changes nothing`, async () => {
    const { method, path, body } = typeof need === 'function' ? need(of) : requestOf(route);
    const before = await stored();
    const anonymous = await send(method, path, body, {});
    await problemOf(anonymous, 401);
    await problemOf(await send(method, path, body, { Authorization: `Bearer ${token}` }), 401);
    await problemOf(await send(method, path, body, { Cookie: 'lds.session_token=forged.AAAA' }), 401);
    assert.deepEqual(await stored(), before);
  });
}

for (const [route, need] of Object.entries(ROUTES)) {
  if (typeof need !== 'function') continue;

  test(`${route} responds with the same 404 for another account's id as for an unknown one, and changes nothing`, async () => {
    const before = await stored();
    const { method, path, body } = need(of);
    const anothers = await second.refused(404, method, path, body);
    const nobodys = need({ key: 'key_nobody', session: 'nobody', passkey: 'nobody', event: 'nobody' });
    const missing = await second.refused(404, nobodys.method, nobodys.path, nobodys.body);
    assert.deepEqual(
      { ...anothers, instance: '', request_id: '' },
      { ...missing, instance: '', request_id: '' },
    );
    assert.deepEqual(await stored(), before);
  });
}

test('lists never contain another account’s keys, usage, activity, sessions, passkeys or export', async () => {
  const markers = [...Object.values(of), first.email, 'secret plan', 'laptop'];
  const paths = [
    '/keys',
    '/usage',
    '/usage.csv',
    '/activity',
    `/activity?before=${of.event}`,
    `/activity?before=${'f'.repeat(36)}`,
    '/sessions',
    '/session',
    '/export',
    '/auth/passkey/list-user-passkeys',
  ];
  for (const path of paths) {
    const response = await second.send('GET', path);
    assert.equal(response.status, 200, path);
    const text = await response.text();
    for (const marker of markers) assert.ok(!text.includes(marker), `${path} tells ${marker}`);
  }
});

test('ending all other sessions ends no session of another account', async () => {
  await second.ask('DELETE', '/sessions/others');
  assert.ok(await first.isSignedIn());
});

test('a passkey cannot be registered with a challenge of another account', async () => {
  const authenticator = new SoftwareAuthenticator(service.server.address);
  const options = await authenticator.options(first);
  for (const [name, value] of first.cookies) if (name.includes('passkey')) second.cookies.set(name, value);
  const response = await second.send('POST', '/auth/passkey/verify-registration', {
    response: authenticator.attest(options),
  });
  assert.ok(response.status >= 400 && response.status < 500, String(response.status));
  assert.deepEqual(await second.ask('GET', '/auth/passkey/list-user-passkeys'), []);
});

function requestOf(route: string): Request {
  const [method = '', path = ''] = route.split(' ');
  const body = BODIES[route];
  if (method !== 'AUTH') return { method, path, body };
  return { method: body === undefined ? 'GET' : 'POST', path: `/auth${path}`, body };
}

function send(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  const { address } = service.server;
  return fetch(`${address}/dashboard${path}`, {
    method,
    headers: {
      Origin: address,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** Everything stored about accounts and keys. */
async function stored(): Promise<unknown> {
  const { database } = service.store;
  const tables = [
    'account_holder',
    'credential',
    'session',
    'two_factor',
    'passkey',
    'activity',
    'api_key',
  ] as const;
  return Promise.all(tables.map((table) => database.selectFrom(table).selectAll().orderBy('id').execute()));
}
