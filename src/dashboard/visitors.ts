import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { memo } from '../engine/memo.ts';
import { Busy, Problem } from '../engine/problems.ts';
import type { Accounts, Sender, SignedIn } from '../service/accounts/accounts.ts';
import type { ActivityAction } from '../service/accounts/activity-actions.ts';
import { logActivity } from '../service/accounts/activity-log.ts';
import { clientAt } from '../service/http/client-address.ts';
import { Exchange } from '../service/http/exchange.ts';
import { ClientWindows } from '../service/limits/client-windows.ts';
import { type AttemptLimit, countAttempt } from '../service/storage/attempts.ts';
import type { Store } from '../service/storage/database.ts';

export interface VisitorsParts {
  store: Store;
  accounts: Accounts;
  requestsPerMinute: number;
}

/** Requests of one visitor that run at the same time. */
const AT_ONCE = 2;
/** Requests of one visitor that may wait. A page sends a handful at once. */
const MOST_WAITING = 32;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Who sends a request to the dashboard, and whether it is their turn. Its time is shared between visitors, which are client addresses
 * and accounts: each may send a number of requests per minute, and run a few at once. That is all in memory, so that a refused
 * request never reaches the store or better-auth.
 */
export class Visitors {
  readonly #parts: VisitorsParts;
  readonly #windows: ClientWindows;
  /** Visitors with a request in progress. */
  readonly #lines = new Map<string, Line>();
  /** For each request in progress, the functions that end its turns. */
  readonly #inProgress = new WeakMap<FastifyRequest, { client: () => void; account?: () => void }>();

  constructor(parts: VisitorsParts) {
    this.#parts = parts;
    this.#windows = new ClientWindows('dashboard', parts.requestsPerMinute);
  }

  /** @throws Problem when the client has sent too many requests this minute */
  count(request: FastifyRequest): void {
    this.#count(`client ${clientAt(request.ip)}`);
  }

  /** Waits for the client's turn. @throws Problem when too many of its requests wait already */
  async beginTurn(request: FastifyRequest): Promise<void> {
    const client = await this.#begin(`client ${clientAt(request.ip)}`);
    this.#inProgress.set(request, { client });
  }

  /**
   * The account's turn lasts until a streamed payload ends. The client's turn ends now, because other people may share its
   * address.
   */
  endTurns(request: FastifyRequest, payload: unknown): void {
    const turns = this.#inProgress.get(request);
    if (turns === undefined) return;
    this.#inProgress.delete(request);
    turns.client();
    if (payload instanceof Readable)
      payload.once('error', (error) => {
        Exchange.of(request.raw).error = error;
      });
    if (turns.account === undefined) return;
    if (payload instanceof Readable) payload.once('close', turns.account);
    else turns.account();
  }

  /** @throws Problem when nobody is signed in */
  async signedIn(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> {
    const signedIn = await this.signedInOrNull(request, reply);
    if (signedIn === null) throw new Problem('not_signed_in', 'Sign in first.');
    return signedIn;
  }

  /** Waits for the account's turn, too. */
  async signedInOrNull(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
    const signedIn = await this.#parts.accounts.signedIn(headersForAccounts(request));
    if (signedIn === null) return null;
    const visitor = `account ${signedIn.accountId}`;
    this.#count(visitor);
    const account = await this.#begin(visitor);
    const turns = this.#inProgress.get(request);
    // The response may have been sent while the account waited for its turn.
    if (turns === undefined) account();
    else turns.account = account;
    setCookies(reply, signedIn.cookies);
    return signedIn;
  }

  /** Counts one attempt at something that is limited. @throws Problem when there were too many */
  async limit(subject: string, limit: AttemptLimit): Promise<void> {
    const { allowed, retryAfterSeconds } = await countAttempt(this.#parts.store.database, subject, limit);
    if (allowed) return;
    throw new Problem('too_many_attempts', `Try again in ${retryAfterSeconds} seconds.`, {
      retry_after: retryAfterSeconds,
    });
  }

  logActivity(
    request: FastifyRequest,
    accountId: string,
    action: ActivityAction,
    subject?: string,
  ): Promise<void> {
    return logActivity(this.#parts.store.database, accountId, action, request.ip, subject);
  }

  #count(visitor: string): void {
    const usedUp = this.#windows.refuses(visitor);
    if (usedUp === undefined) return;
    throw new Problem(
      'too_many_attempts',
      `Too many requests. Try again in ${usedUp.resetSeconds} seconds.`,
      { retry_after: usedUp.resetSeconds },
    );
  }

  /** Waits until the visitor has fewer than two requests in progress. @returns a function that ends this turn, to call once */
  async #begin(visitor: string): Promise<() => void> {
    const line = memo(this.#lines, visitor, () => ({ running: 0, waiting: [] }));
    if (line.running < AT_ONCE) line.running++;
    else if (line.waiting.length >= MOST_WAITING)
      throw new Busy('Too many requests at once. Try again in a moment.');
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    return () => this.#end(visitor, line);
  }

  #end(visitor: string, line: Line): void {
    const next = line.waiting.shift();
    // With SQLite a request may never yield, so other visitors get a turn before this visitor's next request.
    if (next !== undefined) setImmediate(next);
    else if (--line.running === 0) this.#lines.delete(visitor);
  }
}

/** The headers that accounts read. Others are left out: thousands of them then cost nothing, and better-auth acts on none. */
const HEADERS_READ = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
] as const;
/** Browsers send 100 to 200 characters; they are stored with each session. */
const MAX_USER_AGENT = 300;

/** Who sends a request, as accounts need it. */
export function senderOf(request: FastifyRequest): Sender {
  return { headers: headersForAccounts(request), address: request.ip, client: clientAt(request.ip) };
}

function headersForAccounts({ headers }: FastifyRequest): Headers {
  const copied = new Headers();
  for (const name of HEADERS_READ) {
    const value = headers[name];
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    copied.set(name, name === 'user-agent' ? text.slice(0, MAX_USER_AGENT) : text);
  }
  return copied;
}

export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('Set-Cookie', cookie);
}
