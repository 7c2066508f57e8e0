import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify';
import { type Logger, pino } from 'pino';
import { FailedAuthentication } from './access/failed-authentication.ts';
import { FrontDoor } from './access/front-door.ts';
import { Accounts } from './accounts/accounts.ts';
import { Mailer } from './accounts/mailer.ts';
import { secretOf } from './accounts/secret.ts';
import { Api, MAX_URL_LENGTH } from './api/api.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import type { Config, Plan } from './config.ts';
import { AccountKeys } from './dashboard/account-keys.ts';
import { Dashboard } from './dashboard/dashboard.ts';
import { UsageReports } from './dashboard/usage-report.ts';
import { commonHeaders, setCommonHeaders } from './http/common-headers.ts';
import { Connections } from './http/connections.ts';
import { Cors } from './http/cors.ts';
import { listenAt } from './http/listening.ts';
import { messageFault } from './http/message-problems.ts';
import { OfferedMethods } from './http/offered-methods.ts';
import { Overload } from './http/overload.ts';
import { lingerAtEnd, ParseErrors, unknownMethod } from './http/parse-errors.ts';
import { Problem, problemDocument } from './http/problems.ts';
import { fieldLine, KEEP_ALIVE_SECONDS, STATUS_LINES } from './http/response-head.ts';
import { trustIn } from './http/trusted-proxies.ts';
import { toApiKey } from './keys/key.ts';
import { KeyRing } from './keys/key-ring.ts';
import { CHARGED_OUTCOMES, Meter } from './keys/meter.ts';
import type { Ledger } from './limits/ledger.ts';
import { Limiter } from './limits/limiter.ts';
import { OperatorError } from './process/operator-error.ts';
import { RepeatedTask } from './process/repeated-task.ts';
import type { ReleaseStore } from './release/store.ts';
import { Documentation } from './site/documentation.ts';
import { WebApp } from './site/web-app.ts';
import type { Store } from './storage/database.ts';
import { tidy } from './storage/housekeeping.ts';
import { allKeys } from './storage/keys.ts';
import { usageOfDay } from './storage/usage.ts';
import { Answers, NO_ROUTE } from './telemetry/answers.ts';
import type { Readings } from './telemetry/metrics.ts';

export interface RunningServer {
  /** `http://127.0.0.1:3000`, as listened on. */
  address: string;
  publicUrl: string;
  /** Takes up a newly published release now; without it, within a second. A damaged one is logged and left. */
  reload(): Promise<void>;
  /** In Prometheus' text format; undefined where nobody wants them. */
  metrics: (() => Promise<string>) | undefined;
  /** Answers what was asked, ends every connection, writes what was counted. */
  stop(): Promise<void>;
}

const KEY_REFRESH_MILLISECONDS = 250;
const RELEASE_REFRESH_MILLISECONDS = 1000;
const TIDY_MILLISECONDS = 600_000;
/** Where `npm run web` puts what it builds. */
const WEB_APP_DIRECTORY = fileURLToPath(new URL('../web/dist', import.meta.url));
/** As long as the command line waits for us, we wait for it. */
const LAST_FLUSH_MILLISECONDS = 10_000;
/** How often Node looks for requests that take too long. */
const CONNECTIONS_CHECK_MILLISECONDS = 1000;
const MAX_HEADER_BYTES = 16 * 1024;
/** No request has a large body: what people type, or a browser's answer about a passkey. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * The composition root: every part by name, top to bottom.
 *
 * @param ledger in which this process shares the limits of keys with others; alone it needs none
 * @param beforeListening is waited for; until then somebody else may have the port
 */
