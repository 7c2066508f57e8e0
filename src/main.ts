import { unlessReadEnough } from './commands/ask/output.ts';
import { endOf } from './commands/end.ts';
import { createProgram } from './commands/program.ts';

for (const stream of [process.stdout, process.stderr]) stream.on('error', unlessReadEnough);
try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = endOf(error);
}
