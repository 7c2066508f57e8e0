import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { toolPath } from '../../scripts/tools.mjs';
import { isWhole } from '../../src/release/manifest.ts';
import { ReleaseStore } from '../../src/release/store.ts';
import { KEY_CARE } from '../../src/service/keys/key-care.ts';
import { atEnd, file } from '../support/lifetime.ts';
import {
  completeHome,
  emptyHome,
  environment,
  get,
  lds,
  preparedHome,
  run,
  serve,
  until,
} from '../support/processes/lds.ts';
import { edition, smallRelease } from '../support/release/small-release.ts';

const home = await preparedHome(file);
const service = await serve(file, home, { LDS_LOG_LEVEL: 'trace', LDS_USAGE_FLUSH_SECONDS: '1' });

/** One after another, in one home. */
describe('the first start', () => {
  test('creates one key, keeps it out of the output, and prints lines for a terminal that work', async () => {
    const keyFile = join(home, 'first-key');
    assert.match(service.stdout(), new RegExp(`^ {2}${keyFile}$`, 'm'));
    assert.equal(statSync(keyFile).mode & 0o777, 0o600);
    assert.match(readFileSync(keyFile, 'utf8'), /^lds_live_\w{38}\n$/);
    assert.ok(service.stdout().includes(KEY_CARE));
    assert.doesNotMatch(service.stdout() + service.stderr(), /lds_live_/);

    // This small release lacks the cities of the reference; test/site asks a whole one for its pages.
    const [, reference = ''] = /API reference +(\S+)/.exec(service.stdout()) ?? [];
    assert.match(reference, /\/reference$/);
    assert.equal((await fetch(reference.replace('/reference', '/guides'))).status, 200);
    await assertCurlWorks(home, service.stdout());
    const listed = await lds(home, ['keys', 'list', '--json']);
    assert.equal(JSON.parse(listed.stdout).length, 1);
  });

  test('logs no key, wherever the client puts it', async () => {
    const { address, token } = service;
    const bearer = { Authorization: `Bearer ${token}` };
    const requests: [path: string, init: RequestInit][] = [
      ['/v1/cities/lisbon', { headers: bearer }],
      [`/v1/cities/lisbon?api_key=${token}`, {}],
      [`/v1/cities/lisbon?api_key=${token}`, { headers: bearer }],
      [`/v1/cities/${token}`, { headers: bearer }],
      [`/v1/cities?country=${token}`, { headers: bearer }],
      [`/v1/cities?${token}=1`, { headers: bearer }],
      [`/${token}?api_key=${token}`, {}],
      [`/v1/%zz?api_key=${token}`, {}],
      ['/v1/cities', { method: 'POST', headers: bearer, body: token }],
    ];
    for (const [path, init] of requests) await (await fetch(address + path, init)).text();
    await get(address, '/v1/countries', `${token}x`);
    const { code, stderr } = await service.end('SIGTERM');
    assert.equal(code, 0);
    assert.match(stderr, /listening/);
    assert.doesNotMatch(stderr, new RegExp(token.slice('lds_live_'.length)));
  });

  test('is followed by starts that neither show nor create a key', async () => {
    const later = await serve(file, home);
    assert.doesNotMatch(later.stdout(), /lds_live_|first-key/);
    assert.match(later.stdout(), /keys create --label/);
    const listed = await lds(home, ['keys', 'list', '--json']);
    assert.equal(JSON.parse(listed.stdout).length, 1);
  });
});

test('a first key that cannot be written is not created: the start says so, and the next one creates it', async (t) => {
  const home = await preparedHome(t);
  const file = join(home, 'first-key');
  // Stands for a full disk: both refuse the write.
  mkdirSync(file);
  const { code, stderr } = await lds(home, ['serve'], { PORT: '0' });
  assert.match(stderr, /^lds: The first API key cannot be written to \S+\/first-key [^\n]+start again\.\n$/m);
  assert.equal(code, 1);
  const listed = await lds(home, ['keys', 'list', '--json']);
  assert.deepEqual(JSON.parse(listed.stdout), []);

  rmdirSync(file);
  const { address, token } = await serve(t, home);
  assert.equal(readFileSync(file, 'utf8'), `${token}\n`);
  assert.equal((await get(address, '/v1/cities/lisbon', token)).status, 200);
});