export async function startServer(
  config: Config,
  store: Store,
  releases: ReleaseStore,
  releaseName: string,
  ledger?: Ledger,
  beforeListening?: () => Promise<void>,
): Promise<RunningServer> {
  const keys = new KeyRing(store);
  await keys.load();
  const limiter = new Limiter(config.plans, ledger && { ledger });
  await restoreQuotas(store, limiter);
  const catalogue = await Catalogue.open(releases, releaseName);
  const meter = new Meter(store.database);
  const secret = () => config.secret ?? secretOf(config.home);

  const log = pino({ level: config.logLevel }, process.stderr);
  const traces = await tracesOf(config, log);
  const answers = new Answers({ log, logs: config.logRequests, traces });
  const overload = new Overload(log);
  const nextRequestId = requestIds();
  let stopping = false;
  let publicUrl = config.publicUrl ?? '';
  const cors = new Cors(config.corsOrigins);
  const api = new Api({
    catalogue,
    frontDoor: new FrontDoor({
      trusts: trustIn(config.trustedProxies),
      keys,
      limiter,
      meter,
      failedAuthentication: new FailedAuthentication({
        perMinute: config.failedAuthenticationPerMinute,
        ...(ledger && { shared: { ledger, secret: secret() } }),
      }),
    }),
    cors,
    publicUrl: () => publicUrl,
    bodyCacheBytes: config.bodyCacheBytes,
    nextRequestId,
    answers,
  });
  const parseErrors = new ParseErrors({
    maxHeaderBytes: MAX_HEADER_BYTES,
    responseText: (problem) => parseErrorText(problem, publicUrl, answers),
    respond: (problem, response) => api.endRequest(problem, response),
  });
  const app = createApp(config, {
    loggerInstance: log,
    genReqId: nextRequestId,
    serverFactory: (handler) => createHttpServer(config, { overload, api, answers, parseErrors }, handler),
    frameworkErrors: (error, request, reply) => {
      answers.follow(request, reply);
      api.failRouting(error, request, reply);
    },
    clientErrorHandler: (error, socket) => parseErrors.answer(error, socket),
  });
  answers.register(app);
  new OfferedMethods().register(app, (allow, request, reply) => api.tellMethods(allow, request, reply));
  api.register(app);
  const mailer = new Mailer({ ...config, from: config.mailFrom, log: app.log });
  const accounts = new Accounts({
    store,
    keys,
    mailer,
    publicUrl: () => publicUrl,
    secret,
    log: app.log,
  });
  const webApp = new WebApp(WEB_APP_DIRECTORY, () => publicUrl);
  webApp.register(app);
  const plan = planOfAccounts(config);
  new Dashboard({
    store,
    accounts,
    keys: new AccountKeys({ store, keys, meter, plan: plan.name, keysPerAccount: config.keysPerAccount }),
    usage: new UsageReports({ store, meter, plan }),
    catalogue,
    plan,
    keysPerAccount: config.keysPerAccount,
    sendsMail: mailer.sends,
    requestsPerMinute: config.dashboardPerMinute,
    publicUrl: () => publicUrl,
  }).register(app);
  const { plans, securityContact } = config;
  new Documentation({ catalogue, cors, publicUrl: () => publicUrl, plans, securityContact }).register(app);
  let lostUsage = 0;
  const repeated = (what: string, everyMilliseconds: number, run: () => Promise<unknown>) =>
    new RepeatedTask({ what, everyMilliseconds, run, log: app.log });
  const tasks = {
    keys: repeated('taking up changed keys', KEY_REFRESH_MILLISECONDS, () => keys.refresh()),
    release: repeated('taking up a new release', RELEASE_REFRESH_MILLISECONDS, () =>
      takeUpRelease(app, catalogue),
    ),
    usage: repeated('writing usage', config.usageFlushMilliseconds, async () => {
      lostUsage += await writeUsage(meter, app);
    }),
    tidiness: repeated('tidying the store', TIDY_MILLISECONDS, () =>
      tidy(store.database, Date.now(), { sendsMail: mailer.sends }),
    ),
  };

  const storeReachable = () => !tasks.keys.failing && !tasks.usage.failing;
  registerHealth(
    app,
    () => publicUrl,
    () => ({
      unusable: stopping
        ? 'stopping'
        : catalogue.isDamaged || (!storeReachable() && keys.size === 0)
          ? 'unusable'
          : undefined,
      degraded: [
        ...(catalogue.isDamaged ? ['release'] : []),
        ...(storeReachable() ? [] : ['store']),
        ...(ledger?.reachable === false ? ['limits'] : []),
        ...(overload.isPresent ? ['load'] : []),
      ],
      release: catalogue.release.version,
    }),
  );
  app.setErrorHandler((error: Error, request, reply) => api.fail(error, request, reply));
  app.setNotFoundHandler(
    (request, reply) =>
      webApp.sendNotFound(request, reply) ??
      api.fail(new Problem('path_not_found', 'There is nothing at this path.'), request, reply),
  );
  const connections = new Connections(app.server);
  // An expectation other than 100-continue is none of ours: RFC 9110 lets a server leave it aside.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  const metrics = await metricsOf(config, () => ({
    answers: answers.counts,
    shed: overload.refused,
    connections: { open: connections.count, refused: connections.refused },
    keys: keys.size,
    usage: { waiting: meter.pending, lost: lostUsage + meter.lost },
    store: { reachable: storeReachable() },
    limitsShared: ledger?.reachable,
    release: {
      version: catalogue.release.version,
      publishedAt: catalogue.release.publishedAt,
      takenUpAt: catalogue.takenUpAt,
    },
    bodies: api.bodies,
    mails: mailer.pending,
  }));

  await app.ready();
  await beforeListening?.();
  const address = await listen(app, config);
  if (config.publicUrl === undefined) publicUrl = address;
  for (const task of Object.values(tasks)) task.start();

  return {
    address,
    publicUrl,
    reload: () => tasks.release.now(),
    metrics,
    async stop() {
      stopping = true;
      await connections.end(config.shutdownMilliseconds);
      await app.close();
      answers.stop();
      await Promise.all(Object.values(tasks).map((task) => task.stop()));
      await limiter.stop();
      await mailer.stop();
      await traces?.stop();
      await flushPatiently(meter);
      catalogue.close();
    },
  };
}

