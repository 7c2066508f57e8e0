import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { mock, test } from 'node:test';
import fc from 'fast-check';
import { Pool } from 'undici';
import type { RequestRecord } from '../../../src/service/telemetry/request-log.ts';
import { RequestLog } from '../../../src/service/telemetry/request-log.ts';
import { atEnd } from '../../support/lifetime.ts';
import { preparedHome, serve } from '../../support/processes/lds.ts';

interface Sum {
  route: string;
  status: number;
  problem?: string | undefined;
  requests: number;
}

interface Line extends Partial<Sum> {
  msg: string;
  answers?: Sum[];
}

const ONE_REQUEST = new IncomingMessage(new Socket());
const FLOOD = 3000;

test('the log grows with time, not with requests, and its lines and sums add up to all errors', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const answer = fc.record({
    status: fc.constantFrom(400, 401, 404, 429, 500, 503),
    route: fc.constantFrom('getCity', 'listCities', 'none'),
    keyId: fc.constantFrom(undefined, 'key_one', 'key_two'),
    problem: fc.constantFrom('some_problem', undefined),
    error: fc.constantFrom(undefined, new Error('a fault')),
    took: fc.constantFrom(1, 1500),
  });
  const steps = fc.array(
    fc.record({ answer, requests: fc.integer({ min: 1, max: 400 }), milliseconds: fc.nat(20_000) }),
    { maxLength: 30 },
  );
  try {
    fc.assert(
      fc.property(steps, (taken) => assertBoundedAndComplete(taken)),
      { numRuns: 60 },
    );
  } finally {
    mock.timers.reset();
  }
});

interface Step {
  answer: Pick<RequestRecord, 'status' | 'route' | 'keyId' | 'problem' | 'error'> & { took: number };
  requests: number;
  milliseconds: number;
}

function assertBoundedAndComplete(steps: readonly Step[]): void {
  let now = 0;
  const written: Line[] = [];
  const write = (line: unknown, msg = '') => {
    // The cause of a fault is logged in another line for the same request.
    if (msg !== 'request failed') written.push({ ...(line as Line), msg });
  };
  const log = new RequestLog({
    log: { info: write, warn: write, error: write },
    logs: 'errors',
    clock: () => now,
  });
  const expected = new Map<string, number>();
  for (const { answer, requests, milliseconds } of steps) {
    for (let request = 0; request < requests; request++)
      log.write(ONE_REQUEST, {
        ...answer,
        requestId: 'x',
        startedAt: now - answer.took,
        endedAt: now,
        bytes: 0,
      });
    add(expected, answer, requests);
    now += milliseconds;
    mock.timers.tick(milliseconds);
    // For each of four kinds: a hundred lines, five more per second, and a summary every ten seconds.
    assert.ok(written.length <= 4 * (101 + (now / 1000) * 5.1), `${written.length} lines in ${now} ms`);
  }
  log.stop();
  assert.deepEqual(countsOf(written), expected);
}

test('only our own faults are logged as errors; a 503 while the service starts is not', () => {
  const written: [level: string, status: unknown][] = [];
  const level = (name: string) => (line: unknown) => void written.push([name, (line as Line).status]);
  const log = new RequestLog({
    log: { info: level('info'), warn: level('warn'), error: level('error') },
    logs: 'errors',
  });
  const record = { requestId: 'x', keyId: undefined, startedAt: 0, endedAt: 0, bytes: 0, problem: undefined };
  log.write(ONE_REQUEST, { ...record, route: '/readyz', status: 503 });
  log.write(ONE_REQUEST, { ...record, route: 'getCity', status: 503, problem: 'starting' });
  assert.deepEqual(written, [
    ['info', 503],
    ['info', 503],
  ]);
  log.write(ONE_REQUEST, { ...record, route: 'getCity', status: 500, error: new Error('a fault') });
  // One line for the cause, and one for the response.
  assert.deepEqual(written.slice(2), [
    ['error', undefined],
    ['error', 500],
  ]);
});

