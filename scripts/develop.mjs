// Runs a development script (`npm run docs`, `npm run bench`) with all packages, on the pinned Node.js.
import { answerHelp } from './program.mjs';
import { install, pinnedNode, run } from './runtime.mjs';

const [program = '', ...args] = process.argv.slice(2);
// Before packages are installed, which the program itself would need.
answerHelp(program, args);

try {
  await install({ development: true });
  await run(pinnedNode(), [program, ...args]);
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
