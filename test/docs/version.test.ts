import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createProgram } from '../../src/commands/program.ts';
import { ROOT } from '../support/directories.ts';
import { exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const { version } = json('package.json') as { version: string };

test('the newest version in CHANGELOG.md is that of package.json, and has a date', () => {
  const [, newest = ''] = read('CHANGELOG.md').split(/^## /m);
  assert.match(newest, new RegExp(`^${RegExp.escape(version)} - \\d{4}-\\d{2}-\\d{2}\n`));
});

test('lockfile, clients, command line and OpenAPI document have the version of package.json', async () => {
  const lock = json('package-lock.json') as { version: string; packages: { '': { version: string } } };
  assert.deepEqual([lock.version, lock.packages[''].version], [version, version]);
  assert.equal((json('client/package.json') as { version: string }).version, version);
  assert.match(read('client/r/DESCRIPTION'), new RegExp(`^Version: ${RegExp.escape(version)}$`, 'm'));
  assert.equal(createProgram().version(), version);
  const service = await generousService();
  const { text } = await exchange(service.server.address, '/v1/openapi.json');
  assert.equal((JSON.parse(text) as { info: { version: string } }).info.version, version);
});

test('pages name the file of the client package with its version', () => {
  const pages = ['client/README.md', ...globSync('docs/*.md', { cwd: ROOT })];
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/location-data-client-(.+?)\.tgz/g)].map(([, ofFile]) => ({ page, ofFile })),
  );
  assert.ok(named.length > 0);
  for (const { page, ofFile } of named) assert.equal(ofFile, version, page);
});

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function json(file: string): unknown {
  return JSON.parse(read(file));
}
