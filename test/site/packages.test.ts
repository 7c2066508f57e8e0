import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../support/directories.ts';
import { exchange } from '../support/http/exchange.ts';
import { startSmallService } from '../support/small-service.ts';

const execute = promisify(execFile);
/** As pip 23 asks. */
const OF_PIP =
  'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html; q=0.1, text/html; q=0.01';
let address = '';

before(async () => {
  await execute(process.execPath, [join(ROOT, 'scripts/client.mjs')]);
  address = (await startSmallService()).server.address;
});

test('every package on the page has the hash of the bytes that are served, which may be cached', async () => {
  const { text } = await exchange(address, '/packages');
  const names = [...text.matchAll(/href="[^"]*?packages\/([^"/]+)"/g)].map(([, name = '']) => name);
  assert.deepEqual(
    names.map((name) => name.replace(/\d+\.\d+\.\d+/, 'V')),
    [
      'location_data-V-py3-none-any.whl',
      'location_data-V.tar.gz',
      'location-data-client-V.tgz',
      'locationdata_V.tar.gz',
    ],
  );
  for (const name of names) {
    const response = await fetch(`${address}/packages/${name}`);
    assert.equal(response.headers.get('content-encoding'), null);
    assert.match(String(response.headers.get('cache-control')), /public, max-age/);
    assert.ok(text.includes(await hashOf(response)), name);
    const etag = String(response.headers.get('etag'));
    const again = await fetch(`${address}/packages/${name}`, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
  }
});

test('the index for pip is HTML, or JSON for a client that prefers it', async () => {
  for (const path of ['/packages/simple/', '/packages/simple/location-data/']) {
    const types = [];
    for (const accept of [OF_PIP, 'text/html', 'application/vnd.pypi.simple.v1+html', '*/*', 'image/png', ''])
      types.push((await exchange(address, path, { headers: { accept } })).headers['content-type']);
    const html = 'text/html; charset=utf-8';
    const [json, ofPip] = ['json', 'html'].map((type) => `application/vnd.pypi.simple.v1+${type}`);
    assert.deepEqual(types, [json, html, ofPip, html, html, html]);
  }
  const asked = await exchange(address, '/packages/simple/location-data/', { headers: { accept: OF_PIP } });
  assert.match(String(asked.headers.vary), /Accept\b/);
  const { meta, name, files } = JSON.parse(asked.text);
  assert.deepEqual([meta, name, files.length], [{ 'api-version': '1.0' }, 'location-data', 2]);
  const page = await exchange(address, '/packages/simple/location-data/');
  for (const { filename, url, hashes } of files) {
    const response = await fetch(new URL(url, `${address}/packages/simple/location-data/`));
    assert.equal(await hashOf(response), hashes.sha256);
    assert.ok(page.text.includes(`href="../../${filename}#sha256=${hashes.sha256}"`));
  }
});

test('packages have the same bytes in another process, time zone and language', async () => {
  const source = `const { offeredPackages } = await import('${join(ROOT, 'src/site/packages/packages.ts')}');
    console.log(JSON.stringify(Object.values(offeredPackages()).map(({ sha256 }) => sha256)));`;
  const env = { PATH: process.env.PATH, TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8' };
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', source], { env });
  const { text } = await exchange(address, '/packages');
  for (const hash of JSON.parse(stdout)) assert.ok(text.includes(hash), hash);
});

async function hashOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return createHash('sha256').update(bytes).digest('hex');
}
