import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { validate } from 'dockerfile-utils';
import { SERVER_FLAGS } from '../../scripts/runtime.mjs';
import { SETTINGS } from '../../src/service/config.ts';
import { ROOT } from '../support/directories.ts';

const DEPLOY = join(ROOT, 'deploy');
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

test('every setting named in deploy/ exists', () => {
  const known = new Set(Object.values(SETTINGS).map(({ name }) => name));
  for (const file of readdirSync(DEPLOY)) {
    const named = read(file).match(/\bLDS_[A-Z_]+/g) ?? [];
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
      file,
    );
  }
});

test('a linter finds no fault in the Dockerfile', () => {
  const faults = validate(read('Dockerfile'));
  assert.deepEqual(
    faults.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`),
    [],
  );
  assert.notDeepEqual(
    validate('FROM debian:bookworm-slim\nCOPY --form=build /a /b\n'),
    [],
    'the linter lints',
  );
});

test('the image is built from files that exist and are in its build context', () => {
  const given = read('Dockerfile.dockerignore').match(/(?<=^!).+/gm) ?? [];
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  assert.deepEqual(new Set(copied), new Set(given));
  for (const source of copied) assert.ok(existsSync(join(ROOT, source)), source);
});

test('the image and the unit start the server as `npm start` does', () => {
  assert.ok(read('Dockerfile').includes(SERVER_FLAGS.map((flag) => `"${flag}"`).join(', ')));
  assert.ok(read('location-data.service').includes(`${SERVER_FLAGS.join(' ')} src/main.ts serve`));
});

test('the unit has no limit of restarts after which a node stays down', () => {
  const [unitSection = ''] = read('location-data.service').split('[Service]');
  assert.match(unitSection, /^StartLimitIntervalSec=0$/m);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('the unit restricts the service as much as systemd allows', {
  skip: !hasSystemd && 'needs systemd-analyze',
}, () => {
  const unit = join(DEPLOY, 'location-data.service');
  // In tenths: 0 is the least exposed, 100 the most.
  const args = ['security', '--offline=true', '--threshold=15', '--no-pager', unit];
  const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});

test('the compose file names files and services that exist', () => {
  const compose = read('compose.yaml');
  for (const [, file = ''] of compose.matchAll(/(?:dockerfile: deploy\/|- \.\/)([\w.]+)/g))
    assert.ok(existsSync(join(DEPLOY, file)), file);
  for (const [, node = ''] of read('nginx.conf').matchAll(/server (node\d):/g))
    assert.match(compose, new RegExp(`^ {2}${node}:`, 'm'));
});
