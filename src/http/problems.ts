import Type, { type Static } from 'typebox';
import { CANDIDATES } from '../catalogue/release.ts';
import { fieldLine } from './response-head.ts';

interface ProblemKind {
  status: number;
  title: string;
  /** What brings it about: for docs/errors.md. */
  meaning: string;
  /** What the client can do. */
  remedy: string;
  /** RFC 6750 error code, where the answer carries a WWW-Authenticate challenge. */
  challenge?: string;
}

/** Every error of the API by its stable code. docs/errors.md explains the same ones; a test holds the two together. */
export const PROBLEMS = {
  malformed_request: {
    status: 400,
    title: 'The request is malformed',
    meaning:
      'The request line, the path, the query or a header breaks HTTP, percent-encoding or UTF-8, or `Host` is missing, doubled or no host.',
    remedy: 'Encode path and query, and send the request again.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter is not valid',
    meaning: 'A query parameter has a value outside its type or range, or is given more than once.',
    remedy:
      '`errors` names each parameter and what is wrong with it. Correct them; the limits stand in the API reference.',
  },
  unknown_parameter: {
    status: 400,
    title: 'A parameter is not known',
    meaning:
      'The endpoint has no query parameter of this name. A misspelt filter is refused, because it would otherwise return the whole world.',
    remedy: '`errors` names each. Correct the spelling or leave it out.',
  },
  unknown_country: {
    status: 400,
    title: 'The country in the filter is not known',
    meaning: 'The `country` parameter is no country id and no ISO 3166-1 code.',
    remedy: 'Take an id from `candidates`, or from `/countries`.',
  },
  unknown_city: {
    status: 400,
    title: 'A city in a parameter is not known',
    meaning:
      'The parameter `cities` or `reference` has a name that is no city id, that several cities share, or that was withdrawn. Nothing is guessed, and nothing is left out.',
    remedy:
      '`errors` has an entry for each, with `candidates`. Take an id from these, or search with `/cities?q=`.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid',
    meaning:
      'The cursor was changed, belongs to another filter, or comes from a data release that is no longer served.',
    remedy:
      'Start the walk again without `cursor`. Cursors are opaque: follow `Link` instead of building them.',
  },
  conflicting_credentials: {
    status: 400,
    title: 'More than one credential',
    meaning:
      'The request carries a bearer token and `api_key` together, or one of them twice. Which key counts would be a guess.',
    remedy: 'Send exactly one key, once.',
    challenge: 'invalid_request',
  },
  missing_credentials: {
    status: 401,
    title: 'An API key is needed',
    meaning: 'The request carries no API key. Everything under `/v1` needs one, `/v1/openapi.json` excepted.',
    remedy: 'Send `Authorization: Bearer <API_KEY>`; for tests only, `?api_key=<API_KEY>`.',
    challenge: '',
  },
  invalid_token: {
    status: 401,
    title: 'The API key is not valid',
    meaning: 'The key is incomplete or mistyped, unknown, expired or revoked; `detail` says which.',
    remedy: 'Check that the key was copied whole: `lds_live_` and 38 characters. Else ask for a new one.',
    challenge: 'invalid_token',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key lacks the permission',
    meaning: 'The key was issued without the permission that this endpoint needs; `detail` names it.',
    remedy: 'Use a key that has the permission.',
    challenge: 'insufficient_scope',
  },
  key_not_for_urls: {
    status: 403,
    title: 'The API key is not accepted in a URL',
    meaning: 'The key was issued for use in the header only, and came as `api_key` in the URL.',
    remedy: 'Send it as `Authorization: Bearer <API_KEY>`.',
    challenge: 'insufficient_scope',
  },
  path_not_found: {
    status: 404,
    title: 'No such path',
    meaning: 'The API has no endpoint at this path.',
    remedy: 'Compare the path with the API reference. Paths have no slash at their end.',
  },
  country_not_found: {
    status: 404,
    title: 'No such country',
    meaning: 'The path names no country id and no ISO 3166-1 code.',
    remedy: 'Take an id from `candidates`, or from `/countries`.',
  },
  city_not_found: {
    status: 404,
    title: 'No such city',
    meaning: 'The path names no city id, or a name that several cities share. Nothing is guessed.',
    remedy: 'Take an id from `candidates`, or search with `/cities?q=`.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed',
    meaning: 'The path does not offer the method. Everything under `/v1` is read-only.',
    remedy: 'Use one of the methods in `Allow`: GET or HEAD under `/v1`.',
  },
  not_acceptable: {
    status: 406,
    title: 'No acceptable representation',
    meaning:
      'The `Accept` header rules out the only representation there is: `application/json`, or of a download the media type of its file. Parameters such as `charset=utf-8` rule nothing out, and `application/problem+json` counts as JSON.',
    remedy: 'Leave `Accept` out, or let it include that media type; `detail` names it.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long',
    meaning: 'The request was not complete in time: 30 seconds, unless the operator has set otherwise.',
    remedy: 'Send the request again, on a new connection.',
  },
  place_withdrawn: {
    status: 410,
    title: 'The place has been withdrawn',
    meaning: 'The id was valid once. No id is ever given to another place.',
    remedy: 'Use `successor`, where there is one.',
  },
  precondition_failed: {
    status: 412,
    title: 'The precondition does not hold',
    meaning:
      '`If-Match` names another entity tag than that of this representation, in this content coding, or the release is newer than `If-Unmodified-Since`.',
    remedy: 'Ask without the condition, and keep the new `ETag`. To save work, use `If-None-Match`.',
  },
  uri_too_long: {
    status: 414,
    title: 'The URI is too long',
    meaning: 'Path and query together have more than 4,096 characters.',
    remedy: 'Shorten the query.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range is not satisfiable',
    meaning: 'The `Range` header asks for a part beyond the end of the file.',
    remedy: '`Content-Range` tells the size of the file. A download that is complete already needs no more.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The account has used up its burst window or its daily quota, or the key its share of one; `detail` says which.',
    remedy:
      'Wait `retry_after` seconds. Keep entity tags and send `If-None-Match`: unchanged responses (304) don’t count. All keys of an account share its limits, so another key does not help.',
  },
  too_many_downloads: {
    status: 429,
    title: 'Too many downloads at once',
    meaning: 'The account has as many downloads of the release in progress as it may have: 4 on each node.',
    remedy: 'Wait until one of them ends, then try again. Other requests are not affected.',
  },
  too_many_failed_authentications: {
    status: 429,
    title: 'Too many requests without a valid key',
    meaning: 'This address sent too many requests without a valid key. Valid keys keep working from it.',
    remedy: 'Correct the key, and wait `retry_after` seconds.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    meaning: 'Request line and headers together have more than 16 KiB.',
    remedy: 'Send fewer or shorter headers; cookies are not needed.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning: 'A fault in the service. It has been logged under `request_id`.',
    remedy: 'Try again later; if it stays, report it with the `request_id`.',
  },
  not_implemented: {
    status: 501,
    title: 'The service does not implement this',
    meaning:
      'No part of the service knows the method, or the body is in a transfer coding other than `chunked`. Methods are upper case: `GET`.',
    remedy: 'Use GET or HEAD, and send no body.',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available',
    meaning: 'The service is starting, stopping or overloaded.',
    remedy: 'Try again after `retry_after` seconds.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface ProblemExtras {
  errors?: { parameter: string; message: string; candidates?: Candidate[] }[];
  candidates?: Candidate[];
  successor?: string | null;
  retry_after?: number;
}

/** A place that may be meant. */
interface Candidate {
  id: string;
  name: string;
  path: string;
}

/** Thrown anywhere below a request; answered as an RFC 9457 problem document. `detail` is for the client: no secret, no internals. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: string;
  readonly extras: ProblemExtras;
  /** Further headers of the answer, as field lines: `Allow`, `Retry-After`. */
  readonly lines: string;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}, lines = '') {
    // It is an answer and no fault: to find out where it was made would take longer than all the rest of it.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`${code}: ${detail}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.detail = detail;
    this.extras = extras;
    const { retry_after } = extras;
    this.lines = retry_after === undefined ? lines : lines + fieldLine('Retry-After', retry_after);
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** For what a schema cannot say of a parameter. */
export function invalidParameter(parameter: string, message: string): Problem {
  return new Problem('invalid_parameter', `The parameter ${parameter} ${message}.`, {
    errors: [{ parameter, message }],
  });
}

const Candidates = Type.Array(
  Type.Object({
    id: Type.String({ description: 'Id of a place that may be meant.' }),
    name: Type.String({ description: 'Its name, with region and country for a city.' }),
    path: Type.String({ description: 'Its path below the base address.' }),
  }),
  {
    maxItems: CANDIDATES,
    description: 'Places that may be meant, the likeliest first. Empty when nothing resembles the name.',
  },
);

export const ProblemDocument = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'Page that explains this kind of problem.' }),
    title: Type.String({
      description: 'The kind of problem, in words; the same for every problem of this `code`.',
    }),
    status: Type.Integer({ description: 'HTTP status code.' }),
    detail: Type.String({ description: 'What is wrong with this request, and what to do.' }),
    instance: Type.String({ description: 'Path of the request, without its query.' }),
    code: Type.String({ description: 'Stable and machine-readable; see the error catalogue.' }),
    request_id: Type.String({
      description: 'As in `X-Request-Id`: quote it when you ask about this answer.',
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.String({ description: 'The parameter at fault.' }),
          message: Type.String({ description: 'What is wrong with it.' }),
          candidates: Type.Optional(Candidates),
        }),
        { description: 'One entry a parameter at fault, or a city in it.' },
      ),
    ),
    candidates: Type.Optional(Candidates),
    successor: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Id of the place that took over; null without one.',
      }),
    ),
    retry_after: Type.Optional(Type.Integer({ description: 'Seconds to wait, as in `Retry-After`.' })),
  },
  { $id: 'Problem', description: 'RFC 9457 problem details.' },
);
export type ProblemDocument = Static<typeof ProblemDocument>;

export function problemDocument(
  problem: Problem,
  publicUrl: string,
  path: string,
  requestId: string,
): ProblemDocument {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: `${publicUrl}/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.detail,
    instance: path,
    code: problem.code,
    request_id: requestId,
    ...problem.extras,
  };
}

/** `WWW-Authenticate` for a problem with the credentials (RFC 6750, section 3); undefined for any other. */
export function challenge(code: ProblemCode): string | undefined {
  const kind: ProblemKind = PROBLEMS[code];
  if (kind.challenge === undefined) return undefined;
  const realm = 'Bearer realm="Location Data Service"';
  return kind.challenge === ''
    ? realm
    : `${realm}, error="${kind.challenge}", error_description="${kind.title}"`;
}