/** What comes before and around the routes. */
interface Surroundings {
  loggerInstance: FastifyBaseLogger;
  genReqId(): string;
  serverFactory: FastifyServerFactory;
  /** The answers to what never reaches a route. */
  frameworkErrors(error: Error, request: FastifyRequest, reply: FastifyReply): void;
  clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void;
}

function createApp(config: Config, surroundings: Surroundings): FastifyInstance {
  return Fastify({
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustIn(config.trustedProxies),
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
    ...surroundings,
  });
}

interface HttpParts {
  overload: Overload;
  api: Api;
  answers: Answers;
  parseErrors: ParseErrors;
}

/** What was asked for before is answered at once; everything else is Fastify's, unless it is too much or no sound message. */
function createHttpServer(
  { clientMilliseconds, maxConnections }: Config,
  { overload, api, answers, parseErrors }: HttpParts,
  fastify: RequestListener,
): Server {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    // A missing Host is answered in our own form.
    requireHostHeader: false,
    // From its first byte to its last, the body too.
    requestTimeout: clientMilliseconds,
    headersTimeout: clientMilliseconds,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MILLISECONDS,
    keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
    // A request without a body makes no stream of one.
    optimizeEmptyRequests: true,
  };
  const server = createServer(options, (request, response) => {
    const place = overload.placeOf(request.socket);
    if (place === 'late') return;
    const now = performance.now();
    parseErrors.note(response);
    const fault = messageFault(request);
    if (fault?.ends) lingerAtEnd(request.socket);
    /** True when that was all: these answers cost next to nothing. */
    const answerAtOnce = () => {
      if (fault !== undefined)
        api.refuseMessage(fault.problem, { request, response, startedAt: now, ends: fault.ends });
      return fault !== undefined || api.answerAgain(request, response, now);
    };
    if (place === 'last') {
      response.shouldKeepAlive = false;
      lingerAtEnd(request.socket);
    }
    const passes = place === 'pass';
    if (passes && fault === undefined && isHealthCheck(request)) fastify(request, response);
    else if (!passes || !answerAtOnce())
      overload.admit({
        connection: request.socket,
        holder: api.holderOf(request),
        // A connection that was cut meanwhile, when we stop or because it failed, needs no answer, and a body that went wrong has one.
        work() {
          answers.arrived(request, now);
          if (response.destroyed || response.headersSent) return;
          if (passes || !answerAtOnce()) fastify(request, response);
        },
        refuse: () => api.refuse(request, response, now),
      });
  });
  // A client that has closed its own side after the request still gets its answer, also one that takes a while.
  Object.assign(server, { httpAllowHalfOpen: true });
  // Of CONNECT Node makes a tunnel and no request.
  server.on('connect', ({ socket }: IncomingMessage) => {
    parseErrors.refuse(unknownMethod(), socket);
    socket.resume();
  });
  // Of a connection on which nothing moves while an answer is under way. A request that takes too long is told so before.
  server.timeout = clientMilliseconds + 2 * CONNECTIONS_CHECK_MILLISECONDS;
  server.maxConnections = maxConnections;
  return server;
}

function isHealthCheck({ url }: IncomingMessage): boolean {
  return url === '/healthz' || url === '/readyz';
}

