import type { Problem, ProblemCode } from './api-types.ts';

/** Everything that this package throws, except the reason of a signal that you abort, and errors of the file of a `Snapshot`. */
export class LocationDataError extends Error {
  override name = 'LocationDataError';
}

/** No response came, or it was cut off. `cause` says why. */
export class ConnectionError extends LocationDataError {
  override name = 'ConnectionError';
}

/** The response, or the next piece of a download, took longer than `timeout`. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** A response with status 200 that is not JSON, because a proxy changed it. */
export class MalformedResponseError extends ConnectionError {
  override name = 'MalformedResponseError';
}

/** The bytes of a download do not match its hash, the file was replaced meanwhile, or the service states no hash. */
export class DamagedDownloadError extends LocationDataError {
  override name = 'DamagedDownloadError';
}

/** The service serves another release than `expectRelease`. */
export class UnexpectedReleaseError extends LocationDataError {
  override name = 'UnexpectedReleaseError';
  readonly expected: string;
  readonly actual: string | null;

  constructor(expected: string, actual: string | null) {
    super(`The service serves release ${actual ?? 'unknown'}, not ${expected}.`);
    this.expected = expected;
    this.actual = actual;
  }
}

/** A response with an error status, as RFC 9457 describes it. */
export class ProblemError extends LocationDataError {
  override name = 'ProblemError';
  readonly status: number;
  /** Stable and machine-readable; `unknown` for an error page that the service did not write. */
  readonly code: ProblemCode;
  readonly title: string;
  readonly detail: string;
  /** Page that explains this kind of problem. */
  readonly type: string;
  /** Include it when you report a problem. */
  readonly requestId: string | null;
  /** One entry per invalid parameter, or per place in it. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Places that you may have meant, most likely first. */
  readonly candidates: NonNullable<Problem['candidates']>;
  /** Id of the place that replaced a withdrawn one. */
  readonly successor: string | null;
  /** Versions of the data releases that you can ask for, the current one first. */
  readonly releases: readonly string[];
  /** Seconds after which to ask again; null if the response has none. */
  readonly retryAfter: number | null;
  readonly headers: Headers;

  constructor(status: number, headers: Headers, problem: Partial<Problem>) {
    const title = problem.title ?? `HTTP status ${status}`;
    const detail = problem.detail ?? title;
    super(detail);
    this.status = status;
    this.headers = headers;
    this.code = problem.code ?? 'unknown';
    this.title = title;
    this.detail = detail;
    this.type = problem.type ?? 'about:blank';
    this.requestId = problem.request_id ?? headers.get('x-request-id');
    this.errors = problem.errors ?? [];
    this.candidates = problem.candidates ?? [];
    this.successor = problem.successor ?? null;
    this.releases = problem.releases ?? [];
    const wait = headers.get('retry-after') ?? '';
    this.retryAfter = /^\d+$/.test(wait) ? Number(wait) : null;
  }
}

/** A new release was published while pages of a list were read. Cursors are valid for one release only: start again. */
export class ReleaseChangedError extends ProblemError {
  override name = 'ReleaseChangedError';
}

/** The error of a response. @param problem its document; empty for the error page of a proxy */
export function problemError(status: number, headers: Headers, problem: Partial<Problem>): ProblemError {
  const Kind = problem.code === 'invalid_cursor' ? ReleaseChangedError : ProblemError;
  return new Kind(status, headers, problem);
}

/** The problem document in a body; empty for the body of a proxy's error page. */
export function problemIn(text: string): Partial<Problem> {
  try {
    const value: unknown = JSON.parse(text);
    const isProblem = typeof value === 'object' && value !== null && 'code' in value;
    return isProblem ? (value as Problem) : {};
  } catch {
    return {};
  }
}
