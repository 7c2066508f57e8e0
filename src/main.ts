import { endOf } from './commands/end.ts';
import { createProgram } from './commands/program.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = endOf(error);
}
