import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { dataHash } from '../../src/dataset/building/build/data-hash.ts';
import { ReleaseStore } from '../../src/release/store.ts';
import { isUnreachable } from '../../src/service/storage/unreachable.ts';
import { DATA_DIRECTORY } from '../support/directories.ts';
import { atEnd, file } from '../support/lifetime.ts';
import { installation } from '../support/processes/installation.ts';
import { emptyHome, lds, type Running, start, until } from '../support/processes/lds.ts';
import { PostgresqlServer } from '../support/processes/postgresql.ts';
import { freePort } from '../support/processes/server-process.ts';
import { pretendData } from '../support/release/changed-release.ts';
import { sharedSmallRelease } from '../support/release/small-release.ts';

/** The tests run one after another. Each leaves the server running. */
const postgresql = await PostgresqlServer.start();
const shared = await installation(file, postgresql);

interface WaitingNode extends Running {
  address: string;
}

describe('a node that starts while PostgreSQL is unreachable', () => {
  for (const workers of ['1', '2'])
    test(`responds at once, waits, and then serves at the same address (workers: ${workers})`, async (t) => {
      await postgresql.stop();
      atEnd(async () => {
        await postgresql.stop();
        await postgresql.run();
      });
      const node = await startedNode(t, { ...shared.settings, LDS_WORKERS: workers });

      const ready = await ask(node, '/readyz');
      assert.deepEqual([ready.status, ready.body], [503, { status: 'starting', degraded: ['store'] }]);
      for (const path of ['/v1/countries', '/']) {
        const answer = await ask(node, path);
        const { body, headers } = answer;
        assert.deepEqual([answer.status, body.code, body.instance], [503, 'starting', path]);
        assert.ok(Number(headers.get('Retry-After')) > 0);
        assert.equal(body.request_id, headers.get('X-Request-Id'));
        assert.equal(headers.get('Content-Type'), 'application/problem+json; charset=utf-8');
      }

      await until('it says that it waits', () => node.stderr().includes('waiting for it'));
      await postgresql.run();
      await until('it serves', async () => (await ask(node, '/readyz')).status === 200);
      // Of several workers, one may be ready before the others.
      await until('all of it serves', async () => {
        const answers = await Promise.all(Array.from({ length: 8 }, () => ask(node, '/v1/countries')));
        return answers.every(({ status }) => status === 401 || status === 429);
      });
      assert.equal(await ended(node, 'SIGTERM'), 0, node.stderr());
      assert.equal(node.stderr().match(/is unreachable: waiting/g)?.length, 1);
      assert.match(node.stderr(), /the database is back/);
      assert.doesNotMatch(node.stderr(), /a worker ended/);
    });

  test('waits for a database that hangs, and stops cleanly on request', async (t) => {
    postgresql.freeze();
    atEnd(() => postgresql.thaw());
    const node = await startedNode(t, shared.settings);
    assert.equal(await ended(node, 'SIGTERM'), 0, node.stderr());
    assert.equal(node.stdout(), '');
  });

  test('waits for a database that has too many connections', async (t) => {
    const name = `lds_${randomUUID().replaceAll('-', '')}`;
    await postgresql.query('postgres', `CREATE ROLE ${name} LOGIN CONNECTION LIMIT 0`);
    await postgresql.query('postgres', `CREATE DATABASE ${name} OWNER ${name}`);
    const url = postgresql.url(name).replace('lds@', `${name}@`);
    const node = await startedNode(t, { ...shared.settings, LDS_DATABASE_URL: url });
    await until('it says so', () => /too many connections for role/.test(node.stderr()));
    assert.ok(!node.stderr().includes(url));
    assert.equal(await ended(node, 'SIGINT'), 0);
  });

  test('does not wait for a database or a role that does not exist', async (t) => {
    for (const url of [postgresql.url('nowhere'), postgresql.url('postgres').replace('lds@', 'nobody@')]) {
      const { code, stderr } = await lds(emptyHome(t), ['serve'], {
        ...shared.settings,
        LDS_DATABASE_URL: url,
      });
      assert.equal(code, 1);
      assert.match(stderr, /^lds: The database of LDS_DATABASE_URL cannot be used \([^\n]+\n$/);
    }
  });
});

test('a command says what to do about a database that answers but can do nothing now', async (t) => {
  const settings = { LDS_DATABASE_URL: await postgresql.createDatabase() };
  const create = () => lds(emptyHome(t), ['keys', 'create', '--label', 'x'], settings);
  assert.equal((await create()).code, 0);
  const name = new URL(settings.LDS_DATABASE_URL).pathname.slice(1);
  await postgresql.query('postgres', `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const readOnly = await create();
  assert.equal(readOnly.code, 75);
  assert.match(readOnly.stderr, /read-only transaction\): .*must lead to the primary/);
  const role = `lds_${randomUUID().replaceAll('-', '')}`;
  await postgresql.query('postgres', `CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0`);
  settings.LDS_DATABASE_URL = postgresql.url(name).replace('lds@', `${role}@`);
  const full = await create();
  assert.equal(full.code, 75);
  assert.match(full.stderr, /too many connections for role [^\n]*max_connections/);
});

test('if PostgreSQL fails while a first release is published, it is published later, without another build', async (t) => {
  const { settings, databaseUrl } = shared;
  await postgresql.query(databaseUrl, 'DELETE FROM release');
  const locker = new pg.Client({ connectionString: databaseUrl });
  locker.on('error', () => {});
  await locker.connect();
  // This lock prevents all writes of releases until its connection ends, which it does with the server.
  await locker.query('BEGIN; LOCK TABLE release IN SHARE MODE');
  const node = start(['serve'], await builtHome(t), { ...settings, PORT: '0' });
  const waiting = `SELECT count(*)::int AS writers FROM pg_locks WHERE relation = 'release'::regclass AND NOT granted`;
  await until('it publishes', async () => {
    assert.equal(node.process.exitCode, null, node.stderr());
    return (await postgresql.query(databaseUrl, waiting)).rows[0]?.writers === 1;
  });
  await postgresql.stop();
  atEnd(async () => {
    await postgresql.stop();
    await postgresql.run();
  });
  await until('it waits', () => {
    assert.equal(node.process.exitCode, null, node.stderr());
    return node.stderr().includes('waiting for it');
  });
  await postgresql.run();
  await until('it serves', () => {
    assert.equal(node.process.exitCode, null, node.stderr());
    return node.stdout().includes('Try it');
  });
  const { rows } = await postgresql.query(
    databaseUrl,
    'SELECT name FROM release WHERE publication IS NOT NULL',
  );
  assert.equal(rows.length, 1);
  assert.equal(await ended(node, 'SIGTERM'), 0, node.stderr());
});

test('temporary errors are distinguished from those that the operator must fix', () => {
  const error = (properties: object, message = 'x') => Object.assign(new Error(message), properties);
  for (const passing of [
    error({ code: 'ECONNREFUSED' }),
    error({ code: 'EAI_AGAIN' }),
    error({ code: 'ENOENT', syscall: 'connect' }),
    error({ code: '57P03' }),
    error({ code: '53300' }),
    error({ code: '53100' }),
    error({ code: '08006' }),
    error({}, 'Connection terminated unexpectedly'),
  ])
    assert.ok(isUnreachable(passing), JSON.stringify(passing));
  for (const lasting of [
    error({ code: '28P01' }),
    error({ code: '3D000' }),
    error({ code: '42501' }),
    error({ code: 'ENOENT', syscall: 'open' }),
    error({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    error({}, 'it is PostgreSQL 13, and has to be 14 or newer'),
  ])
    assert.ok(!isUnreachable(lasting), JSON.stringify(lasting));
});

/** A home in which the release of data/ seems to be built. It is really that of three countries, which is published faster. */
async function builtHome(t: TestContext): Promise<string> {
  const home = emptyHome(t);
  const store = new ReleaseStore(home);
  const { name, directory } = await sharedSmallRelease();
  cpSync(directory, join(store.directory, name), { recursive: true });
  pretendData(home, name, dataHash(DATA_DIRECTORY));
  return home;
}

/** Starts a node, and resolves when it answers, which it has to do before there is a database. */
async function startedNode(t: TestContext, settings: Record<string, string>): Promise<WaitingNode> {
  const port = String(await freePort());
  const running = start(['serve'], emptyHome(t), { ...settings, PORT: port });
  const node = { ...running, address: `http://127.0.0.1:${port}` };
  await until('it answers', async () => {
    assert.equal(node.process.exitCode, null, node.stderr());
    return (await ask(node, '/healthz').catch(() => undefined))?.status === 200;
  });
  return node;
}

/** Sends a request on its own connection. */
async function ask({ address }: WaitingNode, path: string, init: RequestInit = {}) {
  const answer = await fetch(address + path, { ...init, headers: { Connection: 'close' } });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json().catch(() => ({}))) as Record<string, unknown>,
  };
}

async function ended(
  { process: child, ended: end }: Running,
  signal: NodeJS.Signals,
): Promise<number | null> {
  child.kill(signal);
  return (await end).code;
}
