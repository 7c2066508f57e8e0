#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { registerAskCommands } from '../../src/commands/ask/ask.ts';
import { endOf } from '../../src/commands/end.ts';
import { addExamples } from '../../src/commands/examples.ts';
import { registerMcpCommand } from '../../src/commands/mcp.ts';
import { registerSnapshotCommand } from '../../src/commands/snapshot.ts';

/** The package's `lds`: the commands that query a service or a downloaded release. Operators' commands are in the service. */
const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

const program = new Command('lds')
  .description('Places, cost of living and quality of life, with the source of every figure.')
  .version(version, '-V, --version', 'print the version of the program')
  .showHelpAfterError()
  .exitOverride();
registerAskCommands(program, {
  snapshot: async (file) => {
    const { snapshotRelease } = await import('../../src/commands/ask/snapshot-release.ts');
    return snapshotRelease(file);
  },
});
registerSnapshotCommand(program);
registerMcpCommand(program);
addExamples(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = endOf(error);
}
