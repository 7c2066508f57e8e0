import { Problem } from '../engine/problems.ts';
import type { BuildStep } from '../release/build-progress.ts';
import type { Visit } from '../service/access/access-control.ts';
import type { Face, Steps } from '../service/access/door.ts';
import { clientOf, type Trusts } from '../service/http/client-address.ts';
import type { Exchange } from '../service/http/exchange.ts';
import { ALLOW, methodNotAllowed, problemLines } from '../service/http/http-problem.ts';
import { LongRepresentations } from '../service/http/long-representations.ts';
import { negotiateEncoding } from '../service/http/negotiation.ts';
import type { Overload } from '../service/http/overload.ts';
import { type Reply, textReply } from '../service/http/reply.ts';
import { type Encoding, type Representation, Representations } from '../service/http/representation.ts';
import { fieldLine } from '../service/http/response-head.ts';
import { Routes } from '../service/http/routes.ts';
import { type InTurn, piecesInTurn, turnsOf } from '../service/http/turn.ts';
import type { ClientWindows } from '../service/limits/client-windows.ts';
import { relativePath } from './addresses.ts';
import { FRAMES } from './embed/embed.ts';
import type { Entry, Handler, LongDocument, Picture, Renderable } from './entry.ts';
import { ENGLISH } from './languages/english.ts';
import { FRAME_POLICY_LINES, HTML_LINE, POLICY_LINES } from './page-lines.ts';
import { preparingView } from './preparing-page.ts';
import { NOTHING_THERE, problemView } from './problem-page.ts';
import type { Shell } from './shell.ts';
import { Moved, type SitePages } from './site-pages.ts';

export interface SiteParts {
  overload: Overload;
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

/**
 * The pages for people, and all else that is not under /v1, /dashboard or /mcp; also `/v1/openapi.json`. `Door` takes a request
 * through its steps, without a key.
 */
export class Site implements Face<Entry> {
  readonly #parts: SiteParts;
  readonly #routes = new Routes<Renderable | LongDocument | Handler>();
  readonly #representations = new Representations(PAGES_BYTES);
  readonly #longRepresentations = new LongRepresentations(this.#representations);

  constructor(parts: SiteParts, entries: readonly (Renderable | LongDocument | Handler)[]) {
    this.#parts = parts;
    for (const entry of entries) this.#routes.add(entry.path, entry);
  }

  find(exchange: Exchange): Entry | Reply {
    const found =
      this.#routes.find(exchange.url)?.target ??
      this.#parts.pages.find(exchange.url, exchange.request.headers['accept-language']);
    if (found === undefined) throw new Problem('path_not_found', NOTHING_THERE);
    const entry = ('variant' in found && found.variant?.(exchange.request.headers.accept)) || found;
    const { path, route = path, open = false, optionsLines } = entry;
    const { method } = exchange;
    exchange.route = route;
    exchange.isOpen = open;
    if (method === 'OPTIONS')
      return { status: 204, headerLines: fieldLine('Allow', ALLOW) + (optionsLines?.(exchange) ?? '') };
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ALLOW);
    return entry;
  }

  /** @throws Problem when the client has requested too many pages in this minute */
  admit({ request }: Exchange, entry: Entry): Visit {
    const { windows, trusts } = this.#parts;
    const holder = clientOf(request, trusts);
    const usedUp = 'limited' in entry && entry.limited ? windows.refuses(holder) : undefined;
    if (usedUp === undefined)
      return { holder, scopes: NO_SCOPES, key: undefined, keyInUrl: false, limit: undefined };
    const detail = `Too many pages were requested from this address. Try again in ${usedUp.resetSeconds} seconds.`;
    throw new Problem('too_many_from_address', detail, { retry_after: usedUp.resetSeconds });
  }

  prepare(entry: Entry): Steps | Promise<Steps> {
    return 'prepare' in entry ? (entry.prepare?.() ?? []) : [];
  }

