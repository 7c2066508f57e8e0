import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../src/engine/permissions.ts';
import { PROBLEMS, Problem, type ProblemCode } from '../../src/engine/problems.ts';
import { agentHandler } from '../../src/mcp/agent-server.ts';
import { TOOL_NAMES } from '../../src/mcp/operations.ts';
import WRITTEN from '../../src/mcp/prompts.json' with { type: 'json' };
import { PROMPTS, promptText } from '../../src/mcp/prompts.ts';
import { MOST_TOKENS, tokensOf } from '../../src/mcp/shorten-to-tokens.ts';
import { usageOf } from '../../src/service/storage/usage.ts';
import { assertProblem } from '../support/api/problem.ts';
import { type Answer, bearer, type Exchange, exchange } from '../support/http/exchange.ts';
import { agentOf, GENERATIONS, type Generation, textOf } from '../support/mcp.ts';
import { until } from '../support/processes/lds.ts';
import { startService } from '../support/service.ts';

const ANONYMOUS = 20;
const service = await startService({
  LDS_PLANS: 'standard=1000000/10s+1000000/day,scarce=2/86400s+1000/day',
  LDS_MCP_ANONYMOUS: String(ANONYMOUS),
  LDS_USAGE_FLUSH_SECONDS: '1',
  LDS_TRUST_PROXY: '1',
});
const { address } = service.server;
const { token } = await service.key();

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call' };

/** Sends a message of a client with initialize. Its requests need no other request before them. */
const post = (message: unknown, { headers = {}, ...options }: Exchange = {}) =>
  exchange(address, '/mcp', {
    method: 'POST',
    body: typeof message === 'string' ? message : JSON.stringify(message),
    ...options,
    headers: {
      ...bearer(token),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
  });

/** Asserts a problem that only this protocol has: the API does not have it, and the API's documentation does not explain it. */
function assertRefused({ status, text }: Answer, code: ProblemCode): void {
  assert.equal((JSON.parse(text) as { code: string }).code, code);
  assert.equal(status, PROBLEMS[code].status);
}

const calling = (name: string, given: object) => ({ ...CALL, params: { name, arguments: given } });

for (const generation of Object.keys(GENERATIONS) as Generation[])
  test(`a client ${generation} finds tools, resources and prompts, and gets answers of the declared form`, async () => {
    const client = await agentOf(address, token, generation);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOL_NAMES,
    );
    for (const { annotations, outputSchema } of tools) {
      assert.equal(annotations?.readOnlyHint, true);
      assert.equal(annotations?.idempotentHint, true);
      assert.ok(outputSchema);
    }
    // Every conversation includes the tools, so they cost each agent tokens.
    assert.ok(tokensOf(JSON.stringify(tools)) < 5000, String(tokensOf(JSON.stringify(tools))));
    // The client itself validates structured answers against the schema.
    const found = await client.callTool({ name: 'find_places', arguments: { query: 'lisboa' } });
    assert.match(textOf(found as never), /“lisboa” alone means the city lisbon\./);
    assert.equal(found.isError, undefined);
    const { contents } = await client.readResource({ uri: 'lds://metrics/unemployment_rate' });
    assert.match((contents[0] as { text: string }).text, /^# Unemployment/);
    assert.equal((await client.listResources()).resources.length, 1);
    assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 2);
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['relocation_brief', 'fair_pay'],
    );
    const { messages } = await client.getPrompt({
      name: 'relocation_brief',
      arguments: { from: 'Lisbon', to: 'Porto' },
    });
    assert.match(JSON.stringify(messages), /from Lisbon to Porto/);
    await assert.rejects(client.getPrompt({ name: 'fair_pay', arguments: {} }), /argument is missing/);
    await assert.rejects(client.readResource({ uri: 'lds://metrics/nothing' }), /no metric "nothing"/);
    await assert.rejects(client.callTool({ name: 'nothing', arguments: {} }), /no tool "nothing"/);
  });

test('a prompt says all that it is given, and leaves out a sentence about what it is not given', () => {
  for (const { name, arguments: all } of PROMPTS) {
    const given = Object.fromEntries(all.map((argument) => [argument.name, `{${argument.name}} given`]));
    const text = promptText(name, given) ?? '';
    for (const argument of all) assert.ok(text.includes(`{${argument.name}} given`), argument.name);
    for (const { name: optional } of all.filter(({ required }) => !required)) {
      const shorter = promptText(name, { ...given, [optional]: '' }) ?? '';
      assert.ok(shorter.length < text.length && !shorter.includes(optional), optional);
    }
    for (const { name: required } of all.filter((argument) => argument.required))
      assert.equal(promptText(name, { ...given, [required]: '' }), undefined);
  }
  for (const { arguments: all, sentences } of WRITTEN)
    for (const [, argument = ''] of sentences.join().matchAll(/\{(\w+)\}/g))
      assert.ok(
        all.some(({ name }) => name === argument),
        argument,
      );
});

