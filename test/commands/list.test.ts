import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../src/service/storage/database.ts';
import { insertKey } from '../../src/service/storage/keys.ts';
import { emptyHome, environment, lds, run } from '../support/processes/lds.ts';
import { key } from '../support/storage/rows.ts';

/** More than are read at once. */
const KEYS = 2500;

test('a list of more keys than are read at once is whole, as a table and as JSON, and its columns are aligned', async (t) => {
  const home = await homeWithKeys(t);
  const asJson = (await lds(home, ['keys', 'list', '--json'])).stdout;
  const keys = JSON.parse(asJson) as { id: string; label: string }[];
  assert.equal(new Set(keys.map(({ id }) => id)).size, KEYS);
  assert.equal(asJson, `${JSON.stringify(keys, null, 2)}\n`);

  const lines = (await lds(home, ['keys', 'list'])).stdout.trimEnd().split('\n');
  assert.equal(lines.length, KEYS + 1);
  const column = lines[0]?.indexOf('state');
  assert.deepEqual(new Set(lines.slice(1).map((line) => line.indexOf('active'))), new Set([column]));
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(' ')[0]),
    keys.map(({ id }) => id),
  );
});

test('a list without rows is an empty array, or the head of its table', async (t) => {
  const home = emptyHome(t);
  for (const what of ['keys', 'accounts', 'reports']) {
    assert.equal((await lds(home, [what, 'list', '--json'])).stdout, '[]\n');
    assert.match((await lds(home, [what, 'list'])).stdout, /^\w+ {2,}\w.*\n$/);
  }
});

test('a reader that has enough of a list may close the pipe', async (t) => {
  const home = await homeWithKeys(t);
  const command = `${process.execPath} src/main.ts keys list | head -n 1; exit "\${PIPESTATUS[0]}"`;
  const { code, stdout, stderr } = await run('bash', ['-c', command], { env: environment(home, {}) }).ended;
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^id .*\n$/);
});

async function homeWithKeys(t: Parameters<typeof emptyHome>[0]): Promise<string> {
  const home = emptyHome(t);
  const store = await openStore(home, { busyMilliseconds: 1000 });
  try {
    await store.database.transaction().execute(async (transaction) => {
      for (let made = 0; made < KEYS; made++) await insertKey(transaction, key());
    });
  } finally {
    await store.close();
  }
  return home;
}
