// The command as a process of its own, on the data directory that the test names: `node refresh-program.ts DATA HOME refresh …`.
import { Command } from 'commander';
import { registerRefreshCommand } from '../../src/commands/data-refresh.ts';

const [dataDirectory = '', home = '', ...args] = process.argv.slice(2);
const program = new Command('data');
registerRefreshCommand(program, dataDirectory, () => home);
try {
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  process.stderr.write(`${(error as Error).name}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
