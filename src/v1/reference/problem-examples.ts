import { type Endpoint, isEndpoint, type View } from '../../engine/endpoint.ts';
import * as field from '../../engine/field.ts';
import { formatsOf, MEDIA_TYPES } from '../../engine/formats/formats.ts';
import { pageParameters } from '../../engine/parameters/pagination.ts';
import { queryReader } from '../../engine/parameters/query.ts';
import { ownProblems } from '../../engine/places/place-resolution.ts';
import type { ProblemDocument } from '../../engine/problem-document.ts';
import {
  type ApiProblemCode,
  noSuchPath,
  PROBLEMS,
  Problem,
  problemDocument,
  releaseNotFound,
  starting,
} from '../../engine/problems.ts';
import type { Download } from '../../engine/release/download.ts';
import { addressNotAllowed, limitExceeded } from '../../service/access/access-control.ts';
import { readCredentials } from '../../service/access/credentials.ts';
import { FailedAuthentication } from '../../service/access/failed-authentication.ts';
import { checkPrecondition } from '../../service/http/conditional.ts';
import { ALLOW, methodNotAllowed } from '../../service/http/http-problem.ts';
import { Overloaded } from '../../service/http/overload.ts';
import { toProblem } from '../../service/http/responder.ts';
import { MAX_URL_LENGTH, Routes } from '../../service/http/routes.ts';
import { DownloadSlots, MOST_DOWNLOADS } from '../downloads.ts';
import { rangeNotSatisfiable } from '../file-part.ts';
import { notAcceptable } from '../negotiate-format.ts';

/**
 * The problem document that a client of the operation gets with this code, for the OpenAPI document and docs/errors.md. Whenever
 * possible it is provoked on the served release, so that the example is real.
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
    if (request.detail !== undefined) return new Problem(code, request.detail);
    if (request.provoke !== undefined) return request.provoke(operation);
    return isEndpoint(operation) && operation.resolve(view, parameters, request.query ?? {});
  });
  if (problem.code !== code)
    throw new Error(`the example of ${code} gave ${problem.code} at ${operation.operationId}`);
  const path =
    request.path ?? operation.path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
  return problemDocument(problem, publicUrl, `/v1${path}`, 'q7Zk2mXa-4f');
}

interface ExampleRequest {
  /** Another path, if the path of the operation cannot cause the problem. */
  path?: string;
  parameters?: Record<string, string>;
  query?: Record<string, unknown>;
  /** Of a problem that is made where no example can provoke it. */
  detail?: string;
  /** What throws or returns the problem, where it is not the endpoint. */
  provoke?: (operation: Endpoint | Download) => unknown;
}

const REQUESTS: Record<ApiProblemCode, ExampleRequest> = {
  malformed_request: { provoke: () => routes.find('/%') },
  invalid_parameter: { provoke: () => queryReader(pageLimit)({ limit: '5000' }) },
  unknown_parameter: { provoke: () => queryReader(pageLimit)({ limt: '5' }) },
  unknown_country: { query: { country: 'congo', countries: 'portugal,congo' } },
  unknown_city: { query: { cities: 'lisbon,springfield', reference: 'springfield' } },
  invalid_cursor: { query: { cursor: 'MjAwMC5jaGFuZ2VkNHlvdQ' } },
  conflicting_credentials: { provoke: () => readCredentials(['Bearer lds_live_…'], 'lds_live_…') },
  missing_credentials: { provoke: () => readCredentials([], undefined) },
  invalid_token: { detail: 'The key has been revoked.' },
  insufficient_scope: {
    provoke: ({ scope }) =>
      new Problem('insufficient_scope', `This key does not have the permission ${scope}.`),
  },
  key_not_for_urls: { detail: 'Send this key as "Authorization: Bearer <API_KEY>".' },
  address_not_allowed: { provoke: () => addressNotAllowed('203.0.113.7') },
  path_not_found: { path: '/towns', provoke: () => noSuchPath() },
  country_not_found: { parameters: { country_id: 'congo' } },
  release_not_found: { provoke: () => releaseNotFound('2026.1.1', ['2026.11.4', '2026.11.3']) },
  city_not_found: { parameters: { city_id: 'springfield' } },
  method_not_allowed: { provoke: () => methodNotAllowed('POST', ALLOW) },
  not_acceptable: { provoke: (operation) => notAcceptable(mediaTypesOf(operation)) },
  request_timeout: { detail: 'The request did not arrive in time.' },
  place_withdrawn: {
    parameters: { city_id: 'former-id', country_id: 'former-id' },
    provoke: ({ path }) => {
      const isOfCountry = path.includes('{country_id}');
      const [kind, successor] = isOfCountry ? ['country', 'portugal'] : ['city', 'lisbon'];
      const detail = `The ${kind} "former-id" was withdrawn. Use "${successor}" instead.`;
      return new Problem('place_withdrawn', detail, { successor });
    },
  },
  precondition_failed: { provoke: () => checkPrecondition({ 'if-match': '"other"' }, '"current"') },
  uri_too_long: { provoke: () => routes.find(`/${'a'.repeat(MAX_URL_LENGTH)}`) },
  range_not_satisfiable: { provoke: () => rangeNotSatisfiable(101_609_472) },
  rate_limit_exceeded: {
    provoke: () => {
      const burst = { name: 'burst', requests: 300, seconds: 10 };
      const daily = { name: 'daily', requests: 100_000, seconds: 86_400 };
      return limitExceeded({
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
      const slots = new DownloadSlots();
      for (let count = 0; count <= MOST_DOWNLOADS; count++) slots.take('account');
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
  headers_too_large: { detail: 'Request line and headers together have more than 16384 bytes.' },
  not_implemented: { detail: 'The service does not implement this method: send GET, in upper case.' },
  internal_error: { provoke: () => toProblem(new Error('example')) },
  starting: { provoke: () => starting() },
  unavailable: { provoke: () => new Overloaded() },
};

function mediaTypesOf(operation: Endpoint | Download): string[] {
  return isEndpoint(operation)
    ? formatsOf(operation).map((format) => MEDIA_TYPES[format])
    : [operation.mediaType];
}

const routes = new Routes<object>();
routes.add('/', {});
const pageLimit = field.only({ limit: pageParameters.limit });

function thrown(attempt: () => unknown): Problem {
  try {
    const returned = attempt();
    if (returned instanceof Problem) return returned;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('an example request succeeded and should have failed');
}

/** An operation that can respond with the code: one that declares it, otherwise the one for a city. */
export function operationOf(
  code: ApiProblemCode,
  operations: readonly (Endpoint | Download)[],
): Endpoint | Download {
  const operation =
    operations.find((operation) => ownProblems(operation).includes(code)) ??
    operations.find(({ operationId }) => operationId === 'getCity');
  if (operation === undefined) throw new Error(`no operation responds with ${PROBLEMS[code].status}`);
  return operation;
}
