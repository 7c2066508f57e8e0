import type { FastifyError, FastifyReply } from 'fastify';
import type { ProblemDocument } from '../engine/problem-document.ts';
import { Busy, isFault, Problem, problemDocument } from '../engine/problems.ts';
import { OperatorError } from '../process/operator-error.ts';
import { AccountsBusy } from '../service/accounts/bounded-queue.ts';
import { Exchange } from '../service/http/exchange.ts';
import { problemText } from '../service/http/http-problem.ts';
import { isUnreachable } from '../service/storage/unreachable.ts';

/** Answers with the problem for anything thrown. */
export function sendProblem(publicUrl: string, error: Error, reply: FastifyReply): FastifyReply {
  const problem = problemFor(error);
  if (isFault(problem)) Exchange.of(reply.request.raw).error = error;
  const { retry_after } = problem.extras;
  if (retry_after !== undefined) reply.header('Retry-After', retry_after);
  return sendDocument(documentFor(problem, publicUrl, reply), reply);
}

/** Answers with an error of better-auth, which has its own codes and statuses. */
export function sendRefusal(publicUrl: string, refusal: Refusal, reply: FastifyReply): FastifyReply {
  const document = documentFor(new Problem('invalid_request', refusal.detail), publicUrl, reply);
  return sendDocument({ ...document, title: 'The request was refused', ...refusal }, reply);
}

function documentFor(problem: Problem, publicUrl: string, { request }: FastifyReply): ProblemDocument {
  return problemDocument(problem, publicUrl, request.url, request.id);
}

export interface Refusal {
  status: number;
  code: string;
  detail: string;
}

function sendDocument(document: ProblemDocument, reply: FastifyReply): FastifyReply {
  Exchange.of(reply.request.raw).problem = document.code;
  return reply
    .code(document.status)
    .type('application/problem+json; charset=utf-8')
    .send(problemText(document));
}

/** The problem to report for an error. It reveals no internals of unexpected errors. */
function problemFor(error: Error | FastifyError): Problem {
  if (error instanceof Problem) return error;
  if ('validation' in error && error.validation !== undefined)
    return new Problem('invalid_request', `The request is not valid: ${error.message}.`);
  if (error instanceof AccountsBusy)
    return new Busy('Too many people are signing up or in right now. Try again.', error.retryAfterSeconds);
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
