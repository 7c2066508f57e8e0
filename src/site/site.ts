import { ALLOW } from '../api/endpoint.ts';
import { clientOf, type Trusts } from '../http/client-address.ts';
import { checkPrecondition, isUnchanged } from '../http/conditional.ts';
import type { Exchange } from '../http/exchange.ts';
import { negotiateEncoding } from '../http/negotiation.ts';
import { methodNotAllowed, Problem } from '../http/problems.ts';
import {
  type Encode,
  type Encoding,
  type Rendering,
  type Representation,
  Representations,
} from '../http/representation.ts';
import { fieldLine } from '../http/response-head.ts';
import { Routes } from '../http/routes.ts';
import { inTurn, type TurnParts } from '../http/turn.ts';

/** Something outside the API that needs neither a key nor an account. */
export interface SiteEntry {
  path: string;
  /** The name in telemetry, where several entries share one: `/assets/:name`. */
  route?: string;
  /** Field lines of the response to OPTIONS, besides `Allow`. */
  optionsLines?(exchange: Exchange): string;
}

/** An entry that makes its response for each request. */
export interface Handler extends SiteEntry {
  handle(exchange: Exchange): void;
}

/** An entry with the same bytes for every client: a page, an asset, a document. */
export interface Page extends SiteEntry {
  status?: 404;
  /** Field lines of the response, besides those of the content. */
  lines(exchange: Exchange): string;
  /** Changes when the bytes change. A page without a version never changes. */
  version?(): string;
  /** Returns a promise until the page can be rendered. */
  prepare?(): Promise<void> | undefined;
  render(): Rendering;
  encode?: Encode;
}

export interface SiteParts extends TurnParts {
  trusts: Trusts;
  /** Sends a "not found" page to a browser; returns false for programs. */
  sendNotFound(exchange: Exchange): boolean;
}

/** Enough for all pages, which take a few megabytes together. */
const PAGES_BYTES = 64 * 1024 * 1024;

/** Serves the pages for people, and everything else that is neither under /v1 nor JSON of the dashboard. */
export class Site {
  readonly #parts: SiteParts;
  readonly #routes = new Routes<Page | Handler>();
  readonly #representations = new Representations(PAGES_BYTES);

  constructor(parts: SiteParts, entries: readonly (Page | Handler)[]) {
    this.#parts = parts;
    for (const entry of entries) this.#routes.add(entry.path, entry);
  }

  /** Answers a request to any path that is not the API's or the dashboard's. @throws Problem for the caller to send */
  handle(exchange: Exchange): void {
    const entry = this.#routes.find(exchange.url)?.target;
    if (entry === undefined) this.#sendNotFound(exchange);
    else this.#answer(exchange, entry);
  }

  #answer(exchange: Exchange, entry: Page | Handler): void {
    const { path, route = path } = entry;
    const { method } = exchange;
    exchange.route = route;
    if (method === 'OPTIONS') this.#sendMethods(exchange, entry);
    else if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ALLOW);
    else if ('handle' in entry) entry.handle(exchange);
    else this.#sendPage(exchange, entry);
  }

  /** Sends a page that is ready at once, and renders any other when it is its client's turn. */
  #sendPage(exchange: Exchange, page: Page): void {
    const ready = this.#representations.kept(keyOf(page), encodingFor(exchange));
    if (ready !== undefined) this.#respond(exchange, page, ready);
    else
      inTurn(this.#parts, exchange, {
        holder: clientOf(exchange.request, this.#parts.trusts),
        work: () => this.#prepare(exchange, page),
      });
  }

  #prepare(exchange: Exchange, page: Page): void {
    const { responder } = this.#parts;
    const preparing = page.prepare?.();
    if (preparing === undefined) this.#render(exchange, page);
    else preparing.then(() => this.#render(exchange, page)).catch((error) => responder.fail(exchange, error));
  }

  #render(exchange: Exchange, page: Page): void {
    const encoding = encodingFor(exchange);
    const representation = this.#representations.get(keyOf(page), encoding, () => page.render(), page.encode);
    this.#respond(exchange, page, representation);
  }

  #respond(exchange: Exchange, page: Page, representation: Representation): void {
    const { responder } = this.#parts;
    const { headers } = exchange.request;
    const lines = page.lines(exchange) + representation.cacheLine;
    if (page.status === 404) {
      responder.send(exchange, 404, lines + representation.lines, representation);
      return;
    }
    checkPrecondition(headers, representation.etag);
    responder.sendRepresentation(exchange, representation, isUnchanged(headers, representation.etag), lines);
  }

  #sendMethods(exchange: Exchange, { optionsLines }: SiteEntry): void {
    const lines = fieldLine('Allow', ALLOW) + (optionsLines?.(exchange) ?? '');
    this.#parts.responder.send(exchange, 204, lines);
  }

  #sendNotFound(exchange: Exchange): void {
    if (this.#parts.sendNotFound(exchange)) return;
    throw new Problem('path_not_found', 'There is nothing at this path.');
  }
}

function keyOf({ path, version }: Page): string {
  return `${path} ${version?.() ?? ''}`;
}

function encodingFor({ request }: Exchange): Encoding {
  return negotiateEncoding(request.headers['accept-encoding']);
}
