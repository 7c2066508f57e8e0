import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Marked } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { ENDPOINTS } from '../api/api.ts';
import { openApiDocument } from '../api/openapi.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Plan } from '../config.ts';

export interface DocumentationParts {
  catalogue: Catalogue;
  publicUrl: () => string;
  plans: ReadonlyMap<string, Plan>;
}

const DOCS_DIRECTORY = new URL('../../docs/', import.meta.url);
const SCALAR_PREFIX = '/docs/scalar';

/** Everything comes from this server; the reference sets styles of its own at run time. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** `/v1/openapi.json` and, below `/docs`, the API reference and the guides of the `docs` directory. No key is needed. */
export class Documentation {
  readonly #parts: DocumentationParts;
  #openApi: { release: unknown; json: string } | undefined;
  readonly #guides = new Map<string, string>();

  constructor(parts: DocumentationParts) {
    this.#parts = parts;
  }

  register(app: FastifyInstance): void {
    app.get('/', (_request, reply) => reply.redirect(`${this.#parts.publicUrl()}/docs`));
    app.get('/v1/openapi.json', (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .header('Cache-Control', 'public, max-age=300')
        .send(this.openApi()),
    );
    app.get('/docs', (_request, reply) => page(reply, referencePage()));
    app.get('/docs/reference.js', (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(REFERENCE_SCRIPT),
    );
    app.get('/docs/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
    app.get<{ Params: { guide: string } }>('/docs/:guide', (request, reply) => {
      const html = this.#guide(request.params.guide);
      if (html === undefined) return page(reply.code(404), guidePage('Not found', '<h1>No such page</h1>'));
      return page(reply, html);
    });
    registerScalar(app);
  }

  /** Made when first asked for, once a release: it answers the examples. */
  openApi(): string {
    const { catalogue, publicUrl, plans } = this.#parts;
    const { release } = catalogue;
    if (this.#openApi?.release !== release) {
      const view = { release, baseUrl: `${publicUrl()}/v1` };
      const document = openApiDocument({ endpoints: ENDPOINTS, view, publicUrl: publicUrl(), plans });
      this.#openApi = { release, json: JSON.stringify(document) };
    }
    return this.#openApi.json;
  }

  #guide(name: string): string | undefined {
    if (!GUIDES.includes(name)) return undefined;
    let html = this.#guides.get(name);
    if (html === undefined) {
      const markdown = readFileSync(new URL(`${name}.md`, DOCS_DIRECTORY), 'utf8');
      const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
      html = guidePage(title, new Marked(gfmHeadingId()).parse(markdown, { async: false }));
      this.#guides.set(name, html);
    }
    return html;
  }
}

const GUIDES = readdirSync(DOCS_DIRECTORY)
  .filter((file) => file.endsWith('.md'))
  .map((file) => basename(file, '.md'));

/** The reference's script is one file of several megabytes: compressed once, and cached by browsers. */
function registerScalar(app: FastifyInstance): void {
  app.register(async (scope) => {
    let compressed: Buffer | undefined;
    scope.addHook('onSend', (request, reply, payload, done) => {
      if (!request.url.endsWith('.js') || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
        return done(null, payload);
      compressed ??= gzipSync(String(payload));
      reply
        .header('Content-Encoding', 'gzip')
        .header('Vary', 'Accept-Encoding')
        .header('Cache-Control', 'public, max-age=86400');
      reply.removeHeader('Content-Length');
      done(null, compressed);
    });
    await scope.register(scalar, { routePrefix: SCALAR_PREFIX, configuration: { url: '/v1/openapi.json' } });
  });
}

function page(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Referrer-Policy', 'no-referrer')
    .header('Cache-Control', 'no-cache')
    .send(html);
}

function referencePage(): string {
  return document(
    'Location Data Service: API reference',
    `<div id="reference"></div><script src="${SCALAR_PREFIX}/js/scalar.js"></script><script src="/docs/reference.js"></script>`,
  );
}

const REFERENCE_SCRIPT = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'bearer' },
})});\n`;

function guidePage(title: string, body: string): string {
  const links = [
    '<a href="/docs">API reference</a>',
    ...GUIDES.map((name) => `<a href="/docs/${name}">${label(name)}</a>`),
  ];
  return document(
    title,
    `<link rel="stylesheet" href="/docs/style.css"><nav>${links.join('')}</nav><main>${body}</main>`,
  );
}

function label(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function document(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head><body>${body}</body></html>\n`;
}

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #e6e8eb); --muted: light-dark(#57606a, #9aa4af); --line: light-dark(#d8dee4, #30363d); --page: light-dark(#fff, #0f1216); --code: light-dark(#f4f6f8, #181d23); --link: light-dark(#0b5cad, #6cb2ff); }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--text); background: var(--page); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .9rem 1.25rem; border-bottom: 1px solid var(--line); }
main { max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
a { color: var(--link); text-underline-offset: .15em; }
h1 { line-height: 1.2; letter-spacing: -.01em; } h2 { margin-top: 2.2rem; padding-top: .6rem; border-top: 1px solid var(--line); } h3 { margin-top: 1.6rem; }
code { background: var(--code); padding: .1em .3em; border-radius: 4px; font-size: .9em; } pre { background: var(--code); padding: .9rem 1rem; border-radius: 8px; overflow: auto; } pre code { padding: 0; background: none; }
table { display: block; overflow-x: auto; border-collapse: collapse; font-size: .92rem; } th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); } th { color: var(--muted); font-weight: 600; }
`;