test('an answer that takes longer than a second has a warning, whatever is logged; the time that a client takes to read is not counted', () => {
  for (const logs of ['none', 'errors', 'all'] as const) {
    const written: [level: string, status: unknown][] = [];
    const level = (name: string) => (line: unknown) => void written.push([name, (line as Line).status]);
    const log = new RequestLog({
      log: { info: level('info'), warn: level('warn'), error: level('error') },
      logs,
    });
    const record = {
      requestId: 'x',
      keyId: 'key_one',
      route: 'getCity',
      startedAt: 0,
      bytes: 0,
      problem: undefined,
    };
    log.write(ONE_REQUEST, { ...record, status: 200, endedAt: 1500 });
    log.write(ONE_REQUEST, { ...record, status: 499, endedAt: 1500 });
    assert.deepEqual(written.splice(0), [
      ['warn', 200],
      ['warn', 499],
    ]);
    log.write(ONE_REQUEST, { ...record, status: 200, endedAt: 999 });
    log.write(ONE_REQUEST, { ...record, status: 200, answeredAt: 10, endedAt: 60_000 });
    assert.deepEqual(
      written,
      logs === 'all'
        ? [
            ['info', 200],
            ['info', 200],
          ]
        : [],
    );
  }
});

test('with `none`, the log has no responses, but still the causes of internal errors', () => {
  const written: string[] = [];
  const write = (_: unknown, message = '') => void written.push(message);
  const log = new RequestLog({ log: { info: write, warn: write, error: write }, logs: 'none' });
  const record = { requestId: 'x', keyId: undefined, startedAt: 0, endedAt: 0, bytes: 0, problem: undefined };
  for (const status of [200, 401, 503]) log.write(ONE_REQUEST, { ...record, route: 'getCity', status });
  log.write(ONE_REQUEST, { ...record, route: 'getCity', status: 500, error: new Error('a fault') });
  log.stop();
  assert.deepEqual(written, ['request failed']);
});

test('a flood of requests without a key adds a bounded number of lines, and the sums count every request', async (t) => {
  // As behind a proxy, because refusals of a client that connects directly are held back.
  const service = await serve(t, await preparedHome(t), { LDS_TRUST_PROXY: '127.0.0.0/8' });
  const pool = new Pool(service.address, { connections: 8 });
  atEnd(() => pool.destroy());
  const ask = async () => {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: '/v1/cities/secret-place?secret=1',
    });
    await body.dump();
    return statusCode;
  };
  const statuses = await Promise.all(Array.from({ length: FLOOD }, ask));
  assert.deepEqual(new Set(statuses), new Set([401, 429]));
  await pool.close();
  assert.equal((await service.end('SIGTERM')).code, 0);

  const lines = linesOf(service.stderr()).filter(({ msg }) => /answered/.test(msg));
  assert.ok(lines.length < 300, `${lines.length} lines`);
  assert.ok(lines.some(({ answers }) => answers !== undefined));
  const counts = countsOf(lines);
  assert.equal(
    [...counts.values()].reduce((sum, count) => sum + count),
    FLOOD,
  );
  const unauthorized = statuses.filter((status) => status === 401).length;
  assert.equal(counts.get('getCity 401 missing_credentials'), unauthorized);
  assert.doesNotMatch(service.stderr(), /secret/);
});

function add(counts: Map<string, number>, { route, status, problem }: Partial<Sum>, requests: number): void {
  const name = `${route} ${status} ${problem}`;
  counts.set(name, (counts.get(name) ?? 0) + requests);
}

/** Counts requests by route, status and problem, both those with their own line and those in a summary. */
function countsOf(lines: readonly Line[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines)
    if (line.answers === undefined) add(counts, line, 1);
    else for (const sum of line.answers) add(counts, sum, sum.requests);
  return counts;
}

function linesOf(stderr: string): Line[] {
  return stderr
    .split('\n')
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => JSON.parse(text) as Line);
}
