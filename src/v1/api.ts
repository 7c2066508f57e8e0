import { type Resolved, resolve } from '../engine/ask.ts';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Release } from '../engine/catalogue/release.ts';
import { type Answer, type Endpoint, isEndpoint, LongList, permissionsOf } from '../engine/endpoint.ts';
import { type Format, isMarked } from '../engine/formats/formats.ts';
import { piecesOf } from '../engine/formats/pieces.ts';
import { write } from '../engine/formats/writers.ts';
import { OPERATIONS } from '../engine/operations.ts';
import { declared, withQuery } from '../engine/parameters/query-text.ts';
import { checkScopes } from '../engine/permissions.ts';
import { readingSteps } from '../engine/places/reading-steps.ts';
import { noSuchPath, Problem } from '../engine/problems.ts';
import type { Download } from '../engine/release/download.ts';
import { type Admission, limitExceeded, type Visit } from '../service/access/access-control.ts';
import type { DoorParts, Face, Steps } from '../service/access/door.ts';
import { type Cors, isPreflight } from '../service/http/cors.ts';
import { type Exchange, NO_ROUTE } from '../service/http/exchange.ts';
import { ALLOW, methodNotAllowed } from '../service/http/http-problem.ts';
import { accepts, negotiateEncoding } from '../service/http/negotiation.ts';
import type { Reply } from '../service/http/reply.ts';
import type { Representation, Representations } from '../service/http/representation.ts';
import { NO_STORE_LINE } from '../service/http/responder.ts';
import { fieldLine } from '../service/http/response-head.ts';
import { Routes } from '../service/http/routes.ts';
import { piecesInTurn, turnsOf } from '../service/http/turn.ts';
import { Downloads } from './downloads.ts';
import { entityTag, validatorLines } from './file-part.ts';
import { negotiateFormat, notAcceptable, TYPE_LINES } from './negotiate-format.ts';
import { urlQueryReaderOf } from './query-reader.ts';
import { type Route, ServedReleases, type Target } from './served.ts';

export interface ApiParts extends DoorParts {
  catalogue: Catalogue;
  cors: Cors;
  /** The public address, without /v1. */
  publicUrl: string;
  bodyCacheBytes: number;
}

const KEEP_LINE = fieldLine('Cache-Control', 'private, max-age=3600');
/** What is asked of a release by its version stays the same until the service itself is updated. */
const PINNED_LINE = fieldLine('Cache-Control', 'private, max-age=604800');
const REVALIDATE_LINE = fieldLine('Cache-Control', 'private, no-cache');
const NO_BODIES = { entries: 0, bytes: 0, rendered: 0 };

/**
 * `/v1`: what a URL asks for, and the representation of the answer. `Door` takes a request through its steps; whether its URL can
 * be read is checked first, the key and its limits next, and everything else after that.
 *
 * What URLs name and what was rendered is remembered, so most requests are answered at once. The others wait for the turn of
 * their account, because they may take long.
 */
export class Api implements Face<Target> {
  readonly #parts: ApiParts;
  readonly #baseUrl: string;
  readonly #routes = new Routes<Route | 'nothing'>();
  readonly #downloads: Downloads;
  readonly #served: ServedReleases;

  constructor(parts: ApiParts) {
    this.#parts = parts;
    this.#baseUrl = `${parts.publicUrl}/v1`;
    this.#downloads = new Downloads(parts.responder);
    this.#served = new ServedReleases(parts.catalogue, parts.bodyCacheBytes);
    for (const operation of OPERATIONS)
      this.#routes.add(`/v1${operation.path}`, { operation, readQuery: urlQueryReaderOf(operation) });
    // A request to any other path needs a key too.
    for (const path of ['/v1', '/v1/*']) this.#routes.add(path, 'nothing');
  }

