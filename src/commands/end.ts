import { CommanderError } from 'commander';
import { OperatorError } from '../process/operator-error.ts';
import { Refusal } from './ask/answers.ts';
import { printRefusal } from './ask/output.ts';

/** Problems of the API that mean wrong usage of the command. Others do not, such as an unknown or ambiguous place. */
const WRONG_USE: ReadonlySet<string> = new Set(['invalid_parameter', 'unknown_parameter']);

/**
 * Says why a command failed.
 *
 * @returns the status to exit with: 2 for wrong usage, 0 after help, 75 if the database is unreachable, otherwise 1
 */
export function endOf(error: unknown, stderr: NodeJS.WriteStream = process.stderr): number {
  if (!(error instanceof Error)) throw error;
  // Commander has already printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Refusal) {
    printRefusal(error, stderr);
    return WRONG_USE.has(error.code) ? 2 : 1;
  }
  if (error instanceof OperatorError) {
    stderr.write(`lds: ${error.message}\n`);
    return error.exitCode;
  }
  stderr.write(`lds: this is a bug in the program; please report it.\n${error.stack}\n`);
  return 1;
}
