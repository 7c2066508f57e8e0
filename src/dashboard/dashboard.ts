import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { ACCOUNT_REQUESTS } from '../accounts/account-requests.ts';
import type { Accounts, SignedIn } from '../accounts/accounts.ts';
import { MAX_PASSWORD_LENGTH } from '../accounts/password-strength.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Plan as PlanSetting } from '../config.ts';
import { clientAt } from '../http/client-address.ts';
import { commonHeaders } from '../http/common-headers.ts';
import { Exchange } from '../http/exchange.ts';
import type { ProblemDocument } from '../http/problem-document.ts';
import { Problem, problemDocument, problemText } from '../http/problems.ts';
import { accountById, endSessions, sessionsOf } from '../storage/accounts.ts';
import { activityOf } from '../storage/activity.ts';
import { type AttemptLimit, countAttempt } from '../storage/attempts.ts';
import type { Store } from '../storage/database.ts';
import { exportAccount } from './account-export.ts';
import type { AccountKeys } from './account-keys.ts';
import {
  type Account,
  type Activity,
  type ActivityAction,
  type ActivityEvent,
  OVERLAPS,
  type Service,
  type SessionList,
  type SessionState,
} from './interface.ts';
import { refuseOtherSites } from './same-site.ts';
import { thrownProblem } from './thrown-problem.ts';
import { Turns } from './turns.ts';
import type { UsageQuery, UsageReports } from './usage-report.ts';

export interface DashboardParts {
  store: Store;
  accounts: Accounts;
  keys: AccountKeys;
  usage: UsageReports;
  catalogue: Catalogue;
  /** Plan of an account. */
  plan: PlanSetting;
  keysPerAccount: number;
  sendsMail: boolean;
  /** Requests that one client, or one account, may send in a minute. */
  requestsPerMinute: number;
  /** Public address without /v1. */
  publicUrl: string;
}

const EVENTS_A_PAGE = 50;
/** Who makes more keys than this makes and revokes them in a loop. */
const NEW_KEYS_LIMIT: AttemptLimit = { attempts: 100, seconds: 3600 };
/** Each of these leaves a line in the activity log. */
const RENAMING_LIMIT: AttemptLimit = { attempts: 200, seconds: 3600 };
const EXPORT_LIMIT: AttemptLimit = { attempts: 20, seconds: 3600 };
const FOUND_KEY_LIMIT: AttemptLimit = { attempts: 30, seconds: 60 };

/** On one line, read in one direction, and of characters that every database keeps. */
const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}\\p{Bidi_C}]*$',
});
/** In UTC, so that times sort as text. */
const Time = Type.String({ format: 'date-time', pattern: 'Z$' });
const NewKey = Type.Object(
  {
    name: Name,
    expires_at: Type.Union([Time, Type.Null()]),
    header_only: Type.Boolean(),
    share: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Null()])),
  },
  { additionalProperties: false },
);
const Renaming = Type.Object({ name: Name }, { additionalProperties: false });
const Rotation = Type.Object(
  { overlap_seconds: Type.Union(OVERLAPS.map((seconds) => Type.Literal(seconds))) },
  { additionalProperties: false },
);
const FoundKeyQuestion = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }), revoke: Type.Boolean() },
  { additionalProperties: false },
);
const UsageQuestion = Type.Object(
  {
    key: Type.Optional(Type.String({ maxLength: 100 })),
    days: Type.Optional(Type.String({ pattern: '^([1-9]|[1-8]\\d|90)$' })),
  },
  { additionalProperties: false },
);
const ActivityQuestion = Type.Object(
  { before: Type.Optional(Type.String({ maxLength: 100 })) },
  { additionalProperties: false },
);

const NoQuestion = Type.Object({}, { additionalProperties: false });

interface WithId {
  Params: { id: string };
}

/** What the web app asks for, below `/dashboard`: `interface.ts` says what there is. */
export class Dashboard {
  readonly #parts: DashboardParts;
  readonly #turns: Turns;
  /** What ends the turns of a request that is under way. */
  readonly #underWay = new WeakMap<FastifyRequest, { client: () => void; account?: () => void }>();

