import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { buildStep } from '../../src/release/build-progress.ts';
import { atEnd } from '../support/lifetime.ts';
import { countedRequests } from '../support/processes/counted-requests.ts';
import {
  createKey,
  emptyHome,
  get,
  preparedHome,
  type Running,
  type RunningService,
  serve,
  start,
  until,
} from '../support/processes/lds.ts';
import { answers, load, UNHURRIED_MILLISECONDS, undiciClient } from '../support/processes/load.ts';
import { roomInTheDay } from '../support/windows.ts';

const PARALLEL = 8;
/** The process is killed when it has written usage so often: within the first window, and after several writes. */
const KILLED_AFTER_WRITES = [0, 2];
const QUOTA = 100_000;

test('a server whose database file was removed says so when it stops, and ends, also with metrics', async (t) => {
  const home = await preparedHome(t);
  const { address, end } = await serve(t, home, { LDS_METRICS_PORT: '0', LDS_USAGE_FLUSH_SECONDS: '60' });
  const token = await createKey(home, 'used');
  assert.equal((await get(address, '/v1/cities/lisbon', token)).status, 200);
  rmSync(join(home, 'lds.sqlite'));
  const { code, stderr } = await end('SIGTERM');
  assert.equal(code, 1);
  assert.match(stderr, /usage of the last 1 requests could not be written .*removed or replaced.* is lost/);
});

test('a build that a server has started ends with it, also when the server is killed', async (t) => {
  const home = emptyHome(t);
  const server = start(['serve'], home, { PORT: '0' }, {}, t);
  await until('the build is under way', () => buildStep(join(home, 'releases')) !== undefined);
  const { pid } = server.process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  assert.equal(children.length, 1);
  server.process.kill('SIGKILL');
  // Far sooner than it would be done.
  await until('the build has ended', () => children.every(isGone), 10);
});

/** A process whose end nobody has asked for yet is gone too. */
function isGone(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return !existsSync(file) || / [ZX] /.test(readFileSync(file, 'utf8'));
}

test('repeated SIGKILL while keys are created and used loses no key, at most one window of usage, and no quota is restored', async (t) => {
  await roomInTheDay();
  const home = await preparedHome(t);
  const keys = new Set<string>();
  for (const writes of KILLED_AFTER_WRITES) {
    const service = await serveUsed(t, home);
    if (service.token !== '') keys.add(service.token);
    const [token = ''] = keys;
    const countedBefore = countedRequests(home);

    const { tally, stop } = load(
      undiciClient(service.address, token, 1),
      PARALLEL,
      differentPage,
      UNHURRIED_MILLISECONDS,
    );
    const keysBefore = keys.size;
    const maker = makeKeys(home, keys);
    /** The number of responses at the time each write was seen. */
    const answeredAtWrite: number[] = [];
    let seen = countedBefore;
    await until('it is time to kill it', () => {
      const counted = countedRequests(home);
      if (counted !== seen) answeredAtWrite.push(answers(tally));
      seen = counted;
      const isLast = writes === KILLED_AFTER_WRITES.at(-1);
      return answers(tally) > 0 && answeredAtWrite.length >= writes && (!isLast || keys.size > keysBefore);
    });
    await Promise.all([service.end('SIGKILL'), maker.kill()]);
    await stop();

    assert.equal(integrity(home), 'ok');
    const counted = countedRequests(home) - countedBefore;
    // A write contains everything counted before the previous write was seen.
    const written = answeredAtWrite.at(-2) ?? 0;
    assert.ok(counted >= written, `${counted} counted of ${written} before the last window`);
    assert.ok(counted <= answers(tally) + PARALLEL, `${counted} counted of ${answers(tally)} answered`);
    assert.deepEqual([...tally.answered.keys()], [200]);
  }

  const counted = countedRequests(home);
  assert.ok(counted > 0);
  const service = await serveUsed(t, home);
  assert.ok(keys.size > 1, 'no key was made');
  const [used = '', ...others] = keys;
  const answer = await get(service.address, '/v1/countries/portugal', used);
  assert.equal(answer.headers.get('X-RateLimit-Remaining'), String(QUOTA - counted - 1));
  for (const key of others)
    assert.equal((await get(service.address, '/v1/countries/portugal', key)).status, 200);
});

function serveUsed(t: TestContext, home: string): Promise<RunningService> {
  const settings = { LDS_PLANS: `standard=999999999/10s+${QUOTA}/day`, LDS_USAGE_FLUSH_SECONDS: '1' };
  return serve(t, home, settings);
}

function differentPage(request: number): string {
  return `/v1/cities?country=portugal&limit=${1 + (request % 99)}`;
}

/** Creates keys through the command line until it is killed, and adds each printed key. */
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
