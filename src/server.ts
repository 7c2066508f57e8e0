import { randomBytes } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Api } from './api/api.ts';
import { Cors } from './api/cors.ts';
import { FailedAuthentication } from './api/failed-authentication.ts';
import { FrontDoor } from './api/front-door.ts';
import { Problem, problemDocument } from './api/problems.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import type { ReleaseStore } from './catalogue/release-store.ts';
import type { Config } from './config.ts';
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
  /** Takes up a newly published release now; without it, within a second. */
  reload(): Promise<void>;
  /** Refuses new connections, finishes the open ones, writes what is counted. */
  stop(): Promise<void>;
}

const KEY_REFRESH_MILLISECONDS = 250;
const RELEASE_REFRESH_MILLISECONDS = 1000;
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
    stopping: () => stopping,
  });
  const app = createApp(config, (error, request, reply) => api.fail(error, request, reply));
  api.register(app);
  new Documentation({ catalogue, publicUrl: () => publicUrl, plans: config.plans }).register(app);
  registerHealth(app, catalogue, () => stopping);
  app.server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    answerParseError(error, socket, publicUrl),
  );

  const address = await listen(app, config);
  if (config.publicUrl === undefined) publicUrl = address;

  const every = (milliseconds: number, task: () => Promise<unknown>, what: string) =>
    setInterval(
      () => task().catch((error: Error) => app.log.error({ err: error }, `${what} failed; trying again`)),
      milliseconds,
    );
  const timers = [
    every(KEY_REFRESH_MILLISECONDS, () => keys.refresh(), 'taking up changed keys'),
    every(RELEASE_REFRESH_MILLISECONDS, () => takeUpRelease(app, catalogue), 'taking up a new release'),
    every(config.usageFlushMilliseconds, () => meter.flush(), 'writing usage'),
  ];

  return {
    address,
    publicUrl,
    reload: () => takeUpRelease(app, catalogue),
    async stop() {
      stopping = true;
      await closeGently(app, config.shutdownMilliseconds);
      for (const timer of timers) clearInterval(timer);
      await meter.flush();
      catalogue.close();
    },
  };
}

function createApp(
  config: Config,
  failed: (error: Error, request: FastifyRequest, reply: FastifyReply) => void,
): FastifyInstance {
  // Unique across restarts and nodes by its prefix, cheap by its counter.
  const requestIdPrefix = randomBytes(6).toString('base64url');
  let requests = 0;
  return Fastify({
    logger: { level: config.logLevel, stream: process.stderr },
    disableRequestLogging: true,
    genReqId: () => `${requestIdPrefix}-${(++requests).toString(36)}`,
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 500 },
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    ajv: {
      customOptions: {
        removeAdditional: false,
        coerceTypes: true,
        useDefaults: false,
        allErrors: true,
        strict: false,
      },
    },
    frameworkErrors: failed,
  });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    await app.close();
    if (code === 'EADDRINUSE')
      throw new OperatorError(
        `Port ${port} on ${host} is taken: stop what listens there, or set PORT to another one.`,
      );
    if (code === 'EACCES')
      throw new OperatorError(
        `Port ${port} needs privileges that this user lacks: set PORT to 1024 or more.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new OperatorError(`HOST=${host} is no address of this machine: set HOST to one that is.`);
    throw error;
  }
  const { address, port: bound, family } = app.server.address() as AddressInfo;
  const reachable =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${reachable}:${bound}`;
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

async function takeUpRelease(app: FastifyInstance, catalogue: Catalogue): Promise<void> {
  if (await catalogue.refresh())
    app.log.info({ release: catalogue.release.version }, 'serving a new release');
}

function registerHealth(app: FastifyInstance, catalogue: Catalogue, stopping: () => boolean): void {
  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const ready = !stopping();
    reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ready' : 'stopping', release: catalogue.release.version });
  });
}

/**
 * Stops accepting, lets every open connection finish the request it is in (each answer says `Connection: close`), and
 * closes what is still open at the deadline.
 */
async function closeGently(app: FastifyInstance, deadlineMilliseconds: number): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), deadlineMilliseconds);
  await app.close();
  clearTimeout(deadline);
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
  const body = JSON.stringify(problemDocument(problem, publicUrl, '', randomBytes(9).toString('base64url')));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: private, no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
