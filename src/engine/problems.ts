import type { ProblemDocument } from './problem-document.ts';

interface ProblemKind {
  status: number;
  title: string;
  /** Who can get it: clients of `/v1`, the web app at `/dashboard` and others without a key, or both. Agents at `/mcp` get some of either. */
  audience: 'api' | 'dashboard' | 'both';
  /** What causes it. */
  meaning: string;
  /** What the client can do. */
  remedy: string;
}

/** Every error that a client can get, by its stable code. docs/errors.md explains those of the API; a test compares the two. */
export const PROBLEMS = {
  malformed_request: {
    status: 400,
    title: 'The request is malformed',
    audience: 'both',
    meaning:
      'The request line, path, query or a header violates HTTP, percent-encoding or UTF-8, or `Host` is missing, repeated or not a host.',
    remedy: 'Percent-encode path and query, and send the request again.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter is not valid',
    audience: 'api',
    meaning: 'A query parameter has a value outside its type or range, or is given more than once.',
    remedy: '`errors` names each parameter and what is wrong with it. The API reference has the limits.',
  },
  unknown_parameter: {
    status: 400,
    title: 'Unknown parameter',
    audience: 'api',
    meaning:
      'The endpoint has no query parameter with this name. We refuse misspelt filters, because ignoring them would return the whole world.',
    remedy: '`errors` names each one. Correct the spelling or leave it out.',
  },
  unknown_country: {
    status: 400,
    title: 'Unknown country in a parameter',
    audience: 'api',
    meaning:
      'The parameter `country` or `countries` has an id, code or name that no country has, that several countries share, or that was withdrawn.',
    remedy: '`errors` has an entry for each, with `candidates`. Use an id from these, or from `/countries`.',
  },
  unknown_city: {
    status: 400,
    title: 'Unknown city in a parameter',
    audience: 'api',
    meaning:
      'The parameter `cities` or `reference` has an id or name that no city has, that several cities share, or that was withdrawn. The service neither guesses a city nor leaves one out.',
    remedy:
      '`errors` has an entry for each, with `candidates`. Use an id from these, or search with `/cities?q=`.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid',
    audience: 'api',
    meaning: 'The cursor was changed, belongs to another filter, or comes from an earlier data release.',
    remedy: 'Start again without `cursor`. Cursors are opaque: follow `Link` instead of building them.',
  },
  conflicting_credentials: {
    status: 400,
    title: 'More than one credential',
    audience: 'api',
    meaning:
      'The request has both a bearer token and `api_key`, or one of them twice, so it is unclear which key counts.',
    remedy: 'Send exactly one key, once.',
  },
  missing_credentials: {
    status: 401,
    title: 'An API key is needed',
    audience: 'api',
    meaning: 'The request has no API key. Everything under `/v1` needs one, except `/v1/openapi.json`.',
    remedy: 'Send `Authorization: Bearer <API_KEY>`; for tests only, `?api_key=<API_KEY>`.',
  },
  invalid_token: {
    status: 401,
    title: 'The API key is not valid',
    audience: 'api',
    meaning: 'The key is incomplete or mistyped, unknown, expired or revoked; `detail` says which.',
    remedy: 'Check that you copied the whole key: `lds_live_` and 38 characters. Otherwise use a new one.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key lacks the permission',
    audience: 'api',
    meaning: 'The key does not have the permission that this endpoint needs; `detail` names it.',
    remedy: 'Use a key that has the permission.',
  },
  key_not_for_urls: {
    status: 403,
    title: 'The API key is not accepted in a URL',
    audience: 'api',
    meaning: 'The key may only be used in the header, but was sent as `api_key` in the URL.',
    remedy: 'Send it as `Authorization: Bearer <API_KEY>`.',
  },
  address_not_allowed: {
    status: 403,
    title: 'The API key is not accepted from this address',
    audience: 'api',
    meaning:
      'The key may only be used from certain addresses; `detail` has the one that we saw. The request counts like one without a valid key.',
    remedy: 'Send it from an allowed address. The owner of the key lists them on the page API keys.',
  },
  path_not_found: {
    status: 404,
    title: 'No such path',
    audience: 'api',
    meaning: 'The API has no endpoint at this path.',
    remedy: 'Compare the path with the API reference. Paths do not end in a slash.',
  },
  country_not_found: {
    status: 404,
    title: 'No such country',
    audience: 'api',
    meaning: 'No country has the id, code or name in the path, or several countries share the name.',
    remedy: 'Use an id from `candidates` or from `/countries`.',
  },
  city_not_found: {
    status: 404,
    title: 'No such city',
    audience: 'api',
    meaning: 'No city has the id or name in the path, or several cities share the name.',
    remedy: 'Use an id from `candidates`, or search with `/cities?q=`.',
  },
  release_not_found: {
    status: 404,
    title: 'No such data release',
    audience: 'api',
    meaning:
      'The service does not keep the data release in `release`, or this version of it cannot read that release.',
    remedy: 'Use one of `releases`, or leave `release` out to get the current one.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed',
    audience: 'both',
    meaning: 'The path does not support the method. Everything under `/v1` is read-only.',
    remedy: 'Use one of the methods in `Allow`: GET or HEAD under `/v1`.',
  },
  not_acceptable: {
    status: 406,
    title: 'No acceptable representation',
    audience: 'api',
    meaning:
      'The `Accept` header excludes every format of the endpoint, or the media type of the file for a download. Parameters such as `charset=utf-8` exclude nothing, and `application/problem+json` counts as JSON.',
    remedy: 'Leave `Accept` out, or include a media type that `detail` names.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long',
    audience: 'both',
    meaning: 'The request did not arrive in time. By default it has 30 seconds.',
    remedy: 'Send the request again, on a new connection.',
  },
  place_withdrawn: {
    status: 410,
    title: 'The place has been withdrawn',
    audience: 'api',
    meaning: 'The id used to be valid. Ids are never reused for another place.',
    remedy: 'Use `successor`, if there is one.',
  },
  precondition_failed: {
    status: 412,
    title: 'The precondition does not hold',
    audience: 'both',
    meaning:
      '`If-Match` does not match the entity tag of this representation in this content coding, or the release is newer than `If-Unmodified-Since`.',
    remedy:
      'Send the request without the condition, and keep the new `ETag`. To save requests, use `If-None-Match`.',
  },
  uri_too_long: {
    status: 414,
    title: 'The URI is too long',
    audience: 'both',
    meaning: 'Path and query together have more than 4,096 characters.',
    remedy: 'Shorten the query.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range is not satisfiable',
    audience: 'api',
    meaning: 'The `Range` header requests a part beyond the end of the file.',
    remedy: '`Content-Range` has the size of the file. A complete download needs no further request.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    audience: 'api',
    meaning:
      'The account has used up its burst limit or daily quota, or the key its share of one; `detail` says which.',
    remedy:
      'Wait `retry_after` seconds. Keep entity tags and send `If-None-Match`: unchanged responses (304) don’t count. All keys of an account share its limits, so another key does not help.',
  },
  too_many_downloads: {
    status: 429,
    title: 'Too many downloads at once',
    audience: 'api',
    meaning: 'The account already has 4 downloads of the release in progress, the most per node.',
    remedy: 'Wait until one of them ends, then try again. Other requests still work.',
  },
  too_many_failed_authentications: {
    status: 429,
    title: 'Too many requests without a valid key',
    audience: 'api',
    meaning:
      'This IP address sent too many requests without a valid key. Requests with a valid key still work.',
    remedy: 'Correct the key, and wait `retry_after` seconds.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    audience: 'both',
    meaning: 'The request line and headers have more than 16 KiB together.',
    remedy: 'Send fewer or shorter headers. The API needs no cookies.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    audience: 'both',
    meaning: 'The service has a bug or a broken part. It logged the details under `request_id`.',
    remedy: 'Try again later. If it keeps happening, report it with the `request_id`.',
  },
  not_implemented: {
    status: 501,
    title: 'The service does not implement this',
    audience: 'both',
    meaning:
      'The service does not know the method, or the body has a transfer coding other than `chunked`. Methods are upper case: `GET`.',
    remedy: 'Use GET or HEAD, and send no body.',
  },
  starting: {
    status: 503,
    title: 'The service is starting',
    audience: 'api',
    meaning:
      'The service has just started and is preparing its data release. Signing up and creating keys already work. The downloads `data-package` and `parquet` of a first release follow a little after the other responses.',
    remedy: 'Try again after `retry_after` seconds.',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available',
    audience: 'both',
    meaning: 'The service is stopping or overloaded, or a part of it cannot be reached.',
    remedy: 'Try again after `retry_after` seconds.',
  },
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    audience: 'dashboard',
    meaning: 'The body or the query does not match its schema, or asks for something that is not allowed.',
    remedy: 'Correct what `detail` names.',
  },
  wrong_signature: {
    status: 401,
    title: 'The signature is not valid',
    audience: 'dashboard',
    meaning: 'A report of leaked keys is not signed with a key that the service knows.',
    remedy: 'Sign the body with a key that the operator of the service has been given.',
  },
  not_signed_in: {
    status: 401,
    title: 'Not signed in',
    audience: 'dashboard',
    meaning: 'The request has no session, or the session has ended.',
    remedy: 'Sign in, then send the request again.',
  },
  cross_site_request: {
    status: 403,
    title: 'The request comes from another site',
    audience: 'dashboard',
    meaning: 'The `Origin` of a request that changes something is not this service.',
    remedy: 'Send it from a page of this service.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    audience: 'dashboard',
    meaning:
      'The path does not exist, the account has no key, session or passkey with this id, or the account cannot add this key.',
    remedy: 'Reload the list and choose from it.',
  },
  key_not_usable: {
    status: 409,
    title: 'The key’s state does not allow this',
    audience: 'dashboard',
    meaning: 'The key has expired, was revoked, or was rotated before.',
    remedy: 'Create a new key.',
  },
  too_many_keys: {
    status: 409,
    title: 'The account has reached its limit of keys',
    audience: 'dashboard',
    meaning: 'The account has reached its limit of active keys, or of keys including those that have ended.',
    remedy: 'Revoke a key that you no longer use; `detail` says which limit was reached.',
  },
  too_large: {
    status: 413,
    title: 'The request is too large',
    audience: 'dashboard',
    meaning: 'The body has more than 64 KiB.',
    remedy: 'Send less.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The request is not JSON',
    audience: 'dashboard',
    meaning: 'The body has another media type than `application/json`.',
    remedy: 'Send JSON.',
  },
  too_many_from_address: {
    status: 429,
    title: 'Too many requests from this address',
    audience: 'dashboard',
    meaning: 'The client address has requested as much without a key as it may in a minute.',
    remedy: 'Wait `retry_after` seconds.',
  },
  too_many_attempts: {
    status: 429,
    title: 'Too many attempts',
    audience: 'dashboard',
    meaning: 'The account, the client address or the email address has used up its attempts.',
    remedy: 'Wait `retry_after` seconds.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;
type CodesFor<Audience> = {
  [Code in ProblemCode]: (typeof PROBLEMS)[Code]['audience'] extends Audience ? Code : never;
}[ProblemCode];
export type ApiProblemCode = CodesFor<'api' | 'both'>;
export const API_PROBLEM_CODES = (Object.keys(PROBLEMS) as ProblemCode[]).filter(isApiProblemCode);

export function isApiProblemCode(code: string): code is ApiProblemCode {
  return Object.hasOwn(PROBLEMS, code) && PROBLEMS[code as ProblemCode].audience !== 'dashboard';
}

export type ProblemExtras = Pick<
  ProblemDocument,
  'errors' | 'candidates' | 'successor' | 'releases' | 'retry_after'
>;

/** One object, by which the documents of equal problems are known to be equal. */
const NO_EXTRAS: ProblemExtras = {};

/**
 * Thrown when a question cannot be answered. Clients see `detail`, so it must contain no secrets and no internals. HTTP sends it
 * as a problem document (RFC 9457).
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: string;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = NO_EXTRAS) {
    // Creating a stack trace would take longer than the rest of the response, and a refused request needs none.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`${code}: ${detail}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.detail = detail;
    this.extras = extras;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** For a request that comes while others take all the room that we give them: no fault of ours. */
export class Busy extends Problem {
  constructor(detail: string, retryAfterSeconds = 1) {
    super('unavailable', detail, { retry_after: retryAfterSeconds });
  }
}

/** Whether the fault is ours, so that the log must say what happened. */
export function isFault(problem: Problem): boolean {
  return problem.status >= 500 && problem.code !== 'starting' && !(problem instanceof Busy);
}

/** For everything that needs the data release while there is none yet, and for its downloads until they are made. */
export function starting(detail = 'The data release is being prepared. Try again in a moment.'): Problem {
  return new Problem('starting', detail, { retry_after: 5 });
}

/** @param versions those that are answered from, the current one first */
export function releaseNotFound(asked: string, versions: readonly string[], isKept = false): Problem {
  const fault = isKept
    ? `Data release ${asked} is kept here, but cannot be read by this version of the service.`
    : `Data release ${asked} is not kept here.`;
  return new Problem('release_not_found', `${fault} You can ask for ${versions.join(', ')}.`, {
    releases: [...versions],
  });
}

/** @param path as in the request */
export function noSuchPath(path = ''): Problem {
  const advice = path.endsWith('/') ? 'Paths do not end in a slash.' : 'The API reference lists the paths.';
  return new Problem('path_not_found', `The API has no such path. ${advice}`);
}

/** For rules about a parameter that a schema cannot express. */
export function invalidParameter(parameter: string, message: string): Problem {
  return wrongParameters([{ parameter, message }]);
}

/** How many errors `detail` repeats: people often see nothing else. */
const TOLD = 3;

/** @param errors whose messages say what the parameter is or does */
export function wrongParameters(
  errors: NonNullable<ProblemExtras['errors']>,
  code: 'invalid_parameter' | 'unknown_parameter' = 'invalid_parameter',
): Problem {
  const told = errors
    .slice(0, TOLD)
    .map(({ parameter, message }) => `The parameter ${parameter} ${message}.`);
  if (errors.length > TOLD) told.push(`errors has ${errors.length - TOLD} more.`);
  return new Problem(code, told.join(' '), { errors });
}

/** @param url target of the request; only its path is shown */
export function problemDocument(
  problem: Problem,
  publicUrl: string,
  url: string,
  requestId: string,
): ProblemDocument {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: isApiProblemCode(problem.code) ? `${publicUrl}/docs/errors#${problem.code}` : 'about:blank',
    title,
    status,
    detail: problem.detail,
    instance: instanceOf(url),
    code: problem.code,
    request_id: requestId,
    ...problem.extras,
  };
}

/** The path without the query, for each form of a request target that HTTP allows. */
export function instanceOf(url: string): string {
  return /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
}
