// `npm run client [DIRECTORY]`: builds the client package and packs it, into client/ unless a directory is named. The build is
// not a script of the package, because npm skips those if `ignore-scripts` is set, and would pack nothing.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answerHelp } from './program.mjs';
import { install, pinnedNode, root, run } from './runtime.mjs';

answerHelp(import.meta.url);

const client = join(root, 'client');
const dist = join(client, 'dist');
const drafts = join(root, 'var/client');
/** Relative imports in declarations, which the compiler does not rewrite. */
const IMPORTED = /(from '\.\/[\w-]+)\.ts'/g;

try {
  await install({ development: true });
  for (const directory of [dist, drafts]) rmSync(directory, { recursive: true, force: true });
  await tool('typescript/bin/tsc', '--project', 'client');
  await tool('typescript/bin/tsc', '--project', 'client/tsconfig.offline.json');
  for (const name of ['offline.js', 'offline.d.ts'])
    copyFileSync(join(drafts, 'client/src', name), join(dist, name));
  await tool('vite/bin/vite.js', 'build', 'client', '--logLevel', 'warn');
  for (const name of readdirSync(dist).filter((file) => file.endsWith('.d.ts'))) {
    const file = join(dist, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(IMPORTED, "$1.js'"));
  }
  copyFileSync(join(root, 'LICENSE'), join(client, 'LICENSE'));
  const destination = resolve(process.argv[2] ?? client);
  await run('npm', ['pack', '--loglevel=error', '--ignore-scripts', '--pack-destination', destination], {
    cwd: client,
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode ?? 1);
}

/** Its output goes to stderr, because the script prints only the name of the packed file. */
function tool(path, ...args) {
  return run(pinnedNode(), [`node_modules/${path}`, ...args], { stdio: ['ignore', 2, 2] });
}
