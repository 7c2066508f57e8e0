import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Activity, Key, KeyList, RecentRequestList } from '../../src/dashboard/interface.ts';
import { SCOPES } from '../../src/engine/permissions.ts';
import { hashToken } from '../../src/service/keys/token.ts';
import { boundUnusedClients } from '../../src/service/storage/agents.ts';
import { openStore } from '../../src/service/storage/database.ts';
import { tidy } from '../../src/service/storage/housekeeping.ts';
import { openPostgresqlStore } from '../../src/service/storage/postgresql.ts';
import type { Database } from '../../src/service/storage/schema.ts';
import {
  BrowserSession,
  PASSWORD,
  type SignedUp,
  signedIn,
  signedUp,
} from '../support/accounts/browser-session.ts';
import { atEnd } from '../support/lifetime.ts';
import {
  allowed,
  CALLBACK,
  connectedAgent,
  HandmadeAgent,
  KeptAccess,
  questionOf,
  refusedWith,
  statusAt,
  tokensIn,
} from '../support/oauth.ts';
import { until } from '../support/processes/lds.ts';
import { PostgresqlServer } from '../support/processes/postgresql.ts';
import { startSmallService } from '../support/small-service.ts';

const HOUR = 3_600_000;
const postgresql = await PostgresqlServer.start();
const url = await postgresql.createDatabase();
const SETTINGS = {
  LDS_PLANS: 'standard=1000/86400s+100000/day',
  LDS_SECRET: 'the same on every node, and after a restart',
};
const onPostgresql = () => startSmallService(SETTINGS, { open: () => openPostgresqlStore(url) });

/** Each store, and another node where there can be one. */
const SERVICES = {
  SQLite: {
    service: await startSmallService(SETTINGS, {
      open: (home) => openStore(home, { busyMilliseconds: 5000 }),
    }),
    other: undefined,
  },
  PostgreSQL: { service: await onPostgresql(), other: await onPostgresql() },
};