test('errors that an agent can fix are answers with isError: wrong arguments, and unknown places with candidates', async () => {
  const client = await agentOf(address, token, '2026-07-28');
  const wrong = await client.callTool({ name: 'get_place', arguments: { city: 'lisbon' } });
  assert.equal(wrong.isError, true);
  assert.match(
    textOf(wrong as never),
    /place is required; city is not an argument of this tool\. It takes place, topics, household, detail\./,
  );
  const unknown = await client.callTool({ name: 'get_place', arguments: { place: 'lisbonn' } });
  assert.equal(unknown.isError, true);
  assert.match(textOf(unknown as never), /\| lisbon \| Lisbon, Lisbon, Portugal \|/);
  const several = await client.callTool({
    name: 'compare_places',
    arguments: { places: ['lisbon', 'portoo', 'nowhere at all'] },
  });
  assert.match(textOf(several as never), /2 of 3 places/);
});

test('a refusal is as short as an answer', async () => {
  const { text } = await post(calling('compare_places', { places: Array(20).fill('springfield') }));
  assert.match(text, /20 of 20 places/);
  assert.match(text, /left out to keep the answer short/);
  assert.ok(tokensOf(text) <= MOST_TOKENS, text);
});

test('if the data cannot be read, HTTP reports it, not a message of the protocol', async () => {
  const unavailable = new Problem('unavailable', 'The data can’t be read right now. Try again.');
  const handler = agentHandler({
    publicUrl: address,
    release() {
      throw unavailable;
    },
  });
  const message = calling('explain', { topic: 'release' });
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const request = new Request(`${address}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) });
  const refused: unknown[] = [];
  await handler(request, message, {
    scopes: new Set(SCOPES),
    inTurn: async (work) => work(),
    reported() {},
    refuse: (error) => refused.push(error),
  });
  assert.deepEqual(refused, [unavailable]);
});

test('a request needs a valid key, in the header only', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  assertProblem(await post(ping, { headers: bearer(`${token}x`) }), 'invalid_token');
  assertProblem(await exchange(address, `/mcp?api_key=${token}`, { method: 'POST' }), 'key_not_for_urls');
  const { status, headers } = await post(ping);
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'private, no-store');
  assert.match(String(headers.ratelimit), /"burst";r=\d+/);
});

test('a key reads what its permissions allow, whatever the tool', async () => {
  const { token: limited } = await service.key({ scopes: ['places:read', 'cost-of-living:read'] });
  const asked = (name: string, given: object) => post(calling(name, given), { headers: bearer(limited) });
  const place = await asked('get_place', { place: 'lisbon' });
  assert.equal(place.status, 200);
  assert.match(place.text, /Price levels/);
  assert.doesNotMatch(place.text, /Quality of life/);
  for (const [name, given] of [
    ['get_place', { place: 'lisbon', topics: ['quality'] }],
    ['get_place', { place: 'no such place', topics: ['quality'] }],
    ['compare_places', { places: ['lisbon', 'porto'], topics: ['quality'] }],
    ['search_cities', { sort: '-quality' }],
    ['get_history', { place: 'no such place' }],
    ['explain', { topic: 'release' }],
  ] as const) {
    const { status, text } = await asked(name, given);
    assert.equal(status, 200);
    assert.match(text, /"isError":true/);
    assert.match(text, /This key does not have the permission (quality-of-life|release):read/);
  }
  const source = { ...CALL, method: 'resources/read', params: { uri: 'lds://sources/geonames-cities' } };
  const { text } = await post(source, { headers: bearer(limited) });
  assert.match(text, /"error":.*does not have the permission release:read/);
});

test('requests are charged and counted like those of the API, under the name of their tool; a 429 costs nothing', async () => {
  const { id, token: scarce } = await service.key({ plan: 'scarce' });
  const asked = () => post(calling('find_places', { query: 'porto' }), { headers: bearer(scarce) });
  assert.equal((await asked()).status, 200);
  assert.equal((await asked()).status, 200);
  const refused = await asked();
  assertProblem(refused, 'rate_limit_exceeded');
  assert.ok(Number(refused.headers['retry-after']) > 0);
  const counted = new Map<string, number>();
  await until('the requests are written to the usage of the key', async () => {
    for await (const rows of usageOf(service.store.database, { key: id }, '2000-01-01'))
      for (const { endpoint, outcome, requests } of rows) counted.set(`${endpoint} ${outcome}`, requests);
    return [...counted.values()].reduce((sum, requests) => sum + requests, 0) === 3;
  });
  assert.deepEqual(Object.fromEntries(counted), { 'mcpFindPlaces 2xx': 2, 'mcp 429': 1 });
});

test('only POST is offered; there are no streams and no sessions to end', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await exchange(address, '/mcp', { method, headers: bearer(token) });
    assertProblem(answer, 'method_not_allowed');
    assert.equal(answer.headers.allow, 'POST, OPTIONS');
  }
  const options = await exchange(address, '/mcp', { method: 'OPTIONS' });
  assert.equal(options.status, 204);
  const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} };
  const { status, text } = await post(listen);
  assert.equal(status, 200);
  assert.match(text, /"error"/);
});

test('pages of other sites are refused, those of the service and of open origins are not', async () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  assertRefused(await post(ping, { headers: { Origin: 'https://evil.example' } }), 'cross_site_request');
  assert.equal((await post(ping, { headers: { Origin: service.server.publicUrl } })).status, 200);
});

test('damaged, foreign and oversized bodies are refused, and the connection goes on or ends as it should', async () => {
  const damaged = await post('{"jsonrpc":"2.0",');
  assert.equal(damaged.status, 400);
  assert.match(damaged.text, /-32700/);
  const plain = await post('hello', { headers: { 'Content-Type': 'text/plain' } });
  assert.equal(plain.status, 415);
  assert.equal((await post('null')).status, 400);
  const batch = await post([
    calling('find_places', { query: 'porto' }),
    calling('find_places', { query: 'porto' }),
  ]);
  assertRefused(batch, 'invalid_request');
  const large = await post(calling('find_places', { query: 'x'.repeat(64 * 1024) }));
  assertRefused(large, 'too_large');
  assert.equal(large.headers.connection, 'close');
  const chunked = await post(calling('find_places', { query: 'x'.repeat(64 * 1024) }), {
    headers: { 'Transfer-Encoding': 'chunked' },
  });
  assertRefused(chunked, 'too_large');
});

/** Depths at which copying, validating or writing a value fails in Node, and the first that we refuse. */
const DEPTHS = [33, 3000, 9000];
/** JSON of a depth. */
const NESTED: Readonly<Record<string, (levels: number) => string>> = {
  lists: (levels) => '['.repeat(levels) + ']'.repeat(levels),
  objects: (levels) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`,
};

test('a message that is nested too deep is refused with a 400, wherever it is deep, and others are answered', async () => {
  const places: Record<string, (json: string) => string> = {
    'an argument': (json) => callText(`{"place":${json}}`),
    'an unknown argument': (json) => callText(`{"place":"lisbon","other":${json}}`),
    'all arguments': (json) => callText(json),
    params: (json) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":${json}}}`,
    _meta: (json) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"a":${json}}}}`,
    'arguments of a prompt': (json) =>
      `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"fair_pay","arguments":{"a":${json}}}}`,
    id: (json) => `{"jsonrpc":"2.0","id":${json},"method":"ping"}`,
    'the message': (json) => `{"a":${json}}`,
  };
  for (const [place, message] of Object.entries(places))
    for (const [kind, nested] of Object.entries(NESTED))
      for (const levels of DEPTHS) {
        const answer = await post(message(nested(levels)));
        assert.equal(answer.status, 400, `${place}, ${levels} ${kind}: ${answer.text}`);
        assertRefused(answer, 'invalid_request');
      }
  const { status, text } = await post(callText('{"place":[[[[["lisbon"]]]]]}'));
  assert.equal(status, 200);
  assert.match(text, /place must be a text/);
});

const callText = (given: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_place","arguments":${given}}}`;

