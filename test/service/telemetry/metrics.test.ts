import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { METRICS } from '../../../src/service/telemetry/metrics.ts';
import { ROOT } from '../../support/directories.ts';
import { exchangeBytes } from '../../support/http/exchange.ts';
import { get, lds, preparedHome, type RunningService, serve, until } from '../../support/processes/lds.ts';
import { startSmallService } from '../../support/small-service.ts';

const OPERATING = join(ROOT, 'docs', 'operating.md');

const service = await startSmallService({
  LDS_METRICS_PORT: '0',
  LDS_PLANS: 'standard=1000/10s+1000/day,short=1/86400s+10/day',
});

test('responses are counted by route and status, and problems by code, however they were sent', async () => {
  const { token } = await service.key();
  const { token: short } = await service.key({ plan: 'short' });
  const before = await metrics();
  let etag = '';
  for (let request = 0; request < 5; request++)
    etag = (await service.get('/cities/lisbon', token)).headers.get('etag') ?? '';
  await service.get('/cities/lisbon', token, { headers: { 'If-None-Match': etag } });
  for (const key of [short, short, null]) await service.get('/cities/lisbon', key);
  await service.get('/cities/lisbon', `${token.slice(0, -1)}x`);
  await exchangeBytes(service.server.address, 'no request\r\n\r\n');
  await until('all are counted', async () => (await since('lds_answers_total{route="none"')) === 1);

  assert.equal(await since('lds_answers_total{route="getCity",status="200"'), 6);
  assert.equal(await since('lds_answers_total{route="getCity",status="304"'), 1);
  assert.equal(await since('lds_answers_total{route="getCity",status="429"'), 1);
  assert.equal(await since('lds_answers_total{route="getCity",status="401"'), 2);
  for (const code of ['rate_limit_exceeded', 'missing_credentials', 'invalid_token', 'malformed_request'])
    assert.equal(await since(`lds_problems_total{code="${code}"`), 1, code);
  assert.equal(await since('lds_answer_duration_seconds_count{route="getCity"'), 10);
  assert.equal(await since('lds_answer_duration_seconds_bucket{route="getCity",le="+Inf"'), 10);
  assert.ok((await since('lds_answer_duration_seconds_sum{route="getCity"')) > 0);

  async function since(series: string): Promise<number> {
    return sum(await metrics(), series) - sum(before, series);
  }
});

test('a node reports its keys, release, rendered responses, unwritten usage and the state of its store', async () => {
  const { token } = await service.key();
  await service.get('/cities/porto', token);
  const { version } = JSON.parse(await (await service.get('/release', token)).text()) as { version: string };
  const text = await metrics();
  assert.ok(sum(text, 'lds_keys') >= 1);
  assert.equal(sum(text, `lds_release_info{version="${version}"`), 1);
  const loadedAt = sum(text, 'lds_release_taken_up_timestamp_seconds') * 1000;
  assert.ok(loadedAt <= Date.now() && loadedAt > Date.now() - 600_000);
  assert.ok(sum(text, 'lds_body_cache_bytes') > 1000);
  assert.equal(sum(text, 'lds_rendered_total'), sum(text, 'lds_body_cache_entries'));
  assert.equal(sum(text, 'lds_store_reachable'), 1);
  assert.equal(sum(text, 'lds_shed_total'), 0);
  await until('usage is written', async () => sum(await metrics(), 'lds_usage_waiting_requests') === 0);
});

test('every metric is explained in docs/operating.md', async () => {
  const page = readFileSync(OPERATING, 'utf8');
  const names = [...(await metrics()).matchAll(/^# HELP (\w+)/gm)].map(([, name = '']) => name);
  assert.ok(names.length > Object.keys(METRICS).length + 20);
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

test('no metric contains a key, the id of a key, or what was requested', async () => {
  const { id, token } = await service.key();
  await service.get(`/cities?q=secretly&api_key=${token}`, null);
  await service.get(`/cities/${token}`, token);
  const text = await metrics();
  for (const secret of [token, id, 'lds_live', 'secretly']) assert.ok(!text.includes(secret), secret);
});

test('workers report together, on a separate address that serves nothing else and needs the token, which no log contains', async (t) => {
  const token = randomBytes(24).toString('base64url');
  const running = await serve(t, await preparedHome(t), {
    HOST: '127.0.0.2',
    LDS_WORKERS: '2',
    LDS_METRICS_PORT: '0',
    LDS_METRICS_TOKEN: token,
    LDS_LOG_LEVEL: 'trace',
  });
  const address = await metricsAddress(running);
  assert.deepEqual(
    [new URL(running.address).hostname, new URL(address).hostname],
    ['127.0.0.2', '127.0.0.1'],
  );
  for (let request = 0; request < 10; request++)
    await (await get(running.address, '/v1/cities/lisbon', running.token)).text();

  const ask = (path: string, headers: Record<string, string>) => fetch(address + path, { headers });
  for (const authorization of [
    '',
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${running.token}`,
    `Basic ${token}`,
    token,
  ]) {
    const refused = await ask('/metrics', authorization === '' ? {} : { Authorization: authorization });
    assert.equal(refused.status, 401, authorization);
    assert.match(refused.headers.get('WWW-Authenticate') ?? '', /^Bearer/);
    assert.doesNotMatch(await refused.text(), /lds_/);
  }
  const told = await ask('/metrics', { Authorization: `Bearer ${token}` });
  assert.equal(told.status, 200);
  const text = await told.text();
  assert.equal(sum(text, 'lds_answers_total{route="getCity",status="200"'), 10);
  assert.equal(sum(text, 'lds_release_info'), 2);
  assert.equal(sum(text, 'lds_keys'), 1);
  assert.equal(sum(text, 'lds_limits_shared'), 1);
  assert.equal((await ask('/v1/cities/lisbon', { Authorization: `Bearer ${token}` })).status, 404);
  // At this path, the service itself has a page about the metrics of the data.
  assert.doesNotMatch(await (await fetch(`${running.address}/metrics`)).text(), /lds_answers_total/);
  const { code, stderr } = await running.end('SIGTERM');
  assert.equal(code, 0, stderr);
  assert.ok(!stderr.includes(token));
});

test('if the metrics port is taken, the start fails with one line', async (t) => {
  const home = await preparedHome(t);
  const { port } = new URL(service.server.address);
  const { code, stderr } = await lds(home, ['serve'], { PORT: '0', LDS_METRICS_PORT: port });
  assert.equal(code, 1);
  assert.match(
    stderr,
    new RegExp(`^lds: LDS_METRICS_PORT=${port} .*\\(EADDRINUSE\\): set another port\\.$`, 'm'),
  );
});

async function metrics(): Promise<string> {
  return (await service.server.metrics?.()) ?? '';
}

async function metricsAddress({ stderr }: RunningService): Promise<string> {
  const port = () => /"port":(\d+),"msg":"metrics/.exec(stderr())?.[1];
  await until('the metrics have a port', () => port() !== undefined);
  return `http://127.0.0.1:${port()}`;
}

/** Adds up all series whose name and labels start with this text. */
function sum(text: string, series: string): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(series) && /[{}, ]/.test(line.charAt(series.length) || ' '))
    .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
}
