import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DirectApi } from '../../src/engine/ask.ts';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { Problem } from '../../src/service/http/problems.ts';
import { pathTo, withQuery } from '../support/api/endpoint-path.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const release = await openedRelease();
const direct = new DirectApi(`${service.server.publicUrl}/v1`);

for (const endpoint of ENDPOINTS) {
  const path = withQuery(pathTo(endpoint), 'limit' in endpoint.query.properties ? 'limit=50' : '');
  for (const request of [path, ...(endpoint.table === undefined ? [] : [withQuery(path, 'format=csv')])])
    test(`${request} has the same body with and without HTTP`, async () => {
      const response = await service.get(request, token);
      const answer = direct.get(release, request);
      const format = request.includes('format=csv') ? 'csv' : 'json';
      assert.equal(answer.text(format), await response.text());
    });
}

for (const request of [
  '/cities/no-such-city',
  '/cities?limit=0',
  '/nothing',
  '/cities/lisbon?fields=nothing',
])
  test(`${request} is refused with the same problem with and without HTTP`, async () => {
    const response = await service.get(request, token);
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    assert.throws(
      () => direct.get(release, request),
      (problem) => problem instanceof Problem && problem.code === code && problem.detail === detail,
    );
  });

test('an alias leads to the canonical path', () => {
  assert.equal(direct.get(release, '/cities/Lisbon, Portugal').contentLocation, '/cities/lisbon');
});
