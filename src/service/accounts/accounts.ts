import { withQuery } from '../../engine/parameters/query-text.ts';
import { accountByEmail, endOldestSessions } from '../storage/accounts.ts';
import { ADDRESS_HEADER, AUTH_PATH } from './account-requests.ts';
import type { ActivityAction } from './activity-actions.ts';
import { logActivity } from './activity-log.ts';
import type { Authentication } from './authentication.ts';
import type { AccountsParts } from './authentication-parts.ts';
import { withReason } from './reason.ts';
import { ownedBy } from './work-owner.ts';

/** An account that is signed in, with its session. */
export interface SignedIn {
  accountId: string;
  sessionId: string;
  /** `Set-Cookie` headers for the response, if the session was extended. */
  cookies: string[];
}

/** Who sends a request. */
export interface Sender {
  headers: Headers;
  address: string;
  /** Identifies requests that count together: the address, or its network. */
  client: string;
}

/** One of `ACCOUNT_REQUESTS`, already validated against its schemas. */
export interface AuthenticationRequest extends Sender {
  method: string;
  /** Path below better-auth's base path: `/sign-in/email`. */
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
}

/** Sign-up, sign-in, sessions and recovery through better-auth, and the activity log of each account. */
export class Accounts {
  readonly #parts: AccountsParts;
  #authentication: Promise<Authentication> | undefined;

  constructor(parts: AccountsParts) {
    this.#parts = parts;
  }

  /** Null without a valid session. Reads the store each time, so that an ended session stops working at once. */
  async signedIn(headers: Headers): Promise<SignedIn | null> {
    // Most requests to most nodes come from people who are not signed in. They do not load better-auth.
    if (!headers.get('cookie')?.includes('lds.session')) return null;
    const { api } = await this.#loaded();
    const { response, headers: answered } = await withReason(() =>
      api.getSession({ headers, returnHeaders: true }),
    );
    if (response === null) return null;
    return {
      accountId: response.user.id,
      sessionId: response.session.id,
      cookies: answered.getSetCookie(),
    };
  }

  /** Passes a request to better-auth. @throws AccountsBusy */
  async handle(request: AuthenticationRequest): Promise<Response> {
    const { path, query, body } = request;
    const before = await this.signedIn(request.headers);
    const response = await this.pass(withQuery(path, query), request, body);
    await this.#logOutcome(request, before, response);
    return path === '/sign-in/email' ? refusedAlike(response) : response;
  }

  /** Passes a request on as it is: `agent-routes.ts` says what may reach the OAuth provider. @param body sent as JSON, or as a form */
  async pass(
    path: string,
    { headers, address, client, method = 'POST' }: Sender & { method?: string },
    body?: object,
  ): Promise<Response> {
    const { handler } = await this.#loaded();
    const passed = new Headers(headers);
    passed.set(ADDRESS_HEADER, address);
    const isForm = body instanceof URLSearchParams;
    if (body !== undefined && !isForm) passed.set('content-type', 'application/json');
    const forwarded = new Request(new URL(`${AUTH_PATH}${path}`, this.#parts.publicUrl), {
      method,
      headers: passed,
      body: body === undefined || isForm ? (body ?? null) : JSON.stringify(body),
    });
    return ownedBy({ holder: client, isKnown: false }, () => handler(forwarded));
  }

  /** Loads better-auth when it is first needed: it takes 60 MB and a quarter of a second, which a node for /v1 alone can save. */
  #loaded(): Promise<Authentication> {
    // After a failure, for example on a full disk, the next request tries again.
    this.#authentication ??= import('./authentication.ts')
      .then(({ createAuthentication }) => createAuthentication(this.#parts))
      .catch((error) => {
        this.#authentication = undefined;
        throw error;
      });
    return this.#authentication;
  }

  /** Logs what better-auth has no callback for, judging by its response. */
  async #logOutcome(
    { path, body, headers, address }: AuthenticationRequest,
    before: SignedIn | null,
    response: Response,
  ): Promise<void> {
    const { database } = this.#parts.store;
    if (path === '/sign-in/email' && response.status === 401) {
      const account = await accountByEmail(database, String(body?.email).toLowerCase());
      if (account !== undefined) await logActivity(database, account.id, 'sign_in_failed', address);
    }
    if (!response.ok) return;

    const after = await this.#newSession(headers, response);
    const action = ACTIONS[path];
    if (before !== null && action !== undefined) {
      // Enabling two-factor opens a new session. Without one, somebody just entered a code again.
      if (action !== 'two_factor_enabled' || after !== null)
        await logActivity(database, before.accountId, action, address);
      return;
    }
    // The browser may have been signed in already, to this account or another.
    if (after === null || after.sessionId === before?.sessionId) return;
    await endOldestSessions(database, after.accountId, after.sessionId);
    await logActivity(database, after.accountId, 'signed_in', address, headers.get('user-agent'));
  }

  /** The session that a response opened. */
  async #newSession(headers: Headers, response: Response): Promise<SignedIn | null> {
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    if (cookies.length === 0) return null;
    const next = new Headers(headers);
    next.set('cookie', cookies.join('; '));
    return this.signedIn(next);
  }
}

/**
 * People who sign up with somebody's address and then sign in must not learn whether it had an account. So an unconfirmed address
 * gets the response for a wrong password. better-auth has sent it a new link.
 */
async function refusedAlike(response: Response): Promise<Response> {
  if (response.status !== 403) return response;
  const { code } = (await response.clone().json()) as { code?: unknown };
  if (code !== 'EMAIL_NOT_VERIFIED') return response;
  return Response.json(
    { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
    { status: 401 },
  );
}

/** What a successful request of a signed-in account does. */
const ACTIONS: Record<string, ActivityAction> = {
  '/sign-out': 'signed_out',
  '/change-password': 'password_changed',
  '/two-factor/verify-totp': 'two_factor_enabled',
  '/two-factor/disable': 'two_factor_disabled',
  '/two-factor/generate-backup-codes': 'recovery_codes_replaced',
  '/passkey/verify-registration': 'passkey_added',
  '/passkey/delete-passkey': 'passkey_removed',
};
