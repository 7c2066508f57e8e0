import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pool } from 'undici';
import { Overload } from '../../src/overload.ts';
import { preparedHome, serve, UNLIMITED, until } from './lds.ts';

/** Each with a request under way that costs a millisecond or two: more than half a second of work at any time. */
const CONNECTIONS = 400;

test('under more requests than it can answer, the answers that are given stay quick, the others are 503 at once, and it recovers', async (t) => {
  const { address, token } = await serve(t, await preparedHome(t), {
    ...UNLIMITED,
    LDS_LOG_REQUESTS: 'none',
  });
  const headers = { Authorization: `Bearer ${token}` };
  const pool = new Pool(address, { connections: CONNECTIONS, pipelining: 1 });
  t.after(() => pool.destroy());
  const times = new Map<number, number[]>([
    [200, []],
    [503, []],
  ]);
  let refusal: { headers: Record<string, unknown>; body: string } | undefined;
  let flooding = true;
  let asked = 0;
  const client = async () => {
    while (flooding) {
      const startedAt = performance.now();
      const answer = await pool.request({ path: dearPath(asked++), method: 'GET', headers });
      if (answer.statusCode === 503) refusal ??= { headers: answer.headers, body: await answer.body.text() };
      else await answer.body.dump();
      times.get(answer.statusCode)?.push(performance.now() - startedAt);
    }
  };
  const clients = Array.from({ length: CONNECTIONS }, client);
  await until(
    'requests have been refused for a while',
    () => (times.get(503)?.length ?? 0) > CONNECTIONS / 2,
  );

  const health = await fetch(`${address}/readyz`);
  assert.deepEqual(
    [health.status, ((await health.json()) as { degraded: string[] }).degraded],
    [200, ['load']],
  );
  flooding = false;
  await Promise.all(clients);

  assert.equal(refusal?.headers['retry-after'], '1');
  const problem = JSON.parse(refusal?.body ?? '{}') as Record<string, unknown>;
  assert.deepEqual(
    [problem.code, problem.status, problem.request_id],
    ['unavailable', 503, refusal?.headers['x-request-id']],
  );
  const [answered, refused] = [percentile99(times.get(200)), percentile99(times.get(503))];
  t.diagnostic(`p99: answered ${answered.toFixed(0)} ms, refused ${refused.toFixed(0)} ms`);
  assert.ok(answered < 3000, `p99 of what was answered: ${answered} ms`);
  assert.ok(refused < 3000, `p99 of what was refused: ${refused} ms`);

  const after = await fetch(`${address}/v1/cities/lisbon`, { headers });
  assert.equal(after.status, 200);
  await until('it is ready again', async () => {
    const { status } = (await (await fetch(`${address}/readyz`)).json()) as { status: string };
    return status === 'ready';
  });
});

test('a turn of the loop admits what can be worked on soon, and the next turn begins anew', async () => {
  const overload = new Overload({ warn() {} });
  const admitted = (times: readonly number[]) => times.map((now) => overload.admits(now));
  const every20 = Array.from({ length: 20 }, (_, index) => 1000 + 20 * index);
  assert.equal(admitted(every20).filter(Boolean).length, 13);
  await new Promise(setImmediate);
  assert.equal(overload.admits(1400), true);
});

test('one request that takes long refuses nobody', async () => {
  const overload = new Overload({ warn() {} });
  assert.deepEqual(
    [1000, 4000, 4001, 4002].map((now) => overload.admits(now)),
    [true, true, true, true],
  );
});

/** Another one each time, so that none of it is at hand. */
function dearPath(request: number): string {
  const latitude = (44 + ((request * 0.777) % 10)).toFixed(4);
  const longitude = ((request * 0.331) % 20).toFixed(4);
  return `/v1/cities?near=${latitude},${longitude}&radius_km=1000&limit=1`;
}

function percentile99(times: readonly number[] = []): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
