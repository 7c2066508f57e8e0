import type { ProblemDocument } from './problem-document.ts';

/**
 * Every error that a client can get, by its stable code. `problem-texts.json` says what causes those of the API and what the
 * client can do, for docs/errors.md and the site. The audience is who can get it: clients of `/v1`, the web app at `/dashboard` and
 * others without a key, or both. Agents at `/mcp` get some of either.
 */
export const PROBLEMS = {
  malformed_request: { status: 400, title: 'The request is malformed', audience: 'both' },
  invalid_parameter: { status: 400, title: 'A parameter is not valid', audience: 'api' },
  unknown_parameter: { status: 400, title: 'Unknown parameter', audience: 'api' },
  unknown_country: { status: 400, title: 'Unknown country in a parameter', audience: 'api' },
  unknown_city: { status: 400, title: 'Unknown city in a parameter', audience: 'api' },
  invalid_cursor: { status: 400, title: 'The cursor is not valid', audience: 'api' },
  conflicting_credentials: { status: 400, title: 'More than one credential', audience: 'api' },
  missing_credentials: { status: 401, title: 'An API key is needed', audience: 'api' },
  invalid_token: { status: 401, title: 'The API key is not valid', audience: 'api' },
  insufficient_scope: { status: 403, title: 'The API key lacks the permission', audience: 'api' },
  key_not_for_urls: { status: 403, title: 'The API key is not accepted in a URL', audience: 'api' },
  address_not_allowed: {
    status: 403,
    title: 'The API key is not accepted from this address',
    audience: 'api',
  },
  path_not_found: { status: 404, title: 'No such path', audience: 'api' },
  country_not_found: { status: 404, title: 'No such country', audience: 'api' },
  city_not_found: { status: 404, title: 'No such city', audience: 'api' },
  release_not_found: { status: 404, title: 'No such data release', audience: 'api' },
  method_not_allowed: { status: 405, title: 'The method is not allowed', audience: 'both' },
  not_acceptable: { status: 406, title: 'No acceptable representation', audience: 'api' },
  request_timeout: { status: 408, title: 'The request took too long', audience: 'both' },
  place_withdrawn: { status: 410, title: 'The place has been withdrawn', audience: 'api' },
  precondition_failed: { status: 412, title: 'The precondition does not hold', audience: 'both' },
  uri_too_long: { status: 414, title: 'The URI is too long', audience: 'both' },
  range_not_satisfiable: { status: 416, title: 'The range is not satisfiable', audience: 'api' },
  rate_limit_exceeded: { status: 429, title: 'Too many requests', audience: 'api' },
  too_many_downloads: { status: 429, title: 'Too many downloads at once', audience: 'api' },
  too_many_failed_authentications: {
    status: 429,
    title: 'Too many requests without a valid key',
    audience: 'api',
  },
  headers_too_large: { status: 431, title: 'The request headers are too large', audience: 'both' },
  internal_error: { status: 500, title: 'Something went wrong on our side', audience: 'both' },
  not_implemented: { status: 501, title: 'The service does not implement this', audience: 'both' },
  starting: { status: 503, title: 'The service is starting', audience: 'api' },
  unavailable: { status: 503, title: 'The service is not available', audience: 'both' },
  /** The body or the query does not match its schema, or asks for something that is not allowed. */
  invalid_request: { status: 400, title: 'The request is not valid', audience: 'dashboard' },
  /** A report of leaked keys is not signed with a key that the service knows. */
  wrong_signature: { status: 401, title: 'The signature is not valid', audience: 'dashboard' },
  /** The request has no session, or the session has ended. */
  not_signed_in: { status: 401, title: 'Not signed in', audience: 'dashboard' },
  /** The `Origin` of a request that changes something is not this service. */
  cross_site_request: { status: 403, title: 'The request comes from another site', audience: 'dashboard' },
  /** The path does not exist, the account has no key, session or passkey with this id, or the account cannot add this key. */
  not_found: { status: 404, title: 'Not found', audience: 'dashboard' },
  /** The key has expired, was revoked, or was rotated before. */
  key_not_usable: { status: 409, title: 'The key’s state does not allow this', audience: 'dashboard' },
  /** The account has reached its limit of active keys, or of keys including those that have ended. */
  too_many_keys: { status: 409, title: 'The account has reached its limit of keys', audience: 'dashboard' },
  /** The body has more than 64 KiB. */
  too_large: { status: 413, title: 'The request is too large', audience: 'dashboard' },
  /** The body has another media type than `application/json`. */
  unsupported_media_type: { status: 415, title: 'The request is not JSON', audience: 'dashboard' },
  /** The client address has requested as much without a key as it may in a minute. */
  too_many_from_address: { status: 429, title: 'Too many requests from this address', audience: 'dashboard' },
  /** The account, the client address or the email address has used up its attempts. */
  too_many_attempts: { status: 429, title: 'Too many attempts', audience: 'dashboard' },
} as const satisfies Record<
  string,
  { status: number; title: string; audience: 'api' | 'dashboard' | 'both' }
>;

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
