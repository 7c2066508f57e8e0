import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../engine/problems.ts';
import type { Answered, Registration, Sender } from '../service/accounts/agents.ts';
import { clientAt } from '../service/http/client-address.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import type { RouteParts } from './dashboard-parts.ts';
import { AgentDecision, AgentQuestion, AgentQuestionQuery, NextPage } from './interface.ts';
import { route } from './route.ts';
import { headersForAccounts, setCookies } from './session-headers.ts';

const REGISTRATION_LIMIT: AttemptLimit = { attempts: 20, seconds: 3600 };
const CONNECTION_LIMIT: AttemptLimit = { attempts: 20, seconds: 24 * 3600 };

const registration = {
  type: 'object',
  required: ['redirect_uris'],
  properties: {
    client_name: { type: 'string', maxLength: 100 },
    redirect_uris: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: { type: 'string', minLength: 1, maxLength: 500 },
    },
  },
};

/** Nothing there depends on cookies, and programs may be web pages, such as the protocol's inspector. */
const OPEN_PATHS = /^\/\.well-known\/oauth-|^\/oauth\/(?:register|token|revoke)$/;
const OPEN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
};
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Headers': 'Accept, Authorization, Content-Type, MCP-Protocol-Version',
  'Access-Control-Max-Age': '86400',
};

/** Lets pages of any site read what agents ask for, refusals too. Has to be called before anything refuses. */
export function openToPages(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    if (OPEN_PATHS.test(routeOptions.url ?? '')) reply.headers(OPEN_HEADERS);
  });
}

/**
 * What agents themselves ask for, outside `/dashboard`: they have no cookies, and any site may send a browser here.
 *
 * @param publicUrl public address without /v1
 */
export function registerAgentRoutes(app: FastifyInstance, { agents, visitors, publicUrl }: RouteParts): void {
  app.addHook('onRoute', ({ url, method }) => {
    if (OPEN_PATHS.test(url) && method !== 'OPTIONS' && method !== 'HEAD')
      allowPages(app, url, String(method));
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  // Below a path of a proxy, clients look at the root of the host (RFC 9728, section 3.1; RFC 8414, section 3.1).
  const below = new URL(publicUrl).pathname.replace(/\/$/, '');
  for (const path of new Set(['', '/mcp', `${below}/mcp`]))
    app.get(`/.well-known/oauth-protected-resource${path}`, async () => agents.resourceMetadata());
  for (const path of new Set(['', below]))
    app.get(`/.well-known/oauth-authorization-server${path}`, async () => agents.serverMetadata());

  app.get('/oauth/authorize', async (request, reply) => {
    const asked = new URLSearchParams(request.url.split('?').slice(1).join('?'));
    return reply.redirect(await agents.authorize(asked, senderOf(request)), 302);
  });

  app.post<{ Body: Registration }>(
    '/oauth/register',
    { schema: { body: registration }, attachValidation: true },
    async (request, reply) => {
      if (request.validationError !== undefined)
        return reply
          .code(400)
          .send({ error: 'invalid_client_metadata', error_description: request.validationError.message });
      await visitors.limit(`registration from ${clientAt(request.ip)}`, REGISTRATION_LIMIT);
      return send(reply, await agents.register(request.body, senderWithoutCookies(request)));
    },
  );

  app.post<{ Body: unknown }>('/oauth/token', async (request, reply) =>
    send(reply, await agents.token(formOf(request), senderWithoutCookies(request))),
  );

  app.post<{ Body: unknown }>('/oauth/revoke', async (request) => {
    await agents.revoke(formOf(request), senderWithoutCookies(request));
    return {};
  });
}

/** Answers a browser that asks whether a page may send the request. */
function allowPages(app: FastifyInstance, url: string, method: string): void {
  const methods = method === 'GET' ? 'GET, HEAD' : method;
  const headers = {
    ...PREFLIGHT_HEADERS,
    'Access-Control-Allow-Methods': methods,
    Allow: `${methods}, OPTIONS`,
  };
  app.options(url, async (_request, reply) => reply.code(204).headers(headers).send());
}

/** What our own page asks: who wants access, and what the account's holder decides. */
export function registerAgentPages(app: FastifyInstance, { agents, visitors }: RouteParts): void {
  route(
    app,
    'GET',
    '/agents/question',
    { query: AgentQuestionQuery, reply: AgentQuestion },
    async (request, reply) => {
      await visitors.signedIn(request, reply);
      const name = await agents.nameOf(request.query.client_id);
      if (name === undefined) throw new Problem('not_found', 'There is no such agent.');
      return { name };
    },
  );

  route(app, 'POST', '/agents/decision', { body: AgentDecision, reply: NextPage }, async (request, reply) => {
    const { accountId, cookies } = await visitors.signedIn(request, reply);
    setCookies(reply, cookies);
    if (request.body.accept) await visitors.limit(`connections of ${accountId}`, CONNECTION_LIMIT);
    const to = await agents.decide(accountId, request.body, senderOf(request));
    if (to === undefined)
      throw new Problem(
        'invalid_request',
        'This question has expired. Start again in the program that sent you here.',
      );
    return { to };
  });
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  if (body instanceof URLSearchParams) return body;
  throw new Problem('unsupported_media_type', 'Send a form: application/x-www-form-urlencoded.');
}

function senderOf(request: FastifyRequest): Sender {
  return { headers: headersForAccounts(request), address: request.ip, client: clientAt(request.ip) };
}

function senderWithoutCookies({ ip }: FastifyRequest): Sender {
  return { headers: new Headers(), address: ip, client: clientAt(ip) };
}

function send(reply: FastifyReply, { status, body }: Answered): FastifyReply {
  return reply.code(status).send(body);
}
