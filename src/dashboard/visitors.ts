import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../engine/problems.ts';
import type { Accounts, SignedIn } from '../service/accounts/accounts.ts';
import type { ActivityAction } from '../service/accounts/activity-actions.ts';
import { clientAt } from '../service/http/client-address.ts';
import { Exchange } from '../service/http/exchange.ts';
import { type AttemptLimit, countAttempt } from '../service/storage/attempts.ts';
import type { Store } from '../service/storage/database.ts';
import { headersForAccounts, setCookies } from './session-headers.ts';
import { Turns } from './turns.ts';

export interface VisitorsParts {
  store: Store;
  accounts: Accounts;
  requestsPerMinute: number;
}

/** Who sends a request to the dashboard, and whether it is their turn. */
export class Visitors {
  readonly #parts: VisitorsParts;
  readonly #turns: Turns;
  /** For each request in progress, the functions that end its turns. */
  readonly #inProgress = new WeakMap<FastifyRequest, { client: () => void; account?: () => void }>();

  constructor(parts: VisitorsParts) {
    this.#parts = parts;
    this.#turns = new Turns(parts.requestsPerMinute);
  }

  /** @throws Problem when the client has sent too many requests this minute */
  count(request: FastifyRequest): void {
    this.#turns.count(`client ${clientAt(request.ip)}`);
  }

  /** Waits for the client's turn. @throws Problem when too many of its requests wait already */
  async beginTurn(request: FastifyRequest): Promise<void> {
    const client = await this.#turns.begin(`client ${clientAt(request.ip)}`);
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
    this.#turns.count(visitor);
    const account = await this.#turns.begin(visitor);
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
    return this.#parts.accounts.logActivity(accountId, action, request.ip, subject);
  }
}
