import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { hashToken } from '../../src/keys/token.ts';
import { ReleaseStore } from '../../src/release/store.ts';
import { insertKey, keyByHash } from '../../src/storage/keys.ts';
import { file } from '../support/lifetime.ts';
import {
  type Installation,
  installation,
  type Node,
  startNode,
  startNodes,
} from '../support/processes/installation.ts';
import { emptyHome, get, lds, type RunningService, start, until } from '../support/processes/lds.ts';
import { answers, load, UNHURRIED_MILLISECONDS, undiciClient } from '../support/processes/load.ts';
import { nginxBefore } from '../support/processes/nginx.ts';
import { PostgresqlServer } from '../support/processes/postgresql.ts';
import { damageRelease } from '../support/release/changed-release.ts';
import { COMMITTED, edition, rows, smallRelease } from '../support/release/small-release.ts';

const postgresql = await PostgresqlServer.start();

describe('nodes that share a database', { concurrency: 2 }, () => {
  test('all switch to a published release within seconds, under load, and no request is dropped', async (t) => {
    const shared = await installation(t, postgresql);
    const nodes = await startNodes(t, shared, 3);
    const proxy = await nginxBefore(
      t,
      nodes.map(({ address }) => address),
    );
    const client = undiciClient(proxy, tokenOf(nodes), 1);
    const { tally, stop } = load(
      client,
      8,
      (n) => `/v1/cities?limit=${1 + (n % 30)}`,
      UNHURRIED_MILLISECONDS,
    );
    await until('the load is under way', () => answers(tally) > 300);
    const publishedAt = performance.now();
    const name = await publish(shared, '2099.1.1');
    for (const node of nodes) await untilServed(node, '2099.1.1');
    const took = performance.now() - publishedAt;
    await stop();
    t.diagnostic(`taken up by all within ${Math.round(took)} ms`);
    assert.deepEqual([tally.failed, [...tally.answered.keys()]], [new Map(), [200]]);
    for (const { home } of nodes) await new ReleaseStore(home).check(name);
  });

  test('refuse a damaged release, say so once, and keep the one they have', async (t) => {
    const shared = await installation(t, postgresql);
    const [node] = await startNodes(t, shared, 1);
    assert.ok(node);
    const before = await release(node);
    const refusals = () => node.stderr().match(/"level":50[^\n]*a new release is refused/g)?.length ?? 0;

    const home = emptyHome(t);
    const damaged = await smallRelease({ 'release.json': edition('2099.1.1') }, new ReleaseStore(home));
    damageRelease(home, damaged.name);
    await shared.store.releases?.publish(damaged.name, damaged.directory);
    await until('it is refused', () => refusals() === 1);
    assert.match(node.stderr(), /checksum of release\.sqlite/);

    await postgresql.query(
      shared.databaseUrl,
      `BEGIN;
       INSERT INTO release (name, publication) VALUES ('no-release', nextval('release_publication'));
       INSERT INTO release_part (release, file, part, content) VALUES ('no-release', 'manifest.json', 0, 'no Zstandard');
       COMMIT`,
    );
    await until('it is refused', () => refusals() === 2);
    assert.equal(await release(node), before);
    assert.deepEqual(new ReleaseStore(node.home).names().length, 1);

    await publish(shared, '2099.1.2');
    await untilServed(node, '2099.1.2');
    assert.equal(refusals(), 2);
  });

  test('fetch a release again if it is damaged on their own disk', async (t) => {
    const shared = await installation(t, postgresql);
    const [node] = await startNodes(t, shared, 1);
    assert.ok(node);
    await node.end('SIGTERM');
    const releases = new ReleaseStore(node.home);
    damageRelease(node.home, releases.currentName() ?? '');
    await startNode(t, node.home, shared.settings);
    await releases.check(releases.currentName() ?? '');
  });

  test('take releases that commands on one node publish, fetch, go back to and prune', async (t) => {
    const shared = await installation(t, postgresql);
    const [node] = await startNodes(t, shared, 1);
    assert.ok(node);
    const settings = { LDS_DATABASE_URL: shared.databaseUrl };
    const home = emptyHome(t);
    const names: string[] = [];
    for (const version of ['2099.1.1', '2099.1.2']) {
      const { name } = await smallRelease({ 'release.json': edition(version) }, new ReleaseStore(home));
      const { code, stderr } = await lds(home, ['data', 'publish', name], settings);
      assert.equal(code, 0, stderr);
      await untilServed(node, version);
      names.push(name);
    }
    const [older = '', newer = ''] = names;
    const elsewhere = emptyHome(t);
    const back = await lds(elsewhere, ['data', 'publish', older], settings);
    assert.equal(back.code, 0, back.stderr);
    await untilServed(node, '2099.1.1');

    const pruned = await lds(elsewhere, ['data', 'prune', '--keep', '1'], settings);
    assert.equal(pruned.code, 0, pruned.stderr);
    assert.deepEqual(await shared.store.releases?.names(), [older, newer]);
    assert.equal(pruned.stderr.match(/removed \S+ from the database/g)?.length, 1);
  });

  test('take a release that was damaged in the database once it is published there again', async (t) => {
    const shared = await installation(t, postgresql);
    const [node] = await startNodes(t, shared, 1);
    assert.ok(node);
    const settings = { LDS_DATABASE_URL: shared.databaseUrl };
    const home = emptyHome(t);
    const { name } = await smallRelease({ 'release.json': edition('2099.1.1') }, new ReleaseStore(home));
    const part = `WHERE release = '${name}' AND file = 'release.sqlite' AND part = 0`;
    for (const damage of [
      `SELECT 1`,
      `UPDATE release_part SET content = set_byte(content, length(content) / 2, get_byte(content, length(content) / 2) # 255) ${part}`,
      `UPDATE release_part SET content = substring(content FOR 100) ${part}`,
      `DELETE FROM release_part ${part}`,
      `INSERT INTO release_part SELECT release, 'another file', part, content FROM release_part ${part}`,
    ]) {
      await postgresql.query(shared.databaseUrl, damage);
      const published = await lds(home, ['data', 'publish', name], settings);
      assert.equal(published.code, 0, published.stderr);
      const fetched = await lds(emptyHome(t), ['data', 'publish', name], settings);
      assert.equal(fetched.code, 0, `${damage}: ${fetched.stderr}`);
      const files = `SELECT count(DISTINCT file)::int AS files FROM release_part WHERE release = '${name}'`;
      const { rows: counted } = await postgresql.query(shared.databaseUrl, files);
      assert.equal(counted[0]?.files, readdirSync(join(home, 'releases', name)).length);
    }
    await untilServed(node, '2099.1.1');
  });

  test('never mix pages of a list while they serve different releases', async (t) => {
    // What keeps a node behind does not matter here: each has a database of its own, with the same key.
    const [one, other] = [await installation(t, postgresql), await installation(t, postgresql)];
    await publish(other, '2099.1.1');
    const [old] = await startNodes(t, one, 1);
    assert.ok(old);
    const { token } = old;
    const row = await keyByHash(one.store.database, hashToken(token));
    assert.ok(row);
    await insertKey(other.store.database, row);
    const [fresh] = await startNodes(t, other, 1);
    assert.ok(fresh);
    const nodes = [old, fresh];
    assert.deepEqual(await Promise.all(nodes.map(release)), [COMMITTED.version, '2099.1.1']);

    const walks = { whole: 0, refused: 0 };
    for (let pattern = 0; pattern < 16; pattern++) {
      const releases = new Set<string | null>();
      let path: string | undefined = '/v1/cities?limit=40';
      for (let page = 0; path !== undefined; page++) {
        const answer: Response = await get(nodes[(pattern >> (page % 4)) & 1]?.address ?? '', path, token);
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
});

test('a node without a published release waits for another to build it, and then uses that one', async (t) => {
  const shared = await installation(t, postgresql);
  await postgresql.query(shared.databaseUrl, 'DELETE FROM release');
  const nodes = [emptyHome(t), emptyHome(t)].map((home) =>
    start(['serve'], home, { ...shared.settings, PORT: '0' }),
  );
  await shared.store.alone(async () => {
    const waiting = `SELECT count(*)::int AS nodes FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await until(
      'both wait',
      async () => (await postgresql.query(shared.databaseUrl, waiting)).rows[0]?.nodes === 2,
    );
    await publish(shared, '2099.1.1');
  });
  await until('both listen', () => nodes.every(({ stdout }) => stdout().includes('Try it')));
  assert.equal(nodes.filter(({ stdout }) => stdout().includes('Your first API key')).length, 1);
  assert.ok(nodes.every(({ stderr }) => !stderr().includes('building')));
});

/** What has been built, by version. */
const editions = new Map<string, { name: string; directory: string }>();

async function publish({ store }: Installation, version: string): Promise<string> {
  const { name, directory } = editions.get(version) ?? (await build(version));
  await store.releases?.publish(name, directory);
  return name;
}

async function build(version: string) {
  const changes = {
    'release.json': edition(version),
    // Lists of the same content are the same list, whatever the version.
    'facts/undp-hdr.tsv': rows((facts) => facts.slice(1)),
  };
  const built = await smallRelease(changes, new ReleaseStore(emptyHome(file)));
  editions.set(version, built);
  return built;
}

/** The first of them to start has made it. */
function tokenOf(nodes: readonly Node[]): string {
  return nodes.map(({ token }) => token).find((token) => token !== '') ?? assert.fail('no first key');
}

async function release({ address }: RunningService): Promise<string> {
  return ((await (await get(address, '/readyz', '')).json()) as { release: string }).release;
}

async function untilServed(node: RunningService, version: string): Promise<void> {
  await until(`${version} is served`, async () => (await release(node)) === version);
}