/** As traces, only when they are wanted: most installations never load what they need. */
async function metricsOf(config: Config, readings: () => Readings) {
  if (config.metricsPort === undefined) return undefined;
  const { Metrics } = await import('./telemetry/metrics.ts');
  const metrics = new Metrics(readings);
  return () => metrics.text();
}

async function tracesOf({ tracesEndpoint: endpoint, tracesRatio: ratio }: Config, log: Logger) {
  if (endpoint === undefined) return undefined;
  const { Traces } = await import('./telemetry/traces.ts');
  return new Traces({ endpoint, ratio, log });
}

/** Unique across restarts and nodes by their prefix, cheap by their counter. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  return () => `${prefix}-${(++requests).toString(36)}`;
}

/** readConfig guarantees that there is one. */
function planOfAccounts({ plans }: Config): Plan {
  const plan = plans.get('standard');
  if (plan === undefined) throw new Error('the plan `standard` is missing');
  return plan;
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await listenAt(config, app.server, (endpoint) => app.listen(endpoint));
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** A restart leaves today's quotas as used as they were, by whichever key of their holders. */
async function restoreQuotas(store: Store, limiter: Limiter): Promise<void> {
  const keys = new Map((await allKeys(store.database)).map((row) => [row.id, toApiKey(row)]));
  const today = new Date().toISOString().slice(0, 10);
  for (const { key_id, outcome, requests } of await usageOfDay(store.database, today)) {
    const key = keys.get(key_id);
    if (key !== undefined && CHARGED_OUTCOMES.includes(outcome)) limiter.restore(key, requests);
  }
}

async function takeUpRelease({ log }: FastifyInstance, catalogue: Catalogue): Promise<void> {
  try {
    if (await catalogue.refresh()) log.info({ release: catalogue.release.version }, 'serving a new release');
  } catch (error) {
    const { version } = catalogue.release;
    log.error(
      { err: error, release: version },
      catalogue.isDamaged
        ? 'the served release is damaged: only what was rendered before is served'
        : 'a new release is refused; the old one is served on',
    );
  }
}

/** @returns how many requests went uncounted since the last time */
async function writeUsage(meter: Meter, { log }: FastifyInstance): Promise<number> {
  await meter.flush();
  const requests = meter.takeLost();
  if (requests > 0)
    log.error({ requests }, 'requests went uncounted: the store could not be written for too long');
  return requests;
}

/** Another process may be writing just now, or the database starting again: what was counted is worth waiting for. */
async function flushPatiently(meter: Meter): Promise<void> {
  const end = performance.now() + LAST_FLUSH_MILLISECONDS;
  for (;;) {
    try {
      await meter.flush();
      return;
    } catch (error) {
      if (performance.now() > end)
        throw new OperatorError(
          `The usage of the last ${meter.pending} requests could not be written (${(error as Error).message}), and is lost.`,
        );
      await delay(100);
    }
  }
}

interface Health {
  /** Why no request should be sent here. */
  unusable: 'stopping' | 'unusable' | undefined;
  /** What is not as it should be, while requests are answered all the same. */
  degraded: string[];
  /** Version of the release that is served. */
  release: string;
}

function registerHealth(app: FastifyInstance, publicUrl: () => string, health: () => Health): void {
  app.register(async (routes) => {
    routes.addHook('onRequest', async (request, reply) =>
      setCommonHeaders(request, reply.header('Cache-Control', 'no-store'), publicUrl()),
    );
    routes.get('/healthz', () => ({ status: 'ok' }));
    routes.get('/readyz', (_request, reply) => {
      const { unusable, degraded, release } = health();
      const status = unusable ?? (degraded.length > 0 ? 'degraded' : 'ready');
      reply.code(unusable === undefined ? 200 : 503);
      return degraded.length > 0 ? { status, degraded, release } : { status, release };
    });
  });
}

/** What is no request reaches no route; the client is told all the same, in the same form. */
function parseErrorText(problem: Problem, publicUrl: string, { counts }: Answers): string {
  const requestId = randomBytes(9).toString('base64url');
  const body = JSON.stringify(problemDocument(problem, publicUrl, '', requestId));
  counts.add(NO_ROUTE, problem.status, 0, problem.code);
  const headers = {
    ...commonHeaders(requestId, publicUrl),
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'private, no-store',
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => fieldLine(name, value));
  return `${STATUS_LINES[problem.status]}${lines.join('')}\r\n${body}`;
}
