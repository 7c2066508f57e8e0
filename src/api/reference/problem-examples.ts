import type { FastifyError } from 'fastify';
import { readCredentials } from '../../access/credentials.ts';
import { FailedAuthentication } from '../../access/failed-authentication.ts';
import { limitExceeded } from '../../access/front-door.ts';
import { checkPrecondition } from '../../http/conditional.ts';
import type { ProblemDocument } from '../../http/problem-document.ts';
import { type ApiProblemCode, PROBLEMS, Problem, problemDocument } from '../../http/problems.ts';
import { MAX_URL_LENGTH } from '../api.ts';
import type { Endpoint, View } from '../endpoint.ts';
import { type Download, mediaTypeOf, notAcceptable, rangeNotSatisfiable } from '../release/download.ts';
import { DownloadsInProgress, MOST_DOWNLOADS } from '../release/downloads-in-progress.ts';
import { toProblem } from '../thrown-problem.ts';

/**
 * The problem document that a client of the operation gets with this code, for the OpenAPI document and docs/errors.md.
 * Whatever can be provoked is provoked, from the served release, so that the example is a true answer.
 */
export function exampleProblem(
  code: ApiProblemCode,
  operation: Endpoint | Download,
  view: View,
  publicUrl: string,
): ProblemDocument {
  const request = REQUESTS[code] ?? {};
  const parameters = { ...operation.examples[0]?.parameters, ...request.parameters };
  const problem = thrown(() => {
    if (request.provoke !== undefined) request.provoke(operation);
    else if ('answer' in operation) operation.answer(view, parameters, request.query ?? {});
  });
  if (problem.code !== code)
    throw new Error(`the example of ${code} gave ${problem.code} at ${operation.operationId}`);
  const path =
    request.path ?? operation.path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
  return problemDocument(problem, publicUrl, `/v1${path}`, 'q7Zk2mXa-4f');
}

interface ExampleRequest {
  /** Where the operation's own path cannot give the problem. */
  path?: string;
  parameters?: Record<string, string>;
  query?: Record<string, unknown>;
  /** What throws the problem, where it is not the endpoint. */
  provoke?: (operation: Endpoint | Download) => unknown;
}

const REQUESTS: Record<ApiProblemCode, ExampleRequest> = {
  malformed_request: { provoke: () => framework({ statusCode: 400 }) },
  invalid_parameter: {
    provoke: () =>
      framework({
        validation: [
          {
            keyword: 'maximum',
            instancePath: '/limit',
            schemaPath: '',
            params: {},
            message: 'must be <= 1000',
          },
        ],
      }),
  },
  unknown_parameter: {
    provoke: () =>
      framework({
        validation: [
          {
            keyword: 'additionalProperties',
            instancePath: '',
            schemaPath: '',
            params: { additionalProperty: 'contry' },
          },
        ],
      }),
  },
  unknown_country: { query: { country: 'congo' } },
  unknown_city: { query: { cities: 'lisbon,springfield', reference: 'springfield' } },
  invalid_cursor: { query: { cursor: 'MjAwMC5jaGFuZ2VkNHlvdQ' } },
  conflicting_credentials: { provoke: () => readCredentials(['Bearer lds_live_…'], 'lds_live_…') },
  missing_credentials: { provoke: () => readCredentials([], undefined) },
  invalid_token: { provoke: () => raise('invalid_token', 'The key has been revoked.') },
  insufficient_scope: {
    provoke: ({ scope }) =>
      raise('insufficient_scope', `This key was issued without the permission ${scope}.`),
  },
  key_not_for_urls: {
    provoke: () => raise('key_not_for_urls', 'Send this key as "Authorization: Bearer <API_KEY>".'),
  },
  path_not_found: { path: '/towns', provoke: () => raise('path_not_found', 'The API has no such path.') },
  country_not_found: { parameters: { country_id: 'congo' } },
  city_not_found: { parameters: { city_id: 'springfield' } },
  method_not_allowed: {
    provoke: () => raise('method_not_allowed', 'The service is read-only: POST is not offered.'),
  },
  not_acceptable: {
    provoke: (operation) => {
      throw notAcceptable(mediaTypeOf(operation));
    },
  },
  request_timeout: { provoke: () => raise('request_timeout', 'The request was not complete in time.') },
  place_withdrawn: {
    parameters: { city_id: 'former-id', country_id: 'former-id' },
    provoke: ({ tag }) => {
      const [kind, successor] = tag === 'Countries' ? ['country', 'portugal'] : ['city', 'lisbon'];
      raise('place_withdrawn', `The ${kind} "former-id" was withdrawn. Use "${successor}" instead.`, {
        successor,
      });
    },
  },
  precondition_failed: { provoke: () => checkPrecondition({ 'if-match': '"other"' }, '"current"') },
  uri_too_long: {
    provoke: () =>
      raise('uri_too_long', `Path and query together have more than ${MAX_URL_LENGTH} characters.`),
  },
  range_not_satisfiable: {
    provoke: () => {
      throw rangeNotSatisfiable(101_609_472);
    },
  },
  rate_limit_exceeded: {
    provoke: () => {
      const burst = { name: 'burst', requests: 300, seconds: 10 };
      const daily = { name: 'daily', requests: 100_000, seconds: 86_400 };
      throw limitExceeded({
        exceeded: true,
        holder: 'account',
        windows: [
          { window: burst, startedAt: 0, remaining: 0, resetSeconds: 7 },
          { window: daily, startedAt: 0, remaining: 99_000, resetSeconds: 3600 },
        ],
      });
    },
  },
  too_many_downloads: {
    provoke: () => {
      const downloads = new DownloadsInProgress();
      for (let count = 0; count <= MOST_DOWNLOADS; count++) downloads.begin('account');
    },
  },
  too_many_failed_authentications: {
    provoke: () => {
      const counter = new FailedAuthentication({ perMinute: 1, clock: () => 18_000 });
      const rejected = new Problem('invalid_token', 'There is no such key.');
      counter.count('192.0.2.1', rejected);
      throw counter.count('192.0.2.1', rejected);
    },
  },
  headers_too_large: {
    provoke: () =>
      raise('headers_too_large', 'Request line and headers together have more than 16384 bytes.'),
  },
  not_implemented: { provoke: () => raise('not_implemented', 'The service knows no such method.') },
  internal_error: { provoke: () => framework({ statusCode: 500 }) },
  unavailable: { provoke: () => framework({ statusCode: 503 }) },
};

/** What the service makes of an error that Fastify reports. */
function framework(fields: Partial<FastifyError>): never {
  throw toProblem(Object.assign(new Error('example'), fields));
}

function raise(code: ApiProblemCode, detail: string, extras: Problem['extras'] = {}): never {
  throw new Problem(code, detail, extras);
}

function thrown(attempt: () => unknown): Problem {
  try {
    attempt();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('an example request was answered instead of refused');
}

/** An operation that can answer with the code: one that names it, else the one for a city. */
export function operationOf(
  code: ApiProblemCode,
  operations: readonly (Endpoint | Download)[],
): Endpoint | Download {
  const operation =
    operations.find(({ problems }) => problems.includes(code)) ??
    operations.find(({ operationId }) => operationId === 'getCity');
  if (operation === undefined) throw new Error(`no operation answers ${PROBLEMS[code].status}`);
  return operation;
}
