/**
 * What answers without a key: every page with its data, pictures and frames, oEmbed, lists of names, packages, and the addresses
 * for agents that ask for a key. Generated calls; what a stranger sends never comes back as markup, a redirect or a fault.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { REPORTS_PATH } from '../../src/service/report.ts';
import { OpenApi } from '../../src/site/open-api.ts';
import { offeredPackages, SIMPLE_INDEX } from '../../src/site/packages/packages.ts';
import { pageTable } from '../../src/site/page-table.ts';
import { DATA_SUFFIXES, type SitePage } from '../../src/site/site-page.ts';
import { type Answer, type Exchange, exchange } from '../../test/support/http/exchange.ts';
import { file } from '../../test/support/lifetime.ts';
import { knownValues } from './documented-calls.ts';
import { briefly, curlLine, found } from './finding.ts';
import { brokenEncoding, type Known, oversized, unicode } from './parameter-values.ts';
import { ask, attacked } from './target.ts';

const target = await attacked(file, { LDS_SITE_PER_MINUTE: '1000000000' });
/** A response that takes longer would delay everybody. */
const ANSWER_MILLISECONDS = 10_000;

fc.configureGlobal({
  seed: Number(process.env.ATTACK_SEED),
  // A page has more parameters than an operation, and takes less to check.
  numRuns: 4 * Number(process.env.ATTACK_RUNS ?? 25),
  interruptAfterTimeLimit: 60_000,
});

const notAsked = () => assert.fail('only the addresses and parameters of pages are read here');
const pages = pageTable({
  showsFigures: true,
  openApi: new OpenApi(notAsked),
  releases: { names: () => [], manifest: notAsked, changes: notAsked },
  packages: offeredPackages(),
  health: notAsked,
});

/** The beginnings of an element and of an attribute: a page must not repeat them as they are. */
const MARK = '<lds-mark';
const ATTRIBUTE = '" lds-mark=';
const ELSEWHERE = 'elsewhere.example';
const markup = fc
  .constantFrom(
    `${MARK}>`,
    `"'>${MARK}>`,
    `</script>${MARK}>`,
    `]]>${MARK}>`,
    `--!>${MARK}>`,
    `a${ATTRIBUTE}"`,
  )
  .map(encodeURIComponent);
const address = fc
  .constantFrom(
    `//${ELSEWHERE}`,
    `https://${ELSEWHERE}/cities/lisbon`,
    `/\\${ELSEWHERE}`,
    'javascript:alert(1)',
    `${target.address}@${ELSEWHERE}/`,
    `${target.address}/embed/cities/${MARK}`,
    `\r\nLocation: https://${ELSEWHERE}/`,
  )
  .map(encodeURIComponent);
const anyParameter = { name: '', in: 'query', required: false, schema: {} } as const;
const hostile = fc.oneof(
  { weight: 6, arbitrary: markup },
  { weight: 2, arbitrary: address },
  ...[unicode, oversized, brokenEncoding].map((values) => values(anyParameter, {}) ?? fc.constant('')),
  fc.constantFrom('', ',', '-1', '1e999', '0x10', 'NaN', '__proto__', 'constructor', 'lisbon,'.repeat(30)),
);
/** What exists here, by the name of the parameter. */
const known: Known = {
  ...(await knownValues(async (path) => (await ask(target, path)).text)),
  measure: ['cost', 'housing', 'safety'],
  metric_id: ['life_expectancy', 'unemployment'],
  lang: ['de', 'fr', 'zz'],
  household: ['single', 'family'],
  currency: ['EUR', 'JPY'],
  q: ['lisbon', 'capital of peru', 'sao', 'a'],
};
const usual = (name: string) =>
  fc.constantFrom(...(known[name] ?? (name.endsWith('_id') ? ['lisbon'] : ['1']))).map(encodeURIComponent);

for (const page of pages.filter(isAsked))
  test(`${page.path} repeats nothing as markup, leads nowhere else and does not fail`, () =>
    checkAll(callsOf(page)));
test('the pages that nobody asks anything repeat nothing as markup, lead nowhere else and do not fail', () =>
  checkAll(fc.oneof(...pages.filter((page) => !isAsked(page)).map(callsOf))));

function isAsked({ path, query }: SitePage): boolean {
  return query !== undefined || placesIn(path).length > 0;
}

/** Calls in which at most one value is hostile: with more, the first refusal would hide the others. */
function callsOf({ path, query = [], drawings = {} }: SitePage): fc.Arbitrary<Call> {
  const inPath = placesIn(path);
  const names = [...inPath, ...query, 'lang', 'release', 'no_such_parameter'];
  const suffixes = ['/', '.png', ...DATA_SUFFIXES.map((suffix) => `.${suffix}`)];
  const more = Object.keys(drawings).flatMap((name) => [`/${name}.svg`, `/${name}.png`]);
  return fc
    .record({
      values: fc.tuple(...names.map(usual)),
      asked: fc.uniqueArray(fc.constantFrom(...query, 'no_such_parameter'), { maxLength: 2 }),
      suffix: fc.oneof(
        { weight: 2, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom(...suffixes, ...more) },
      ),
      hostileName: fc.constantFrom(...names),
      hostileValue: hostile,
    })
    .map(({ values, asked, suffix, hostileName, hostileValue }) => {
      const value = (name: string) => (name === hostileName ? hostileValue : values[names.indexOf(name)]);
      const filled = inPath.reduce(
        (filling, name) => filling.replace(`{${name}}`, () => value(name) ?? ''),
        path,
      );
      const pairs = [...new Set([...asked, hostileName])]
        .filter((name) => !inPath.includes(name))
        .map((name) => `${name}=${value(name)}`);
      return { path: `${filled}${suffix}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}` };
    });
}

