import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Api, MAX_URL_LENGTH } from './api/api.ts';
import { Cors } from './api/cors.ts';
import { FailedAuthentication } from './api/failed-authentication.ts';
import { FrontDoor } from './api/front-door.ts';
import { Problem, problemDocument } from './api/problems.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import type { ReleaseStore } from './catalogue/release-store.ts';
import type { Config } from './config.ts';
import { Connections } from './connections.ts';
import { Documentation } from './documentation/documentation.ts';
import { KeyRing } from './keys/key-ring.ts';
import { Limiter } from './keys/limiter.ts';
import { CHARGED_OUTCOMES, Meter } from './keys/meter.ts';
import { OperatorError } from './operator-error.ts';
import type { Store } from './storage/database.ts';
import { allKeys } from './storage/keys.ts';
import { usageOfDay } from './storage/usage.ts';

export interface RunningServer {
  /** `http://127.0.0.1:3000`, as listened on. */
  address: string;
  publicUrl: string;
  /** Takes up a newly published release now; without it, within a second. A damaged one is logged and left. */
  reload(): Promise<void>;
  /** Answers what was asked, ends every connection, writes what was counted. */
  stop(): Promise<void>;
}

const KEY_REFRESH_MILLISECONDS = 250;
const RELEASE_REFRESH_MILLISECONDS = 1000;
/** As long as the command line waits for us, we wait for it. */
const LAST_FLUSH_MILLISECONDS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The composition root: every part by name, top to bottom. */
export async function startServer(
  config: Config,
  store: Store,
  releases: ReleaseStore,
  releaseName: string,
): Promise<RunningServer> {
  const catalogue = await Catalogue.open(releases, releaseName);
  const keys = new KeyRing(store);
  await keys.load();
  const limiter = new Limiter(config.plans);
  await restoreQuotas(store, limiter);
  const meter = new Meter(store.database);

  let stopping = false;
  let publicUrl = config.publicUrl ?? '';
  const api = new Api({
    catalogue,
    frontDoor: new FrontDoor({
      keys,
      limiter,
      meter,
      failedAuthentication: new FailedAuthentication(config.failedAuthenticationPerMinute),
      clock: Date.now,
    }),
    cors: new Cors(config.corsOrigins),
    publicUrl: () => publicUrl,
    bodyCacheBytes: config.bodyCacheBytes,
  });
  const app = createApp(config, {
    frameworkErrors: (error, request, reply) => api.fail(error, request, reply),
    clientErrorHandler: (error, socket) => answerParseError(error, socket, publicUrl),
  });
  api.register(app);
  new Documentation({ catalogue, publicUrl: () => publicUrl, plans: config.plans }).register(app);
  registerHealth(app, catalogue, () => stopping);
  app.setErrorHandler((error: Error, request, reply) => api.fail(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    api.fail(new Problem('path_not_found', 'There is nothing at this path.'), request, reply),
  );
  const connections = new Connections(app.server);
  // An expectation other than 100-continue is none of ours: RFC 9110 lets a server leave it aside.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  const address = await listen(app, config);
  if (config.publicUrl === undefined) publicUrl = address;

  const every = (milliseconds: number, task: () => Promise<void>, what: string) =>
    setInterval(
      () => task().catch((error: Error) => app.log.error({ err: error }, `${what} failed; trying again`)),
      milliseconds,
    );
  let reloading: Promise<void> | undefined;
  const reload = () => {
    reloading ??= takeUpRelease(app, catalogue).finally(() => {
      reloading = undefined;
    });
    return reloading;
  };
  const timers = [
    every(KEY_REFRESH_MILLISECONDS, () => keys.refresh(), 'taking up changed keys'),
    every(RELEASE_REFRESH_MILLISECONDS, reload, 'taking up a new release'),
    every(config.usageFlushMilliseconds, () => meter.flush(), 'writing usage'),
  ];

  return {
    address,
    publicUrl,
    reload,
    async stop() {
      stopping = true;
      await connections.end(config.shutdownMilliseconds);
      await app.close();
      for (const timer of timers) clearInterval(timer);
      await flushPatiently(meter);
      catalogue.close();
    },
  };
}

/** What answers when a request never reaches a route. */
interface EarlyFaults {
  frameworkErrors(error: Error, request: FastifyRequest, reply: FastifyReply): void;
  clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void;
}

function createApp(config: Config, faults: EarlyFaults): FastifyInstance {
  // Unique across restarts and nodes by its prefix, cheap by its counter.
  const requestIdPrefix = randomBytes(6).toString('base64url');
  let requests = 0;
  return Fastify({
    logger: { level: config.logLevel, stream: process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `${requestIdPrefix}-${(++requests).toString(36)}`,
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    // A missing Host is answered by the API, in its own form.
    http: { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
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
    ...faults,
  });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    // One address: for `localhost` Fastify would open a second server beside ours.
    await app.listen({ host: (await lookup(host)).address, port });
  } catch (error) {
    await app.close();
    throw cannotListen(error as NodeJS.ErrnoException, host, port);
  }
  const { address, port: bound, family } = app.server.address() as AddressInfo;
  const reachable =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${reachable}:${bound}`;
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new OperatorError(
      `Port ${port} on ${host} is taken: stop what listens there, or set PORT to another one.`,
    );
  if (error.code === 'EACCES')
    return new OperatorError(`Port ${port} needs privileges that this user lacks: set PORT to 1024 or more.`);
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
    return new OperatorError(
      `HOST=${host} is no address of this machine (${error.code}): set HOST to one that is.`,
    );
  return error;
}

/** A restart does not give a key its daily quota anew. */
async function restoreQuotas(store: Store, limiter: Limiter): Promise<void> {
  const plans = new Map((await allKeys(store.database)).map(({ id, plan }) => [id, plan]));
  const today = new Date().toISOString().slice(0, 10);
  for (const { key_id, outcome, requests } of await usageOfDay(store.database, today)) {
    if (CHARGED_OUTCOMES.includes(outcome))
      limiter.restore(key_id, plans.get(key_id) ?? 'standard', requests);
  }
}

async function takeUpRelease({ log }: FastifyInstance, catalogue: Catalogue): Promise<void> {
  try {
    if (await catalogue.refresh()) log.info({ release: catalogue.release.version }, 'serving a new release');
  } catch (error) {
    const { version } = catalogue.release;
    log.error({ err: error, release: version }, 'a new release is refused; the old one is served on');
  }
}

/** Another process may be writing just now; what was counted is worth waiting for. */
async function flushPatiently(meter: Meter): Promise<void> {
  const end = performance.now() + LAST_FLUSH_MILLISECONDS;
  for (;;) {
    try {
      await meter.flush();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(100);
    }
  }
}

function registerHealth(app: FastifyInstance, catalogue: Catalogue, stopping: () => boolean): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, body: object) =>
    reply
      .headers({
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': request.id,
      })
      .send(body);
  app.get('/healthz', (request, reply) => answer(request, reply, { status: 'ok' }));
  app.get('/readyz', (request, reply) => {
    const status = stopping() ? 'stopping' : 'ready';
    answer(request, reply.code(stopping() ? 503 : 200), { status, release: catalogue.release.version });
  });
}

/** Bytes that are no HTTP never reach a route; the client is told all the same, in the same form. */
function answerParseError(error: NodeJS.ErrnoException, socket: Socket, publicUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem(
          'headers_too_large',
          `Request line and headers together have more than ${MAX_HEADER_BYTES} bytes.`,
        )
      : new Problem('malformed_request', 'The bytes received are no HTTP request.');
  const requestId = randomBytes(9).toString('base64url');
  const body = JSON.stringify(problemDocument(problem, publicUrl, '', requestId));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: private, no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
