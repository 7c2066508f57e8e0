import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Asset } from '../http/asset.ts';
import { setCommonHeaders } from '../http/common-headers.ts';
import { OperatorError } from '../process/operator-error.ts';
import { PAGES } from './pages.ts';

const HTML = 'text/html; charset=utf-8';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing comes from elsewhere and nothing is inline. `script-src` leaves no way to run what an attacker wrote into a page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const PAGE_HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
};

/** The names of assets carry a hash of what is in them. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** The web app's pages and assets, built from `web/`, out of memory. */
export class WebApp {
  readonly #html: string;
  readonly #page: Asset;
  readonly #assets = new Map<string, Asset>();
  readonly #publicUrl: () => string;

  /**
   * @param directory where Vite has put what it built
   * @throws OperatorError when nothing was built
   */
  constructor(directory: string, publicUrl: () => string) {
    if (!existsSync(join(directory, 'index.html')))
      throw new OperatorError('The web app is not built: start with `npm start`, or run `npm run web`.');
    this.#html = readFileSync(join(directory, 'index.html'), 'utf8');
    this.#page = new Asset(HTML, this.#html);
    for (const name of readdirSync(join(directory, 'assets')))
      this.#assets.set(name, assetOf(join(directory, 'assets', name)));
    this.#publicUrl = publicUrl;
  }

  register(app: FastifyInstance): void {
    app.register(async (pages) => {
      pages.addHook('onRequest', async (request, reply) =>
        setCommonHeaders(request, reply, this.#publicUrl()),
      );
      for (const page of PAGES) {
        pages.get(`/${page}`, (request, reply) => {
          return this.#page.send(request, reply.headers({ ...PAGE_HEADERS, 'Cache-Control': REVALIDATE }));
        });
      }
      pages.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
        const asset = this.#assets.get(request.params.name);
        if (asset === undefined) return reply.callNotFound();
        return asset.send(request, reply.header('Cache-Control', FOR_EVER));
      });
    });
  }

  /** Answers an address at which there is nothing with a page that says so; undefined where a program asks, not a person. */
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    if (!wantsPage(request)) return undefined;
    setCommonHeaders(request, reply, this.#publicUrl());
    const depth = (request.url.split('?', 1)[0]?.split('/').length ?? 2) - 2;
    return reply
      .code(404)
      .headers({ ...PAGE_HEADERS, 'Cache-Control': 'no-store', Vary: 'Accept' })
      .type(HTML)
      .send(depth === 0 ? this.#html : this.#html.replaceAll('"./', `"${'../'.repeat(depth)}`));
  }
}

/** A browser that opens an address asks for HTML first; scripts and programs do not. */
function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.startsWith('text/html') === true && !/^\/v1(?![^/?])/.test(url);
}

function assetOf(file: string): Asset {
  return new Asset(TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file, 'utf8'));
}
