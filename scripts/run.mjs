// `npm start` and `npm run lds`: install if needed, then run src/main.ts on the pinned Node.js.
import { install, pinnedNode, run } from './runtime.mjs';

const args = process.argv.slice(2);
try {
  await install({ development: args[0] === 'data' && args[1] === 'read' });
  await run(pinnedNode(), ['src/main.ts', ...args]);
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
