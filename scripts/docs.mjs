// `npm run docs`: writes the generated parts of README.md and docs/ anew, from the code and the data release.
import { install, pinnedNode, run } from './runtime.mjs';

try {
  await install({ development: true });
  await run(pinnedNode(), ['scripts/docs.ts']);
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