const texts = fc.oneof(hostile.map(plain), fc.constantFrom('Lisbon', 'Springfield', 'San', 'Paris, TX'));
const queries = fc
  .dictionary(
    fc.constantFrom('q0', 'q1', MARK, '__proto__'),
    fc.record({ query: fc.oneof(texts, fc.constant(null)), limit: fc.oneof(fc.integer(), fc.string()) }),
  )
  .map((batch) => encodeURIComponent(JSON.stringify(batch)));
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
test('lists of names are answered or refused, whatever is in them', async () => {
  await checkAll(fc.oneof(queries, hostile).map((text) => ({ path: `/reconcile?queries=${text}` })));
  await checkAll(fc.oneof(queries, hostile).map((text) => post('/reconcile', `queries=${text}`)));
  await checkAll(
    fc
      .oneof(hostile, fc.constant('%7B%22ids%22%3A%5B%22lisbon%22%5D%2C%22properties%22%3A%5B%5D%7D'))
      .map((text) => ({ path: `/reconcile?extend=${text}` })),
  );
  for (const path of ['/reconcile/suggest/entity?prefix=', '/reconcile/preview?id=', '/reconcile/'])
    await checkAll(hostile.map((text) => ({ path: path + text })));
});

test('what is sent in a form comes back as text', async () => {
  await checkAll(
    fc
      .tuple(texts, texts)
      .map(([table, column]) =>
        post('/match', String(new URLSearchParams({ table: `${table}\n${table}`, column }))),
      ),
  );
  await checkAll(
    fc
      .tuple(texts, texts)
      .map(([place, text]) => post(REPORTS_PATH, String(new URLSearchParams({ place, text })))),
  );
});

test('packages are files of this server', () =>
  checkAll(
    fc
      .tuple(
        fc.constantFrom('/packages/', SIMPLE_INDEX),
        fc.oneof(hostile, fc.constantFrom('..%2f..%2fpackage.json', '%2e%2e/secret', '../../package.json')),
      )
      .map(([folder, name]) => ({ path: folder + name })),
  ));

test('nobody is sent to an address that no agent has registered', async () => {
  const names = [
    'client_id',
    'redirect_uri',
    'state',
    'scope',
    'code_challenge',
    'response_type',
    'resource',
  ];
  await checkAll(
    fc.tuple(...names.map(() => hostile)).map((values) => ({
      path: `/oauth/authorize?${names.map((name, at) => `${name}=${values[at]}`).join('&')}`,
    })),
  );
  await checkAll(
    fc
      .tuple(fc.constantFrom('token', 'revoke'), fc.tuple(...names.map(() => hostile)))
      .map(([path, values]) =>
        post(`/oauth/${path}`, names.map((name, at) => `${name}=${values[at]}`).join('&')),
      ),
  );
  await checkAll(
    hostile.map((text) => ({
      path: '/oauth/register',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [plain(text)], client_name: plain(text) }),
    })),
  );
});

interface Call extends Exchange {
  path: string;
}

function post(path: string, body: string): Call {
  return { path, method: 'POST', headers: form, body };
}

async function checkAll(calls: fc.Arbitrary<Call>): Promise<void> {
  const property = fc.asyncProperty(calls, async ({ path, ...sent }) => {
    const signal = AbortSignal.timeout(ANSWER_MILLISECONDS);
    assertHarmless(await exchange(target.address, path, { ...sent, signal }));
  });
  const { failed, counterexample, errorInstance } = await fc.check(property);
  if (!failed || counterexample === null) return;
  const [{ path, ...sent }] = counterexample;
  found(
    `${sent.method ?? 'GET'} ${path.slice(0, 300)}: ${briefly(errorInstance)}`,
    curlLine(target.address, path, sent),
  );
}

function assertHarmless({ status, headers, text }: Answer): void {
  assert.ok(status < 500, `${status} ${text.slice(0, 300)}`);
  const type = headers['content-type'] ?? '';
  if (/html|xml|svg/.test(type))
    assert.ok(
      !text.includes(MARK) && !/[^\\]" lds-mark=/.test(text),
      `${type} repeats what was sent as markup`,
    );
  else if (type !== '') assert.equal(headers['x-content-type-options'], 'nosniff', type);
  if (type.includes('html')) {
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /default-src 'none'|default-src 'self'/);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
  }
  if (/json/.test(type)) JSON.parse(text);
  assert.equal(headers['set-cookie'], undefined, 'a reader without a session gets a cookie');
  const leadsTo = new URL(headers.location ?? '/', target.address);
  assert.equal(leadsTo.origin, new URL(target.address).origin, `it leads to ${leadsTo.href}`);
}

/** The names in `/cities/{city_id}`. */
function placesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** What was encoded for a URL, as far as it can be read. */
function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