  constructor(parts: DashboardParts) {
    this.#parts = parts;
    this.#turns = new Turns(parts.requestsPerMinute);
  }

  register(app: FastifyInstance): void {
    app.register(
      async (dashboard) => {
        // JSON alone: no form of another site can send it.
        dashboard.removeContentTypeParser('text/plain');
        dashboard.addHook('onRequest', async (request, reply) => this.#enter(request, reply));
        // Only now, so that nobody takes a turn while a slow body arrives.
        dashboard.addHook('preHandler', async (request) => {
          const client = await this.#turns.begin(`client ${clientAt(request.ip)}`);
          this.#underWay.set(request, { client });
        });
        dashboard.addHook('onSend', async (request, _reply, payload) => {
          this.#endTurns(request, payload);
          return payload;
        });
        dashboard.setErrorHandler((error: Error, request, reply) => this.#fail(error, request, reply));
        dashboard.setNotFoundHandler((request, reply) =>
          this.#fail(new Problem('not_found', 'There is nothing at this address.'), request, reply),
        );
        this.#openRoutes(dashboard);
        this.#keyRoutes(dashboard);
        this.#usageRoutes(dashboard);
        this.#accountRoutes(dashboard);
        dashboard.register(async (auth) => this.#authRoutes(auth), { prefix: '/auth' });
      },
      { prefix: '/dashboard' },
    );
  }

  /** For anybody. */
  #openRoutes(app: FastifyInstance): void {
    app.get('/session', async (request, reply): Promise<SessionState> => {
      const signedIn = await this.#visitor(request, reply);
      return { account: signedIn === null ? null : await this.#account(signedIn), service: this.#service() };
    });
    app.post<{ Body: Static<typeof FoundKeyQuestion> }>(
      '/found-key',
      { schema: { body: FoundKeyQuestion } },
      async ({ body, ip }) => {
        await this.#limit(`found key from ${clientAt(ip)}`, FOUND_KEY_LIMIT);
        const { state, row } = await this.#parts.keys.found(body.token, body.revoke);
        if (body.revoke && row !== undefined && row.account_id !== null && row.revoked_at === null)
          await this.#parts.accounts.note(row.account_id, 'key_found_and_revoked', ip, row.label);
        return { state };
      },
    );
  }

  #keyRoutes(app: FastifyInstance): void {
    const { keys } = this.#parts;
    app.get('/keys', async (request, reply) => {
      const { accountId } = await this.#signedIn(request, reply);
      return { keys: await keys.list(accountId) };
    });
    app.get<WithId>('/keys/:id', async (request, reply) => {
      const { accountId } = await this.#signedIn(request, reply);
      return keys.get(accountId, request.params.id);
    });
    app.post<{ Body: Static<typeof NewKey> }>(
      '/keys',
      { schema: { body: NewKey } },
      async (request, reply) => {
        const { accountId } = await this.#signedIn(request, reply);
        await this.#limit(`new keys of ${accountId}`, NEW_KEYS_LIMIT);
        const issued = await keys.create(accountId, request.body);
        await this.#note(request, accountId, 'key_created', issued.key.name);
        return reply.code(201).send(issued);
      },
    );
    app.patch<WithId & { Body: Static<typeof Renaming> }>(
      '/keys/:id',
      { schema: { body: Renaming } },
      async (request, reply) => {
        const { accountId } = await this.#signedIn(request, reply);
        await this.#limit(`renamings of ${accountId}`, RENAMING_LIMIT);
        const key = await keys.rename(accountId, request.params.id, request.body.name);
        await this.#note(request, accountId, 'key_renamed', key.name);
        return key;
      },
    );
    app.post<WithId & { Body: Static<typeof Rotation> }>(
      '/keys/:id/rotate',
      { schema: { body: Rotation } },
      async (request, reply) => {
        const { accountId } = await this.#signedIn(request, reply);
        await this.#limit(`new keys of ${accountId}`, NEW_KEYS_LIMIT);
        const overlap = request.body.overlap_seconds * 1000;
        const issued = await keys.rotate(accountId, request.params.id, overlap);
        await this.#note(request, accountId, 'key_rotated', issued.key.name);
        return reply.code(201).send(issued);
      },
    );
    app.post<WithId>('/keys/:id/revoke', async (request, reply) => {
      const { accountId } = await this.#signedIn(request, reply);
      const { key, ended } = await keys.revoke(accountId, request.params.id);
      if (ended) await this.#note(request, accountId, 'key_revoked', key.name);
      return key;
    });
  }

  #usageRoutes(app: FastifyInstance): void {
    const { usage } = this.#parts;
    const schema = { querystring: UsageQuestion };
    type Question = { Querystring: Static<typeof UsageQuestion> };
    app.get<Question>('/usage', { schema }, async (request, reply) => {
      const { accountId } = await this.#signedIn(request, reply);
      return usage.report(accountId, usageQuery(request.query));
    });
    app.get<Question>('/usage.csv', { schema }, async (request, reply) => {
      const { accountId } = await this.#signedIn(request, reply);
      const csv = await usage.csv(accountId, usageQuery(request.query));
      return attachment(reply, 'text/csv; charset=utf-8', 'usage.csv').send(Readable.from(csv));
    });
  }

  #accountRoutes(app: FastifyInstance): void {
    const { database } = this.#parts.store;
    app.get<{ Querystring: Static<typeof ActivityQuestion> }>(
      '/activity',
      { schema: { querystring: ActivityQuestion } },
      async (request, reply): Promise<Activity> => {
        const { accountId } = await this.#signedIn(request, reply);
        const { before } = request.query;
        const rows = await activityOf(database, accountId, { before, limit: EVENTS_A_PAGE + 1 });
        const events = rows.slice(0, EVENTS_A_PAGE).map(
          ({ id, at, action, address, subject }): ActivityEvent => ({
            id,
            at,
            action: action as ActivityAction,
            address,
            subject,
          }),
        );
        return { events, next: rows.length > EVENTS_A_PAGE ? (events.at(-1)?.id ?? null) : null };
      },
    );
    app.get('/sessions', async (request, reply): Promise<SessionList> => {
      const { accountId, sessionId } = await this.#signedIn(request, reply);
      const rows = await sessionsOf(database, accountId, new Date().toISOString());
      return {
        sessions: rows.map(({ id, created_at, updated_at, expires_at, ip_address, user_agent }) => ({
          id,
          created_at,
          updated_at,
          expires_at,
          address: ip_address,
          user_agent,
          current: id === sessionId,
        })),
      };
    });
    app.delete<WithId>('/sessions/:id', async (request, reply) => {
      const { accountId, sessionId } = await this.#signedIn(request, reply);
      const { id } = request.params;
      const ended = await endSessions(database, accountId, id === 'others' ? { except: sessionId } : { id });
      if (ended === 0 && id !== 'others') throw new Problem('not_found', 'Your account has no such session.');
      if (ended > 0) await this.#note(request, accountId, 'session_ended');
      return reply.code(204).send();
    });
    app.get('/export', async (request, reply) => {
      const { accountId } = await this.#signedIn(request, reply);
      await this.#limit(`exports of ${accountId}`, EXPORT_LIMIT);
      await this.#note(request, accountId, 'data_exported');
      const json = Readable.from(exportAccount(this.#parts.store, accountId));
      return attachment(reply, 'application/json; charset=utf-8', 'account.json').send(json);
    });
  }

  /** Only what is in the table, as it is there: everything else is refused before better-auth hears of it. */
  #authRoutes(app: FastifyInstance): void {
    app.setErrorHandler((error: FastifyError, request, reply) => {
      const { code, detail } = outOfBounds(error) ?? {};
      if (code === undefined || detail === undefined) throw error;
      return this.#refuse(400, code, detail, request, reply);
    });
    for (const [path, { method, ...schema }] of Object.entries(ACCOUNT_REQUESTS))
      app.route<{ Body?: Record<string, unknown>; Querystring: Record<string, string> }>({
        method,
        url: path,
        schema: { querystring: NoQuestion, ...schema },
        handler: async (request, reply) => {
          const response = await this.#parts.accounts.handle({
            method,
            path,
            query: request.query,
            headers: headersOf(request),
            body: request.body,
            address: request.ip,
            client: clientAt(request.ip),
          });
          setCookies(reply, response.headers.getSetCookie());
          return this.#sendAccountsResponse(path, response, request, reply);
        },
      });
  }

  #enter(request: FastifyRequest, reply: FastifyReply): void {
    const publicUrl = this.#parts.publicUrl;
    reply.headers({ ...commonHeaders(request.id, publicUrl), 'Cache-Control': 'no-store' });
    this.#turns.count(`client ${clientAt(request.ip)}`);
    refuseOtherSites(request, publicUrl);
  }

  /** What is streamed goes on: the account's turn ends with it, and the client's now, because others may share its address. */
  #endTurns(request: FastifyRequest, payload: unknown): void {
    const turns = this.#underWay.get(request);
    if (turns === undefined) return;
    this.#underWay.delete(request);
    turns.client();
    if (turns.account === undefined) return;
    if (payload instanceof Readable) payload.once('close', turns.account);
    else turns.account();
  }

  async #signedIn(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> {
    const signedIn = await this.#visitor(request, reply);
    if (signedIn === null) throw new Problem('not_signed_in', 'Sign in first.');
    return signedIn;
  }

  /** Null: nobody is signed in. */
  async #visitor(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | null> {
    const signedIn = await this.#parts.accounts.signedIn(headersOf(request));
    if (signedIn === null) return null;
    const visitor = `account ${signedIn.accountId}`;
    this.#turns.count(visitor);
    const account = await this.#turns.begin(visitor);
    const turns = this.#underWay.get(request);
    if (turns === undefined) account();
    else turns.account = account;
    setCookies(reply, signedIn.cookies);
    return signedIn;
  }

  /** Sends what better-auth responded: JSON that the web app reads, or a problem. */
  async #sendAccountsResponse(
    path: string,
    response: Response,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return reply.code(response.status).send(answerFor(path, body));
    const said = (body ?? {}) as { code?: unknown; message?: unknown; retry_after?: unknown };
    const code = typeof said.code === 'string' ? said.code : 'invalid_request';
    const isAnothers = response.status === 401 && code !== 'UNAUTHORIZED';
    if (path === '/passkey/delete-passkey' && (isAnothers || response.status === 404))
      throw new Problem('not_found', 'Your account has no such passkey.');
    if (code === 'FAILED_TO_VERIFY_REGISTRATION')
      throw new Problem('invalid_request', 'The passkey does not answer what it was asked.');
    if (response.status >= 500) throw new Error(`better-auth answered ${response.status}`);
    if (response.status === 429) {
      const waiting = said.retry_after ?? response.headers.get('x-retry-after');
      throw new Problem(
        'too_many_attempts',
        'Too many tries. Wait a while.',
        waiting === null ? {} : { retry_after: Number(waiting) },
      );
    }
    const detail = typeof said.message === 'string' ? said.message : 'The request is not valid.';
    return this.#refuse(response.status, code, detail, request, reply);
  }

  #fail(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const problem = thrownProblem(error);
    if (problem.status >= 500) Exchange.of(request.raw).error = error;
    const { retry_after } = problem.extras;
    if (retry_after !== undefined) reply.header('Retry-After', retry_after);
    return sendProblem(reply, this.#problemDocument(problem, request));
  }

  /** Sends an error of better-auth, with its own code and status. */
  #refuse(status: number, code: string, detail: string, request: FastifyRequest, reply: FastifyReply) {
    const document = this.#problemDocument(new Problem('invalid_request', detail), request);
    return sendProblem(reply, { ...document, title: 'The request was refused', status, code });
  }

  #problemDocument(problem: Problem, { url, id }: FastifyRequest): ProblemDocument {
    return problemDocument(problem, this.#parts.publicUrl, url, id);
  }

  async #limit(subject: string, limit: AttemptLimit): Promise<void> {
    const { allowed, retryAfterSeconds } = await countAttempt(this.#parts.store.database, subject, limit);
    if (!allowed)
      throw new Problem('too_many_attempts', `Try again in ${retryAfterSeconds} seconds.`, {
        retry_after: retryAfterSeconds,
      });
  }

  #note(request: FastifyRequest, accountId: string, action: ActivityAction, subject?: string): Promise<void> {
    return this.#parts.accounts.note(accountId, action, request.ip, subject);
  }

  async #account({ accountId, sessionId }: SignedIn): Promise<Account | null> {
    const row = await accountById(this.#parts.store.database, accountId);
    if (row === undefined) return null;
    return {
      id: row.id,
      email: row.email,
      email_verified: row.email_verified === 1,
      created_at: row.created_at,
      two_factor: row.two_factor_enabled === 1,
      session_id: sessionId,
    };
  }

  #service(): Service {
    const { plan, keysPerAccount, sendsMail, catalogue, publicUrl } = this.#parts;
    const { version, manifest } = catalogue.release;
    const { countries, cities, sources } = manifest.counts;
    return {
      api_url: `${publicUrl}/v1`,
      sends_mail: sendsMail,
      keys_per_account: keysPerAccount,
      plan: {
        name: plan.name,
        burst: { requests: plan.burst.requests, seconds: plan.burst.seconds },
        daily: plan.daily.requests,
      },
      release: { version, countries, cities, sources },
    };
  }
}

