// `npm test`: every check. `npm test -- PATH…`: only the tests in these files and folders, without type check and lint.
import { answerHelp } from './program.mjs';
import { buildClient, buildWebApp, install, pinnedNode, run, step } from './runtime.mjs';
import { provideTools } from './tools.mjs';

answerHelp(import.meta.url);
const paths = process.argv.slice(2);
try {
  await install({ development: true });
  await provideTools();
  const node = pinnedNode();
  const tool = (path) => `node_modules/${path}`;
  const checks = async () => {
    if (paths.length > 0) return;
    await step('type check', async () => {
      // Code for browsers has other global names than code for Node.js. Several checkers would check many types once each.
      for (const project of ['.', 'web', 'client', 'test/browser'])
        await run(node, [tool('typescript/bin/tsc'), '--noEmit', '--checkers', '1', '--project', project]);
    });
    await step('lint and format', () =>
      run(node, [tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']),
    );
    // knip.json leaves out packages that are found by their path.
    await step('unused files, exports and packages', () => run(node, [tool('knip/bin/knip.js')]));
  };
  const tests = async () => {
    await buildWebApp();
    await buildClient();
    await run(node, ['scripts/test-runner.ts', ...paths]);
  };
  // In parallel, and both to their end, so that no process is left behind.
  for (const { reason } of await Promise.allSettled([checks(), tests()])) if (reason) throw reason;
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
