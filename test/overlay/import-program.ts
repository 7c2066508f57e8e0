// The command as a process of its own: `node import-program.ts DATA HOME import …`.
import { Command } from 'commander';
import { registerImportCommand } from '../../src/commands/data-import.ts';

const [dataDirectory = '', home = '', ...args] = process.argv.slice(2);
const program = new Command('data');
registerImportCommand(program, dataDirectory, () => home);
try {
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  process.stderr.write(`${(error as Error).name}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
