// Plain JavaScript for whatever Node is at hand (20 or newer), without packages: it brings the rest.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed');

/**
 * Installs what the lockfile says, unless that is there already.
 *
 * @param {{ development: boolean }} options with the packages that only tests and `data read` need
 */
export async function install({ development }) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const [installed, kind] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (installed === wanted && (kind === 'development' || !development)) return;
  const flags = ['ci', '--loglevel=error', '--no-audit', '--no-fund', ...(development ? [] : ['--omit=dev'])];
  await step('installing packages', () =>
    run('npm', flags, { stdio: ['ignore', process.stderr, process.stderr] }),
  );
  writeFileSync(stamp, `${wanted} ${development ? 'development' : 'production'}`);
}

/** The pinned Node.js that the lockfile brought. */
export function pinnedNode() {
  const node = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const { stdout } = existsSync(node)
    ? spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
    : {};
  if (!stdout?.startsWith('v')) {
    fail(
      `No Node.js package for ${process.platform} ${process.arch} could be installed. Use Node.js 24 or newer: node src/main.ts serve`,
    );
  }
  return node;
}

/** Runs a command to its end; resolves when it succeeds, rejects with its exit code otherwise. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      ...options,
    });
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', (error) => reject(Object.assign(error, { exitCode: 1 })));
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(Object.assign(new Error(`${command} ended with ${signal ?? code}`), { exitCode: code ?? 1 }));
    });
  });
}

/** Says what is being done and, when it took longer than a second, how long. */
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
