import type { FastifyError } from 'fastify';
import { AccountsBusy } from '../accounts/bounded-queue.ts';
import { Problem } from '../http/problems.ts';
import { OperatorError } from '../process/operator-error.ts';
import { isUnreachable } from '../storage/unreachable.ts';

/** The problem to answer for anything thrown below a request to the dashboard. For unexpected errors it tells no internals. */
export function thrownProblem(error: Error | FastifyError): Problem {
  if (error instanceof Problem) return error;
  if ('validation' in error && error.validation !== undefined)
    return new Problem('invalid_request', `The request is not valid: ${error.message}.`);
  if (error instanceof AccountsBusy)
    return new Problem('unavailable', 'Too many people are signing up or in right now. Try again.', {
      retry_after: error.retryAfterSeconds,
    });
  // The database is out of reach or locked by another process, or the disk is full. The log says which; it may pass.
  if (error instanceof OperatorError || isUnreachable(error))
    return new Problem('unavailable', 'The service cannot do this right now. Try again in a moment.', {
      retry_after: 1,
    });
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 413) return new Problem('too_large', 'The request is too large.');
  if (status === 415) return new Problem('unsupported_media_type', 'Send JSON.');
  if (status < 500) return new Problem('invalid_request', 'The request is not valid.');
  if (status === 503)
    return new Problem('unavailable', 'The service is stopping or overloaded.', { retry_after: 1 });
  return new Problem('internal_error', 'Something went wrong on our side. It has been logged.');
}