for (const [store, { service, other }] of Object.entries(SERVICES)) {
  const { address } = service.server;
  const { database } = service.store;
  const agentsOf = async (browser: BrowserSession) => (await browser.ask<KeyList>('GET', '/keys')).agents;
  const soleAgent = async (browser: BrowserSession): Promise<Key> => {
    const [agent, ...more] = await agentsOf(browser);
    assert.deepEqual(more, []);
    assert.ok(agent);
    return agent;
  };
  /** Its changes reach the service like those of another process. */
  const elsewhere = other?.store ?? (await openStore(service.home, { busyMilliseconds: 5000 }));
  atEnd(() => elsewhere.close());
  const works = async (token: string) => (await statusAt(address, token)).status === 200;
  /** As if an hour had passed since the token was issued. */
  const expire = async (token: string) => {
    const at = new Date().toISOString();
    await elsewhere.database
      .updateTable('api_key')
      .set({ expires_at: at, updated_at: at })
      .where('hash', '=', hashToken(token))
      .execute();
    await until('the token has expired', async () => !(await works(token)));
    assert.match(
      (await statusAt(address, token)).headers.get('www-authenticate') ?? '',
      /error="invalid_token".*resource_metadata=/,
    );
  };

  // All of them come from one address.
  beforeEach(async () => {
    await database.deleteFrom('attempt').execute();
  });

  test(`the official client finds its way from a 401 to the tools, and renews its access by itself (${store})`, async () => {
    const browser = await signedUp(service);
    const access = new KeptAccess('Helpful agent');
    const client = await connectedAgent(address, browser, access);
    assert.equal((await client.listTools()).tools.length, 6);
    const before = access.kept?.access_token ?? '';
    await expire(before);
    const found = await client.callTool({ name: 'find_places', arguments: { query: 'portugal' } });
    assert.equal(found.isError, undefined);
    assert.notEqual(access.kept?.access_token, before);
    assert.equal((await soleAgent(browser)).name, 'Helpful agent');
  });

  test(`requests of an agent count for the account like those of its keys, and are listed (${store})`, async () => {
    const browser = await signedUp(service);
    const { token } = await browser.createKey('a key');
    const { access_token } = await new HandmadeAgent(address).connected(browser);
    const remaining = async (of: string) =>
      Number((await statusAt(address, of)).headers.get('x-ratelimit-remaining'));
    const first = await remaining(token);
    assert.equal(await remaining(access_token), first - 1);
    const { id, requests, name, permissions } = await soleAgent(browser);
    assert.deepEqual([name, permissions, requests.at(-1)], ['By hand', [...SCOPES], 1]);
    const recent = await browser.ask<RecentRequestList>('GET', `/keys/${id}/requests`);
    assert.deepEqual(
      recent.requests?.map(({ operation, status }) => [operation, status]),
      [['mcp', 200]],
    );
    assert.equal((await browser.keys()).length, 1, 'an agent is no key');
  });

  test(`a code needs its verifier, and a wrong one uses it up (${store})`, async () => {
    const browser = await signedUp(service);
    const agent = await new HandmadeAgent(address).registered();
    const code = await agent.code(browser);
    await refusedWith(await agent.exchange(code, { code_verifier: 'x'.repeat(43) }), 'invalid_grant');
    await refusedWith(await agent.exchange(code), 'invalid_grant');
    assert.deepEqual(await agentsOf(browser), []);
  });

  test(`a code that comes twice ends what was made from it; so does an old refresh token (${store})`, async () => {
    const browser = await signedUp(service);
    const agent = await new HandmadeAgent(address).registered();
    const code = await agent.code(browser);
    const made = await tokensIn(await agent.exchange(code));
    assert.ok(await works(made.access_token));
    await refusedWith(await agent.exchange(code), 'invalid_grant');
    assert.ok(!(await works(made.access_token)));
    await refusedWith(await agent.refresh(made.refresh_token), 'invalid_grant');

    const first = await tokensIn(await agent.exchange(await agent.code(browser)));
    const second = await tokensIn(await agent.refresh(first.refresh_token));
    assert.ok(await works(second.access_token));
    assert.ok(!(await works(first.access_token)), 'the next token ends the one before');
    await refusedWith(await agent.refresh(first.refresh_token), 'invalid_grant');
    assert.ok(!(await works(second.access_token)));
    await refusedWith(await agent.refresh(second.refresh_token), 'invalid_grant');
    const { events } = await browser.ask<Activity>('GET', '/activity');
    assert.equal(events.filter(({ action }) => action === 'agent_disconnected').length, 2);
  });

  test(`a disconnected agent is refused on every node, and what it had does not come back when it is connected again (${store})`, async () => {
    const browser = await signedUp(service);
    const agent = new HandmadeAgent(address);
    const before = await agent.connected(browser);
    if (other !== undefined)
      assert.equal((await statusAt(other.server.address, before.access_token)).status, 200);
    await browser.ask('POST', `/keys/${(await soleAgent(browser)).id}/revoke`);
    assert.ok(!(await works(before.access_token)));
    if (other !== undefined)
      await until(
        'the other node knows',
        async () => (await statusAt(other.server.address, before.access_token)).status === 401,
      );
    assert.deepEqual(await agentsOf(browser), []);
    const again = await tokensIn(await agent.exchange(await agent.code(browser)));
    await refusedWith(await agent.refresh(before.refresh_token), 'invalid_grant');
    assert.ok(await works(again.access_token));
    // Whoever had a refresh token in hand at that moment gets nothing for it either.
    const third = await tokensIn(await agent.refresh(again.refresh_token));
    await browser.ask('POST', `/keys/${(await soleAgent(browser)).id}/revoke`);
    const words = /owner has disconnected this agent/;
    await refusedWith(await agent.refresh(third.refresh_token), 'invalid_grant', words);
    await refusedWith(await agent.refresh(third.refresh_token), 'invalid_grant', words);
  });

  test(`either token disconnects the agent when it gives it back; a stranger's does nothing (${store})`, async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const browser = await signedUp(service);
      const agent = new HandmadeAgent(address);
      const tokens = await agent.connected(browser);
      const stranger = await new HandmadeAgent(address).registered();
      assert.equal((await stranger.post('revoke', { token: tokens[kind] })).status, 200);
      assert.ok(await works(tokens.access_token));
      assert.equal((await agent.post('revoke', { token: tokens[kind] })).status, 200);
      assert.ok(!(await works(tokens.access_token)));
    }
  });

  test(`signing out leaves agents connected; deleting the account ends them and leaves nothing (${store})`, async () => {
    const browser = await signedUp(service);
    const agent = new HandmadeAgent(address);
    const tokens = await agent.connected(browser);
    await browser.ask('POST', '/auth/sign-out', {});
    assert.ok(await works(tokens.access_token));
    const next = await tokensIn(await agent.refresh(tokens.refresh_token));
    const again = await signedIn(service, browser.email);
    const pending = await agent.code(again);
    const exported = await again.ask<{ connected_agents: Key[]; keys: Key[] }>('GET', '/export');
    assert.deepEqual([exported.connected_agents.length, exported.keys.length], [1, 0]);
    assert.ok(!JSON.stringify(exported).includes(hashToken(next.access_token)));
    await again.ask('POST', '/auth/delete-user', { password: PASSWORD });
    assert.ok(!(await works(next.access_token)));
    await refusedWith(await agent.refresh(next.refresh_token), 'invalid_grant');
    assert.notEqual((await agent.exchange(pending)).status, 200);
    for (const table of ['oauth_access_token', 'oauth_refresh_token', 'oauth_consent'] as const) {
      const rows = await database
        .selectFrom(table)
        .select('id')
        .where('client_id', '=', agent.clientId)
        .execute();
      assert.deepEqual(rows, []);
    }
  });

  test(`no token, code or verifier is stored as it is (${store})`, async () => {
    const browser = await signedUp(service);
    const agent = await new HandmadeAgent(address).registered();
    const code = await agent.code(browser);
    const unused = await agent.code(browser);
    const tokens = await tokensIn(await agent.exchange(code));
    const tables: (keyof Database)[] = [
      'api_key',
      'oauth_access_token',
      'oauth_refresh_token',
      'verification',
      'activity',
      'recent_requests',
    ];
    const stored = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
    const text = JSON.stringify(stored);
    for (const secret of [
      tokens.access_token,
      tokens.refresh_token.replace('lds_refresh_', ''),
      code,
      unused,
      agent.verifier,
    ])
      assert.ok(!text.includes(secret));
    assert.ok(text.includes(hashToken(tokens.access_token)));
  });

  test(`clients that nobody allows are bounded in number and time (${store})`, async () => {
    const browser = await signedUp(service);
    const used = new HandmadeAgent(address);
    await used.connected(browser);
    const unused: HandmadeAgent[] = [];
    for (let each = 0; each < 4; each++) unused.push(await new HandmadeAgent(address).registered());
    const known = async () => {
      const rows = await database.selectFrom('oauth_client').select('client_id').execute();
      return [used, ...unused].map(({ clientId }) => rows.some(({ client_id }) => client_id === clientId));
    };
    await boundUnusedClients(database, 0);
    assert.deepEqual(await known(), [true, false, false, false, false]);
    const late = await new HandmadeAgent(address).registered();
    unused.splice(0, 4, late);
    await tidy(database, Date.now() + 23 * HOUR, { sendsMail: false });
    assert.deepEqual(await known(), [true, true]);
    await tidy(database, Date.now() + 25 * HOUR, { sendsMail: false });
    assert.deepEqual(await known(), [true, false]);
    assert.equal((await agentsOf(browser)).length, 1);
    await tidy(database, Date.now() + 31 * 24 * HOUR, { sendsMail: false });
    assert.deepEqual(await agentsOf(browser).catch(() => 'signed out'), 'signed out');
    const rows = await database
      .selectFrom('api_key')
      .selectAll()
      .where('client_id', '=', used.clientId)
      .execute();
    assert.ok(rows.every(({ revoked_at }) => revoked_at !== null));
  });
}

