import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ALLOW, methodNotAllowed, OPERATIONS } from '../api/api.ts';
import { openApiDocument } from '../api/reference/openapi.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Release } from '../catalogue/release.ts';
import type { Plan } from '../config.ts';
import { Asset } from '../http/asset.ts';
import { setCommonHeaders } from '../http/common-headers.ts';
import type { Cors } from '../http/cors.ts';
import { GUIDES, renderGuide } from './guides.ts';
import { htmlPage } from './page.ts';
import { ReferenceScript } from './reference-script.ts';
import { SECURITY_TEXT_PATH, securityText } from './security-text.ts';

export interface DocumentationParts {
  catalogue: Catalogue;
  cors: Cors;
  /** Public address without /v1. */
  publicUrl: () => string;
  plans: ReadonlyMap<string, Plan>;
  /** Undefined: no security.txt is served. */
  securityContact: string | undefined;
}

/** Nothing is loaded from elsewhere. */
const GUIDE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The reference sets styles at run time, and its requests go to this server alone. */
const REFERENCE_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML = 'text/html; charset=utf-8';

/** Pages are asked for anew each time, and answered 304 while they are the same. */
const REVALIDATE = 'no-cache';
const A_DAY = 'public, max-age=86400';

/** `/v1/openapi.json` and, below `/docs`, the API reference and the guides of the `docs` directory. No key is needed. */
export class Documentation {
  readonly #parts: DocumentationParts;
  readonly #guides = new Map(
    GUIDES.map((guide) => [guide.name, { guide, page: undefined as Asset | undefined }]),
  );
  readonly #referenceScript = new ReferenceScript();
  #openApi: { release: Release; document: Asset } | undefined;

  constructor(parts: DocumentationParts) {
    this.#parts = parts;
  }

  register(app: FastifyInstance): void {
    app.register(async (documentation) => {
      documentation.addHook('onRequest', async (request, reply) =>
        setCommonHeaders(request, reply, this.#parts.publicUrl()),
      );
      this.#routes(documentation);
    });
  }

  /** Made when first asked for, once a release: it answers the examples. */
  openApi(): Asset {
    const { catalogue, publicUrl, plans } = this.#parts;
    const { release } = catalogue;
    if (this.#openApi?.release !== release) {
      const view = { release, baseUrl: `${publicUrl()}/v1` };
      const document = openApiDocument({ operations: OPERATIONS, view, publicUrl: publicUrl(), plans });
      this.#openApi = {
        release,
        document: new Asset('application/json; charset=utf-8', JSON.stringify(document)),
      };
    }
    return this.#openApi.document;
  }

  #routes(app: FastifyInstance): void {
    const style = new Asset('text/css; charset=utf-8', ownFile('style.css'));
    const referenceStart = new Asset('text/javascript; charset=utf-8', ownFile('reference.js'));
    const reference = new Asset(HTML, REFERENCE_PAGE);

    app.get('/docs/', (_request, reply) => reply.redirect('../docs'));
    app.get('/docs', (request, reply) =>
      reference.send(request, cached(policed(reply, REFERENCE_POLICY), REVALIDATE)),
    );
    app.get('/docs/reference.js', (request, reply) =>
      referenceStart.send(request, cached(reply, REVALIDATE)),
    );
    app.get('/docs/scalar.js', async (request, reply) =>
      (await this.#referenceScript.asset()).send(request, cached(reply, A_DAY)),
    );
    app.get('/docs/style.css', (request, reply) => style.send(request, cached(reply, REVALIDATE)));
    app.get<{ Params: { guide: string } }>('/docs/:guide', (request, reply) => {
      const page = this.#guide(request.params.guide);
      policed(reply, GUIDE_POLICY);
      if (page === undefined) return reply.code(404).type(HTML).send(NO_SUCH_PAGE);
      return page.send(request, cached(reply, REVALIDATE));
    });
    const { securityContact, publicUrl } = this.#parts;
    if (securityContact !== undefined)
      app.get(SECURITY_TEXT_PATH, (_request, reply) =>
        cached(reply, A_DAY)
          .type('text/plain; charset=utf-8')
          .send(securityText(securityContact, publicUrl(), new Date())),
      );
    app.route({
      method: app.supportedMethods,
      url: '/v1/openapi.json',
      exposeHeadRoute: false,
      // Before any body is read.
      onRequest: (request, reply, done) => {
        const { cors } = this.#parts;
        reply.headers(cors.headers(request));
        if (request.method === 'OPTIONS')
          reply.code(204).header('Allow', ALLOW).headers(cors.preflightHeaders(request, ALLOW)).send();
        else if (request.method === 'GET' || request.method === 'HEAD') done();
        else done(methodNotAllowed(request.method));
      },
      handler: (request, reply) => this.openApi().send(request, cached(reply, REVALIDATE)),
    });
  }

  #guide(name: string): Asset | undefined {
    const known = this.#guides.get(name);
    if (known === undefined) return undefined;
    if (known.page === undefined) {
      const { title, html } = renderGuide(known.guide);
      known.page = new Asset(HTML, guidePage(title, html, name));
    }
    return known.page;
  }
}

const REFERENCE_PAGE = htmlPage({
  title: 'Location Data Service: API reference',
  body: '<div id="reference"></div>\n<script src="docs/scalar.js"></script>\n<script src="docs/reference.js"></script>',
  toDocs: 'docs/',
  guides: GUIDES,
});

const NO_SUCH_PAGE = guidePage(
  'No such page',
  '<h1>No such page</h1><p>The <a href="../docs">API reference</a> and the guides above are what there is.</p>',
);

function guidePage(title: string, html: string, name = ''): string {
  return htmlPage({
    title: `${title}: Location Data Service`,
    body: `<main class="guide">\n${html}</main>`,
    toDocs: '',
    guides: GUIDES,
    current: name,
  });
}

function ownFile(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

function cached(reply: FastifyReply, cacheControl: string): FastifyReply {
  return reply.header('Cache-Control', cacheControl);
}

function policed(reply: FastifyReply, policy: string): FastifyReply {
  return reply.header('Content-Security-Policy', policy).header('Referrer-Policy', 'no-referrer');
}
