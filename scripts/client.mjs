// `npm run client`: builds the client package into client/dist. `npm pack` in client/ does so too.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, pinnedNode, root, run } from './runtime.mjs';

const dist = join(root, 'client/dist');
try {
  await install({ development: true });
  rmSync(dist, { recursive: true, force: true });
  await run(pinnedNode(), ['node_modules/typescript/bin/tsc', '--project', 'client']);
  copyFileSync(join(root, 'LICENSE'), join(root, 'client/LICENSE'));
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