function usageQuery({ key, days = '90' }: Static<typeof UsageQuestion>): UsageQuery {
  return { key, days: Number(days) };
}

/** As better-auth says it of its own bounds, which are not reached any more. */
function outOfBounds({ validation = [] }: FastifyError): { code: string; detail: string } | undefined {
  const fieldsOf = (keywords: readonly string[]) =>
    validation.filter(({ keyword }) => keywords.includes(keyword)).map((one) => one.instancePath);
  const fields = fieldsOf(['maxLength']);
  if (fieldsOf(['maxLength', 'pattern']).includes('/email'))
    return { code: 'INVALID_EMAIL', detail: 'Invalid email' };
  if (fields.some((field) => /password$/i.test(field)))
    return { code: 'PASSWORD_TOO_LONG', detail: `Password has more than ${MAX_PASSWORD_LENGTH} characters` };
  return undefined;
}

/** The answers of better-auth that the web app reads. */
const ANSWERS_READ = [
  '/verify-email',
  '/two-factor/enable',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/list-user-passkeys',
];

/**
 * Others tell the session, which is in its cookie, where no script can read it, and whose it is, which `GET /dashboard/session`
 * tells; and of signing up the answer has to be the same for everybody.
 */
function answerFor(path: string, body: unknown): unknown {
  // Nothing less is accepted, but better-auth has no setting to ask for it.
  if (path === '/passkey/generate-authenticate-options')
    return { ...Object(body), userVerification: 'required' };
  if (ANSWERS_READ.includes(path)) return body;
  const asksForCode = path === '/sign-in/email' && Object(body).twoFactorRedirect === true;
  return asksForCode ? { twoFactorRedirect: true } : {};
}

function sendProblem(reply: FastifyReply, document: ProblemDocument): FastifyReply {
  Exchange.of(reply.request.raw).problem = document.code;
  return reply
    .code(document.status)
    .type('application/problem+json; charset=utf-8')
    .send(problemText(document));
}

function attachment(reply: FastifyReply, type: string, name: string): FastifyReply {
  return reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`);
}

function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('Set-Cookie', cookie);
}

/** What accounts read of a request. Others are left out, so that thousands of them cost nothing and none has a meaning to better-auth. */
const HEADERS_READ = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
] as const;
/** Names of browsers have 100 to 200 characters; they are kept with each session. */
const MAX_BROWSER_NAME = 300;

function headersOf({ headers }: FastifyRequest): Headers {
  const copied = new Headers();
  for (const name of HEADERS_READ) {
    const value = headers[name];
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    copied.set(name, name === 'user-agent' ? text.slice(0, MAX_BROWSER_NAME) : text);
  }
  return copied;
}
