import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const base = `${service.server.publicUrl}/v1`;

const MOVED: Readonly<Record<string, string>> = {
  '/countries/': '/countries',
  '/cities/?country=japan&limit=2': '/cities?country=japan&limit=2',
  '/cities/lisbon/': '/cities/lisbon',
  '/cities/Lisbon,%20Portugal//': '/cities/Lisbon,%20Portugal',
  '/data/cost-of-living/porto/?reference=lisbon': '/data/cost-of-living/porto?reference=lisbon',
};

for (const [path, location] of Object.entries(MOVED)) {
  test(`${path} leads to ${location}`, async () => {
    const response = await service.get(path, token);
    assert.equal(response.status, 308);
    assert.equal(response.headers.get('location'), base + location);
    assert.equal((await service.get(location, token)).status, 200);
  });
}

test('a key in the URL is not repeated, so the path is not found', async () => {
  for (const path of [`/cities/?api_key=${token}`, `/cities/lisbon/?limit=2&api_key=${token}`]) {
    const response = await service.get(path, null);
    assert.equal(response.status, 404, path);
    assert.equal(response.headers.get('location'), null);
  }
  const misplaced = await service.get(`/cities/?key=${token}`, token);
  assert.equal(misplaced.headers.get('location'), null);
});

test('without a key, a path reveals nothing, nor does a path that does not exist', async () => {
  assert.equal((await service.get('/cities/', null)).status, 401);
  for (const path of ['/towns/', '/']) assert.equal((await service.get(path, token)).status, 404, path);
});
