import type { FastifyError } from 'fastify';
import { AccountsBusy } from '../accounts/bounded-queue.ts';
import { Problem } from '../http/problems.ts';
import { OperatorError } from '../process/operator-error.ts';
import { isUnreachable } from '../storage/unreachable.ts';
import type { ProblemDocument } from './interface.ts';

/** Everything that the dashboard's interface refuses, by its stable code. */
const FAULTS = {
  invalid_request: [400, 'The request is not valid'],
  not_signed_in: [401, 'Nobody is signed in'],
  cross_site_request: [403, 'The request comes from another site'],
  not_found: [404, 'There is no such thing'],
  key_not_usable: [409, 'The key is in no state for that'],
  too_many_keys: [409, 'The account has as many keys as it may have'],
  precondition_failed: [412, 'The precondition does not hold'],
  too_large: [413, 'The request is too large'],
  unsupported_media_type: [415, 'The request is not JSON'],
  too_many_attempts: [429, 'Too many tries'],
  internal_error: [500, 'Something went wrong on our side'],
  unavailable: [503, 'The service is not available'],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type FaultCode = keyof typeof FAULTS;

/** Thrown below a request to the dashboard; answered as a problem document. `detail` is for the person at the screen. */
export class Fault extends Error {
  override name = 'Fault';
  readonly code: FaultCode;
  readonly detail: string;
  readonly retryAfter: number | undefined;

  constructor(code: FaultCode, detail: string, retryAfter?: number) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return FAULTS[this.code][0];
  }
}

/** The fault to answer for anything thrown. What is none of ours says nothing about our insides. */
export function toFault(error: Error | FastifyError): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof Problem && error.code === 'precondition_failed')
    return new Fault(error.code, error.detail);
  if ('validation' in error && error.validation !== undefined)
    return new Fault('invalid_request', `The request is not valid: ${error.message}.`);
  if (error instanceof AccountsBusy)
    return new Fault(
      'unavailable',
      'Too many people are signing up or in at this moment. Try again.',
      error.retryAfterSeconds,
    );
  // The database is out of reach or being written by another process, the disk is full: the log says what, and it may pass.
  if (error instanceof OperatorError || isUnreachable(error))
    return new Fault('unavailable', 'The service cannot do this just now. Try again in a moment.', 1);
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 413) return new Fault('too_large', 'The request is too large.');
  if (status === 415) return new Fault('unsupported_media_type', 'Send JSON.');
  if (status < 500) return new Fault('invalid_request', 'The request is not valid.');
  if (status === 503) return new Fault('unavailable', 'The service is stopping or overloaded.', 1);
  return new Fault('internal_error', 'Something went wrong on our side. It has been logged.');
}

export function problemDocument(
  { code, status, detail, retryAfter }: Fault,
  requestId: string,
): ProblemDocument {
  const [, title] = FAULTS[code];
  return {
    type: 'about:blank',
    code,
    title,
    status,
    detail,
    request_id: requestId,
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  };
}
