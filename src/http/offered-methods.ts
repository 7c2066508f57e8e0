import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Answers a request to a path that offers other methods: OPTIONS with what it offers, anything else with a refusal. */
type Answer = (allow: string, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Which methods each path outside `/v1` offers: pages, their assets, the documentation, the dashboard, the state of health.
 * Fastify's router takes a path with another method for one that is not there. The API's paths take every method themselves.
 */
export class OfferedMethods {
  readonly #paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  /** Has to be called before routes are declared. A method that is not offered is answered before its body is read. */
  register(app: FastifyInstance, answer: Answer): void {
    app.addHook('onRoute', ({ url, method }) => {
      if (!url.startsWith('/v1/')) this.#add(url, [method].flat());
    });
    app.addHook('onRequest', (request, reply, done) => {
      const allow = request.is404 ? this.#at(request.url) : undefined;
      if (allow === undefined) done();
      else answer(allow, request, reply);
    });
  }

  #add(url: string, methods: readonly string[]): void {
    const path = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) };
    for (const method of methods) path.methods.add(method);
    this.#paths.set(url, path);
  }

  /** As in `Allow`; undefined where there is nothing. */
  #at(url: string): string | undefined {
    const [path = ''] = url.split('?', 1);
    const methods = new Set<string>();
    for (const { pattern, methods: offered } of this.#paths.values()) {
      if (pattern.test(path)) for (const method of offered) methods.add(method);
    }
    return methods.size === 0 ? undefined : [...methods].sort().join(', ');
  }
}

/** Of a path in Fastify's notation: `/dashboard/keys/:id`, `/dashboard/auth/*`. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*';
    return segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment);
  });
  return new RegExp(`^${segments.join('/')}$`);
}
