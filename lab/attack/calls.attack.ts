/** Calls generated from the target's OpenAPI document; the responses are checked against it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { DocumentedApi, type OpenApi } from '../../test/support/api/documented-api.ts';
import { type Answer, bearer, exchange } from '../../test/support/http/exchange.ts';
import { file } from '../../test/support/lifetime.ts';
import { callsWith, knownValues, spoilt } from './documented-calls.ts';
import { briefly, curlLine, found } from './finding.ts';
import { atTheEdge, brokenEncoding, invalid, oversized, unicode, type Values } from './parameter-values.ts';
import { ask, attacked } from './target.ts';

const target = await attacked(file);
const api = new DocumentedApi(
  JSON.parse((await exchange(target.address, '/v1/openapi.json')).text) as OpenApi,
);
const known = await knownValues(async (path) => (await ask(target, path)).text);

/** Path and query, and the allowed outcomes. */
interface Call {
  path: string;
  mayBe: 'anything documented' | 'refused';
  headers?: Record<string, string>;
}

/** Headers that change the response, with valid and invalid values. */
const headers = fc.dictionary(
  fc.constantFrom(
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'If-Match',
    'If-Modified-Since',
    'If-None-Match',
    'If-Unmodified-Since',
    'If-Range',
    'Origin',
    'Range',
    'X-Forwarded-For',
    'X-HTTP-Method-Override',
    'X-Request-Id',
  ),
  fc.oneof(
    fc.constantFrom(
      '*',
      '*/*',
      '',
      ',',
      '"',
      '"other"',
      'W/"other"',
      'null',
      'identity;q=0',
      'br;q=2',
      'gzip, br',
    ),
    fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/html',
      'application/*;q=0.1',
      'a/b;q=z',
    ),
    fc.constantFrom('bytes=0-99', 'bytes=-1', 'bytes=99999999999-', 'bytes=0-0,2-2', 'lines=1-2'),
    fc.constantFrom('Fri, 20 Nov 2026 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'tomorrow', '0'),
    fc.string({ minLength: 1, maxLength: 20 }),
  ),
  { minKeys: 1, maxKeys: 3 },
);

/** One parameter is as the kind says, the others are valid or absent. */
const KINDS: readonly { name: string; values: Values; mayBe: Call['mayBe'] }[] = [
  { name: 'values at the edge of their range', values: atTheEdge, mayBe: 'anything documented' },
  { name: 'Unicode', values: unicode, mayBe: 'anything documented' },
  { name: 'values that the schema rules out', values: invalid, mayBe: 'refused' },
  { name: 'values that are too long', values: oversized, mayBe: 'refused' },
  { name: 'broken percent-encoding', values: brokenEncoding, mayBe: 'refused' },
];

fc.configureGlobal({
  seed: Number(process.env.ATTACK_SEED),
  numRuns: Number(process.env.ATTACK_RUNS ?? 25),
  interruptAfterTimeLimit: 60_000,
});

for (const [path, { get }] of Object.entries(api.document.paths)) {
  const parameters = get.parameters ?? [];
  const isFile = !('application/json' in (get.responses[200]?.content ?? {}));
  const checkAll = async (calls: fc.Arbitrary<Call>) => {
    const property = fc.asyncProperty(calls, (call) => checkCall(path, call, isFile));
    const { failed, counterexample, errorInstance } = await fc.check(property);
    if (failed && counterexample !== null) {
      const [call] = counterexample;
      const sent = { ...bearer(target.token), ...call.headers };
      const what = `${call.path.slice(0, 200)} ${JSON.stringify(call.headers ?? {})}`;
      found(`${what}: ${briefly(errorInstance)}`, curlLine(target.address, call.path, { headers: sent }));
    }
  };
  for (const { name, values, mayBe } of KINDS) {
    const one = parameters.flatMap((parameter) => {
      const hostile = values(parameter, known);
      return hostile === undefined ? [] : [callsWith({ path, parameters, known }, parameter, hostile)];
    });
    if (one.length === 0) continue;
    test(`${get.operationId} answers ${name} as documented`, () =>
      checkAll(fc.oneof(...one).map((call) => ({ path: call, mayBe }))));
  }
  const ordinary = callsWith({ path, parameters, known });
  test(`${get.operationId} answers valid values as documented`, () =>
    checkAll(ordinary.map((call) => ({ path: call, mayBe: 'anything documented' }))));
  test(`${get.operationId} answers headers of any kind as documented`, () =>
    checkAll(
      fc
        .tuple(ordinary, headers)
        .map(([call, sent]) => ({ path: call, mayBe: 'anything documented', headers: sent })),
    ));
  test(`${get.operationId} refuses a parameter that it does not have, or has twice, or one that it needs and misses`, () =>
    checkAll(
      fc.oneof(...spoilt(ordinary, { parameters, known })).map((call) => ({ path: call, mayBe: 'refused' })),
    ));
}

async function checkCall(path: string, call: Call, isFile: boolean): Promise<void> {
  // Files are large: request only the first bytes.
  const headers = { ...call.headers, ...(isFile ? { Range: 'bytes=0-99' } : {}) };
  const answer = decoded(await ask(target, call.path, { headers }));
  assertSound(answer);
  if (!leadsElsewhere(call.path)) api.assertDocumented(path, answer);
  if (call.mayBe === 'refused') assert.ok(answer.status >= 400, `${answer.status} instead of a refusal`);
  if (answer.status !== 200 || call.headers !== undefined) return;
  const head = await ask(target, call.path, { method: 'HEAD', headers });
  assert.deepEqual(lasting(head), lasting(answer), 'HEAD differs from GET');
  assert.equal(head.text, '');
  const etag = String(answer.headers.etag);
  for (const [tags, status] of [
    [etag, 304],
    [`"other", W/${etag}`, 304],
    ['*', 304],
    ['"other"', 200],
  ] as const) {
    const again = await ask(target, call.path, { headers: { ...headers, 'If-None-Match': tags } });
    assert.equal(again.status, status, `If-None-Match: ${tags}`);
    assert.equal(again.text === '', status === 304, 'a 304 has no body, and only a 304');
    assert.equal(again.headers.etag, etag);
  }
}

function assertSound({ status, headers, rawHeaders, body, text }: Answer): void {
  assert.ok(status < 500, `${status} ${text}`);
  assert.equal(headers['transfer-encoding'], undefined);
  // A 304 says nothing about the body that it leaves out.
  if (status !== 304) assert.equal(Number(headers['content-length']), body.length);
  assert.ok(!`${rawHeaders.join('\n')}\n${text}`.includes(target.token), 'the answer repeats the key');
  if (status < 400) return;
  const problem = JSON.parse(text) as { status: number; request_id: string };
  assert.deepEqual([problem.status, problem.request_id], [status, headers['x-request-id']]);
}

function decoded(answer: Answer): Answer {
  const { body, headers } = answer;
  const coding = headers['content-encoding'];
  if (coding === undefined || body.length === 0) return answer;
  const plain = coding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
  return { ...answer, text: plain.toString() };
}

/** An empty or dotted segment makes another path, which is not the operation's. */
function leadsElsewhere(path: string): boolean {
  const [name = ''] = path.split('?', 1);
  return /\/\.{0,2}$|\/\.{1,2}\/|%2f/i.test(name) || name.includes('//');
}

/** Headers without those that always differ. */
function lasting({ status, headers }: Answer) {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(date|x-request-id|(x-)?ratelimit.*)$/.test(name),
  );
  return { status, headers: Object.fromEntries(kept) };
}
