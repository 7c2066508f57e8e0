import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Problem } from '../engine/problems.ts';
import { Accounts } from '../service/accounts/accounts.ts';
import type { AccountsParts } from '../service/accounts/authentication-parts.ts';
import { HASH_COST, type HashCost } from '../service/accounts/passwords.ts';
import type { Config } from '../service/config.ts';
import { clientOf, type Trusts } from '../service/http/client-address.ts';
import { commonHeaders } from '../service/http/common-headers.ts';
import { Exchange } from '../service/http/exchange.ts';
import { methodNotAllowed } from '../service/http/http-problem.ts';
import { checkDepth } from '../service/http/request-body.ts';
import type { Responder } from '../service/http/responder.ts';
import { MAX_URL_LENGTH } from '../service/http/routes.ts';
import { queueForTurn, type TurnParts } from '../service/http/turn.ts';
import { registerKeyRoutes, registerNewKeys } from './account-keys.ts';
import { registerAccountRoutes, registerUsageRoutes } from './account-routes.ts';
import { openToPages, registerAgentPages, registerAgentRoutes, registerAgentTokens } from './agent-routes.ts';
import { registerAuthenticationRoutes } from './authentication-routes.ts';
import { registerLeakedKeys } from './leaked-keys.ts';
import { sendProblem } from './problem-responses.ts';
import { registerPublicRoutes, registerReportRoutes } from './public-routes.ts';
import type { DashboardParts, RouteParts } from './route.ts';
import { Visitors } from './visitors.ts';

export interface DashboardSurroundings
  extends TurnParts,
    Omit<AccountsParts, 'passwordCost'>,
    Pick<DashboardParts, 'meter' | 'recent' | 'catalogue' | 'navigation'> {
  /** Its `passwordCost` is no setting: tests that are not about hashing have a lower one. */
  config: Config & { passwordCost?: HashCost };
  trusts: Trusts;
}

export interface Dashboard {
  /** Answers a request to a path under /dashboard, when it is its client's turn. */
  handle(exchange: Exchange): void;
  stop(): Promise<void>;
}

/** No request has a large body: what people type, or a browser's answer about a passkey. */
const MAX_BODY_BYTES = 64 * 1024;

/** Puts the dashboard together: accounts, their keys and usage, and the application that answers for them. */
export async function openDashboard(surroundings: DashboardSurroundings): Promise<Dashboard> {
  const { config, responder, trusts } = surroundings;
  const { passwordCost = HASH_COST } = config;
  const app = applicationOf(surroundings, surroundings.log);
  refuseOtherMethods(app, responder);
  registerDashboard(app, {
    ...config,
    ...surroundings,
    behindSeconds: behindOf(config),
    accounts: new Accounts({ ...surroundings, passwordCost }),
    operator: mailAddressOf(config),
    requestsPerMinute: config.dashboardPerMinute,
  });
  await app.ready();
  return {
    handle(exchange) {
      const { request, response } = exchange;
      queueForTurn(surroundings, exchange, {
        holder: clientOf(request, trusts),
        work: () => {
          // Records the request if the client disconnects before there is a response.
          response.once('close', () => responder.recordSent(exchange, 0));
          app.routing(request, response);
        },
      });
    },
    stop: () => app.close(),
  };
}

/** Fastify reads bodies, checks them against schemas and writes JSON. */
function applicationOf(
  { responder, trusts }: DashboardSurroundings,
  log: FastifyBaseLogger,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: (request) => Exchange.of(request).id,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trusts,
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    return503OnClosing: false,
    ajv: {
      customOptions: {
        removeAdditional: false,
        coerceTypes: false,
        useDefaults: false,
        allErrors: true,
        strict: false,
      },
    },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      const problem = new Problem(
        'malformed_request',
        'The request violates HTTP, or its URL is not valid percent-encoded UTF-8.',
      );
      responder.sendProblem(Exchange.of(request.raw), problem);
    },
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions;
    if (url !== undefined) Exchange.of(request.raw).route = url;
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    responder.recordSent(Exchange.of(request.raw), Number(reply.getHeader('content-length') ?? 0));
    done();
  });
  return app;
}

/**
 * Refuses a method that a path does not offer before its body is read. Fastify's router alone would report the path as missing. Has
 * to be called before routes are declared.
 */
function refuseOtherMethods(app: FastifyInstance, responder: Responder): void {
  const offered = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const newPath = () => ({ pattern: patternOf(url), methods: new Set(['OPTIONS']) });
    const { methods } = offered.getOrInsertComputed(url, newPath);
    for (const each of [method].flat()) methods.add(each);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?', 1);
    const found = request.is404 ? [...offered.values()].filter(({ pattern }) => pattern.test(path)) : [];
    if (found.length === 0) {
      done();
      return;
    }
    reply.hijack();
    const exchange = Exchange.of(request.raw);
    const allow = [...new Set(found.flatMap(({ methods }) => [...methods]))].sort().join(', ');
    if (exchange.method === 'OPTIONS') responder.sendMethods(exchange, allow);
    else responder.sendProblem(exchange, methodNotAllowed(exchange.method, allow));
  });
}

/** @param url in Fastify's notation: `/dashboard/keys/:id`, `/dashboard/auth/*` */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*';
    return segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment);
  });
  return new RegExp(`^${segments.join('/')}$`);
}

/** Where the operator gets mail, if the contact for users is an address. */
function mailAddressOf({ contactUrl }: Config): string | undefined {
  return contactUrl?.startsWith('mailto:') ? decodeURIComponent(new URL(contactUrl).pathname) : undefined;
}

/** A single process counts every request itself; several write their counts from time to time. */
function behindOf({ workers, databaseUrl, usageFlushMilliseconds }: Config): number {
  const isAlone = workers === 1 && databaseUrl === undefined;
  return isAlone ? 0 : Math.ceil(usageFlushMilliseconds / 1000);
}

/** Answers the requests of the web app below `/dashboard`, which `interface.ts` lists, and reports of leaked keys. */
function registerDashboard(app: FastifyInstance, given: DashboardParts): void {
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
