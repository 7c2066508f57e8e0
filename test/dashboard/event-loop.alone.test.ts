import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import type { SessionState } from '../../src/dashboard/interface.ts';
import { ACCOUNT_REQUESTS } from '../../src/service/accounts/account-requests.ts';
import { MOST_SESSIONS } from '../../src/service/storage/accounts.ts';
import { MOST_ACTIVITY } from '../../src/service/storage/activity.ts';
import {
  BrowserSession,
  newAddress,
  PASSWORD,
  problemOf,
  signedUp,
} from '../support/accounts/browser-session.ts';
import { dashboardRoutes } from '../support/accounts/dashboard-routes.ts';
import { fillAccount } from '../support/accounts/full-account.ts';
import { holdsUpNobody, LONGEST_BLOCK_MILLISECONDS } from '../support/event-loop.ts';
import { HandmadeAgent } from '../support/oauth.ts';
import { startSmallService } from '../support/small-service.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** The most keys that an account can have: 40 times its limit of active keys. */
const MOST_KEYS = 1000;

const { started: service, routes } = await dashboardRoutes(() => startSmallService());
const { address } = service.server;
const { database } = service.store;
const browser = await signedUp(service);
// Loads modules that block once when they are first needed, so that no request is blamed for that.
await browser.ask('POST', '/auth/two-factor/enable', { password: PASSWORD });

/** Texts on which a password judge, a regular expression or a parser spends the most time for their length. */
const FILLERS: Record<string, string> = {
  'one character': 'a',
  digits: '1',
  dates: '01012001',
  'letters that look like others': 'p@$$w0rd',
  labels: 'a.',
  spaces: ' ',
  'four bytes a character': '😀',
  'composed characters': '\uFDFA',
};

interface Sending {
  what: string;
  method: string;
  path: string;
  body: string;
}

const bodies = (method: string, path: string, schema: TSchema | undefined): Sending[] => [
  ...Object.entries(FILLERS).flatMap(([what, filler]) => [
    ...(schema === undefined
      ? []
      : [
          {
            what: `its longest fields: ${what}`,
            method,
            path,
            body: JSON.stringify(largest(schema, filler)),
          },
        ]),
    ...fieldsOf(schema).map((field) => ({
      what: `${field} as long as a body may be: ${what}`,
      method,
      path,
      body: JSON.stringify({ [field]: repeated(filler, (MAX_BODY_BYTES - 100) / bytesOf(filler)) }),
    })),
  ]),
  { what: 'thousands of unknown fields', method, path, body: manyFields() },
  {
    what: 'arrays in arrays',
    method,
    path,
    body: '['.repeat(MAX_BODY_BYTES / 2) + ']'.repeat(MAX_BODY_BYTES / 2),
  },
  { what: 'an array of thousands', method, path, body: `[${'0,'.repeat(MAX_BODY_BYTES / 2 - 2)}0]` },
];

for (const route of routes) {
  const [method = '', path = ''] = route.split(' ');
  const known = method === 'AUTH' ? ACCOUNT_REQUESTS[path] : undefined;
  const url = `/dashboard${known === undefined ? '' : '/auth'}${path.replace(':id', 'x')}`;
  const sendings = bodies(known?.method ?? method, url, known?.body);

  if ((known?.method ?? method) !== 'GET')
    test(`no body sent to ${route} blocks other requests for ${LONGEST_BLOCK_MILLISECONDS} ms`, async () => {
      for (const sending of sendings) await holdsUpNobody(`${sending.what} to ${url}`, () => send(sending));
    });
}

test(`no request of the largest possible account blocks other requests for ${LONGEST_BLOCK_MILLISECONDS} ms`, async () => {
  const full = await signedUp(service);
  const { account } = await full.ask<SessionState>('GET', '/session');
  const id = await fillAccount(service.store, account?.id ?? '', {
    keys: MOST_KEYS,
    days: 400,
    sessions: MOST_SESSIONS,
    events: MOST_ACTIVITY,
  });
  const { clientId } = await new HandmadeAgent(address).registered();
  const queries: Record<string, string> = { '/agents/question': `?client_id=${clientId}` };
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const known = method === 'AUTH' ? ACCOUNT_REQUESTS[path] : undefined;
    if ((known?.method ?? method) !== 'GET') continue;
    const url = `${known === undefined ? '' : '/auth'}${path.replace(':id', id)}${queries[path] ?? ''}`;
    await holdsUpNobody(route, async () => {
      await database.deleteFrom('attempt').execute();
      const response = await full.send('GET', url);
      assert.equal(response.status, 200, url);
      return response;
    });
  }
});

