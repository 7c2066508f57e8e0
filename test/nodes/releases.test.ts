import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ReleaseStore } from '../../src/release/store.ts';
import { hashToken } from '../../src/service/keys/token.ts';
import { insertKey, keyByHash } from '../../src/service/storage/keys.ts';
import { file } from '../support/lifetime.ts';
import { type Installation, installation, startNode, startNodes } from '../support/processes/installation.ts';
import {
  emptyHome,
  get,
  lds,
  preparedHome,
  type RunningService,
  start,
  until,
} from '../support/processes/lds.ts';
import { answers, load, UNHURRIED_MILLISECONDS, undiciClient } from '../support/processes/load.ts';
import { nginxBefore } from '../support/processes/nginx.ts';
import { PostgresqlServer } from '../support/processes/postgresql.ts';
import { addRelease, damageRelease } from '../support/release/changed-release.ts';
import { COMMITTED } from '../support/release/small-release.ts';

const postgresql = await PostgresqlServer.start();
const shared = await installation(file, postgresql);
const nodes = await startNodes(file, shared, 3);
/** The first key. The node that started first has made it. */
const token = nodes.map((node) => node.token).find((each) => each !== '') ?? assert.fail('no first key');
/** The home in which releases are made. */
const builder = await preparedHome(file);
const SETTINGS = { LDS_DATABASE_URL: shared.databaseUrl };

/** The tests run one after another, on the same nodes. */
describe('nodes that share a database', () => {
  test('take releases that commands on one node publish, fetch, go back to and prune', async (t) => {
    const names: string[] = [];
    for (const version of ['2099.1.1', '2099.1.2']) {
      const name = make(version);
      const { code, stderr } = await lds(builder, ['data', 'publish', name], SETTINGS);
      assert.equal(code, 0, stderr);
      await untilServed(version);
      names.push(name);
    }
    const [older = '', newer = ''] = names;
    const elsewhere = emptyHome(t);
    const back = await lds(elsewhere, ['data', 'publish', older], SETTINGS);
    assert.equal(back.code, 0, back.stderr);
    await untilServed('2099.1.1');

    const pruned = await lds(elsewhere, ['data', 'prune', '--keep', '1'], SETTINGS);
    assert.equal(pruned.code, 0, pruned.stderr);
    assert.deepEqual(await shared.store.releases?.names(), [older, newer]);
    assert.equal(pruned.stderr.match(/removed \S+ from the database/g)?.length, 1);
  });

  test('all switch to a published release within seconds, under load, and no request is dropped', async (t) => {
    const proxy = await nginxBefore(
      t,
      nodes.map(({ address }) => address),
    );
    const client = undiciClient(proxy, token, 1);
    const { tally, stop } = load(
      client,
      8,
      (n) => `/v1/cities?limit=${1 + (n % 30)}`,
      UNHURRIED_MILLISECONDS,
    );
    await until('the load is under way', () => answers(tally) > 100);
    const publishedAt = performance.now();
    const name = await publish(shared, '2099.1.3');
    await untilServed('2099.1.3');
    const took = performance.now() - publishedAt;
    await stop();
    t.diagnostic(`loaded by all within ${Math.round(took)} ms`);
    assert.deepEqual([tally.failed, [...tally.answered.keys()]], [new Map(), [200]]);
    for (const { home } of nodes) await new ReleaseStore(home).check(name);
  });

  test('refuse a damaged release, say so once, and keep the one they have', async () => {
    const [before] = await Promise.all(nodes.map(release));
    const here = new ReleaseStore(String(nodes[0]?.home)).names();
    const refusals = () =>
      nodes.map(({ stderr }) => stderr().match(/"level":50[^\n]*a new release is refused/g)?.length ?? 0);

    const damaged = make('2099.1.4');
    damageRelease(builder, damaged);
    await shared.store.releases?.publish(damaged, directoryOf(damaged));
    await until('all refuse it', () => refusals().every((each) => each === 1));
    for (const { stderr } of nodes) assert.match(stderr(), /checksum of release\.sqlite/);

    await postgresql.query(
      shared.databaseUrl,
      `BEGIN;
       INSERT INTO release (name, publication) VALUES ('no-release', nextval('release_publication'));
       INSERT INTO release_part (release, file, part, content) VALUES ('no-release', 'manifest.json', 0, 'no Zstandard');
       COMMIT`,
    );
    await until('all refuse it', () => refusals().every((each) => each === 2));
    for (const node of nodes) {
      assert.equal(await release(node), before);
      assert.deepEqual(new ReleaseStore(node.home).names(), here);
    }

    await publish(shared, '2099.1.5');
    await untilServed('2099.1.5');
    assert.deepEqual(refusals(), [2, 2, 2]);
  });

  test('that start later fetch the releases before the published one, and answer from them', async (t) => {
    const earlier = await publish(shared, '2099.2.1');
    await untilServed('2099.2.1');
    await publish(shared, '2099.2.2');
    const late = await startNode(t, emptyHome(t), shared.settings);
    await until('it has the earlier release', () => new ReleaseStore(late.home).names().includes(earlier));
    const { status, headers } = await get(late.address, '/v1/cities/lisbon?release=2099.2.1', token);
    assert.deepEqual([status, headers.get('x-dataset-release')], [200, '2099.2.1']);
  });

  test('take a release that was damaged in the database once it is published there again', async (t) => {
    const name = make('2099.1.6');
    const part = `WHERE release = '${name}' AND file = 'release.sqlite' AND part = 0`;
    for (const damage of [
      `SELECT 1`,
      `UPDATE release_part SET content = set_byte(content, length(content) / 2, get_byte(content, length(content) / 2) # 255) ${part}`,
      `UPDATE release_part SET content = substring(content FOR 100) ${part}`,
      `DELETE FROM release_part ${part}`,
      `INSERT INTO release_part SELECT release, 'another file', part, content FROM release_part ${part}`,
    ]) {
      await postgresql.query(shared.databaseUrl, damage);
      const published = await lds(builder, ['data', 'publish', name], SETTINGS);
      assert.equal(published.code, 0, published.stderr);
      const fetched = await lds(emptyHome(t), ['data', 'publish', name], SETTINGS);
      assert.equal(fetched.code, 0, `${damage}: ${fetched.stderr}`);
      const files = `SELECT count(DISTINCT file)::int AS files FROM release_part WHERE release = '${name}'`;
      const { rows: counted } = await postgresql.query(shared.databaseUrl, files);
      assert.equal(counted[0]?.files, readdirSync(directoryOf(name)).length);
    }
    await untilServed('2099.1.6');
  });

  test('never mix pages of a list while they serve different releases', async (t) => {
    // It does not matter here why a node is behind: one node has its own database, with the same key.
    const [fresh] = nodes;
    const apart = await installation(t, postgresql);
    const row = await keyByHash(shared.store.database, hashToken(token));
    assert.ok(fresh && row);
    await insertKey(apart.store.database, row);
    const [old] = await startNodes(t, apart, 1);
    assert.ok(old);
    const pair = [old, fresh];
    assert.deepEqual(await Promise.all(pair.map(release)), [COMMITTED.version, '2099.1.6']);

    const walks = { whole: 0, refused: 0 };
    for (let pattern = 0; pattern < 16; pattern++) {
      const releases = new Set<string | null>();
      let path: string | undefined = '/v1/cities?limit=40';
      for (let page = 0; path !== undefined; page++) {
        const answer: Response = await get(pair[(pattern >> (page % 4)) & 1]?.address ?? '', path, token);
        if (answer.status !== 200) {
          const { code } = (await answer.json()) as { code: string };
          assert.deepEqual([answer.status, code], [400, 'invalid_cursor']);
          break;
        }
        releases.add(answer.headers.get('X-Dataset-Release'));
        const link: string = answer.headers.get('Link') ?? '';
        path = /<[^>]*(\/v1[^>]+)>; rel="next"/.exec(link)?.[1];
      }
      assert.equal(releases.size, 1);
      walks[path === undefined ? 'whole' : 'refused']++;
    }
    assert.deepEqual(walks, { whole: 2, refused: 14 });
  });

  test('fetch a release again if it is damaged on their own disk', async () => {
    const [node] = nodes;
    assert.ok(node);
    await node.end('SIGTERM');
    const releases = new ReleaseStore(node.home);
    damageRelease(node.home, releases.currentName() ?? '');
    await startNode(file, node.home, shared.settings);
    await releases.check(releases.currentName() ?? '');
  });
});