const { service } = SERVICES.SQLite;
const { address } = service.server;
/** Where the browser lands that an agent sends with these parameters. */
const sent = async (browser: BrowserSession, url: URL) => questionOf(address, browser, url);

test('a 401 of /mcp says where the metadata is, and the metadata agree with each other', async () => {
  const at = `${address}/.well-known/oauth-protected-resource/mcp`;
  for (const token of [undefined, 'lds_agent_nonsense'])
    assert.ok(
      (await statusAt(address, token)).headers
        .get('www-authenticate')
        ?.endsWith(`, resource_metadata="${at}"`),
    );
  const key = await service.get('/countries', null);
  assert.equal(key.headers.get('www-authenticate'), 'Bearer realm="Location Data Service"');
  const resource = (await (await fetch(at)).json()) as Record<string, string[]>;
  assert.deepEqual(resource, await (await fetch(at.replace(/\/mcp$/, ''))).json());
  assert.equal(resource.resource, `${address}/mcp`);
  assert.deepEqual(resource.scopes_supported, SCOPES);
  const [issuer] = resource.authorization_servers ?? [];
  const server = (await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()) as Record<
    string,
    unknown
  >;
  assert.equal(server.issuer, issuer);
  assert.deepEqual(server.code_challenge_methods_supported, ['S256']);
  assert.deepEqual(server.grant_types_supported, ['authorization_code', 'refresh_token']);
});