  /** @throws Problem for a URL that cannot be read */
  find(exchange: Exchange): Target | Reply | Problem {
    const { method, request, url } = exchange;
    if (method === 'OPTIONS' && isPreflight(request)) return this.#methods(exchange);
    const refusal = this.#parts.accessControl.refusalByAddress(request);
    if (refusal !== undefined) return refusal;
    const target = this.#targetOf(url);
    if (target.route === undefined) return target;
    if (method === 'OPTIONS') return this.#methods(exchange);
    exchange.route = target.route.operation.operationId;
    return target;
  }

  admit({ request }: Exchange, { query }: Target): Admission | Promise<Admission> {
    return this.#parts.accessControl.admit(request, query.api_key);
  }

  prepare(target: Target, exchange: Exchange, visit: Visit): Steps | Promise<Steps> {
    const { route, resource, query } = target;
    if (resource !== undefined) return [];
    const steps = (release: Release) => readingSteps(release, query.cities);
    if (query.release === undefined || route === undefined || this.#withoutSlash(exchange, target))
      return steps(this.#served.current.release);
    // An earlier release is opened only for a request that is right in every other way.
    formatOf(exchange, target, checkOperation(exchange, target, visit));
    const release = this.#parts.catalogue.at(String(query.release));
    return release instanceof Promise ? release.then(steps) : steps(release);
  }

  reply(exchange: Exchange, target: Target, visit: Visit): Reply | (() => Reply | Promise<Reply>) {
    const moved = this.#withoutSlash(exchange, target);
    if (moved !== undefined) return this.#move(exchange, visit, moved);
    const operation = checkOperation(exchange, target, visit);
    const format = formatOf(exchange, target, operation);
    const ready = this.#ready(exchange, target, format);
    if (ready !== undefined) return this.#replyWith(exchange, target, visit, ready);
    return () =>
      isEndpoint(operation)
        ? this.#render(exchange, target, operation, format, visit)
        : this.#file(exchange, operation, target, visit);
  }

  /** @throws Problem for a URL that cannot be read */
  #targetOf(url: string): Target {
    const known = this.#served.current.targets.get(url);
    if (known !== undefined) return known;
    const found = this.#routes.find(url);
    checkQuery(url);
    const { target, parameters = {}, query = {} } = found ?? {};
    const { release } = query;
    const pinned = typeof release === 'string' ? this.#served.opened(release)?.targets.get(url) : undefined;
    return pinned ?? { route: target === 'nothing' ? undefined : target, parameters, query };
  }

  /** The representation, if an earlier request has rendered it. */
  #ready({ request }: Exchange, target: Target, format: Format): Representation | undefined {
    const { resource, query } = target;
    if (resource === undefined) return undefined;
    const { release, representations } = this.#served.for(target);
    if (resource.release !== release) return undefined;
    const encoding = negotiateEncoding(request.headers['accept-encoding']);
    return representations.kept(cacheKey(format, query, resource.identity), encoding);
  }

