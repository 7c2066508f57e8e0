import { OperatorError } from '../../../process/operator-error.ts';
import { SourceFileError } from '../files/source-file-error.ts';

/** One error to fix in an operator's file. */
export type Fault = Pick<SourceFileError, 'file' | 'line' | 'column' | 'fault'>;

/** A file with the wrong separator has an error in every line: this many are enough to see that. */
const SHOWN = 50;

/** All errors at once, by line, so that a file can be fixed in one pass. */
export function toOperatorError(faults: readonly Fault[]): OperatorError {
  const lines = faults
    .toSorted((left, right) => left.line - right.line)
    .slice(0, SHOWN)
    .map(({ file, line, column, fault }) => new SourceFileError(file, line, column, fault).message);
  const rest = faults.length - lines.length;
  if (rest > 0) lines.push(`… and ${rest} more`);
  return new OperatorError(`Nothing was imported.\n${lines.join('\n')}`);
}
