import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, run } from '../../support/processes/lds.ts';

test('npm run chaos starts nothing if it does not know the fault, and lists the faults that it knows', async () => {
  const env = { ...environment('', {}), FAULTS: 'kill,meteorite' };
  const { code, stderr } = await run(process.execPath, ['lab/chaos/main.ts'], { env }).ended;
  assert.equal(code, 2);
  assert.match(stderr, /^There is no fault meteorite: .*valkey-link-deaf/);
});
