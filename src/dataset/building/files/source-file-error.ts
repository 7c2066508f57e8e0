import { OperatorError } from '../../../process/operator-error.ts';

/**
 * A published file, or a table of `data/`, is not as its reader expects. Has the position of the error,
 * so that a person who updates the data can open the file there.
 */
export class SourceFileError extends OperatorError {
  override name = 'SourceFileError';
  readonly file: string;
  /** 1-based; 0 for the file as a whole. */
  readonly line: number;
  /** The column's name or 1-based number, or the position in a text or JSON document; '' for the whole line. */
  readonly column: string;
  readonly fault: string;

  constructor(file: string, line: number, column: string, fault: string) {
    const place = [line > 0 ? `line ${line}` : '', column === '' ? '' : `column ${column}`].filter(Boolean);
    super(`${[file, ...place].join(', ')}: ${fault}`);
    this.file = file;
    this.line = line;
    this.column = column;
    this.fault = fault;
  }
}
