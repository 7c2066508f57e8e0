import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../engine/problems.ts';
import { commonHeaders } from '../service/http/common-headers.ts';
import { Exchange } from '../service/http/exchange.ts';
import { checkDepth } from '../service/http/request-body.ts';
import { registerAccountRoutes, registerUsageRoutes } from './account-routes.ts';
import { openToPages, registerAgentPages, registerAgentRoutes, registerAgentTokens } from './agent-routes.ts';
import { registerAuthenticationRoutes } from './authentication-routes.ts';
import { registerKeyRoutes, registerNewKeys } from './key-routes.ts';
import { registerLeakedKeys } from './leaked-keys.ts';
import { sendProblem } from './problem-responses.ts';
import { registerPublicRoutes, registerReportRoutes } from './public-routes.ts';
import type { DashboardParts, RouteParts } from './route.ts';
import { Visitors } from './visitors.ts';

/** Answers the requests of the web app below `/dashboard`, which `interface.ts` lists, and reports of leaked keys. */
export function registerDashboard(app: FastifyInstance, given: DashboardParts): void {
  const { leakSigners } = given;
  const parts = { ...given, visitors: new Visitors(given) };
  app.register(async (programs) => {
    openToPages(programs);
    admit(programs, parts, false);
    answerProblems(programs, parts);
    registerAgentRoutes(programs, parts);
    registerAgentTokens(programs, parts);
    if (leakSigners !== undefined)
      programs.register(async (scanners) => registerLeakedKeys(scanners, parts, leakSigners));
  });
  app.register(
    async (dashboard) => {
      admit(dashboard, parts, true);
      answerProblems(dashboard, parts);
      // JSON only: a form on another site cannot send it.
      dashboard.removeContentTypeParser('text/plain');
      registerAgentPages(dashboard, parts);
      registerPublicRoutes(dashboard, parts);
      registerKeyRoutes(dashboard, parts);
      registerNewKeys(dashboard, parts);
      registerUsageRoutes(dashboard, parts);
      registerAccountRoutes(dashboard, parts);
      dashboard.register(async (forms) => registerReportRoutes(forms, parts));
      dashboard.register(async (auth) => registerAuthenticationRoutes(auth, parts), { prefix: '/auth' });
    },
    { prefix: '/dashboard' },
  );
}

function admit(
  dashboard: FastifyInstance,
  { publicUrl, visitors, responder }: RouteParts,
  onlyOurSite: boolean,
): void {
  dashboard.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...commonHeaders(request.id, publicUrl), 'Cache-Control': 'no-store' });
    visitors.count(request);
    if (onlyOurSite) refuseOtherSites(request, publicUrl);
  });
  dashboard.addHook('preValidation', async ({ body }) => checkDepth(body));
  // After the body has arrived, so that a slow one holds no turn.
  dashboard.addHook('preHandler', (request) => visitors.beginTurn(request));
  dashboard.addHook('onSend', (request, reply, payload, done) => {
    visitors.endTurns(request, payload);
    const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : 0;
    // After the turn, because others may share the client's address.
    const send = () => done(null, payload);
    responder.whenDue(Exchange.of(request.raw), reply.statusCode, bytes, send);
  });
}

function answerProblems(dashboard: FastifyInstance, { publicUrl }: RouteParts): void {
  dashboard.setErrorHandler((error: Error, _request, reply) => sendProblem(publicUrl, error, reply));
  dashboard.setNotFoundHandler((_request, reply) =>
    sendProblem(publicUrl, new Problem('not_found', 'There is nothing at this address.'), reply),
  );
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses requests that a page of another site makes a browser send. With every request that may change something, browsers send
 * the site of the page in `Origin`. It must be the host of the request, or our public address if a proxy changes `Host`. Cookies
 * are also `SameSite=Lax`.
 */
function refuseOtherSites({ method, headers }: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.includes(method)) return;
  const origin = URL.parse(headers.origin ?? '');
  if (origin === null || !isOurs(origin, headers.host, new URL(publicUrl)))
    throw new Problem('cross_site_request', 'This request does not come from a page of this service.');
}

/** With our public host name, the scheme must match, too: anybody on the network can serve a page without TLS. */
function isOurs(origin: URL, host: string | undefined, ours: URL): boolean {
  return origin.host === ours.host ? origin.protocol === ours.protocol : origin.host === host;
}
