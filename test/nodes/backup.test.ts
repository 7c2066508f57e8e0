import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { toolPath } from '../../scripts/tools.mjs';
import { ROOT } from '../support/directories.ts';
import { countedRequests } from '../support/processes/counted-requests.ts';
import { counted, installation, startNode, startNodes } from '../support/processes/installation.ts';
import {
  createKey,
  emptyHome,
  get,
  lds,
  preparedHome,
  serve,
  UNLIMITED,
  until,
} from '../support/processes/lds.ts';
import { answers, load, UNHURRIED_MILLISECONDS, undiciClient } from '../support/processes/load.ts';
import { POSTGRESQL_PROGRAMS, PostgresqlServer } from '../support/processes/postgresql.ts';

test('SQLite: a back-up by sqlite3 under load is restored completely', async (t) => {
  const home = await preparedHome(t);
  const service = await serve(t, home, { ...UNLIMITED, LDS_USAGE_FLUSH_SECONDS: '1' });
  const { tally, stop } = load(
    undiciClient(service.address, service.token, 1),
    2,
    () => '/v1/cities/lisbon',
    UNHURRIED_MILLISECONDS,
  );
  await until('usage is written', () => countedRequests(home) > 0);
  const directory = emptyHome(t);
  const backup = join(directory, 'lds.sqlite');
  writeFileSync(join(home, 'secret'), 'secret', { mode: 0o644 });
  const command = documented('sqlite3')
    .replaceAll('var/', `${home}/`)
    .replaceAll('/backup/', `${directory}/`);
  runAsMostPeople(command, dirname(toolPath('sqlite3')));
  assertPrivate(directory, ['lds.sqlite', 'secret']);
  const then = countedRequests(home);
  await createKey(home, 'made after the back-up');
  await stop();
  await service.end('SIGTERM');
  assert.ok(answers(tally) > 0);

  for (const file of ['lds.sqlite-wal', 'lds.sqlite-shm']) rmSync(join(home, file), { force: true });
  copyFileSync(backup, join(home, 'lds.sqlite'));
  // Compared before the restored service counts its own requests.
  assert.ok(countedRequests(home) <= then);
  const restored = await serve(t, home, UNLIMITED);
  assert.equal((await get(restored.address, '/v1/countries', service.token)).status, 200);
  const listed = JSON.parse((await lds(home, ['keys', 'list', '--json'])).stdout) as { label: string }[];
  assert.deepEqual(
    listed.map(({ label }) => label),
    ['first key'],
  );
});

test('PostgreSQL: a back-up by pg_dump under load is restored completely, into a database with another name', async (t) => {
  const postgresql = await PostgresqlServer.start();
  const shared = await installation(t, postgresql);
  const [node] = await startNodes(t, shared, 1);
  assert.ok(node);
  const { token } = node;
  const { stop } = load(
    undiciClient(node.address, token, 1),
    2,
    () => '/v1/countries',
    UNHURRIED_MILLISECONDS,
  );
  const [{ id = '' } = {}] = JSON.parse(
    (await lds(node.home, ['keys', 'list', '--json'], shared.settings)).stdout,
  ) as {
    id: string;
  }[];
  await until('usage is written', async () => (await counted(shared, id)) > 0);
  const directory = emptyHome(t);
  const dump = join(directory, 'lds.dump');
  const command = documented('pg_dump').replace('/backup/', `${directory}/`);
  runAsMostPeople(command, POSTGRESQL_PROGRAMS, { LDS_DATABASE_URL: shared.databaseUrl });
  assertPrivate(directory, ['lds.dump']);
  await stop();
  await node.end('SIGTERM');

  const elsewhere = await postgresql.createDatabase();
  execFileSync(join(POSTGRESQL_PROGRAMS, 'pg_restore'), [
    '--no-owner',
    '--exit-on-error',
    `--dbname=${elsewhere}`,
    dump,
  ]);
  const restored = await startNode(t, emptyHome(t), { ...shared.settings, LDS_DATABASE_URL: elsewhere });
  assert.equal(restored.token, '');
  assert.equal((await get(restored.address, '/v1/countries', token)).status, 200);
  // The dump includes the triggers: a key that another process revokes is refused here at once.
  const settings = { ...shared.settings, LDS_DATABASE_URL: elsewhere };
  assert.equal((await lds(node.home, ['keys', 'revoke', id], settings)).code, 0);
  await until(
    'it is refused',
    async () => (await get(restored.address, '/v1/countries', token)).status === 401,
  );
});

/** The line of docs/operating.md that makes a back-up with this program. */
function documented(program: string): string {
  const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
  const [, section = ''] = page.split('\n## Back-up\n');
  const line = section.split('\n').find((each) => each.startsWith(`(umask 077; ${program} `));
  return line ?? assert.fail(`no command with ${program}`);
}

/** Runs a command so that new files get the permissions that they get on most systems. */
function runAsMostPeople(command: string, programs: string, environment: Record<string, string> = {}): void {
  execFileSync('bash', ['-c', `umask 022; ${command}`], {
    env: { ...environment, PATH: `${programs}:${process.env.PATH}` },
  });
}

function assertPrivate(directory: string, files: string[]): void {
  assert.deepEqual(readdirSync(directory).toSorted(), files);
  for (const file of files) assert.equal(statSync(join(directory, file)).mode & 0o077, 0, file);
}