  #identify({ url }: Exchange, target: Target, endpoint: Endpoint): Resolved {
    const { release, targets } = this.#served.for(target);
    const { query } = target;
    const view = { release, baseUrl: this.#baseUrl };
    const resource = resolve(view, endpoint, target.parameters, query);
    const { identity, contentLocation } = resource;
    target.resource = {
      release,
      identity,
      locationLine:
        contentLocation === undefined
          ? ''
          : fieldLine('Content-Location', this.#baseUrl + inShapeOf(query, contentLocation)),
    };
    // URLs that contain a key are not kept.
    if (query.api_key === undefined) targets.set(url, target);
    return resource;
  }

  #render(
    exchange: Exchange,
    target: Target,
    endpoint: Endpoint,
    format: Format,
    visit: Visit,
  ): Reply | Promise<Reply> {
    const resource = this.#identify(exchange, target, endpoint);
    const { release, representations, longRepresentations } = this.#served.for(target);
    const encoding = negotiateEncoding(exchange.request.headers['accept-encoding']);
    const marked = isMarked(format, target.query.bom);
    const key = cacheKey(format, target.query, resource.identity);
    // Nothing is rendered over the limit, so only what is in memory can turn out to be a 304.
    if (visit.limit?.exceeded && !representations.has(key)) throw limitExceeded(visit.limit);
    const written = { endpoint, release, selection: resource.selection, marked };
    const typeLine = TYPE_LINES[format] + fileLine(format, endpoint, release);
    const answered = resource.mayBeLong ? resource.answer() : undefined;
    if (answered?.body instanceof LongList) {
      const list = answered.body;
      const rendering = () => {
        this.#parts.catalogue.checkIntact(release);
        const inTurn = turnsOf(this.#parts.overload, exchange, { holder: visit.holder });
        return {
          pieces: piecesInTurn(inTurn, piecesOf(format, written, list)),
          typeLine,
          ...linesOf(answered, target.query),
        };
      };
      return longRepresentations
        .get(key, encoding, visit.holder, rendering)
        .then((representation) => this.#replyWith(exchange, target, visit, representation));
    }
    const representation = representations.get(key, encoding, () => {
      this.#parts.catalogue.checkIntact(release);
      const { body, ...about } = answered ?? resource.answer();
      return { body: write(format, { ...written, body }), typeLine, ...linesOf(about, target.query) };
    });
    return this.#replyWith(exchange, target, visit, representation);
  }

  #replyWith(exchange: Exchange, target: Target, visit: Visit, representation: Representation): Reply {
    const { etag, validatorLines } = representation;
    const headerLines =
      this.#headLines(exchange, visit, representation.cacheLine) + (target.resource?.locationLine ?? '');
    return {
      status: 200,
      headerLines,
      contentLines: representation.headerLines,
      body: representation,
      entity: { etag, changedAt: this.#served.for(target).release.publishedAt, validatorLines },
    };
  }

  /** A file of the release, streamed to its end even when a new release replaces it meanwhile. */
  #file(exchange: Exchange, download: Download, target: Target, visit: Visit): Reply {
    const { release } = this.#served.for(target);
    this.#parts.catalogue.checkIntact(release);
    const headerLines = this.#headLines(exchange, visit, keepLine(target.query));
    return {
      status: 200,
      headerLines,
      entity: {
        etag: entityTag(download, release),
        changedAt: release.publishedAt,
        validatorLines: validatorLines(download, release),
      },
      send: (all) =>
        this.#downloads.send(exchange, { download, release, holder: visit.holder, headerLines: all }),
    };
  }

  #headLines({ request }: Exchange, { keyInUrl }: Visit, cacheLine: string): string {
    return this.#parts.cors.headerLines(request) + (keyInUrl ? NO_STORE_LINE : cacheLine);
  }

