import { OperatorError } from '../../../process/operator-error.ts';

/** One error to fix in an operator's file. */
export interface Fault {
  file: string;
  /** 1-based; 0 for the file as a whole. */
  line: number;
  /** The column's name, or its 1-based position in the header; '' for the whole line. */
  column: string;
  fault: string;
}

/** A file with the wrong separator has an error in every line: this many are enough to see that. */
const SHOWN = 50;

/** All errors at once, by line, so that a file can be fixed in one pass. */
export function toOperatorError(faults: readonly Fault[]): OperatorError {
  const lines = faults
    .toSorted((left, right) => left.line - right.line)
    .slice(0, SHOWN)
    .map(({ file, line, column, fault }) => {
      const place = [file, line > 0 ? `line ${line}` : '', column === '' ? '' : `column ${column}`];
      return `${place.filter((part) => part !== '').join(', ')}: ${fault}`;
    });
  const rest = faults.length - lines.length;
  if (rest > 0) lines.push(`… and ${rest} more`);
  return new OperatorError(`Nothing was imported.\n${lines.join('\n')}`);
}
