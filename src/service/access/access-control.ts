import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { Problem } from '../../engine/problems.ts';
import { addressOf, clientAt, clientOf, type Trusts } from '../http/client-address.ts';
import { headerValues } from '../http/message-problems.ts';
import type { ApiKey } from '../keys/key.ts';
import type { KeyRing, Verification } from '../keys/key-ring.ts';
import type { Meter, Outcome } from '../keys/meter.ts';
import { hashToken, isAgentToken, isWellFormed } from '../keys/token.ts';
import type { Limiter, LimitState } from '../limits/limiter.ts';
import { tightest } from '../limits/window.ts';
import type { LimitWindow } from '../plan.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import type { FailedAuthentication } from './failed-authentication.ts';

/** Who sent an admitted request, and the limits to which it was charged. */
export interface Visit {
  /** Whose turn it has to be: the account, or the address of a client without a key. */
  holder: string;
  scopes: ReadonlySet<string>;
  /** Undefined for a client that needs none. */
  key: ApiKey | undefined;
  /** The key came in the URL: the response must not be stored anywhere. */
  keyInUrl: boolean;
  /** Those of the account. Undefined without a key. */
  limit: LimitState | undefined;
}

/** The result of `admit`: a visit, or the problem to send. */
export type Admission = Visit | Problem;

const REJECTIONS = {
  malformed: 'This is not one of our keys: it is incomplete or mistyped.',
  unknown: 'There is no such key.',
  expired: 'The key has expired.',
  revoked: 'The key has been revoked.',
} satisfies Record<Exclude<Verification, { key: ApiKey }>['rejected'], string>;

export interface AccessControlParts {
  keys: KeyRing;
  limiter: Limiter;
  meter: Meter;
  failedAuthentication: FailedAuthentication;
  /** Which proxies we trust to name the client address. */
  trusts: Trusts;
}

/**
 * Authenticates a request and charges its limits before anything but the form of its URL is checked, so that a client without a
 * key cannot find out whether a place exists, nor, except with OPTIONS, whether a path does.
 */
export class AccessControl {
  readonly #parts: AccessControlParts;

  constructor(parts: AccessControlParts) {
    this.#parts = parts;
  }

