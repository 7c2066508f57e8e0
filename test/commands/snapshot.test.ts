import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeSnapshot } from '../../src/commands/snapshot.ts';
import { atEnd, file } from '../support/lifetime.ts';
import { emptyHome } from '../support/processes/lds.ts';
import { startSmallService } from '../support/small-service.ts';

/** A service that sends its file as it is told to: cut off, damaged, or of another release. */
/** More than connections hold, so that a cut comes when some of it is written. */
let content = randomBytes(16_000_000);
let claimed = sha256Of(content);
let cutAfter: number[] = [];
let isEmpty = false;
const ranges: (string | undefined)[] = [];
const server = createServer(({ url, headers }, response) => {
  if (url === '/v1/release') {
    const downloads = [{ format: 'sqlite', bytes: content.length, sha256: claimed }];
    response
      .setHeader('X-Dataset-Release', '2099.1.1')
      .end(JSON.stringify({ version: '2099.1.1', downloads }));
  } else sendFile(response, headers.range);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
atEnd(() => void server.close(), file);
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function sendFile(response: ServerResponse, range: string | undefined): void {
  ranges.push(range);
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const body = content.subarray(isEmpty ? content.length : from);
  response.writeHead(range === undefined ? 200 : 206, {
    ETag: `"${claimed}"`,
    'Content-Length': body.length,
  });
  const cut = cutAfter.shift();
  if (cut === undefined) response.end(body);
  else response.write(body.subarray(0, cut), () => response.destroy());
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('a release is downloaded only once, because the file is then the newest', async (t) => {
  const { server: service, key } = await startSmallService();
  const { token } = await key();
  const output = join(emptyHome(t), 'data', 'release.sqlite');
  const snapshot = { url: service.address, output, apiKey: token };
  assert.match(await takeSnapshot(snapshot), /release \d+\.\d+\.\d+, \d+ bytes, SHA-256 [0-9a-f]{64}$/);
  assert.match(await takeSnapshot(snapshot), /is already up to date/);
  assert.deepEqual(readdirSync(join(output, '..')), ['release.sqlite']);
});

test('an interrupted download continues where it stopped', async (t) => {
  const output = join(emptyHome(t), 'release.sqlite');
  cutAfter = [12_000_000];
  ranges.length = 0;
  await takeSnapshot({ url, output, apiKey: 'key' });
  assert.equal(ranges[0], undefined);
  assert.match(ranges[1] ?? '', /^bytes=[1-9]\d*-$/);
  assert.equal(ranges.length, 2);
  assert.equal(sha256Of(readFileSync(output)), claimed);
});

test('after repeated interruptions, the command gives up, and its next run continues', async (t) => {
  const output = join(emptyHome(t), 'release.sqlite');
  cutAfter = [12_000_000, 0, 0, 0];
  await assert.rejects(takeSnapshot({ url, output, apiKey: 'key' }), /cut off at \d+ of 16000000 bytes/);
  ranges.length = 0;
  await takeSnapshot({ url, output, apiKey: 'key' });
  assert.match(ranges[0] ?? '', /^bytes=[1-9]\d*-$/);
});

test('a service that sends nothing is abandoned, and a directory is not accepted as a file', async (t) => {
  const directory = emptyHome(t);
  isEmpty = true;
  const snapshot = { url, output: join(directory, 'release.sqlite'), apiKey: 'key' };
  await assert.rejects(takeSnapshot(snapshot), /cut off at 0 of 16000000 bytes: no more data arrived/);
  isEmpty = false;
  await assert.rejects(takeSnapshot({ ...snapshot, output: directory }), /is a directory/);
});

test('a damaged download is refused, and the existing file stays', async (t) => {
  const output = join(emptyHome(t), 'release.sqlite');
  writeFileSync(output, 'the release before');
  const right = claimed;
  claimed = '0'.repeat(64);
  await assert.rejects(takeSnapshot({ url, output, apiKey: 'key' }), /damaged/);
  claimed = right;
  assert.equal(readFileSync(output, 'utf8'), 'the release before');
  assert.deepEqual(readdirSync(join(output, '..')), ['release.sqlite']);
});

test('a newer release replaces the previous one, whose partial downloads are removed', async (t) => {
  const output = join(emptyHome(t), 'release.sqlite');
  cutAfter = [12_000_000, 0, 0, 0];
  await assert.rejects(takeSnapshot({ url, output, apiKey: 'key' }));
  content = randomBytes(200_000);
  claimed = sha256Of(content);
  await takeSnapshot({ url, output, apiKey: 'key' });
  assert.equal(sha256Of(readFileSync(output)), claimed);
  assert.deepEqual(readdirSync(join(output, '..')), ['release.sqlite']);
});