  /** A page that is ready is sent at once; any other is rendered when it is its client's turn. */
  reply(exchange: Exchange, entry: Entry, { holder }: Visit): Reply | (() => Reply | Promise<Reply>) {
    if ('handle' in entry) return entry.handle();
    const encoding = encodingFor(exchange, entry);
    const key = keyOf(entry);
    const ready = this.#representations.kept(key, encoding);
    if (ready !== undefined) return replyOf(exchange, entry, ready);
    return () => {
      if ('paint' in entry) return this.#painted(exchange, entry, holder);
      if ('write' in entry) return this.#written(exchange, entry, holder);
      try {
        return replyOf(
          exchange,
          entry,
          this.#representations.get(key, encoding, () => entry.render()),
        );
      } catch (error) {
        if (error instanceof Moved) return redirect(exchange, error);
        throw error;
      }
    };
  }

  /** Other requests are answered meanwhile. */
  async #painted(exchange: Exchange, picture: Picture, holder: string): Promise<Reply> {
    // Taken now, because the release may change meanwhile.
    const key = keyOf(picture);
    const rendering = await picture.paint(holder, this.#turnsOf(exchange, holder));
    return replyOf(
      exchange,
      picture,
      this.#representations.get(key, 'identity', () => rendering),
    );
  }

  async #written(exchange: Exchange, document: LongDocument, holder: string): Promise<Reply> {
    const inTurn = this.#turnsOf(exchange, holder);
    const render = () => {
      const { pieces, headerLines = '', ...about } = document.write();
      return { ...about, headerLines, pieces: piecesInTurn(inTurn, pieces) };
    };
    const encoding = encodingFor(exchange, document);
    const written = await this.#longRepresentations.get(keyOf(document), encoding, holder, render);
    return replyOf(exchange, document, written);
  }

  #turnsOf(exchange: Exchange, holder: string): InTurn {
    return turnsOf(this.#parts.overload, exchange, { holder, isStranger: true });
  }

  /** A page for people. Programs get a problem document. */
  explain(exchange: Exchange, problem: Problem): Reply | undefined {
    exchange.isOpen ||= this.#parts.pages.isOpen(exchange.url);
    if (!wantsPage(exchange)) return undefined;
    const { shell, release, buildStep, pages } = this.#parts;
    // A frame that was asked for says on the other site what is wrong.
    const framed = exchange.route.startsWith(FRAMES);
    const isStarting = problem.code === 'starting' && !framed;
    const messages = isStarting
      ? ENGLISH
      : pages.messagesAt(exchange.url, exchange.request.headers['accept-language']);
    const frame = {
      path: pathAsSent(exchange.url),
      release: release(),
      canonical: false,
      framed,
      messages,
    };
    const view = isStarting
      ? preparingView(buildStep(), messages)
      : problemView(problem, exchange.url, messages);
    const lines = (framed ? FRAME_POLICY_LINES : POLICY_LINES) + PROBLEM_LINES + problemLines(problem);
    return textReply(problem.status, lines, shell.render(view, frame));
  }
}

const NO_SCOPES: ReadonlySet<string> = new Set();

function replyOf(
  exchange: Exchange,
  page: Pick<Renderable, 'headerLines'>,
  representation: Representation,
): Reply {
  const { etag, headerLines: contentLines, validatorLines, cacheLine } = representation;
  return {
    status: 200,
    headerLines: page.headerLines(exchange) + cacheLine,
    contentLines,
    body: representation,
    entity: { etag, validatorLines },
  };
}

function redirect({ url }: Exchange, { location, status }: Moved): Reply {
  const headerLines =
    fieldLine('Location', relativePath(location, pathAsSent(url))) + fieldLine('Content-Length', 0);
  return { status, headerLines };
}

const PROBLEM_LINES =
  fieldLine('Cache-Control', 'no-store') + fieldLine('Vary', 'Accept, Accept-Language') + HTML_LINE;

/** Browsers ask for HTML first when they open an address; scripts and programs do not. */
function wantsPage({ method, request }: Exchange): boolean {
  return method === 'GET' && request.headers.accept?.startsWith('text/html') === true;
}

/** The path as sent, because relative links are resolved against that. */
function pathAsSent(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

function keyOf({ path, version }: Pick<Renderable, 'path' | 'version'>): string {
  return `${path} ${version?.() ?? ''}`;
}

function encodingFor({ request }: Exchange, page: Exclude<Entry, Handler>): Encoding {
  return 'paint' in page || page.isCompressed
    ? 'identity'
    : negotiateEncoding(request.headers['accept-encoding']);
}
