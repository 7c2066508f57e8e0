// `npm test`: every check. `npm test -- PATH…`: only the tests in these files and folders, without type check and lint.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerHelp } from './program.mjs';
import {
  buildClient,
  buildWebApp,
  hashOf,
  install,
  pinnedNode,
  root,
  run,
  step,
  unlessDone,
} from './runtime.mjs';
import { provideTools } from './tools.mjs';

/** What a release is made from: facts, the rooms that the builder may import (docs/architecture.md), and packages. */
const RELEASE_SOURCES = [
  'data',
  'src/dataset/building',
  'src/process',
  'src/release',
  'src/commands/data.ts',
  'package-lock.json',
];

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
  const builds = async () => {
    await buildWebApp();
    await buildClient();
    await unlessDone('var/test/releases/.sources', stateOfRelease, () =>
      step('building the data release', () =>
        // With this young generation, a build takes a twentieth less of a processor.
        run(node, ['--max-semi-space-size=64', 'src/main.ts', 'data', 'publish', '--replace'], {
          env: { ...process.env, LDS_HOME: 'var/test' },
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      ),
    );
  };
  // In parallel, and both to their end, so that no process is left behind.
  for (const { reason } of await Promise.allSettled([checks(), builds()])) if (reason) throw reason;
  await run(node, ['scripts/test-runner.ts', ...paths]);
} catch (error) {
  process.exit(error.exitCode ?? 1);
}

/** What the release for the tests is made from, and its name, which changes if somebody publishes another one there. */
function stateOfRelease() {
  const current = join(root, 'var/test/releases/current');
  return `${hashOf(RELEASE_SOURCES)} ${existsSync(current) ? readFileSync(current, 'utf8') : ''}`;
}