test('only S256 is a proof: without it, and with “plain”, the agent gets an error and nobody is asked', async () => {
  const browser = await signedUp(service);
  const agent = await new HandmadeAgent(address).registered();
  for (const changes of [
    { code_challenge_method: 'plain' },
    { code_challenge_method: undefined },
    { code_challenge: undefined, code_challenge_method: undefined },
  ]) {
    const back = await sent(browser, agent.asks(changes));
    assert.equal(back.origin + back.pathname, CALLBACK);
    assert.equal(back.searchParams.get('error'), 'invalid_request');
    assert.equal(back.searchParams.get('state'), 'a state');
  }
});

test('a browser is only ever sent to an address that the client registered', async () => {
  const browser = await signedUp(service);
  const agent = await new HandmadeAgent(address).registered();
  for (const redirect_uri of [
    'https://attacker.example/callback',
    'http://127.0.0.1:47123/callback/../other',
    'http://127.0.0.1.attacker.example/callback',
    'javascript:alert(1)',
    `${CALLBACK}?more=1`,
    undefined,
  ]) {
    const landed = await sent(browser, agent.asks({ redirect_uri }));
    assert.equal(landed.origin + landed.pathname, `${address}/connect`, String(redirect_uri));
    assert.notEqual(landed.searchParams.get('error'), null);
    const refused = await browser.send('POST', '/agents/decision', {
      accept: false,
      query: landed.search.slice(1),
    });
    assert.equal(refused.status, 400);
  }
  const unknown = await sent(browser, agent.asks({ client_id: 'nobody' }));
  assert.equal(unknown.searchParams.get('error'), 'invalid_client');
  for (const wrong of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://attacker.example/',
    `${CALLBACK}#fragment`,
    'nonsense',
  ])
    assert.equal((await agent.register({ redirect_uris: [wrong] })).status, 400, wrong);
});

test('the port of a program on this device may differ from the registered one', async () => {
  const browser = await signedUp(service);
  const agent = await new HandmadeAgent(address).registered();
  const redirect_uri = CALLBACK.replace('47123', '50001');
  const code = await agent.code(browser, { redirect_uri });
  assert.ok((await tokensIn(await agent.exchange(code, { redirect_uri }))).access_token);
});

test('a token is for /mcp and nothing else', async () => {
  const browser = await signedUp(service);
  const agent = await new HandmadeAgent(address).registered();
  const landed = await sent(browser, agent.asks({ resource: 'https://other.example/mcp' }));
  assert.equal(landed.searchParams.get('error'), 'invalid_target');
  const code = await agent.code(browser);
  await refusedWith(await agent.exchange(code, { resource: `${address}/v1` }), 'invalid_target');
  const { access_token } = await tokensIn(await agent.exchange(code, { resource: `${address}/mcp` }));
  assert.equal((await service.get('/countries', access_token)).status, 401);
  assert.equal((await service.get(`/countries?api_key=${access_token}`, null)).status, 401);
  assert.equal((await fetch(`${address}/mcp?api_key=${access_token}`, { method: 'POST' })).status, 403);
  assert.equal((await statusAt(address, access_token)).status, 200);
});

