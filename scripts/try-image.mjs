/*
 * `npm run image:try`: builds the image of deploy/Dockerfile and runs it as a careful operator would: read-only, without
 * capabilities, with 1.5 GB of memory. It fails if the image does not build, start, respond, stop cleanly or start again.
 *
 *   npm run image:try                          with podman or docker, whichever is installed
 *   npm run image:try -- --debian              without a registry of images: on bases made of Debian's packages, and of the Node.js
 *                                              and npm of this machine (needs root and debootstrap)
 *   ENGINE='podman --runtime runc' BUILDAH_ISOLATION=chroot npm run image:try     where containers cannot be nested otherwise
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atProgramEnd, beginProgram, endBegun } from './program.mjs';
import { fail, root } from './runtime.mjs';

beginProgram(import.meta.url, { takesArguments: true });
const DOCKERFILE = 'deploy/Dockerfile';
const IMAGE = 'location-data:tried';
const NAME = `location-data-tried-${process.pid}`;
const HOME = '/var/lib/location-data';
/** The limits of a careful operator; LDS_MAX_CONNECTIONS needs this many open files. */
const BOUNDS =
  '--read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges --memory 1536m --ulimit nofile=10240:10240 --ulimit nproc=4096:4096';
/** Building a release takes 20 s on a quiet machine. */
const START_SECONDS = 600;

const engine = (process.env.ENGINE ?? ['podman', 'docker'].find(isInstalled))?.split(' ');
if (engine === undefined) fail('There is no podman or docker: sudo apt-get install podman');
/** Podman's own image format has no health checks. */
const FORMAT = engine[0] === 'podman' ? ['--format', 'docker'] : [];

atProgramEnd(() => {
  for (const args of [
    ['logs', NAME],
    ['rm', '--force', NAME],
    ['volume', 'rm', '--force', NAME],
  ])
    spawnSync(engine[0], [...engine.slice(1), ...args], {
      stdio: ['ignore', args[0] === 'logs' ? 2 : 'ignore', 2],
    });
});
try {
  if (process.argv.includes('--debian')) makeBases();
  await timed('built', () => show('build', ...FORMAT, '--file', DOCKERFILE, '--tag', IMAGE, '.'));
  const bytes = Number(ask('image', 'inspect', '--format', '{{.Size}}', IMAGE));
  process.stdout.write(`${Math.round(bytes / 1e6)} MB\n`);
  assert.match(
    ask('image', 'inspect', '--format', '{{.Config.User}}', IMAGE),
    /^[1-9]\d*:/,
    'root, or a name',
  );

  const volume = ['--volume', `${NAME}:${HOME}`];
  show(
    'run',
    '--detach',
    '--name',
    NAME,
    '--publish',
    '127.0.0.1::3000',
    ...volume,
    ...BOUNDS.split(' '),
    IMAGE,
  );
  await timed('answers', () => untilOk('/healthz'));
  await timed('has its release', () => untilOk('/readyz'));
  const key = ask('exec', NAME, 'cat', `${HOME}/first-key`);
  await assertServes(key);
  const healthcheck = JSON.parse(ask('inspect', '--format', '{{json .Config.Healthcheck.Test}}', NAME));
  ask('exec', NAME, ...healthcheck.slice(1));
  assert.match(ask('exec', NAME, 'node', 'src/main.ts', 'keys', 'create', '--label', 'tried'), /^lds_live_/);

  await timed('stopped', () => show('stop', '--time', '30', NAME));
  assert.equal(ask('inspect', '--format', '{{.State.ExitCode}}', NAME), '0', 'it was killed');
  show('start', NAME);
  await timed('answers again', () => untilOk('/readyz'));
  await assertServes(key);
} finally {
  await endBegun();
}

/** Requests the API with the first start's key, a page, a guide, because documents are separate files, and the web app. */
async function assertServes(key) {
  const headers = { Authorization: `Bearer ${key}` };
  for (const path of ['/v1/cities/lisbon', '/', '/guides/quickstart', '/keys']) {
    const { status } = await fetch(`http://${address()}${path}`, { headers });
    assert.equal(status, 200, path);
  }
}

async function untilOk(path) {
  for (let second = 0; second < START_SECONDS; second++) {
    assert.equal(ask('inspect', '--format', '{{.State.Running}}', NAME), 'true', 'it has ended');
    const response = await fetch(`http://${address()}${path}`).catch(() => undefined);
    if (response?.ok) return;
    await delay(1000);
  }
  assert.fail(`${path} is not 200 after ${START_SECONDS} s`);
}

/** The engine gives a container a new port at each start. */
function address() {
  return ask('port', NAME, '3000').split('\n')[0];
}

/** The base images of the Dockerfile, under the names that it uses. */
function makeBases() {
  const [withNode, plain] = [...readFileSync(join(root, DOCKERFILE), 'utf8').matchAll(/^FROM (\S+)/gm)].map(
    ([, name]) => name,
  );
  const suite = /:(\w+)-slim$/.exec(plain)?.[1];
  const directory = mkdtempSync(join(tmpdir(), 'lds-base-'));
  const importAs = (name) =>
    execFileSync(
      'sh',
      [
        '-c',
        `tar -C "$1" --one-file-system --exclude="*.deb" -c . | ${engine.join(' ')} import - "docker.io/library/$2"`,
        'sh',
        directory,
        name,
      ],
      { stdio: 'inherit' },
    );
  try {
    execFileSync('debootstrap', ['--variant=minbase', suite, directory], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    importAs(plain);
    // npm downloads packages as on this machine, even through a proxy with its own certificate.
    const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
    for (const [from, to] of [
      [process.execPath, 'usr/bin/node'],
      [npm, 'usr/lib/node_modules/npm'],
      ['/etc/ssl/certs/ca-certificates.crt', 'etc/ssl/certs/ca-certificates.crt'],
      ['/usr/etc/npmrc', 'usr/etc/npmrc'],
    ]) {
      mkdirSync(dirname(join(directory, to)), { recursive: true });
      cpSync(from, join(directory, to), { recursive: true });
    }
    execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(directory, 'usr/bin/npm')]);
    importAs(withNode);
  } finally {
    execFileSync('rm', ['-rf', '--one-file-system', directory]);
  }
}

async function timed(what, work) {
  const began = performance.now();
  await work();
  process.stdout.write(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

function ask(...args) {
  return execFileSync(engine[0], [...engine.slice(1), ...args], { cwd: root, encoding: 'utf8' }).trim();
}

function show(...args) {
  execFileSync(engine[0], [...engine.slice(1), ...args], { cwd: root, stdio: ['ignore', 2, 'inherit'] });
}

function isInstalled(name) {
  return spawnSync(name, ['--version']).status === 0;
}
