// `npm test`: every check there is. Arguments name test files; without them all run.
import { availableParallelism } from 'node:os';
import { buildWebApp, install, pinnedNode, run, step } from './runtime.mjs';
import { provideTools } from './tools.mjs';

const files = process.argv.slice(2);
try {
  await install({ development: true });
  await provideTools();
  const node = pinnedNode();
  const tool = (path) => `node_modules/${path}`;
  await step('type check', async () => {
    // What runs in a browser knows other names than what runs here.
    for (const project of ['.', 'web', 'test/browser'])
      await run(node, [tool('typescript/bin/tsc'), '--project', project]);
  });
  await step('lint and format', () =>
    run(node, [tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']),
  );
  await buildWebApp();
  await step('building the data release', () =>
    run(node, ['src/main.ts', 'data', 'publish', '--replace'], {
      env: { ...process.env, LDS_HOME: 'var/test' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const selection = files.length > 0 ? files : ['test/**/*.test.ts'];
  // One more than there are cores, because some of them wait most of their time.
  await run(node, ['--test', `--test-concurrency=${availableParallelism() + 1}`, ...selection]);
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