test('an agent reads what was allowed, and cannot widen it', async () => {
  const browser = await signedUp(service);
  const agent = new HandmadeAgent(address);
  const tokens = await agent.connected(browser, { scope: 'places:read' });
  assert.equal(tokens.scope, 'places:read offline_access');
  assert.deepEqual((await soleOf(browser)).permissions, ['places:read']);
  const call = (name: string, given: object) =>
    fetch(`${address}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${tokens.access_token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      }),
    });
  assert.match(
    await (await call('compare_places', { places: ['portugal', 'spain'] })).text(),
    /does not have the permission/,
  );
  await refusedWith(
    await agent.refresh(tokens.refresh_token, { scope: 'places:read release:read' }),
    'invalid_scope',
  );
  const unknown = await sent(browser, agent.asks({ scope: 'admin' }));
  assert.equal(unknown.searchParams.get('error'), 'invalid_scope');
});

const soleOf = async (browser: BrowserSession): Promise<Key> => {
  const [agent] = (await browser.ask<KeyList>('GET', '/keys')).agents;
  assert.ok(agent);
  return agent;
};

test('“no” sends the agent away with access_denied', async () => {
  const browser = await signedUp(service);
  const agent = await new HandmadeAgent(address).registered();
  const back = new URL(await allowed(browser, await sent(browser, agent.asks()), false));
  assert.equal(back.origin + back.pathname, CALLBACK);
  const { error, state, iss, code } = Object.fromEntries(back.searchParams);
  assert.deepEqual([error, state, iss, code], ['access_denied', 'a state', address, undefined]);
});

test('nobody else can answer for the account, or change the question', async () => {
  const browser: SignedUp = await signedUp(service);
  const agent = await new HandmadeAgent(address).registered();
  const page = await sent(browser, agent.asks({ scope: 'places:read' }));
  const query = page.search.slice(1);
  const elsewhere = await browser.send(
    'POST',
    '/agents/decision',
    { accept: true, query },
    { Origin: 'https://attacker.example' },
  );
  assert.equal(elsewhere.status, 403);
  const widened = query.replace('places%3Aread', 'places%3Aread+release%3Aread');
  assert.notEqual(widened, query);
  for (const changed of [widened, query.replace('47123', '47124'), query.replace(/&sig=.*/, ''), ''])
    await browser.refused(400, 'POST', '/agents/decision', { accept: true, query: changed });
  await new BrowserSession(service).refused(401, 'POST', '/agents/decision', { accept: true, query });
  const frame = await fetch(page);
  assert.match(frame.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.equal(new URL(await allowed(browser, page)).searchParams.has('code'), true);
});

test('somebody who is not signed in gets the same page, which asks them to sign in, whatever the agent wants', async () => {
  const stranger = new BrowserSession(service);
  const agent = await new HandmadeAgent(address).registered();
  const page = await sent(stranger, agent.asks());
  assert.equal(page.pathname, '/connect');
  const browser = await signedUp(service);
  assert.equal(new URL(await allowed(browser, page)).searchParams.has('code'), true);
});

test('a client registers nothing but its name and its addresses, and gets no secret', async () => {
  const response = await new HandmadeAgent(address).register({
    client_name: '<b>Bold</b>\u202e\n',
    client_uri: 'http://169.254.169.254/',
    logo_uri: 'http://169.254.169.254/logo',
    jwks_uri: 'http://169.254.169.254/keys',
    backchannel_logout_uri: 'http://169.254.169.254/out',
    token_endpoint_auth_method: 'private_key_jwt',
    grant_types: ['client_credentials'],
    scope: 'everything',
  });
  assert.equal(response.status, 201);
  const text = await response.text();
  assert.ok(!text.includes('169.254') && !text.includes('secret'), text);
  const { client_name, token_endpoint_auth_method, grant_types } = JSON.parse(text);
  assert.deepEqual(
    [client_name, token_endpoint_auth_method, grant_types],
    ['<b>Bold</b>', 'none', ['authorization_code', 'refresh_token']],
  );
  for (const wrong of [
    { redirect_uris: [] },
    { redirect_uris: Array(11).fill(CALLBACK) },
    { client_name: 'x'.repeat(101) },
    { redirect_uris: [`${CALLBACK}/${'x'.repeat(500)}`] },
  ]) {
    const refused = await new HandmadeAgent(address).register(wrong);
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /"error":"invalid_client_metadata"/);
  }
});

test('an address registers twenty clients in an hour', async () => {
  for (let each = 0; each < 20; each++) await new HandmadeAgent(address).registered();
  const refused = await new HandmadeAgent(address).register();
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 3000);
});

test('grants without a person, and the rest of the provider, cannot be reached', async () => {
  const agent = await new HandmadeAgent(address).registered();
  for (const grant_type of ['client_credentials', 'password', 'urn:ietf:params:oauth:grant-type:device_code'])
    await refusedWith(
      await agent.post('token', { grant_type, username: 'a', password: 'b' }),
      'unsupported_grant_type',
    );
  const browser = await signedUp(service);
  for (const path of [
    'create-client',
    'get-clients',
    'consent',
    'introspect',
    'userinfo',
    'end-session',
    'token',
    'authorize',
  ])
    assert.equal((await browser.send('POST', `/auth/oauth2/${path}`, {})).status, 404, path);
  assert.equal((await fetch(`${address}/oauth/introspect`, { method: 'POST' })).status, 404);
});
