import { clientOf, type Trusts } from '../http/client-address.ts';
import { checkPrecondition, isUnchanged } from '../http/conditional.ts';
import type { Exchange } from '../http/exchange.ts';
import { negotiateEncoding } from '../http/negotiation.ts';
import type { Overload } from '../http/overload.ts';
import { methodNotAllowed, Problem } from '../http/problems.ts';
import {
  type Encode,
  type Encoding,
  type Rendering,
  type Representation,
  Representations,
} from '../http/representation.ts';
import { type Responder, toProblem } from '../http/responder.ts';
import { fieldLine } from '../http/response-head.ts';
import { Routes } from '../http/routes.ts';

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

export interface SiteParts {
  responder: Responder;
  overload: Overload;
  trusts: Trusts;
  /** Sends a "not found" page to a browser; returns false for programs. */
  sendNotFound(exchange: Exchange): boolean;
}

const ALLOW = 'GET, HEAD, OPTIONS';
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

  /** Answers a request to any path that is not the API's or the dashboard's. */
  handle(exchange: Exchange): void {
    this.#attempt(exchange, () => {
      const entry = this.#routes.find(exchange.url)?.target;
      if (entry === undefined) this.#sendNotFound(exchange);
      else this.#answer(exchange, entry);
    });
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

  /** Sends the page, or queues the request if the page has to be rendered first. */
  #sendPage(exchange: Exchange, page: Page): void {
    const { overload, responder, trusts } = this.#parts;
    const { request } = exchange;
    const key = `${page.path} ${page.version?.() ?? ''}`;
    const encoding = negotiateEncoding(request.headers['accept-encoding']);
    const ready = this.#representations.kept(key, encoding);
    if (ready !== undefined && exchange.mayPass) {
      this.#respond(exchange, page, ready);
      return;
    }
    overload.admit({
      connection: request.socket,
      holder: clientOf(request, trusts),
      work: () => this.#attempt(exchange, () => this.#render(exchange, page, key, encoding)),
      refuse: () => responder.refuse(exchange),
    });
  }

  #render(exchange: Exchange, page: Page, key: string, encoding: Encoding): void {
    const representation = () => this.#representations.get(key, encoding, () => page.render(), page.encode);
    const preparing = page.prepare?.();
    if (preparing === undefined) this.#respond(exchange, page, representation());
    else
      preparing.then(
        () => this.#attempt(exchange, () => this.#respond(exchange, page, representation())),
        (error) => this.#fail(exchange, error),
      );
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

  #attempt(exchange: Exchange, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  #fail(exchange: Exchange, error: unknown): void {
    this.#parts.responder.sendProblem(exchange, toProblem(error), error as Error);
  }
}
