/**
 * Something that the operator can fix: a setting, a port, a directory, a file. `main` prints it as one
 * line, without a stack trace, and exits with code 1. The message says what is wrong and what to do.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The command was used in a wrong way: it exits with status 2, other errors with 1. */
export class UsageError extends OperatorError {}
