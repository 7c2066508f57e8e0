/**
 * Something that the operator can fix: a setting, a port, a directory, a file. Programs print it as one line, without a stack
 * trace. The message says what is wrong and what to do.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';

  /** The status that the program ends with. */
  get exitCode(): number {
    return 1;
  }
}

/** The program was used in a wrong way. */
export class UsageError extends OperatorError {
  override get exitCode(): number {
    return 2;
  }
}
