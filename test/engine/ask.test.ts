import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../../src/engine/ask.ts';
import { LongList } from '../../src/engine/endpoint.ts';
import { ENDPOINT_AT, ENDPOINTS, type Path } from '../../src/engine/operations.ts';
import { Problem } from '../../src/engine/problems.ts';
import { askUrl } from '../support/api/ask-url.ts';
import { pathTo, withQuery } from '../support/api/endpoint-path.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const view = { release: await openedRelease(), baseUrl: `${service.server.publicUrl}/v1` };
const PATHS = Object.keys(ENDPOINT_AT) as Path[];

test('every endpoint is at its path', () => {
  assert.deepEqual(
    ENDPOINTS.map(({ path }) => path),
    PATHS,
  );
});

for (const path of PATHS) {
  const endpoint = ENDPOINT_AT[path];
  const url = withQuery(pathTo(endpoint), 'limit' in endpoint.query.properties ? 'limit=50' : '');
  const formats = 'table' in endpoint ? (['json', 'csv'] as const) : (['json'] as const);
  for (const format of formats)
    test(`${url} as ${format} has the same body with and without HTTP`, async () => {
      const response = await service.get(withQuery(url, format === 'json' ? '' : `format=${format}`), token);
      assert.equal(askUrl(view, url).text(format), await response.text());
    });

  test(`${path} answers with values that are what its response has, neither more nor less`, async () => {
    const { body } = askUrl(view, url);
    assert.deepEqual(body, await (await service.get(url, token)).json());
  });

  for (const { name, parameters = {}, query = {} } of endpoint.examples)
    test(`the example ${name} of ${path} answers with values as its schema says`, () => {
      const [place] = Object.values(parameters as Record<string, string>);
      const asked = ask(view, path, {
        ...(place === undefined ? {} : { place }),
        query: query as Record<string, string | number>,
      });
      assert.deepEqual(asked.body, JSON.parse(asked.text('json')));
    });
}

test('a list that is too long to build at once is whole', async () => {
  const { body, total } = ask(view, '/cities');
  assert.ok(!(body instanceof LongList));
  assert.equal(body.length, total);
  assert.equal(total, view.release.cities.length);
});

for (const url of [
  '/cities/no-such-city',
  '/cities?limit=0',
  '/cities?nothing=1',
  '/cities/lisbon?fields=nothing',
])
  test(`${url} is refused with the same problem with and without HTTP`, async () => {
    const response = await service.get(url, token);
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    assert.throws(
      () => askUrl(view, url),
      (problem) => problem instanceof Problem && problem.code === code && problem.detail === detail,
    );
  });

test('an alias leads to the canonical path', () => {
  const { contentLocation } = ask(view, '/cities/{city_id}', { place: 'Lisbon, Portugal' });
  assert.equal(contentLocation, '/cities/lisbon');
});

test('without the permission, nobody learns whether a place exists', () => {
  const permissions = new Set(['release:read']);
  for (const place of ['lisbon', 'no-such-city'])
    assert.throws(
      () => ask(view, '/cities/{city_id}', { place, permissions }),
      (problem) => problem instanceof Problem && problem.code === 'insufficient_scope',
    );
});
