import type { ProblemDocument } from '../../engine/problem-document.ts';
import {
  instanceOf,
  PROBLEMS,
  Problem,
  type ProblemCode,
  type ProblemExtras,
  problemDocument,
} from '../../engine/problems.ts';
import { fieldLine } from './response-head.ts';

/** A problem whose response has field lines of its own, such as `Allow` or those of a limit. */
export class HttpProblem extends Problem {
  readonly headerLines: string;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras, headerLines: string) {
    super(code, detail, extras);
    this.headerLines = headerLines;
  }
}

/** The methods of everything that can only be read. */
export const ALLOW = 'GET, HEAD, OPTIONS';

/** @param allow the methods that the path offers, as in `Allow` */
export function methodNotAllowed(method: string, allow: string): HttpProblem {
  const detail = `This path does not support ${method}. It supports ${allow}.`;
  return new HttpProblem('method_not_allowed', detail, {}, fieldLine('Allow', allow));
}

/** The field lines of the response to a problem, besides those of its document. */
export function problemLines(problem: Problem, resourceMetadata = ''): string {
  const { retry_after } = problem.extras;
  const own = problem instanceof HttpProblem ? problem.headerLines : '';
  const retry = retry_after === undefined ? '' : `Retry-After: ${retry_after}\r\n`;
  return own + retry + challengeLine(problem.code, resourceMetadata);
}

/** Where a document made without a path and an id is cut. No text in it can have this, because its quotes are escaped. */
const OPEN_PLACES = /(?<="instance":|"request_id":)""/;

/** The documents as sent. A flood of refusals has one problem, so what its documents share is written once. */
export class ProblemTexts {
  readonly #publicUrl: string;
  readonly #last = new Map<ProblemCode, Pick<Problem, 'detail' | 'extras'> & { pieces: string[] }>();

  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
  }

  /** @param requestId needs no escapes */
  of(problem: Problem, url: string, requestId: string): string {
    const { code, detail, extras } = problem;
    let last = this.#last.get(code);
    if (last?.detail !== detail || last.extras !== extras) {
      const text = JSON.stringify(problemDocument(problem, this.#publicUrl, '', ''));
      last = { detail, extras, pieces: text.split(OPEN_PLACES) };
      this.#last.set(code, last);
    }
    const [before, between, after] = last.pieces;
    return withoutKeys(`${before}${JSON.stringify(instanceOf(url))}${between}"${requestId}"${after}`);
  }
}

/** The document as sent. */
export function problemText(document: ProblemDocument): string {
  return withoutKeys(JSON.stringify(document));
}

/** A key in the wrong place, such as the path or the name of a parameter, is not repeated. */
function withoutKeys(text: string): string {
  // Most have none, and looking costs less than replacing.
  return text.includes('lds_') ? text.replace(/(lds_(?:live|agent)_)\w+/g, '$1…') : text;
}

/** The error codes of RFC 6750 (section 3.1) for problems with the credentials; '' where a request had none. */
const CHALLENGES: Partial<Record<ProblemCode, string>> = {
  conflicting_credentials: 'invalid_request',
  missing_credentials: '',
  invalid_token: 'invalid_token',
  insufficient_scope: 'insufficient_scope',
  key_not_for_urls: 'insufficient_scope',
  address_not_allowed: 'insufficient_scope',
};

const CHALLENGE_LINES = new Map(
  Object.entries(CHALLENGES).map(([code, challenge]) => {
    const { title } = PROBLEMS[code as ProblemCode];
    const error = challenge === '' ? '' : `, error="${challenge}", error_description="${title}"`;
    return [code, fieldLine('WWW-Authenticate', `Bearer realm="Location Data Service"${error}`)];
  }),
);

/**
 * `WWW-Authenticate` for a problem with the credentials (RFC 6750, section 3), as a field line; nothing for any other.
 *
 * @param resourceMetadata where an agent learns how to get access (RFC 9728, section 5.1)
 */
export function challengeLine(code: ProblemCode, resourceMetadata = ''): string {
  const line = CHALLENGE_LINES.get(code) ?? '';
  return resourceMetadata === ''
    ? line
    : line.replace(/\r\n$/, () => `, resource_metadata="${resourceMetadata}"\r\n`);
}
