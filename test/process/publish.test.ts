import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { RELEASE_FORMAT } from '../../src/release/schema.ts';
import { ReleaseStore } from '../../src/release/store.ts';
import { lockFile } from '../../src/service/storage/home-lock.ts';
import { file } from '../support/lifetime.ts';
import {
  completeHome,
  emptyHome,
  get,
  lds,
  ldsAlone,
  preparedHome,
  type RunningService,
  serve,
  UNLIMITED,
  until,
} from '../support/processes/lds.ts';
import { answers, load, UNHURRIED_MILLISECONDS } from '../support/processes/load.ts';
import { addRelease, damageRelease, FIGURE, pretendData } from '../support/release/changed-release.ts';

const NEXT = '2099.1.1';

const home = await preparedHome(file);
const service = await serve(file, home, UNLIMITED);

/** One after another, on one server. */
describe('publishing on a running server', () => {
  test('under load, fails no request, never mixes two releases in a response, and makes a cursor of the old one a 400', async () => {
    const [version, , amount] = await cited(service);
    const name = addRelease(home, NEXT, amount + 1);
    const first = await get(service.address, '/v1/cities?limit=3', service.token);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const path = next.slice(service.address.length);
    assert.equal((await get(service.address, path, service.token)).status, 200);

    const seen: string[] = [];
    const client = {
      async request() {
        seen.push((await cited(service)).join(' '));
        return 200;
      },
      close: async () => {},
    };
    const { tally, stop } = load(client, 8, () => '', UNHURRIED_MILLISECONDS);
    await until('the load is under way', () => answers(tally) > 100);
    const { code, stderr } = await lds(home, ['data', 'publish', name]);
    assert.equal(code, 0, stderr);
    await until('it is announced', () => isAnnounced(service, NEXT));
    // From now on nobody may get the old one.
    assert.equal((await cited(service))[0], NEXT);
    const sofar = seen.length;
    await until('the load goes on', () => seen.length > sofar + 100);
    await stop();

    assert.deepEqual(tally.failed, new Map());
    const old = [version, version, amount].join(' ');
    const changedAt = seen.findIndex((answer) => answer !== old);
    assert.ok(changedAt > 0);
    // Eight at a time: only responses on different connections may overtake one another.
    const after = seen.slice(changedAt + 8);
    assert.deepEqual(new Set(after), new Set([[NEXT, NEXT, amount + 1].join(' ')]));

    const answer = await get(service.address, path, service.token);
    assert.equal(answer.status, 400);
    assert.equal(((await answer.json()) as { code: string }).code, 'invalid_cursor');
  });

  test('with SIGHUP takes effect; a damaged release is refused and logged, and the next undamaged one is served', async () => {
    const [version] = await cited(service);
    const sound = addRelease(home, '2099.1.3', 1);
    const damaged = addRelease(home, '2099.1.2', 1);
    damageRelease(home, damaged);

    const { code, stderr } = await lds(home, ['data', 'publish', damaged]);
    assert.match(stderr, /^lds: The release in \S+ is unusable \([^\n]*checksum[^\n]+\n$/);
    assert.equal(code, 1);

    // Bypasses the command, which would refuse it.
    new ReleaseStore(home).publish(damaged);
    service.process.kill('SIGHUP');
    await until('it is logged', () => /"level":50.*a new release is refused/.test(service.stderr()));
    assert.equal((await cited(service))[0], version);

    new ReleaseStore(home).publish(sound);
    service.process.kill('SIGHUP');
    await until('it is announced', () => isAnnounced(service, '2099.1.3'));
    assert.equal((await cited(service))[0], '2099.1.3');
    assert.equal(service.stderr().match(/a new release is refused/g)?.length, 1);
  });
});

/** Whether the log says that the release is served. */
function isAnnounced({ stderr }: RunningService, version: string): boolean {
  return stderr()
    .split('\n')
    .some((line) => line.includes(`"release":"${version}"`) && line.includes('serving a new release'));
}

/** The parts of a response: the release in its header, the release in its body, and one figure. */
async function cited(service: RunningService): Promise<[header: string, body: string, amount: number]> {
  const path = `/v1/data/history/cities/lisbon?metric=${FIGURE.metric}`;
  const answer = await fetch(service.address + path, {
    headers: { Authorization: `Bearer ${service.token}` },
  });
  assert.equal(answer.status, 200);
  const { release, observations } = (await answer.json()) as {
    release: string;
    observations: { value: number }[];
  };
  const { value: amount } = observations.at(-1) ?? assert.fail('the figure is missing');
  return [answer.headers.get('X-Dataset-Release') ?? '', release, amount];
}

test('an older release that was published again is still served after a restart', async (t) => {
  const home = await preparedHome(t);
  const name = addRelease(home, '2000.1.1', 1);
  pretendData(home, name, 'f'.repeat(64));
  assert.equal((await lds(home, ['data', 'publish', name])).code, 0);
  const service = await serve(t, home, UNLIMITED);
  assert.equal((await cited(service))[0], '2000.1.1');
});

test('a question is answered from the served release, whatever data lies beside it, and publishes nothing', async (t) => {
  const home = await preparedHome(t);
  const store = new ReleaseStore(home);
  const name = addRelease(home, NEXT, 1);
  pretendData(home, name, 'f'.repeat(64));
  store.publish(name);
  for (const other of store.names()) if (other !== name) store.remove(other);

  const { code, stdout, stderr } = await lds(home, [
    'history',
    'lisbon',
    '--metric',
    FIGURE.metric,
    '--json',
  ]);
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal((JSON.parse(stdout) as { citation: { release: string } }).citation.release, NEXT);
  assert.deepEqual([store.currentName(), store.names()], [name, [name]]);
});

test('if the release of a start cannot be built, the one before is served, and the log says why', async (t) => {
  const home = await preparedHome(t);
  mkdirSync(join(home, 'overlay'));
  writeFileSync(join(home, 'overlay', 'ours.json'), '{}');
  const running = await serve(t, home, { ...UNLIMITED, LDS_WORKERS: '2' });
  assert.match(running.stderr(), /"level":50.*ours\.json.*the release before it is served/);
  assert.equal((await get(running.address, '/v1/cities/lisbon', running.token)).status, 200);
});

test('a version is not published with other content, unless the operator asks for it', async (t) => {
  const home = await preparedHome(t);
  const store = new ReleaseStore(home);
  const current = store.currentName() ?? '';
  const name = addRelease(home, store.manifest(current).version, 1);
  const { code, stderr } = await lds(home, ['data', 'publish', name]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^lds: The release \S+ was already published here with different content\. [^\n]+--replace\n$/,
  );
  assert.equal(store.currentName(), current);
  assert.equal((await lds(home, ['data', 'publish', '--replace', name])).code, 0);
  assert.equal(store.currentName(), name);
});

test('a release that was built from the same data is published without another build', async (t) => {
  const home = await preparedHome(t);
  const store = new ReleaseStore(home);
  const built = store.names().find((name) => name !== store.currentName()) ?? '';
  store.publish(addRelease(home, NEXT, 1));
  const names = store.names();
  for (const how of [
    ', which was built before from this data',
    ' again: its content is the same as before',
  ]) {
    const { code, stderr } = await lds(home, ['data', 'publish', '--without-downloads']);
    assert.deepEqual([code, stderr], [0, `published ${built}${how}\n`]);
  }
  assert.deepEqual(store.names(), names);
});

test('of two builds at once, one waits for the other, and takes its release if the data is the same', async (t) => {
  const home = emptyHome(t);
  const store = new ReleaseStore(home);
  mkdirSync(store.directory);
  const other = lockFile(join(store.directory, '.build.lock')) ?? assert.fail('it is locked already');
  const waiting = ldsAlone(home, ['data', 'publish', '--without-downloads']);
  // Long enough to begin a build, if it did not wait.
  await delay(1500);
  const built = new ReleaseStore(await completeHome(t));
  const name = built.currentName() ?? '';
  symlinkSync(join(built.directory, name), join(store.directory, name));
  other.close();
  const { code, stderr } = await waiting;
  assert.deepEqual([code, stderr], [0, `published ${name}, which was built before from this data\n`]);
});

test('publishing what is no release names those that there are; publishing the served one says that nothing is new', async (t) => {
  const home = await preparedHome(t);
  const store = new ReleaseStore(home);
  const current = store.currentName() ?? '';
  for (const wrong of ['nope', '../releases', '']) {
    const { code, stderr } = await lds(home, ['data', 'publish', wrong]);
    assert.deepEqual(
      [code, stderr],
      [1, `lds: There is no release ${wrong}. Releases: ${store.names().join(', ')}.\n`],
    );
  }
  const again = await lds(home, ['data', 'publish', current]);
  assert.deepEqual(
    [again.code, again.stderr],
    [0, `published ${current} again: its content is the same as before\n`],
  );
});

test('where a release of the same version has another format, nothing is built, and a start and a publication say the same: what to do', async (t) => {
  const home = await preparedHome(t, 'copied');
  const store = new ReleaseStore(home);
  const name = store.currentName() ?? '';
  const { version } = store.manifest(name);
  const names = store.names();
  pretendData(home, name, 'f'.repeat(64));
  const database = new DatabaseSync(store.releaseFile(name));
  database.prepare("UPDATE release SET value = ? WHERE key = 'format'").run(String(RELEASE_FORMAT - 1));
  database.close();
  const says = new RegExp(
    `^lds: The published release ${version} has format ${RELEASE_FORMAT - 1}, and this program reads ${RELEASE_FORMAT}\\. Raise the version in data/release\\.json, [^\\n]+--replace$`,
    'm',
  );
  for (const args of [['data', 'publish'], ['serve'], ['serve']]) {
    const { code, stderr } = await lds(home, args, { PORT: '0' });
    assert.match(stderr, says, args.join(' '));
    assert.equal(stderr.match(/format/g)?.length, 1);
    assert.equal(code, 1);
  }
  assert.deepEqual(store.names(), names);
});
