// `npm run client`: builds the client package into client/dist. `npm pack` in client/ does so too.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, pinnedNode, root, run } from './runtime.mjs';

const dist = join(root, 'client/dist');
const drafts = join(root, 'var/client');
/** Relative imports in declarations, which the compiler leaves as they are. */
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
  copyFileSync(join(root, 'LICENSE'), join(root, 'client/LICENSE'));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode ?? 1);
}

/** Its output goes to stderr: what `npm pack` prints is the name of the file. */
function tool(path, ...args) {
  return run(pinnedNode(), [`node_modules/${path}`, ...args], { stdio: ['ignore', 2, 2] });
}