test('a node without a published release waits for another to build it, and then uses that one', async (t) => {
  const apart = await installation(t, postgresql);
  await postgresql.query(apart.databaseUrl, 'DELETE FROM release');
  const starting = [emptyHome(t), emptyHome(t)].map((home) =>
    start(['serve'], home, { ...apart.settings, PORT: '0' }),
  );
  await apart.store.alone(async () => {
    const waiting = `SELECT count(*)::int AS nodes FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await until(
      'both wait',
      async () => (await postgresql.query(apart.databaseUrl, waiting)).rows[0]?.nodes === 2,
    );
    await publish(apart, '2099.1.7');
  });
  await until('both listen', () => starting.every(({ stdout }) => stdout().includes('Try it')));
  assert.equal(starting.filter(({ stdout }) => stdout().includes('Your first API key')).length, 1);
  assert.ok(starting.every(({ stderr }) => !stderr().includes('building')));
});

/** A release of this version. @returns its name */
function make(version: string): string {
  return addRelease(builder, version, 1);
}

function directoryOf(name: string): string {
  return join(new ReleaseStore(builder).directory, name);
}

async function publish({ store }: Installation, version: string): Promise<string> {
  const name = make(version);
  await store.releases?.publish(name, directoryOf(name));
  return name;
}

async function release({ address }: RunningService): Promise<string> {
  return ((await (await get(address, '/readyz', '')).json()) as { release: string }).release;
}

async function untilServed(version: string): Promise<void> {
  await until(`all serve ${version}`, async () =>
    (await Promise.all(nodes.map(release))).every((each) => each === version),
  );
}
