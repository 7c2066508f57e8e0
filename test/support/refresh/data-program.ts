// Runs `lds data refresh` or `lds data import` on the test's data directory: `node data-program.ts DATA HOME refresh …`.
import { Command } from 'commander';
import { registerImportCommand } from '../../../src/commands/data-import.ts';
import { registerRefreshCommand } from '../../../src/commands/data-refresh.ts';

const [dataDirectory = '', home = '', ...args] = process.argv.slice(2);
const program = new Command('data');
registerImportCommand(program, dataDirectory, () => home);
registerRefreshCommand(program, dataDirectory, () => home);
try {
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  process.stderr.write(`${(error as Error).name}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
