import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { SCOPES } from '../engine/permissions.ts';
import { Problem } from '../engine/problems.ts';
import { pageOfAgents } from '../service/accounts/account-requests.ts';
import { clientAt } from '../service/http/client-address.ts';
import { agentKey } from '../service/keys/lifecycle.ts';
import { hashToken, visibleParts } from '../service/keys/token.ts';
import {
  boundUnusedClients,
  clientName,
  endByToken,
  endWithoutRefresh,
  forgetConsents,
  giveToAgent,
  REFRESH_SCOPE,
  setRedirects,
  UNNAMED,
} from '../service/storage/agents.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import type { ApiKeyRow } from '../service/storage/keys.ts';
import PROTOCOL from './agent-protocol.json' with { type: 'json' };
import { AgentDecision, AgentQuestion, AgentQuestionQuery, NextPage } from './interface.ts';
import { accountRoutes, type RouteParts } from './route.ts';
import { senderOf, setCookies } from './visitors.ts';

/*
 * OAuth 2.1 for agents, as the Model Context Protocol's chapter on authorization says: better-auth's provider behind our own
 * addresses. A connection of an agent to an account is a key of that account whose token changes every hour, so that limits,
 * usage, recent requests and revocation are those of keys.
 */

const REGISTRATION_LIMIT: AttemptLimit = { attempts: 20, seconds: 3600 };
const CONNECTION_LIMIT: AttemptLimit = { attempts: 20, seconds: 24 * 3600 };

/** What an agent registers. Everything else that it says about itself is dropped, above all addresses that we would fetch. */
const Registration = Type.Object({
  client_name: Type.Optional(Type.String({ maxLength: 100 })),
  redirect_uris: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 10 }),
});

/**
 * Addresses of apps on the same device (RFC 8252, section 7.1) that the provider does not take: with the scheme of a known editor,
 * or a reverse domain name and a host. A browser passes them on to the app and runs nothing itself.
 */
const APP_ADDRESS =
  /^(?:cursor|vscode|vscode-insiders|windsurf|[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):\/\/[\w.-]+(?:\/[\w.~%/-]*)?(?:\?[\w.~%=&-]*)?$/;
/** What the provider gets instead. */
const TAKEN_ADDRESS = 'org.example:/';

/** For the person in front of a client, which shows the description of an error (RFC 6749, section 5.2). */
const DISCONNECTED = 'The account’s owner has disconnected this agent';

/** Clients that nobody has allowed. The oldest go first. */
const MOST_UNUSED = 10_000;

/** Nothing there depends on cookies, and programs may be web pages, such as the protocol's inspector. */
const OPEN_PATHS = /^\/\.well-known\/oauth-|^\/oauth\/(?:register|token|revoke)$/;

/** Lets pages of any site read what agents ask for, refusals too. Has to be called before anything refuses. */
export function openToPages(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (OPEN_PATHS.test(routeOptions.url ?? '')) reply.headers(PROTOCOL.forPages);
  });
}

/**
 * What agents themselves ask for, outside `/dashboard`: they have no cookies, and any site may send a browser here.
 *
 * @param publicUrl public address without /v1
 */