test('an email address that once took a second to check is refused', async () => {
  const email = 'a.'.repeat(15_000);
  const asked = { email, password: PASSWORD, newPassword: PASSWORD };
  for (const [path, { method }] of Object.entries(ACCOUNT_REQUESTS)) {
    if (method === 'GET') continue;
    const response = await new BrowserSession(service).send('POST', `/auth${path}`, asked);
    assert.equal(response.status, 400, path);
  }
});

test('no headers block other requests', async () => {
  const many = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`x${index}`, '']));
  const cookies = Array.from({ length: 1600 }, (_, index) => `c${index}=x`).join('; ');
  const ours = Array.from({ length: 600 }, (_, index) => `lds.session_token${index}=x`).join('; ');
  for (const headers of [
    many,
    { Cookie: cookies },
    { Cookie: ours },
    { Cookie: `lds.session_token=${'%41'.repeat(5000)}` },
  ])
    for (const path of ['/session', '/keys', '/auth/passkey/list-user-passkeys'])
      await holdsUpNobody(`headers to ${path}`, () => fetch(`${address}/dashboard${path}`, { headers }));
});

test('every path, known or not, refuses a body of more than 64 KiB', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(MAX_BODY_BYTES) });
  const paths = routes
    .map((route) => route.split(' '))
    .map(([method = '', path = '']) =>
      method === 'AUTH' ? [ACCOUNT_REQUESTS[path]?.method, `/auth${path}`] : [method, path],
    )
    .filter(([method]) => method === 'POST' || method === 'PATCH');
  for (const [method, path] of [...paths, ['POST', '/nowhere']]) {
    const response = await send({
      what: 'too large',
      method: String(method),
      path: `/dashboard${path?.replace(':id', 'x')}`,
      body,
    });
    assert.equal((await problemOf(response, 413)).code, 'too_large', String(path));
  }
});

async function send({ method, path, body }: Sending): Promise<Response> {
  // Otherwise the limits would refuse the requests that we measure.
  await database.deleteFrom('attempt').execute();
  return fetch(address + path, {
    method,
    headers: {
      Origin: address,
      // Signing out would end the session that later requests need.
      ...(path.endsWith('/sign-out') ? {} : { Cookie: browser.cookie }),
      'Content-Type': 'application/json',
    },
    body,
  });
}

function fieldsOf(schema: TSchema | undefined): string[] {
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? { email: 0, name: 0 });
}

/** The largest value that a schema accepts, with texts made of one filler. */
function largest(schema: TSchema, filler: string): unknown {
  const of = schema as TSchema & {
    const?: unknown;
    type?: string;
    anyOf?: TSchema[];
    properties?: Record<string, TSchema>;
    items?: TSchema;
    maxItems?: number;
    maxLength?: number;
  };
  if (of.const !== undefined) return of.const;
  if (of.anyOf !== undefined) return largest(of.anyOf[0] as TSchema, filler);
  if (of.type === 'boolean') return true;
  if (of.type === 'array') return Array(of.maxItems).fill(largest(of.items as TSchema, filler));
  if (of.type === 'object')
    return Object.fromEntries(
      Object.entries(of.properties ?? {}).map(([name, field]) => [
        name,
        name === 'email' ? longestAddress(filler) : largest(field, filler),
      ]),
    );
  return repeated(filler, of.maxLength ?? 0);
}

function longestAddress(filler: string): string {
  return filler === 'a.' ? `${'a.'.repeat(120)}a@b.example` : newAddress();
}

function repeated(filler: string, characters: number): string {
  const one = [...filler];
  const times = Math.floor(characters / one.length);
  return filler.repeat(times) + one.slice(0, characters - times * one.length).join('');
}

function bytesOf(filler: string): number {
  return Math.max(...[...filler].map((character) => Buffer.byteLength(character)));
}

function manyFields(): string {
  const fields: string[] = [];
  for (let size = 2; size < MAX_BODY_BYTES - 20; size += (fields.at(-1) ?? '').length + 1)
    fields.push(`"${fields.length.toString(36)}":0`);
  return `{${fields.join()}}`;
}