/** Runs a program in a terminal of its own, and passes SIGTERM and SIGHUP on. */
const ON_A_TERMINAL = `
import os, pty, signal, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
for each in signal.SIGTERM, signal.SIGHUP: signal.signal(each, lambda number, _: os.kill(pid, number))
try:
    while data := os.read(terminal, 4096):
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
except OSError: pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))`;

test('on a terminal, the first start shows the key, what to do with it, and lines for a terminal that work', async (t) => {
  const home = await preparedHome(t);
  const terminal = serveOnTerminal(home);
  await until('it listens', () => / {2}curl .*\r?\n.*\r?\n/.test(terminal.stdout()));
  assert.equal(new Set(terminal.stdout().match(/lds_live_\w{38}/g)).size, 1);
  assert.ok(!existsSync(join(home, 'first-key')));
  assert.ok(terminal.stdout().includes(KEY_CARE));
  await assertCurlWorks(home, terminal.stdout());
  terminal.process.kill('SIGTERM');
  assert.equal((await terminal.ended).code, 0);
});

test('on a terminal, a first start shows the key before it builds, so that a kill does not lose it; SIGHUP does not end the build, and SIGTERM ends it cleanly', async (t) => {
  const terminal = serveOnTerminal(emptyHome(t));
  await until('it builds', () => terminal.stdout().includes('building the data release'));
  assert.match(terminal.stdout(), /lds_live_\w{38}[\s\S]*building the data release/);
  for (const signal of ['SIGHUP', 'SIGTERM'] as const) terminal.process.kill(signal);
  assert.equal((await terminal.ended).code, 0);
});

function serveOnTerminal(home: string) {
  const terminal = run(toolPath('python3'), ['-c', ON_A_TERMINAL, process.execPath, 'src/main.ts', 'serve'], {
    env: environment(home, { PORT: '0', LDS_LOG_LEVEL: 'silent' }),
  });
  atEnd(async () => {
    terminal.process.kill('SIGTERM');
    await terminal.ended;
  });
  return terminal;
}

/** The small release has no New York, with which costs are compared: the same lines ask for the city. */
async function assertCurlWorks(home: string, output: string): Promise<void> {
  const [lines = ''] = /export LDS_API_KEY=.*\r?\n.*curl .*\r?\n.*/.exec(output) ?? [];
  assert.doesNotMatch(lines, /curl .*lds_live_/);
  const shown = lines.replaceAll('\r', '').replace('curl ', 'curl --silent --show-error --fail ');
  const script = shown.replace(/data\/cost-of-living\/lisbon\?fields=[^"]+/, 'cities/lisbon?fields=id');
  assert.notEqual(script, shown);
  const pasted = run('bash', ['-c', script], { env: environment(home, {}) });
  const { code, stdout, stderr } = await pasted.ended;
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).id, 'lisbon');
}

test('if a release was published without downloads, the next start makes them while it serves', async (t) => {
  const home = await completeHome(t);
  const { store, name } = await publishWithoutDownloads(home);
  const { address, token } = await serve(t, home);
  await until(
    'they are served',
    async () => (await get(address, '/v1/release/parquet', token)).status === 200,
  );
  assert.ok(isWhole(store.manifest(name)));
});

let built: Awaited<ReturnType<typeof smallRelease>> | undefined;

async function publishWithoutDownloads(home: string) {
  built ??= await smallRelease({ 'release.json': edition('2099.1.1') }, new ReleaseStore(emptyHome(file)));
  const { name, directory } = built;
  const store = new ReleaseStore(home);
  cpSync(directory, join(store.directory, name), { recursive: true });
  assert.ok(!isWhole(store.manifest(name)));
  store.publish(name);
  return { store, name };
}

test('if there is no space for downloads, the release stays as it was, and a message says what to do', async (t) => {
  const home = emptyHome(t);
  const { store, name } = await publishWithoutDownloads(home);
  // A limit of the size of files stands for a full disk: both refuse a write.
  const limited = ['-c', 'ulimit -f 8; exec "$0" src/main.ts data downloads', process.execPath];
  const { code, stderr } = await run('bash', limited, {
    env: { ...environment(home, {}), NODE_COMPILE_CACHE: undefined },
  }).ended;
  assert.equal(code, 1);
  assert.match(stderr, /^lds: Cannot write a release to .*with space for two releases.*\n$/);
  assert.ok(!isWhole(store.manifest(name)));
  assert.deepEqual(readdirSync(store.directory).sort(), [name, 'current'].sort());
});
