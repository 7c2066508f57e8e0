import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyHome, lds, ldsAlone, preparedHome } from './lds.ts';

test('a command that does not end fails its test and leaves no process behind', async (t) => {
  const home = await preparedHome(t);
  const server = ldsAlone(home, ['serve'], { PORT: '0' }, { timeout: 1500 });
  await assert.rejects(server, /^AssertionError.*lds serve did not end within 1500 ms/);
});

test('commands in one process have their own environment, output and status; one that does not end fails its test alone', async (t) => {
  const home = await preparedHome(t);
  const [made, wrong, listed, other] = await Promise.all([
    lds(home, ['keys', 'create', '--label', 'one']),
    lds(home, ['keys', 'rotate', 'nobody']),
    lds(home, ['keys', 'list', '--json']),
    lds(emptyHome(t), ['keys', 'list', '--json']),
  ]);
  assert.deepEqual([made.code, wrong.code, listed.code], [0, 2, 0]);
  assert.match(made.stdout, /^lds_live_\w{38}\n$/);
  assert.deepEqual([wrong.stdout, other.stdout], ['', '[]\n']);
  assert.match(wrong.stderr, /^lds: This is neither the id of a key/);
  assert.equal(JSON.parse(listed.stdout).length, 1);
  await assert.rejects(lds(home, ['serve'], { PORT: '0' }, 1500), /lds serve did not end within 1500 ms/);
  assert.equal((await lds(home, ['keys', 'list', '--json'])).stdout, listed.stdout);
});
