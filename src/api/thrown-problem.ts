import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import { Problem } from '../http/problems.ts';

/** The problem to answer for anything thrown below a request. What is none of ours says nothing about our insides. */
export function toProblem(error: Error | FastifyError): Problem {
  if (error instanceof Problem) return error;
  if ('validation' in error && error.validation !== undefined) return validationProblem(error.validation);
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status === 414) return new Problem('uri_too_long', 'A segment of the path is too long.');
  if (status < 500) return new Problem('malformed_request', 'The request breaks HTTP or percent-encoding.');
  if (status === 503)
    return new Problem('unavailable', 'The service is stopping or overloaded.', { retry_after: 1 });
  return new Problem('internal_error', 'A fault on our side; it has been logged.');
}

/** The Problem for a query that its schema refuses: every parameter at fault, in words. */
function validationProblem(faults: readonly FastifySchemaValidationError[]): Problem {
  const errors = faults.map((fault) => ({ parameter: parameterOf(fault), message: messageOf(fault) }));
  const unknown = faults.every(({ keyword }) => keyword === 'additionalProperties');
  const names = [...new Set(errors.map(({ parameter }) => parameter))].join(', ');
  return unknown
    ? new Problem('unknown_parameter', `This endpoint has no query parameter ${names}.`, { errors })
    : new Problem('invalid_parameter', `Not valid: ${names}.`, { errors });
}

function parameterOf({ keyword, instancePath, params }: FastifySchemaValidationError): string {
  if (keyword === 'additionalProperties') return String(params.additionalProperty).slice(0, 100);
  if (keyword === 'required') return String(params.missingProperty);
  return instancePath.split('/')[1] ?? '';
}

/** In words for a person: the validator's own speak of patterns and characters. */
const MESSAGES: Record<string, (params: Record<string, unknown>) => string> = {
  additionalProperties: () => 'is not a parameter of this endpoint',
  required: () => 'is needed',
  type: ({ type }) => `must be one ${type}${type === 'string' ? '' : ' in decimal digits'}, given once`,
  pattern: () => 'does not have the form that the reference describes',
  minLength: () => 'is empty',
  maxLength: ({ limit }) => `has more than ${limit} characters`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
};

function messageOf({ keyword, params }: FastifySchemaValidationError): string {
  return MESSAGES[keyword]?.(params) ?? 'is not valid';
}
