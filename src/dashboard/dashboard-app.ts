import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { Problem } from '../engine/problems.ts';
import { clientOf, type Trusts } from '../service/http/client-address.ts';
import { Exchange } from '../service/http/exchange.ts';
import { methodNotAllowed } from '../service/http/http-problem.ts';
import type { Responder } from '../service/http/responder.ts';
import { MAX_URL_LENGTH } from '../service/http/routes.ts';
import { queueForTurn, type TurnParts } from '../service/http/turn.ts';

export interface DashboardAppParts extends TurnParts {
  log: FastifyBaseLogger;
  trusts: Trusts;
}

export interface DashboardApp {
  /** Answers a request to a path under /dashboard, when it is its client's turn. */
  handle(exchange: Exchange): void;
  stop(): Promise<void>;
}

/** No request has a large body: what people type, or a browser's answer about a passkey. */
const MAX_BODY_BYTES = 64 * 1024;

/** Runs the dashboard on Fastify, which reads bodies, checks them against schemas and writes JSON. */
export async function startDashboardApp(
  parts: DashboardAppParts,
  register: (app: FastifyInstance) => void,
): Promise<DashboardApp> {
  const { responder, log, trusts } = parts;
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
  new OfferedMethods(responder).register(app);
  register(app);
  await app.ready();
  return {
    handle(exchange) {
      const { request, response } = exchange;
      queueForTurn(parts, exchange, {
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

/** Knows which methods each path offers. Fastify's router alone would report a path as missing if it only has other methods. */
class OfferedMethods {
  readonly #responder: Responder;
  readonly #paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  constructor(responder: Responder) {
    this.#responder = responder;
  }

  /** Has to be called before routes are declared. A method that is not offered is refused before its body is read. */
  register(app: FastifyInstance): void {
    app.addHook('onRoute', ({ url, method }) => this.#add(url, [method].flat()));
    app.addHook('onRequest', (request, reply, done) => {
      const allow = request.is404 ? this.#at(request.url) : undefined;
      if (allow === undefined) done();
      else {
        reply.hijack();
        this.#refuse(Exchange.of(request.raw), allow);
      }
    });
  }

  #refuse(exchange: Exchange, allow: string): void {
    if (exchange.method === 'OPTIONS') this.#responder.sendMethods(exchange, allow);
    else this.#responder.sendProblem(exchange, methodNotAllowed(exchange.method, allow));
  }

  #add(url: string, methods: readonly string[]): void {
    const path = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) };
    for (const method of methods) path.methods.add(method);
    this.#paths.set(url, path);
  }

  /** The methods of a path, as in `Allow`; undefined if there is no such path. */
  #at(url: string): string | undefined {
    const [path = ''] = url.split('?', 1);
    const methods = new Set<string>();
    for (const { pattern, methods: offered } of this.#paths.values()) {
      if (pattern.test(path)) for (const method of offered) methods.add(method);
    }
    return methods.size === 0 ? undefined : [...methods].sort().join(', ');
  }
}

/** @param url in Fastify's notation: `/dashboard/keys/:id`, `/dashboard/auth/*` */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*';
    return segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment);
  });
  return new RegExp(`^${segments.join('/')}$`);
}
