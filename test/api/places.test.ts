import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service.ts';

const service = await startService();
const { token } = await service.key();

async function json(path: string): Promise<Record<string, never>> {
  const response = await service.get(path, token);
  assert.equal(response.status, 200, path);
  return (await response.json()) as Record<string, never>;
}

test('Portugal borders Spain and nothing else', async () => {
  assert.deepEqual((await json('/countries/portugal')).borders, ['spain']);
});
