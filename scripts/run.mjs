// `npm start` and `npm run lds`: install if needed, then run src/main.ts on the pinned Node.js.
import { asksForHelp } from './program.mjs';
import { buildClient, buildWebApp, install, pinnedNode, run, SERVER_FLAGS } from './runtime.mjs';

const args = process.argv.slice(2);
try {
  const help = asksForHelp(args);
  await install({ development: !help && args[0] === 'data' && ['read', 'refresh'].includes(args[1]) });
  if (args[0] === 'serve' && !help) await Promise.all([buildWebApp(), buildClient()]);
  await run(pinnedNode(), [...(args[0] === 'serve' ? SERVER_FLAGS : []), 'src/main.ts', ...args]);
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