export function registerAgentRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { accounts, store, visitors, publicUrl } = parts;
  const { database } = store;
  app.addHook('onRoute', ({ url, method }) => {
    if (!OPEN_PATHS.test(url) || method === 'OPTIONS' || method === 'HEAD') return;
    // Answers a browser that asks whether a page may send the request.
    const methods = method === 'GET' ? 'GET, HEAD' : String(method);
    const allow = { 'Access-Control-Allow-Methods': methods, Allow: `${methods}, OPTIONS` };
    app.options(url, async (_request, reply) =>
      reply
        .code(204)
        .headers({ ...PROTOCOL.preflight, ...allow })
        .send(),
    );
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  const resource = metadata('resource', publicUrl, SCOPES);
  const server = metadata('server', publicUrl, [...SCOPES, REFRESH_SCOPE]);
  // Below a path of a proxy, clients look at the root of the host (RFC 9728, section 3.1; RFC 8414, section 3.1).
  const below = new URL(publicUrl).pathname.replace(/\/$/, '');
  for (const path of new Set(['', '/mcp', `${below}/mcp`]))
    app.get(`/.well-known/oauth-protected-resource${path}`, async () => resource);
  for (const path of new Set(['', below]))
    app.get(`/.well-known/oauth-authorization-server${path}`, async () => server);

  // Where a browser goes that an agent sent: to our page, or back to the agent with an error.
  app.get('/oauth/authorize', async (request, reply) => {
    const asked = new URLSearchParams(request.url.split('?').slice(1).join('?'));
    const page = pageOfAgents(publicUrl);
    if (!isForUs(asked, publicUrl)) return reply.redirect(`${page}?error=invalid_target`, 302);
    const query = only(PROTOCOL.asked, asked);
    const scopes = (asked.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    const wanted = scopes.some((scope) => scope !== REFRESH_SCOPE) ? scopes : SCOPES;
    query.set('scope', [...new Set([...wanted, REFRESH_SCOPE])].join(' '));
    // Always: a client is only what it says of itself.
    query.set('prompt', 'consent');
    const sender = senderOf(request);
    const headers = new Headers({ accept: 'application/json', cookie: sender.headers.get('cookie') ?? '' });
    const asking = { ...sender, headers, method: 'GET' };
    const next = await nextOf(await accounts.pass(`/oauth2/authorize?${query}`, asking), publicUrl);
    return reply.redirect(next ?? `${page}?error=invalid_request`, 302);
  });

  // RFC 7591.
  app.post<{ Body: Static<typeof Registration> }>(
    '/oauth/register',
    { schema: { body: Registration }, attachValidation: true },
    async (request, reply) => {
      if (request.validationError !== undefined)
        return refuse(reply, 'invalid_client_metadata', request.validationError.message);
      await visitors.limit(`registration from ${clientAt(request.ip)}`, REGISTRATION_LIMIT);
      const { client_name, redirect_uris } = request.body;
      const name = client_name?.replace(/[\p{Cc}\p{Cs}\p{Bidi_C}]/gu, '').trim();
      const answered = await accounts.pass('/oauth2/register', senderWithoutCookies(request), {
        client_name: name || UNNAMED,
        redirect_uris: redirect_uris.map((address) => (APP_ADDRESS.test(address) ? TAKEN_ADDRESS : address)),
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      });
      const body = Object(await answered.json());
      reply.code(answered.status);
      if (!answered.ok) return body;
      await setRedirects(database, String(body.client_id), redirect_uris);
      await boundUnusedClients(database, MOST_UNUSED);
      return { ...body, redirect_uris };
    },
  );
}

/** How agents get tokens, and give them back. */
export function registerAgentTokens(app: FastifyInstance, parts: RouteParts): void {
  const { accounts, keys, store, publicUrl } = parts;
  const { database } = store;

  // Exchanges a code or a refresh token.
  app.post<{ Body: unknown }>('/oauth/token', async (request, reply) => {
    const form = formOf(request);
    if (!isForUs(form, publicUrl)) return refuse(reply, 'invalid_target', 'Tokens are for /mcp only.');
    const fields = only(PROTOCOL.exchanged, form);
    const answered = await accounts.pass('/oauth2/token', senderWithoutCookies(request), fields);
    const body = Object(await answered.json()) as Record<string, unknown>;
    const { access_token } = body;
    if (answered.ok && typeof access_token === 'string') {
      const allowedNow = fields.get('grant_type') === 'authorization_code';
      const token = { hash: hashToken(access_token), ...visibleParts(access_token) };
      const isConnected = await giveToAgent(database, token, allowedNow, agentKey);
      await keys.applyChanges();
      return isConnected ? body : refuse(reply, 'invalid_grant', `${DISCONNECTED}. Connect it again.`);
    }
    // A code or a refresh token that comes twice was stolen. The provider has removed what was made from it.
    await noteEnded(parts, await endWithoutRefresh(database, fields.get('client_id') ?? ''), request);
    // RFC 7636, section 4.6.
    if (answered.status === 401 && body.error === 'invalid_request')
      return refuse(reply, 'invalid_grant', 'The code verifier is wrong.');
    if (body.error === 'invalid_grant' && fields.has('refresh_token'))
      return refuse(
        reply,
        'invalid_grant',
        `${DISCONNECTED}, or its token is wrong or was used before. Connect it again.`,
      );
    return reply.code(answered.status).send(body);
  });

  // RFC 7009: whichever token it is, the agent is disconnected.
  app.post<{ Body: unknown }>('/oauth/revoke', async (request) => {
    const form = formOf(request);
    const token = form.get('token') ?? '';
    const hashes = [hashToken(token), hashToken(token.replace(/^lds_refresh_/, ''))];
    await noteEnded(parts, await endByToken(database, form.get('client_id') ?? '', hashes), request);
    return {};
  });
}

/** What our own page asks: who wants access, and what the account's holder decides. */
export function registerAgentPages(app: FastifyInstance, parts: RouteParts): void {
  const { accounts, store, visitors, publicUrl } = parts;
  const { database } = store;
  const route = accountRoutes(app, visitors);

  const question = { query: AgentQuestionQuery, reply: AgentQuestion };
  route('GET', '/agents/question', question, async (_account, { query }) => {
    const name = await clientName(database, query.client_id);
    if (name === undefined) throw new Problem('not_found', 'There is no such agent.');
    return { name };
  });

  const decision = { body: AgentDecision, reply: NextPage };
  route('POST', '/agents/decision', decision, async ({ accountId, cookies }, request, reply) => {
    setCookies(reply, cookies);
    // The provider has signed the query of our page.
    const { accept, query } = request.body;
    if (accept) await visitors.limit(`connections of ${accountId}`, CONNECTION_LIMIT);
    const decided = { accept, oauth_query: query };
    const answered = await accounts.pass('/oauth2/consent', senderOf(request), decided);
    await forgetConsents(database, accountId);
    const to = await nextOf(answered, publicUrl);
    if (to === undefined)
      throw new Problem(
        'invalid_request',
        'This question has expired. Start again in the program that sent you here.',
      );
    if (accept) {
      const name = await clientName(database, new URLSearchParams(query).get('client_id') ?? '');
      await visitors.logActivity(request, accountId, 'agent_connected', name);
    }
    return { to };
  });
}

/** Of a server (RFC 8414), or of what it guards (RFC 9728). */
function metadata(of: 'server' | 'resource', publicUrl: string, scopes_supported: readonly string[]): object {
  const filled = JSON.stringify(PROTOCOL[of]).replaceAll('{publicUrl}', () => publicUrl);
  return { ...JSON.parse(filled), scopes_supported };
}

/** Whether it asks for the only thing that tokens are for (RFC 8707), or for none. */
function isForUs(parameters: URLSearchParams, publicUrl: string): boolean {
  return parameters.getAll('resource').every((resource) => resource === `${publicUrl}/mcp`);
}

/** Where the provider sends the browser. It names its own address as the issuer (RFC 9207), we name ours. */
async function nextOf(answered: Response, publicUrl: string): Promise<string | undefined> {
  const { url } = Object(await answered.json()) as { url?: unknown };
  if (!answered.ok || typeof url !== 'string') return undefined;
  const next = new URL(url);
  if (next.searchParams.has('iss')) next.searchParams.set('iss', publicUrl);
  return next.href;
}

async function noteEnded(
  { keys, visitors }: RouteParts,
  ended: readonly ApiKeyRow[],
  request: FastifyRequest,
): Promise<void> {
  if (ended.length > 0) await keys.applyChanges();
  for (const { account_id, label } of ended)
    if (account_id !== null) await visitors.logActivity(request, account_id, 'agent_disconnected', label);
}

/** What reaches the provider of a request; repeated parameters, and everything of OpenID Connect, are dropped. */
function only(names: readonly string[], from: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    names.flatMap((name) => {
      const value = from.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  if (body instanceof URLSearchParams) return body;
  throw new Problem('unsupported_media_type', 'Send a form: application/x-www-form-urlencoded.');
}

function senderWithoutCookies({ ip }: FastifyRequest) {
  return { headers: new Headers(), address: ip, client: clientAt(ip) };
}

/** An error of the protocol. */
function refuse(reply: FastifyReply, error: string, error_description: string): FastifyReply {
  return reply.code(400).send({ error, error_description });
}
