import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../engine/problems.ts';
import type { Agents, Answered, Registration, Sender } from '../service/accounts/agents.ts';
import { clientAt } from '../service/http/client-address.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import { AgentDecision, AgentQuestion, AgentQuestionQuery, NextPage } from './interface.ts';
import { headersForAccounts, setCookies } from './session-headers.ts';
import type { Visitors } from './visitors.ts';

export interface AgentParts {
  agents: Agents;
  visitors: Visitors;
}

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

/** What agents themselves ask for, outside `/dashboard`: they have no cookies, and any site may send a browser here. */
export function registerAgentRoutes(app: FastifyInstance, { agents, visitors }: AgentParts): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
    app.get(path, async () => agents.resourceMetadata());
  app.get('/.well-known/oauth-authorization-server', async () => agents.serverMetadata());

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

/** What our own page asks: who wants access, and what the account's holder decides. */
export function registerAgentPages(app: FastifyInstance, { agents, visitors }: AgentParts): void {
  app.get<{ Querystring: AgentQuestionQuery }>(
    '/agents/question',
    { schema: { querystring: AgentQuestionQuery, response: { 200: AgentQuestion } } },
    async (request, reply): Promise<AgentQuestion> => {
      await visitors.signedIn(request, reply);
      const name = await agents.nameOf(request.query.client_id);
      if (name === undefined) throw new Problem('not_found', 'There is no such agent.');
      return { name };
    },
  );

  app.post<{ Body: AgentDecision }>(
    '/agents/decision',
    { schema: { body: AgentDecision, response: { 200: NextPage } } },
    async (request, reply): Promise<NextPage> => {
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
    },
  );
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
