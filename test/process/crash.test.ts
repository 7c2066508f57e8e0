import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { atEnd } from '../support/lifetime.ts';
import { countedRequests } from '../support/processes/counted-requests.ts';
import {
  get,
  preparedHome,
  type Running,
  type RunningService,
  serve,
  start,
  UNLIMITED,
  until,
} from '../support/processes/lds.ts';
import { load, undiciClient } from '../support/processes/load.ts';

/** Usage is written every second; a busy machine may be late with it. */
const WINDOW_MILLISECONDS = 1000 + 500;
const PARALLEL = 8;
/** When the process is killed, after its load began: within the first window, at a write, after several. */
const KILLED_AFTER_MILLISECONDS = [250, 1000, 2600];

test('SIGKILL, again and again, while keys are made and used: no key is lost, and of the usage a window at most', async (t) => {
  const home = await preparedHome(t);
  const keys = new Set<string>();
  for (const milliseconds of KILLED_AFTER_MILLISECONDS) {
    const service = await serveUsed(t, home);
    if (service.token !== '') keys.add(service.token);
    const [token = ''] = keys;
    const countedBefore = countedRequests(home);

    const { answeredAt, stop } = recordedLoad(service, token);
    const makers = [makeKeys(home, keys), makeKeys(home, keys)];
    await delay(milliseconds);
    const killedAt = performance.now();
    await Promise.all([service.end('SIGKILL'), ...makers.map((maker) => maker.kill())]);
    await stop();

    assert.equal(integrity(home), 'ok');
    const counted = countedRequests(home) - countedBefore;
    const beforeTheWindow = answeredAt.filter((at) => at < killedAt - WINDOW_MILLISECONDS).length;
    assert.ok(answeredAt.length > 0);
    assert.ok(counted >= beforeTheWindow, `${counted} counted of ${beforeTheWindow} before the window`);
    assert.ok(counted <= answeredAt.length + PARALLEL, `${counted} counted of ${answeredAt.length} answered`);
  }

  const service = await serveUsed(t, home);
  assert.ok(keys.size > KILLED_AFTER_MILLISECONDS.length, `${keys.size} keys were made`);
  for (const key of keys) assert.equal((await get(service.address, '/v1/countries/japan', key)).status, 200);
});

test('a daily quota does not start anew after a crash', async (t) => {
  const home = await preparedHome(t);
  const settings = { LDS_PLANS: 'standard=1000/10s+50/day', LDS_USAGE_FLUSH_SECONDS: '1' };
  const { address, token, end } = await serve(t, home, settings);
  for (let request = 0; request < 20; request++) await get(address, '/v1/countries/japan', token);
  await until('the usage is written', () => countedRequests(home) === 20);
  await end('SIGKILL');
  const restarted = await serve(t, home, settings);
  const answer = await get(restarted.address, '/v1/countries/japan', token);
  assert.equal(answer.headers.get('X-RateLimit-Remaining'), '29');
});

function serveUsed(t: TestContext, home: string): Promise<RunningService> {
  return serve(t, home, { ...UNLIMITED, LDS_USAGE_FLUSH_SECONDS: '1' });
}

/** Load until nobody answers any more, with the time of every answer that came whole. */
function recordedLoad({ address }: RunningService, token: string) {
  const client = undiciClient(address, token, 1);
  const answeredAt: number[] = [];
  const { stop } = load(
    {
      ...client,
      async request(path) {
        const status = await client.request(path);
        assert.equal(status, 200);
        answeredAt.push(performance.now());
        return status;
      },
    },
    PARALLEL,
    (n) => `/v1/cities?country=japan&limit=${1 + (n % 99)}`,
  );
  return { answeredAt, stop };
}

/** Makes one key after the other through the command line, until it is killed, and adds each that is printed. */
function makeKeys(home: string, keys: Set<string>): { kill(): Promise<void> } {
  let killed = false;
  let command: Running;
  const loop = async () => {
    while (!killed) {
      command = start(['keys', 'create', '--label', 'made under fire'], home);
      const { stdout } = await command.ended;
      if (stdout.endsWith('\n')) keys.add(stdout.trim());
    }
  };
  const ended = loop();
  const kill = () => {
    killed = true;
    command.process.kill('SIGKILL');
    return ended;
  };
  atEnd(kill);
  return { kill };
}

function integrity(home: string): string {
  const database = new DatabaseSync(join(home, 'lds.sqlite'), { timeout: 5000 });
  try {
    return String(database.prepare('PRAGMA integrity_check').get()?.integrity_check);
  } finally {
    database.close();
  }
}
