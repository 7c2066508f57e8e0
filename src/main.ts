import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { registerAccountCommands } from './commands/accounts.ts';
import { registerDataCommands } from './commands/data.ts';
import { registerKeyCommands } from './commands/keys.ts';
import { registerMcpCommand } from './commands/mcp.ts';
import { registerStorageCommands } from './commands/storage.ts';
import { readConfig } from './config.ts';
import { OperatorError } from './process/operator-error.ts';

/** The data that the repository carries. */
const DATA_DIRECTORY = fileURLToPath(new URL('../data', import.meta.url));

const program = new Command('lds')
  .description(
    'Location Data Service: what a place is, what it costs to live there, and how good life is there.',
  )
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: true });

program
  .command('serve')
  .description('serve the API; builds the bundled data release first when it is new')
  .action(async () => {
    // Only when it is wanted: without it the other commands start in a fraction of the time.
    const { serve } = await import('./commands/serve.ts');
    await serve(readConfig(process.env), DATA_DIRECTORY);
  });
registerKeyCommands(program);
registerAccountCommands(program);
registerDataCommands(program, DATA_DIRECTORY);
registerStorageCommands(program);
registerMcpCommand(program, DATA_DIRECTORY);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const forTheOperator = error instanceof OperatorError || error.name === 'SourceFileError';
  process.stderr.write(
    forTheOperator
      ? `lds: ${error.message}\n`
      : `lds: a fault in the program; please report it.\n${error.stack}\n`,
  );
  process.exitCode = 1;
}
