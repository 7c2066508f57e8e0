import { readFileSync } from 'node:fs';
import { ALLOW } from '../api/endpoint.ts';
import { OPERATIONS } from '../api/operations.ts';
import { openApiDocument } from '../api/reference/openapi.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Plan } from '../config.ts';
import type { Cors } from '../http/cors.ts';
import type { Rendering } from '../http/representation.ts';
import type { Responder } from '../http/responder.ts';
import { fieldLine } from '../http/response-head.ts';
import { GUIDES } from './guides.ts';
import { htmlPage } from './page.ts';
import {
  A_DAY_LINE,
  HTML_LINE,
  JSON_LINE,
  policyLines,
  REVALIDATE_LINE,
  TEXT_LINE,
  VARY_LINE,
} from './page-lines.ts';
import { ReferenceScript } from './reference-script.ts';
import { SECURITY_TEXT_PATH, securityText } from './security-text.ts';
import type { Handler, Page } from './site.ts';

export interface DocumentationParts {
  catalogue: Catalogue;
  cors: Cors;
  responder: Responder;
  /** The public address, without /v1. */
  publicUrl: string;
  plans: ReadonlyMap<string, Plan>;
  /** If undefined, no security.txt is served. */
  securityContact: string | undefined;
}

/** The reference sets styles at run time, and sends requests to this server only. */
const REFERENCE_LINES = policyLines(
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
const SCRIPT_LINE = fieldLine('Content-Type', 'text/javascript; charset=utf-8');
const STYLE_LINE = fieldLine('Content-Type', 'text/css; charset=utf-8');

/** `/v1/openapi.json`, the API reference and the guides of the `docs` directory. No key is needed. */
export function documentation(parts: DocumentationParts): (Page | Handler)[] {
  const { securityContact } = parts;
  return [
    openApi(parts),
    page('/docs', REFERENCE_LINES, () => html(REFERENCE_PAGE)),
    redirect(parts, '/docs/', '../docs'),
    page('/docs/reference.js', '', () => ownFile('reference.js', SCRIPT_LINE)),
    page('/docs/style.css', '', () => ownFile('style.css', STYLE_LINE)),
    new ReferenceScript().page(),
    ...(securityContact === undefined ? [] : [securityTxt(parts, securityContact)]),
  ];
}

/** Rendered on first request, once per release, because rendering it answers every example. */
function openApi({ catalogue, cors, publicUrl, plans }: DocumentationParts): Page {
  const lines: Page['lines'] = ({ request }) => cors.lines(request, 'Accept-Encoding');
  return {
    path: '/v1/openapi.json',
    version: () => `${catalogue.release.version} ${catalogue.release.contentHash}`,
    lines,
    optionsLines: (exchange) => lines(exchange) + cors.preflightLines(exchange.request, ALLOW),
    render() {
      const view = { release: catalogue.release, baseUrl: `${publicUrl}/v1` };
      const document = openApiDocument({ operations: OPERATIONS, view, publicUrl, plans });
      return { body: JSON.stringify(document), typeLine: JSON_LINE, cacheLine: REVALIDATE_LINE };
    },
  };
}

function redirect({ responder }: DocumentationParts, path: string, location: string): Handler {
  const lines = fieldLine('Location', location) + fieldLine('Content-Length', 0);
  return { path, handle: (exchange) => responder.send(exchange, 302, lines) };
}

/** Made for each request, because its expiry date depends on the time of the request. */
function securityTxt({ responder, publicUrl }: DocumentationParts, contact: string): Handler {
  return {
    path: SECURITY_TEXT_PATH,
    handle(exchange) {
      const text = securityText(contact, publicUrl, new Date());
      responder.sendText(exchange, 200, TEXT_LINE + A_DAY_LINE, text);
    },
  };
}

const REFERENCE_PAGE = htmlPage({
  title: 'Location Data Service: API reference',
  body: '<div id="reference"></div>\n<script src="docs/scalar.js"></script>\n<script src="docs/reference.js"></script>',
  toDocs: 'docs/',
  guides: GUIDES,
});

/** @param policyLines field lines with the content security policy of the page */
function page(path: string, policyLines: string, render: () => Rendering): Page {
  return { path, lines: () => VARY_LINE + policyLines, render };
}

function html(body: string): Rendering {
  return { body, typeLine: HTML_LINE, cacheLine: REVALIDATE_LINE };
}

/** A file in the folder of this one. */
function ownFile(name: string, typeLine: string): Rendering {
  return { body: readFileSync(new URL(name, import.meta.url), 'utf8'), typeLine, cacheLine: REVALIDATE_LINE };
}
