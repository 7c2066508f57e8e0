import { isFault, PROBLEMS, Problem } from '../engine/problems.ts';
import type { BuildStep } from '../release/build-progress.ts';
import { clientOf, type Trusts } from '../service/http/client-address.ts';
import { checkPrecondition, isUnchanged } from '../service/http/conditional.ts';
import type { Exchange } from '../service/http/exchange.ts';
import { ALLOW, methodNotAllowed, problemLines } from '../service/http/http-problem.ts';
import { negotiateEncoding } from '../service/http/negotiation.ts';
import {
  type Encoding,
  type Rendering,
  type Representation,
  Representations,
} from '../service/http/representation.ts';
import { toProblem } from '../service/http/responder.ts';
import { fieldLine } from '../service/http/response-head.ts';
import { Routes } from '../service/http/routes.ts';
import { inTurn, type TurnParts } from '../service/http/turn.ts';
import type { ClientWindows } from '../service/limits/client-windows.ts';
import { relativePath } from './addresses.ts';
import { HTML_LINE, POLICY_LINES } from './page-lines.ts';
import { preparingView } from './preparing-page.ts';
import { NOTHING_THERE, problemView } from './problem-page.ts';
import type { Shell } from './shell.ts';
import { Moved, type SitePages } from './site-pages.ts';

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
  /** Whether requests for it count toward each client's limit per minute. */
  limited?: true;
  /** Field lines of the response, besides those of the content. */
  lines(exchange: Exchange): string;
  /** Changes when the bytes change. A page without a version never changes. */
  version?(): string;
  render(): Rendering;
}

/** Like a page, but its bytes are made in another thread. */
export interface Picture extends Omit<Page, 'render'> {
  /** @param holder the client */
  paint(holder: string): Promise<Rendering>;
}

export interface SiteParts extends TurnParts {
  trusts: Trusts;
  shell: Shell;
  pages: SitePages;
  /** The limit of each client. */
  windows: ClientWindows;
  /** The version of the served release; undefined while there is none. */
  release(): string | undefined;
  /** The step that the build of the first release is at; undefined where none is known. */
  buildStep(): BuildStep | undefined;
}

/** Documentation and assets take a few megabytes; the least used pages about places are dropped and rendered again. */
const PAGES_BYTES = 32 * 1024 * 1024;

/** Serves the pages for people, and all else that is not under /v1, /dashboard or /mcp; also `/v1/openapi.json`. */
export class Site {
  readonly #parts: SiteParts;
  readonly #routes = new Routes<Page | Handler>();
  readonly #representations = new Representations(PAGES_BYTES);

  constructor(parts: SiteParts, entries: readonly (Page | Handler)[]) {
    this.#parts = parts;
    for (const entry of entries) this.#routes.add(entry.path, entry);
  }

