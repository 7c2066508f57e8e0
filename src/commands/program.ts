import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { misspelledSettings, readConfig } from '../service/config.ts';
import { VERSION } from '../service/version.ts';
import { registerAccountCommands } from './accounts.ts';
import { registerAskCommands } from './ask/ask.ts';
import { registerDataCommands } from './data.ts';
import { actionsOf, addExamples } from './examples.ts';
import { registerKeyCommands } from './keys.ts';
import { registerMcpCommand } from './mcp.ts';
import { registerReportCommands } from './reports.ts';
import { registerSnapshotCommand } from './snapshot.ts';
import { registerStorageCommands } from './storage.ts';

/** The data in the repository. */
const DATA_DIRECTORY = fileURLToPath(new URL('../../data', import.meta.url));

/** Commands that do something else if a setting is misspelled. `serve` logs it. */
const READS_SETTINGS: readonly string[] = ['keys', 'accounts', 'reports', 'data', 'storage'];

/** The command line `lds`. Parsing rejects with an error that `endOf` reports. */
export function createProgram(): Command {
  const program = new Command('lds')
    .description('Location Data Service: facts, cost of living and quality of life of cities and countries.')
    .version(VERSION, '-V, --version', 'print the version of the program')
    .showHelpAfterError()
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();

  program
    .command('serve')
    .description(
      'serve the API and the website, with settings from the environment, such as PORT=8080; builds the bundled data release if it is new',
    )
    .action(async () => {
      // Loaded on demand: without it, the other commands start in a fraction of the time.
      const { serve } = await import('./serve.ts');
      await serve(readConfig(process.env), DATA_DIRECTORY);
    });
  registerAskCommands(program, {
    embedded: async () => (await import('./ask/releases.ts')).embeddedRelease(),
    snapshot: async (file) => (await import('./ask/snapshot-release.ts')).snapshotRelease(file),
  });
  registerSnapshotCommand(program);
  registerKeyCommands(program);
  registerAccountCommands(program);
  registerReportCommands(program);
  registerDataCommands(program, DATA_DIRECTORY);
  registerStorageCommands(program);
  registerMcpCommand(program, async () => (await import('./mcp-here.ts')).serveMcpHere());
  addExamples(program);
  // The help of a group is short, and lists what can be meant.
  for (const command of actionsOf(program))
    command.showHelpAfterError('Add --help for options and examples.');
  for (const command of program.commands.filter((each) => READS_SETTINGS.includes(each.name())))
    command.hook('preAction', () => {
      for (const line of misspelledSettings(process.env)) process.stderr.write(`lds: warning: ${line}\n`);
    });
  return program;
}
