import type { ProblemDocument } from '../../src/dashboard/interface.ts';

/** What went wrong, in words for the person using the page. */
export class Problem extends Error {
  /** From the problem document: ours, or in capitals better-auth's. Without one, a code of the web app, such as `network`. */
  readonly code: string;
  /** 0 without a response. */
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.status = status;
  }
}

/** The problem that a response reports. A proxy may have sent it, so that it has no problem document. */
export async function problemOf(response: Response): Promise<Problem> {
  const document = await documentIn(response);
  const code = document.code ?? `http_${response.status}`;
  return new Problem(code, response.status, wordsFor(response, code, document));
}

export function networkProblem(): Problem {
  return new Problem('network', 0, 'We can’t reach the service. Check your connection, then try again.');
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  console.error(error);
  return new Problem('unexpected', 0, 'Something went wrong on this page. Reload it and try again.');
}

/** The codes of better-auth that a person can meet here. */
const WORDS: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'Wrong email or password.',
  INVALID_PASSWORD: 'That isn’t your current password.',
  SAME_EMAIL: 'That’s the address you use now.',
  EMAIL_TAKEN: 'Another account uses this address.',
  INVALID_EMAIL: 'Enter a valid email address.',
  PASSWORD_TOO_SHORT: 'Use at least 10 characters.',
  PASSWORD_TOO_LONG: 'Use at most 256 characters.',
  PASSWORD_TOO_COMMON: 'This password is too easy to guess. Choose another.',
  INVALID_TOKEN: 'This link has expired or was already used. Request a new one.',
  TOKEN_EXPIRED: 'This link has expired. Request a new one.',
  NOT_YOUR_SIGN_UP:
    'This link belongs to a sign-up with another password. If you signed up more than once, use the newest link; otherwise sign up again.',
  INVALID_CODE: 'This code is wrong or has expired. Codes change every 30 seconds.',
  INVALID_BACKUP_CODE: 'This recovery code is wrong or was already used.',
  INVALID_TWO_FACTOR_COOKIE: 'Signing in took too long. Start again with your password.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Start again with your password.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Wait 15 minutes, then try again.',
  SESSION_NOT_FRESH: 'You need a recent sign-in for this. Sign out, sign in again and come back.',
  SESSION_EXPIRED: 'You need a recent sign-in for this. Sign out, sign in again and come back.',
  PASSKEY_NOT_FOUND: 'No account here uses this passkey. Sign in with your password.',
  AUTHENTICATION_FAILED: 'We couldn’t verify the passkey. Try again, or use your password.',
  CHALLENGE_NOT_FOUND: 'That took too long. Try again.',
  PREVIOUSLY_REGISTERED: 'This device already has a passkey for your account.',
  FAILED_TO_VERIFY_REGISTRATION: 'We couldn’t verify the passkey. Try again.',
  INVALID_ORIGIN: 'This page has a different address than the service is set up for (LDS_PUBLIC_URL).',
  MISSING_OR_NULL_ORIGIN: 'Your browser didn’t say which page sent the request, so we refused it.',
};

function wordsFor(response: Response, code: string, document: Partial<ProblemDocument>): string {
  const known = WORDS[code];
  if (known !== undefined) return known;
  if (response.status === 429) return `Too many attempts. ${waitingTime(response, document)}`;
  if (response.status >= 500) return `Something went wrong on the server. Try again${reference(document)}.`;
  return document.detail ?? 'The server refused this. Reload the page and try again.';
}

function waitingTime({ headers }: Response, { retry_after }: Partial<ProblemDocument>): string {
  const seconds = retry_after ?? Number(headers.get('Retry-After') ?? Number.NaN);
  if (!Number.isFinite(seconds) || seconds < 1) return 'Wait a moment, then try again.';
  if (seconds < 90) return `Try again in ${Math.ceil(seconds)} seconds.`;
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

function reference({ request_id }: Partial<ProblemDocument>): string {
  return request_id === undefined
    ? ''
    : `, and if it keeps happening, send the operator this request ID: ${request_id}`;
}

async function documentIn(response: Response): Promise<Partial<ProblemDocument>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