  /**
   * Where to redirect a request whose path ends in slashes: the same URL without them, if there is something at it. A URL with a
   * key is never repeated, so it is not redirected.
   */
  #withoutSlash({ method, url }: Exchange, target: Target): string | undefined {
    const { route, parameters, query, resource } = target;
    if (resource !== undefined || (route !== undefined && !Object.values(parameters).includes('')))
      return undefined;
    const [, path, search = ''] =
      /^(?:https?:\/\/[^/?#]*)?(\/v1\/[^?#]*[^/?#])\/+(\?[^#]*)?(?:#|$)/i.exec(url) ?? [];
    const hasKey = query.api_key !== undefined || JSON.stringify(query).includes('lds_live_');
    if (path === undefined || hasKey || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const found = this.#routes.find(path)?.target ?? 'nothing';
    return found === 'nothing' ? undefined : this.#parts.publicUrl + path + search;
  }

  #move(exchange: Exchange, visit: Visit, location: string): Reply {
    exchange.route = NO_ROUTE;
    const headerLines = fieldLine('Location', location) + fieldLine('Content-Length', 0);
    return { status: 308, headerLines: this.#headLines(exchange, visit, KEEP_LINE) + headerLines };
  }

  #methods({ request }: Exchange): Reply {
    const { cors } = this.#parts;
    const headerLines =
      cors.headerLines(request) + fieldLine('Allow', ALLOW) + cors.preflightLines(request, ALLOW);
    return { status: 204, headerLines };
  }

  /** The rendered bodies of the served release. */
  get bodies(): Pick<Representations, 'entries' | 'bytes' | 'rendered'> {
    return this.#parts.catalogue.isEmpty ? NO_BODIES : this.#served.current.representations;
  }
}

/**
 * The operation of the request, with its query read.
 *
 * @throws Problem for a key that may not be in a URL, an unknown path, a wrong method or query, and a missing permission
 */
function checkOperation(
  { method, url }: Exchange,
  target: Target,
  { key, keyInUrl, scopes }: Visit,
): Endpoint | Download {
  const { route } = target;
  if (keyInUrl && key?.headerOnly)
    throw new Problem('key_not_for_urls', 'Send this key as "Authorization: Bearer <API_KEY>".');
  if (route === undefined) throw noSuchPath(url.split('?', 1)[0]);
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ALLOW);
  const { operation } = route;
  if (target.scopes === undefined) {
    target.query = route.readQuery(target.query);
    target.scopes = permissionsOf(operation, target.query);
  }
  checkScopes(scopes, target.scopes);
  return operation;
}

/** @throws Problem when the client accepts no format of the operation; a file has only one */
function formatOf({ request }: Exchange, { query }: Target, operation: Endpoint | Download): Format {
  const { accept } = request.headers;
  if (isEndpoint(operation)) return negotiateFormat(operation, query.format, accept);
  if (!accepts(accept, operation.mediaType)) throw notAcceptable([operation.mediaType]);
  return 'json';
}

/** The key of a resource in Representations: with the format, a byte order mark or none, and whether its links name the release. */
function cacheKey(format: Format, { bom, release }: Target['query'], identity: string): string {
  const named = release === undefined ? identity : `release ${identity}`;
  return format === 'json' ? named : `${format}${isMarked(format, bom) ? '+bom' : ''} ${named}`;
}

function keepLine({ release }: Target['query']): string {
  return release === undefined ? KEEP_LINE : PINNED_LINE;
}

/**
 * Refuses a query that is not percent-encoded UTF-8. A parser would leave `%FF` as it is, and a search would look for these
 * characters.
 */
function checkQuery(url: string): void {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return;
  try {
    decodeURIComponent(url.slice(start));
  } catch {
    throw new Problem('malformed_request', 'The query is not percent-encoded UTF-8.');
  }
}

/** Suggests a name for the file, because browsers save what they do not show. */
function fileLine(format: Format, { table }: Endpoint, { version }: Release): string {
  return format === 'json' || table === undefined
    ? ''
    : fieldLine('Content-Disposition', `attachment; filename="${table.file}-${version}.${format}"`);
}

function linesOf({ links = [], total, excluded, revalidate }: Omit<Answer, 'body'>, query: Target['query']) {
  const link = links.map(([relation, url]) => `<${inShapeOf(query, url)}>; rel="${relation}"`).join(', ');
  return {
    headerLines:
      (total === undefined ? '' : fieldLine('X-Total-Count', total)) +
      (excluded === undefined ? '' : fieldLine('X-Excluded-Count', excluded)) +
      (link === '' ? '' : fieldLine('Link', link)),
    cacheLine: revalidate ? REVALIDATE_LINE : keepLine(query),
  };
}

/** What the request says of release and form. */
const SHAPE = ['release', 'fields', 'lang', 'format', 'bom'];

/** A URL of the API that leads to the same representation. */
function inShapeOf(query: Target['query'], url: string): string {
  return withQuery(url, declared(SHAPE, query));
}
