import type { ProblemDocument } from '../../src/dashboard/interface.ts';

/** What went wrong, in words for the person before the screen. */
export class Failure extends Error {
  /** Of the problem document or of better-auth; `network` where no answer came. */
  readonly code: string;
  /** 0 where no answer came. */
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.status = status;
  }
}

/** Our problem documents and better-auth's errors: of the latter only `code` is meant for us. */
export async function failureOf(response: Response): Promise<Failure> {
  const problem = await problemIn(response);
  const code = problem.code ?? `http_${response.status}`;
  return new Failure(code, response.status, wordsFor(response, code, problem));
}

export function networkFailure(): Failure {
  return new Failure('network', 0, 'The service cannot be reached. Check your connection, then try again.');
}

export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error(error);
  return new Failure('unexpected', 0, 'Something went wrong on this page. Reload it and try again.');
}

/** The codes of better-auth that a person can meet here. */
const WORDS: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'E-mail and password do not match an account.',
  INVALID_PASSWORD: 'That is not your current password.',
  INVALID_EMAIL: 'That is not an e-mail address.',
  PASSWORD_TOO_SHORT: 'Use at least 10 characters.',
  PASSWORD_TOO_LONG: 'Use at most 256 characters.',
  PASSWORD_TOO_COMMON: 'This password is among the first that attackers try. Choose another.',
  INVALID_TOKEN: 'This link has expired or has already been used. Ask for a new one.',
  TOKEN_EXPIRED: 'This link is too old. Ask for a new one.',
  NOT_YOUR_SIGN_UP:
    'This link belongs to a sign-up with another password. If you signed up more than once, use the newest link; otherwise sign up again.',
  INVALID_CODE: 'This code is not right, or no longer. Codes change every 30 seconds.',
  INVALID_BACKUP_CODE: 'This recovery code is not right, or was used already.',
  INVALID_TWO_FACTOR_COOKIE: 'Signing in took too long. Start again with your password.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Start again with your password.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Wait 15 minutes, then try again.',
  SESSION_NOT_FRESH: 'For this you must have signed in recently. Sign out, sign in again and come back.',
  SESSION_EXPIRED: 'For this you must have signed in recently. Sign out, sign in again and come back.',
  PASSKEY_NOT_FOUND: 'This passkey belongs to no account here. Sign in with your password.',
  AUTHENTICATION_FAILED: 'The passkey could not be verified. Try again, or use your password.',
  CHALLENGE_NOT_FOUND: 'That took too long. Try again.',
  PREVIOUSLY_REGISTERED: 'This device already has a passkey for your account.',
  FAILED_TO_VERIFY_REGISTRATION: 'The passkey could not be verified. Try again.',
  INVALID_ORIGIN: 'This page is open under another address than the service is set up for (LDS_PUBLIC_URL).',
  MISSING_OR_NULL_ORIGIN: 'Your browser did not say which page is asking, so the request was refused.',
};

function wordsFor(response: Response, code: string, problem: Partial<ProblemDocument>): string {
  const known = WORDS[code];
  if (known !== undefined) return known;
  if (response.status === 429) return `Too many attempts. ${waitingTime(response, problem)}`;
  if (response.status >= 500) return `Something went wrong on the server. Try again${reference(problem)}.`;
  return problem.detail ?? 'The server refused this. Reload the page and try again.';
}

function waitingTime(response: Response, problem: Partial<ProblemDocument>): string {
  const header = response.headers.get('Retry-After') ?? response.headers.get('X-Retry-After');
  const seconds = problem.retry_after ?? Number(header ?? Number.NaN);
  if (!Number.isFinite(seconds) || seconds < 1) return 'Wait a moment, then try again.';
  if (seconds < 90) return `Try again in ${Math.ceil(seconds)} seconds.`;
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

function reference({ request_id }: Partial<ProblemDocument>): string {
  return request_id === undefined ? '' : `, and if it stays so, tell the operator this number: ${request_id}`;
}

async function problemIn(response: Response): Promise<Partial<ProblemDocument>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
