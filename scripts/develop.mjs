// Runs a development script (`npm run docs`, `npm run bench`) with all packages, on the pinned Node.js.
import { install, pinnedNode, run } from './runtime.mjs';

try {
  await install({ development: true });
  await run(pinnedNode(), process.argv.slice(2));
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
