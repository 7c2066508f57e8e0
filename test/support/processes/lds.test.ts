import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lds, preparedHome } from './lds.ts';

test('a command that does not end fails its test and leaves no process behind', async (t) => {
  const home = await preparedHome(t);
  const server = lds(home, ['serve'], { PORT: '0' }, { timeout: 1500 });
  await assert.rejects(server, /^AssertionError.*lds serve did not end within 1500 ms/);
});
