// Plain JavaScript without packages, for any Node.js from 20 on: it installs the rest.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const installedList = join(modules, '.package-lock.json');
const unfinished = join(modules, '.unfinished');

/** Node.js caches compiled code here for every process that is started from here: this saves two fifths of a start. */
process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache/node-compile');

/**
 * A small young generation keeps the process at some 310 MB after 24,000 different responses (lab/bench/startup.ts). A smaller one
 * slows every response, as does `--optimize-for-size`, which would save 80 MB (docs/performance.md).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16'];
/** How often a child of npm checks whether npm is still running. */
const PARENT_CHECK_MILLISECONDS = 100;

/**
 * Installs the packages of the lockfile, unless they are already installed. A server that runs from here loads packages until it
 * ends: beside one, this adds what is missing and replaces nothing. Only a first installation empties the folder (`npm ci`).
 *
 * @param {{ development: boolean }} options `development`: with the packages that only development, `data read` and
 *   `data refresh` need
 */
export async function install({ development }) {
  const { missing, changed, hasDevelopment } = differences({ development });
  if (missing.length + changed.length === 0) return;
  // npm would change the linked folder, which another working tree uses.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    fail('node_modules is a link, and its packages are not those of package-lock.json: remove the link.');
  const first = !existsSync(installedList) || existsSync(unfinished);
  const [server] = first || changed.length > 0 ? serversFromHere() : [];
  if (server !== undefined)
    fail(
      `A server runs from here (process ${server}), and packages that it uses would be replaced: stop it first.`,
    );
  const flags = ['--loglevel=error', '--no-audit', '--no-fund'];
  if (!development && (first || !hasDevelopment)) flags.push('--omit=dev');
  const command = first ? ['ci'] : ['install', '--no-save'];
  // npm takes half-written packages for whole ones.
  if (!first) writeFileSync(unfinished, '');
  await step('installing packages', () =>
    run('npm', [...command, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] }),
  ).catch((error) => {
    // When it fails, npm takes back what it did. When it is killed, it can't.
    if (!error.killed) rmSync(unfinished, { force: true });
    throw error;
  });
  rmSync(unfinished, { force: true });
}

/** The numbers of the processes that serve from this directory. */
function serversFromHere() {
  if (process.platform === 'linux')
    return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isServerFromHere(pid));
  const [command, ...args] =
    process.platform === 'win32'
      ? [
          'powershell',
          '-NoProfile',
          '-Command',
          'Get-CimInstance Win32_Process | % { "$($_.ProcessId) $($_.CommandLine)" }',
        ]
      : ['ps', '-A', '-o', 'pid=,args='];
  const { stdout } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return (stdout ?? '')
    .split('\n')
    .filter((line) => line.includes(modules) && line.includes(SERVE))
    .map((line) => line.trim().split(' ', 1)[0]);
}

const SERVE = 'src/main.ts serve';

/** From proc(5). @param {string} pid */
function isServerFromHere(pid) {
  try {
    return (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(SERVE) &&
      readlinkSync(`/proc/${pid}/cwd`) === realpathSync(root)
    );
  } catch {
    // It has ended, or is somebody else's.
    return false;
  }
}

/**
 * Whether every package of the lockfile is installed in its version; optional ones may be missing.
 *
 * @param {{ development: boolean }} options as for `install`
 */
export function isInstalled({ development }) {
  const { missing, changed } = differences({ development });
  return missing.length + changed.length === 0;
}

/** Names of packages. npm ends an installation by listing it, so a first one that was interrupted does not count. */
function differences({ development }) {
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const present = existsSync(installedList) ? JSON.parse(readFileSync(installedList, 'utf8')).packages : {};
  const all = Object.entries(wanted).filter(([path]) => path !== '');
  const needed = all.filter(([, { dev }]) => development || !dev);
  const names = (entries) => entries.map(([path]) => path.slice('node_modules/'.length));
  return {
    missing: names(needed.filter(([path, { optional }]) => present[path] === undefined && !optional)),
    changed: names(
      needed.filter(([path, { version }]) => present[path] && present[path].version !== version),
    ),
    hasDevelopment: all.some(([path, { dev }]) => dev && present[path] !== undefined),
  };
}

