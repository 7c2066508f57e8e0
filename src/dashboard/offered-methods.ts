import type { FastifyInstance } from 'fastify';
import { Exchange } from '../service/http/exchange.ts';
import { methodNotAllowed } from '../service/http/http-problem.ts';
import type { Responder } from '../service/http/responder.ts';

/** Knows which methods each path offers. Fastify's router alone would report a path as missing if it only has other methods. */
export class OfferedMethods {
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
