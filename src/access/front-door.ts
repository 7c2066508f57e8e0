import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import { isConditional } from '../http/conditional.ts';
import { headerLines } from '../http/header-lines.ts';
import { Problem } from '../http/problems.ts';
import type { Trusts } from '../http/trusted-proxies.ts';
import type { ApiKey, Scope } from '../keys/key.ts';
import type { KeyRing, Verification } from '../keys/key-ring.ts';
import type { Meter, Outcome } from '../keys/meter.ts';
import type { Limiter, LimitState } from '../limits/limiter.ts';
import { tightest } from '../limits/window.ts';
import { bearerToken, type Credentials, readCredentials } from './credentials.ts';
import { clientAt, type FailedAuthentication } from './failed-authentication.ts';
import { limitLines } from './limit-headers.ts';

/** Whose request it is, and what it costs: known before anything else is looked at. */
export interface Access {
  key: ApiKey;
  /** The key came in the URL: the answer must not be stored anywhere. */
  keyInUrl: boolean;
  limit: LimitState;
}

declare module 'fastify' {
  interface FastifyRequest {
    access: Access | null;
  }
}

const REJECTIONS = {
  malformed: 'This is not one of our keys: it is incomplete or mistyped.',
  unknown: 'There is no such key.',
  expired: 'The key has expired.',
  revoked: 'The key has been revoked.',
} satisfies Record<Exclude<Verification, { key: ApiKey }>['rejected'], string>;

export interface FrontDoorParts {
  keys: KeyRing;
  limiter: Limiter;
  meter: Meter;
  failedAuthentication: FailedAuthentication;
  /** Which proxies are believed about the client's address. */
  trusts: Trusts;
}

/**
 * Who asks, and may they ask now? Stands before everything under /v1, so that without a key nothing tells whether a
 * path or a place exists.
 */
export class FrontDoor {
  readonly #parts: FrontDoorParts;

  constructor(parts: FrontDoorParts) {
    this.#parts = parts;
  }

  /**
   * Sets `request.access` or throws the Problem to answer. A promise only for a key that memory does not know, and where
   * other nodes have to be asked what is left of its limit, or of the client's tries.
   */
  admit(request: FastifyRequest): void | Promise<void> {
    const { keys, failedAuthentication } = this.#parts;
    const credentials = credentialsOf(request);
    if (credentials instanceof Problem) return this.#refuse(request, credentials);
    const verification = keys.verify(credentials.token, !failedAuthentication.exhausted(request.ip));
    if (!(verification instanceof Promise)) return this.#settle(request, credentials, verification);
    return verification.then(
      (verified) => this.#settle(request, credentials, verified),
      (cause) => {
        throw keysUnavailable(cause);
      },
    );
  }

  /**
   * As `admit`, for a request without a key in its URL, when there is nothing to wait for and nothing to refuse.
   * Undefined, with nothing charged or counted, leaves the request to `admit`.
   */
  admitAtOnce(request: IncomingMessage, scope: Scope): Access | undefined {
    const token = bearerToken(headerLines(request, 'authorization'));
    const key = token === undefined ? undefined : this.#parts.keys.known(token);
    if (key === undefined || !key.scopes.has(scope)) return undefined;
    const limit = this.#parts.limiter.take(key);
    return limit === undefined || limit.exceeded ? undefined : { key, keyInUrl: false, limit };
  }

  /** Who asks, as far as memory knows: the account of a valid key, otherwise the client's address. Costs a hash. */
  holderOf(request: IncomingMessage): string {
    const token = bearerToken(headerLines(request, 'authorization')) ?? tokenInUrl(request.url ?? '');
    const key = token === undefined ? undefined : this.#parts.keys.known(token);
    return key?.holder ?? clientAt(proxyAddr(request, this.#parts.trusts));
  }

  /** Gives back what the request was charged: its answer is a 304. */
  refund({ key, limit }: Access): void {
    this.#parts.limiter.refund(key, limit);
  }

  record({ key }: Access, endpoint: string, outcome: Outcome): void {
    this.#parts.meter.record(key.id, endpoint, outcome);
  }

  limitLines({ limit }: Access): string {
    return limitLines(limit);
  }

  #settle(
    request: FastifyRequest,
    credentials: Credentials,
    verification: Verification,
  ): void | Promise<void> {
    if ('rejected' in verification)
      return this.#refuse(request, new Problem('invalid_token', REJECTIONS[verification.rejected]));
    const { key } = verification;
    const { limiter } = this.#parts;
    const limit = limiter.take(key);
    if (limit === undefined)
      return limiter.ready(key).then(() => this.#settle(request, credentials, verification));
    request.access = { key, keyInUrl: credentials.inUrl, limit };
    // A conditional request may turn out to be a 304, which costs nothing and is never refused.
    if (limit.exceeded && !isConditional(request.headers)) throw limitExceeded(limit);
    if (credentials.inUrl && key.headerOnly) {
      throw new Problem('key_not_for_urls', 'Send this key as "Authorization: Bearer <API_KEY>".');
    }
  }

  #refuse(request: FastifyRequest, problem: Problem): Promise<never> {
    const counted = this.#parts.failedAuthentication.count(request.ip, problem);
    if (counted instanceof Problem) throw counted;
    return counted.then((answer) => {
      throw answer;
    });
  }
}

/** Our tokens need no percent-encoding, so a key that is encoded is not found here, and its client counts by address. */
function tokenInUrl(url: string): string | undefined {
  return /[?&]api_key=(\w+)/.exec(url)?.[1];
}

/** Keys in memory go on working; only one that memory does not know has to wait for the store. */
function keysUnavailable(cause: unknown): Problem {
  const problem = new Problem('unavailable', 'The key cannot be looked up just now. Try again.', {
    retry_after: 1,
  });
  problem.cause = cause;
  return problem;
}

export function limitExceeded({ holder, windows }: LimitState): Problem {
  const { window, resetSeconds } = tightest(windows);
  const [, ofKey] = /^key-(.+)$/.exec(window.name) ?? [];
  return new Problem(
    'rate_limit_exceeded',
    `The ${ofKey === undefined ? holder : 'key'}'s ${ofKey ?? window.name} limit of ${window.requests} requests in ${window.seconds} seconds is used up. Try again in ${resetSeconds} seconds.`,
    { retry_after: resetSeconds },
  );
}

/** Or why there are none. */
function credentialsOf(request: FastifyRequest): Credentials | Problem {
  try {
    const { api_key } = request.query as { api_key?: unknown };
    return readCredentials(headerLines(request.raw, 'authorization'), api_key);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