/** The pinned Node.js, which is one of the lockfile's packages. */
export function pinnedNode() {
  const node = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const { stdout, stderr = '' } = existsSync(node)
    ? spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
    : {};
  if (!stdout?.startsWith('v')) {
    if (stderr.includes('libatomic'))
      fail('The Node.js that comes with the project needs libatomic: sudo apt-get install libatomic1');
    fail(
      `No Node.js package for ${process.platform} ${process.arch} could be installed. Use Node.js 24 or newer: node src/main.ts serve`,
    );
  }
  return node;
}

/** Builds the web app into web/dist, unless web/dist was built from the same files. */
export async function buildWebApp() {
  // The web app also imports types of `src`, which leave no trace in the build.
  const sources = ['web', 'src/service/keys/key-care.ts', 'src/site/pages.ts', 'package-lock.json'];
  await unlessDone(
    'web/dist/.sources',
    () => hashOf(sources, 'web/dist'),
    () =>
      step('building the web app', () =>
        run(pinnedNode(), ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'], {
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      ),
  );
}

/** Builds and packs the client for JavaScript, unless that was done from the same files. @returns the file's name, in client/ */
export async function buildClient() {
  const { version } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'));
  const name = `location-data-client-${version}.tgz`;
  const own = ['src', 'package.json', 'README.md', 'vite.config.ts'].map((path) => `client/${path}`);
  // It has the engine in it.
  const sources = [...own, 'src', 'scripts/pack-client.ts', 'package-lock.json', 'LICENSE'];
  await unlessDone(
    'client/dist/.sources',
    () => (existsSync(join(root, 'client', name)) ? hashOf(sources) : ''),
    () =>
      step('building the client package', () =>
        run(pinnedNode(), ['scripts/pack-client.ts'], { stdio: ['ignore', 'ignore', 'inherit'] }),
      ),
  );
  return name;
}

/**
 * Does work, unless it was done to its end in the same state.
 *
 * @param {string} stamp the file that remembers the state after the work
 * @param {() => string} state a text that differs if the work has to be done again
 */
export async function unlessDone(stamp, state, work) {
  const path = join(root, stamp);
  if (existsSync(path) && readFileSync(path, 'utf8') === state()) return;
  await work();
  writeFileSync(path, state());
}

/**
 * A hash of files with their paths.
 *
 * @param {string[]} paths of files, and of folders with all files below them
 * @param {string} [except] a folder that does not count
 */
export function hashOf(paths, except) {
  const files = paths.flatMap((path) => {
    if (!statSync(join(root, path)).isDirectory()) return [join(root, path)];
    return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => except === undefined || !file.startsWith(join(root, except)))
      .toSorted();
  });
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Runs a command to its end; resolves if it succeeds, otherwise rejects with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      ...options,
    });
    const signals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);
    const pass = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    for (const signal of signals) process.on(signal, pass);
    const watch = watchForLostParent(() => child.kill('SIGTERM'));
    child.on('error', (error) => reject(Object.assign(error, { exitCode: 1 })));
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      for (const name of signals) process.off(name, pass);
      if (code === 0) resolve();
      else
        reject(
          Object.assign(new Error(`${command} ended with ${signal ?? code}`), {
            exitCode: code ?? 1,
            killed: signal !== null,
          }),
        );
    });
  });
}

/**
 * npm passes a signal on to the shell between itself and us, and many shells then end without passing it on. We can only
 * notice that our parent is gone.
 */
function watchForLostParent(lost) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    lost();
  }, PARENT_CHECK_MILLISECONDS);
  return watch;
}

/** Reports a step and, if it took longer than a second, its duration. */
export async function step(what, work) {
  const startedAt = Date.now();
  const announce = setTimeout(() => process.stderr.write(`${what} …\n`), 1000);
  try {
    await work();
  } finally {
    clearTimeout(announce);
  }
  const seconds = (Date.now() - startedAt) / 1000;
  if (seconds > 1) process.stderr.write(`${what}: ${seconds.toFixed(1)} s\n`);
}

export function fail(message) {
  process.stderr.write(`lds: ${message}\n`);
  process.exit(1);
}