  /**
   * The refusal of a request that cannot have a valid key and comes from an address that has used up its attempts; undefined for
   * every other request, and for OPTIONS, which needs no key. It is asked for first, because a flood of such requests has to cost
   * as little as possible. While no address has used up its attempts, asking costs nothing.
   */
  refusalByAddress(request: IncomingMessage): Problem | undefined {
    const { failedAuthentication } = this.#parts;
    return !failedAuthentication.anyExhausted || request.method === 'OPTIONS' || mayHaveKey(request)
      ? undefined
      : failedAuthentication.refusal(this.#clientOf(request));
  }

  /**
   * Charges the request, unless a limit is exceeded: then `limit.exceeded` is set and nothing is charged. Returns a promise only
   * when the key is not in memory, or when the ledger has to be asked what is left of a limit.
   *
   * @param apiKey the query parameter `api_key`
   * @param audience whether access tokens of agents are for the path, too
   * @returns a Problem for a request without a valid key; it is not thrown, which would cost more than anything else about it
   */
  admit(
    request: IncomingMessage,
    apiKey: unknown,
    audience: 'keys' | 'keys and agents' = 'keys',
  ): Admission | Promise<Admission> {
    const { keys, failedAuthentication } = this.#parts;
    const credentials = readCredentials(headerValues(request, 'authorization'), apiKey, request);
    if (credentials instanceof Problem) return this.#refuse(request, credentials);
    if (audience === 'keys' && isAgentToken(credentials.token))
      return this.#refuse(request, new Problem('invalid_token', 'An agent’s access token is for /mcp only.'));
    const verification = keys.verify(
      credentials.token,
      () => failedAuthentication.mayLookUp(this.#clientOf(request)),
      hashOn(request.socket, credentials.token),
    );
    if (!(verification instanceof Promise)) return this.#charge(request, credentials, verification);
    return verification.then((verified) => this.#charge(request, credentials, verified), keysUnavailable);
  }

  /** Refunds what the request was charged, for responses that cost nothing. */
  refund({ key, limit }: Visit): void {
    if (key !== undefined && limit !== undefined) this.#parts.limiter.refund(key, limit);
  }

  /** Counts the response in the usage of the key. */
  record({ key }: Visit, endpoint: string, outcome: Outcome): void {
    if (key !== undefined) this.#parts.meter.record(key.id, endpoint, outcome);
  }

  #charge(
    request: IncomingMessage,
    credentials: Credentials,
    verification: Verification,
  ): Admission | Promise<Admission> {
    if ('rejected' in verification)
      return this.#refuse(request, new Problem('invalid_token', REJECTIONS[verification.rejected]));
    const { key } = verification;
    const { limiter, failedAuthentication, trusts } = this.#parts;
    if (key.addresses !== undefined) {
      const address = addressOf(request, trusts);
      // Counted like a request without a valid key: somebody who found the key must not use up its account's limits.
      if (!key.addresses.has(address))
        return failedAuthentication.count(clientAt(address), addressNotAllowed(address));
    }
    const limit = limiter.take(key);
    if (limit === undefined)
      return limiter.ready(key).then(() => this.#charge(request, credentials, verification));
    return { holder: key.holder, scopes: key.scopes, key, keyInUrl: credentials.inUrl, limit };
  }

  #refuse(request: IncomingMessage, problem: Problem): Problem | Promise<Problem> {
    return this.#parts.failedAuthentication.count(this.#clientOf(request), problem);
  }

  #clientOf(request: IncomingMessage): string {
    return clientOf(request, this.#parts.trusts);
  }
}

/** A property of the socket, for the same reason as that of a request (`exchange.ts`). */
const LAST_TOKEN = Symbol('last token');
type Carrier = Socket & { [LAST_TOKEN]?: { token: string; hash: string } };

/** A connection mostly sends the same key again, and hashing it takes a thirtieth of a look-up. */
function hashOn(connection: Carrier, token: string): string {
  let last = connection[LAST_TOKEN];
  if (last?.token !== token) {
    last = { token, hash: hashToken(token) };
    connection[LAST_TOKEN] = last;
  }
  return last.hash;
}

/** False if the request certainly has no valid key. Reads nothing that may be long, such as the query. */
function mayHaveKey(request: IncomingMessage): boolean {
  const { url = '' } = request;
  const query = url.indexOf('?');
  // A name can be percent-encoded too.
  if (query >= 0 && (url.includes('api_key', query) || url.includes('%', query))) return true;
  const credentials = readCredentials(headerValues(request, 'authorization'), undefined);
  return !(credentials instanceof Problem) && isWellFormed(credentials.token);
}

/** The problem for a key that is not in memory while the store cannot be read. Keys in memory keep working. */
function keysUnavailable(cause: unknown): Problem {
  const problem = new Problem('unavailable', 'The key can’t be looked up right now. Try again.', {
    retry_after: 1,
  });
  problem.cause = cause;
  return problem;
}

/** @param address any text, if a trusted proxy says so */
export function addressNotAllowed(address: string): Problem {
  const from = isIP(address) === 0 ? 'an address that we don’t know' : `the address ${address}`;
  return new Problem(
    'address_not_allowed',
    `The key may not be used from ${from}. Its owner lists the allowed addresses.`,
  );
}

/** The last one for each window: within a second they are all alike, and making one costs a tenth of a refusal. */
const lastExceeded = new WeakMap<LimitWindow, { of: LimitState['holder']; problem: Problem }>();

export function limitExceeded({ holder, windows }: LimitState): Problem {
  const { window, resetSeconds } = tightest(windows);
  const last = lastExceeded.get(window);
  if (last?.of === holder && last.problem.extras.retry_after === resetSeconds) return last.problem;
  const limit = window.name.startsWith('key-')
    ? `key's ${window.name.slice('key-'.length)}`
    : `${holder}'s ${window.name}`;
  const detail = `The ${limit} limit of ${window.requests} requests in ${window.seconds} seconds is used up. Try again in ${resetSeconds} seconds.`;
  const problem = new Problem('rate_limit_exceeded', detail, { retry_after: resetSeconds });
  lastExceeded.set(window, { of: holder, problem });
  return problem;
}