test('without a key, an address may send a few requests in a minute where the operator allows it', async () => {
  const from = (client: string) =>
    exchange(address, '/mcp', {
      method: 'POST',
      body: JSON.stringify(calling('find_places', { query: 'porto' })),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'X-Forwarded-For': client,
      },
    });
  for (let request = 0; request < ANONYMOUS; request++) assert.equal((await from('192.0.2.1')).status, 200);
  const refused = await from('192.0.2.1');
  assertRefused(refused, 'too_many_from_address');
  assert.equal((await from('192.0.2.2')).status, 200);
});

test('simultaneous clients with different keys each get only what they may read', async () => {
  const keys = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      service.key({ scopes: ['places:read', SCOPES[1 + (index % 2)] as string] }),
    ),
  );
  const generations = Object.keys(GENERATIONS) as Generation[];
  const places = ['lisbon', 'porto', 'braga', 'gibraltar', 'funchal'];
  const clients: Awaited<ReturnType<typeof agentOf>>[] = [];
  for (let index = 0; index < 20; index++) {
    const generation = generations[index % generations.length] as Generation;
    clients.push(await agentOf(address, keys[index % 4]?.token ?? '', generation));
  }
  const ask = async (client: Awaited<ReturnType<typeof agentOf>>, index: number) => {
    const mayReadCost = (index % 4) % 2 === 0;
    const place = places[index % places.length] as string;
    const answer = await client.callTool({ name: 'get_place', arguments: { place } });
    const { tables, title } = answer.structuredContent as {
      title: string;
      tables: Record<string, unknown>;
    };
    assert.match(title.toLowerCase(), new RegExp(`^${place}`));
    assert.equal('price_levels' in tables, mayReadCost);
    assert.equal('scores' in tables, !mayReadCost);
    const topics = [mayReadCost ? 'quality' : 'cost'];
    const refused = await client.callTool({ name: 'get_place', arguments: { place, topics } });
    assert.match(textOf(refused as never), /does not have the permission/);
  };
  // One of each key at a time.
  for (let first = 0; first < clients.length; first += keys.length)
    await Promise.all(
      clients.slice(first, first + keys.length).map((client, index) => ask(client, first + index)),
    );
});