  /** Answers a request to any path that is not the API's, the dashboard's or the agents'. */
  handle(exchange: Exchange): void {
    this.#attempt(exchange, () => {
      const entry = this.#routes.find(exchange.url)?.target ?? this.#parts.pages.find(exchange.url);
      if (entry === undefined) throw new Problem('path_not_found', NOTHING_THERE);
      this.#answer(exchange, entry);
    });
  }

  #answer(exchange: Exchange, entry: Page | Picture | Handler): void {
    const { path, route = path } = entry;
    const { method } = exchange;
    exchange.route = route;
    if (method === 'OPTIONS') this.#sendMethods(exchange, entry);
    else if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ALLOW);
    else if ('handle' in entry) entry.handle(exchange);
    else this.#sendPage(exchange, entry);
  }

  /** Sends a page that is ready at once, and renders any other when it is its client's turn. */
  #sendPage(exchange: Exchange, page: Page | Picture): void {
    if (page.limited) this.#count(exchange);
    const ready = this.#representations.kept(keyOf(page), encodingFor(exchange, page));
    if (ready !== undefined) {
      this.#respond(exchange, page, ready);
      return;
    }
    const holder = clientOf(exchange.request, this.#parts.trusts);
    const make = () => ('paint' in page ? this.#paint(exchange, page, holder) : this.#render(exchange, page));
    inTurn(this.#parts, exchange, { holder, work: () => this.#attempt(exchange, make) });
  }

  /** @throws Problem when the client has requested too many pages in this minute */
  #count(exchange: Exchange): void {
    const { windows, trusts } = this.#parts;
    const usedUp = windows.refuses(clientOf(exchange.request, trusts));
    if (usedUp === undefined) return;
    const detail = `Too many pages were requested from this address. Try again in ${usedUp.resetSeconds} seconds.`;
    throw new Problem('too_many_attempts', detail, { retry_after: usedUp.resetSeconds });
  }

  #render(exchange: Exchange, page: Page): void {
    const encoding = encodingFor(exchange, page);
    const representation = this.#representations.get(keyOf(page), encoding, () => page.render());
    this.#respond(exchange, page, representation);
  }

  /** Other requests are answered meanwhile. */
  #paint(exchange: Exchange, picture: Picture, holder: string): void {
    // Taken now, because the release may change meanwhile.
    const key = keyOf(picture);
    const send = (rendering: Rendering) =>
      this.#respond(
        exchange,
        picture,
        this.#representations.get(key, 'identity', () => rendering),
      );
    picture.paint(holder).then(
      (rendering) => this.#attempt(exchange, () => send(rendering)),
      (error) => this.#fail(exchange, error),
    );
  }

  #respond(exchange: Exchange, page: Omit<Page, 'render'>, representation: Representation): void {
    const { responder } = this.#parts;
    const { headers } = exchange.request;
    const lines = page.lines(exchange) + representation.cacheLine;
    checkPrecondition(headers, representation.etag);
    responder.sendRepresentation(exchange, representation, isUnchanged(headers, representation.etag), lines);
  }

  #sendMethods(exchange: Exchange, { optionsLines }: SiteEntry): void {
    const lines = fieldLine('Allow', ALLOW) + (optionsLines?.(exchange) ?? '');
    this.#parts.responder.send(exchange, 204, lines);
  }

  #attempt(exchange: Exchange, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  #fail(exchange: Exchange, error: unknown): void {
    if (error instanceof Moved) this.#redirect(exchange, error);
    else if (wantsPage(exchange)) this.#sendProblemPage(exchange, error);
    else this.#parts.responder.fail(exchange, error);
  }

  #redirect(exchange: Exchange, { location, status }: Moved): void {
    const lines =
      fieldLine('Location', relativePath(location, pathOf(exchange.url))) + fieldLine('Content-Length', 0);
    this.#parts.responder.send(exchange, status, lines);
  }

  /** What went wrong, for people. Programs get a problem document. */
  #sendProblemPage(exchange: Exchange, error: unknown): void {
    const { responder, shell, release, buildStep } = this.#parts;
    const problem = toProblem(error);
    exchange.problem = problem.code;
    if (isFault(problem)) exchange.error = error as Error;
    const frame = { path: pathOf(exchange.url), release: release(), canonical: false };
    const view =
      problem.code === 'starting'
        ? preparingView(buildStep())
        : problemView(problem, PROBLEMS[problem.code].title);
    const text = shell.render(view, frame);
    responder.sendText(exchange, problem.status, PROBLEM_PAGE_LINES + problemLines(problem), text);
  }
}

const PROBLEM_PAGE_LINES =
  POLICY_LINES + fieldLine('Cache-Control', 'no-store') + fieldLine('Vary', 'Accept') + HTML_LINE;

/** Browsers ask for HTML first when they open an address; scripts and programs do not. */
function wantsPage({ method, request }: Exchange): boolean {
  return method === 'GET' && request.headers.accept?.startsWith('text/html') === true;
}

/** The path as sent, because relative links are resolved against that. */
function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

function keyOf({ path, version }: Pick<Page, 'path' | 'version'>): string {
  return `${path} ${version?.() ?? ''}`;
}

/** Pictures are compressed already. */
function encodingFor({ request }: Exchange, page: Page | Picture): Encoding {
  return 'paint' in page ? 'identity' : negotiateEncoding(request.headers['accept-encoding']);
}
