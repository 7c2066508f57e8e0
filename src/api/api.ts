import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from 'fastify';
import { LRUCache } from 'lru-cache';
import { withApiKey } from '../access/credentials.ts';
import { type Access, type FrontDoor, limitExceeded } from '../access/front-door.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Release } from '../catalogue/release.ts';
import { HTTPS_ONLY, NO_SNIFFING } from '../http/common-headers.ts';
import { checkPrecondition, hasPrecondition, isUnchanged } from '../http/conditional.ts';
import { type Cors, isPreflight } from '../http/cors.ts';
import { accepts, negotiateEncoding } from '../http/negotiation.ts';
import { challenge, Problem, problemDocument, problemText } from '../http/problems.ts';
import { KEEP_LINE, type Representation, Representations } from '../http/representation.ts';
import { fieldLine, writeHead } from '../http/response-head.ts';
import { outcomeOf } from '../keys/meter.ts';
import { type Answers, NO_ROUTE } from '../telemetry/answers.ts';
import { compareCostOfLiving } from './cost/cost-comparison.ts';
import { getCostOfLiving } from './cost/cost-of-living.ts';
import type { Endpoint, Operation } from './endpoint.ts';
import { numberReaders } from './parameters/query-numbers.ts';
import { getCity, listCities } from './places/cities.ts';
import { getCountry, listCountries } from './places/countries.ts';
import { compareQualityOfLife } from './quality/quality-comparison.ts';
import { getQualityOfLife } from './quality/quality-of-life.ts';
import { DOWNLOADS, getRelease } from './release/data-release.ts';
import {
  type Download,
  entityTag,
  fileAnswer,
  mediaTypeOf,
  notAcceptable,
  validatorLines,
} from './release/download.ts';
import { DownloadsInProgress } from './release/downloads-in-progress.ts';
import { toProblem } from './thrown-problem.ts';

/** Every endpoint of the specification, in its order, and what was added to it. */
export const ENDPOINTS: readonly Endpoint[] = [
  listCountries,
  getCountry,
  listCities,
  getCity,
  getCostOfLiving,
  compareCostOfLiving,
  getQualityOfLife,
  compareQualityOfLife,
  getRelease,
];

export const OPERATIONS: readonly (Endpoint | Download)[] = [...ENDPOINTS, ...DOWNLOADS];

export interface ApiParts {
  catalogue: Catalogue;
  frontDoor: FrontDoor;
  cors: Cors;
  /** Public address without /v1: a function, because the port may be known only after listening. */
  publicUrl: () => string;
  bodyCacheBytes: number;
  /** Another one at each call: the `X-Request-Id` of one answer. */
  nextRequestId: () => string;
  /** Hears of what is answered past Fastify. */
  answers: Answers;
}

/** What a URL names: enough to answer it again without routing, validating and resolving it. */
interface Resource {
  endpoint: Endpoint;
  /** As Representations knows it. */
  key: string;
  /** `Content-Location`, where the URL is not the canonical one; a field line. */
  locationLine: string;
}

/** The release served now, what has been rendered of it, and the resources that were asked for, by URL as sent. */
interface Served {
  release: Release;
  representations: Representations;
  resources: LRUCache<string, Resource>;
}

/** One request, and where its answer goes. */
interface Exchange {
  id: string;
  request: IncomingMessage;
  response: ServerResponse;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export const MAX_URL_LENGTH = 4096;
export const ALLOW = 'GET, HEAD, OPTIONS';
const ALLOW_LINE = fieldLine('Allow', ALLOW);
const NO_STORE_LINE = fieldLine('Cache-Control', 'private, no-store');
const PROBLEM_TYPE_LINE = fieldLine('Content-Type', 'application/problem+json; charset=utf-8');
const NO_SNIFFING_LINE = fieldLine(...NO_SNIFFING);
const HTTPS_ONLY_LINE = fieldLine(...HTTPS_ONLY);
const OVERLOADED = new Problem(
  'unavailable',
  'More requests come than can be answered just now. Try again in a moment.',
  { retry_after: 1 },
);
const RESOURCES_BYTES = 8 * 1024 * 1024;
/** Kept per resource besides its URL. */
const RESOURCE_OVERHEAD_BYTES = 200;

/**
 * The endpoints under /v1. A request passes, in this order: its length, the front door (key and limit), its method,
 * routing and validation, and the endpoint's handler, whose answer is sent from bytes made before. Whatever goes wrong on
 * the way is a Problem. What was asked for before takes a shorter way to the same answer (`answerAgain`).
 */
export class Api {
  readonly #parts: ApiParts;
  readonly #downloads = new DownloadsInProgress();
  #served: Served | undefined;

  constructor(parts: ApiParts) {
    this.#parts = parts;
  }

  register(app: FastifyInstance): void {
    app.decorateRequest('access', null);
    // Whatever method Node can parse finds the path, so that one which is not offered is a 405 and no 404.
    for (const method of METHODS) {
      if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
    }
    app.register(
      async (v1) => {
        v1.addHook('onRequest', (request, reply, done) => this.#enter(request, reply, done));
        v1.setErrorHandler((error: FastifyError, request, reply) => this.fail(error, request, reply));
        // Never reached, because the hook refuses the path before; but without it the hook would not run.
        v1.setNotFoundHandler(checkTarget);
        for (const endpoint of ENDPOINTS)
          this.#route(v1, endpoint, (request, reply) => this.#answer(endpoint, request, reply));
        for (const download of DOWNLOADS)
          this.#route(v1, download, (request, reply) => this.#send(download, request, reply));
      },
      { prefix: '/v1' },
    );
  }

  /**
   * The short way for what most requests are: a GET of a URL that this release has answered before, with a key that memory
   * knows. It passes by Fastify's objects, routing and validation, whose outcome is known. False for every other
   * request, of which nothing is done or counted then: it goes the long way, where all problems are told.
   *
   * @param startedAt by `performance.now()`
   */
  answerAgain(request: IncomingMessage, response: ServerResponse, startedAt: number): boolean {
    const { frontDoor, nextRequestId, answers } = this.#parts;
    const { representations, resources } = this.#current();
    const resource = request.method === 'GET' ? resources.get(request.url ?? '') : undefined;
    // The long way alone tells problems.
    if (resource === undefined || hasPrecondition(request.headers)) return false;
    const { headers } = request;
    const representation = representations.kept(resource.key, negotiateEncoding(headers['accept-encoding']));
    if (representation === undefined || !accepts(headers.accept, mediaTypeOf(resource.endpoint)))
      return false;
    const access = frontDoor.admitAtOnce(request, resource.endpoint.scope);
    if (access === undefined) return false;
    const requestId = nextRequestId();
    const bytes = this.#respond({ id: requestId, request, response }, access, resource, representation);
    answers.note(request, {
      requestId,
      keyId: access.key.id,
      route: resource.endpoint.operationId,
      status: response.statusCode,
      problem: undefined,
      startedAt,
      endedAt: performance.now(),
      bytes,
    });
    return true;
  }

  /** Whose requests share the processor's time with this one. */
  holderOf(request: IncomingMessage): string {
    return this.#parts.frontDoor.holderOf(request);
  }

  /** Refuses a request, whatever it is, before anything is done for it. */
  refuse(request: IncomingMessage, response: ServerResponse, startedAt: number): void {
    this.#sendProblem(OVERLOADED, this.#parts.nextRequestId(), request, response);
    // Counted and not logged: that would make it dearer when it has to be cheap.
    const took = performance.now() - startedAt;
    this.#parts.answers.counts.add(NO_ROUTE, OVERLOADED.status, took, OVERLOADED.code);
  }

  /**
   * Refuses what is no sound message, for any path, before anything reads it.
   *
   * @param ends whether the connection ends with the answer
   */
  refuseMessage(
    problem: Problem,
    { request, response, startedAt, ends }: Omit<Exchange, 'id'> & { startedAt: number; ends: boolean },
  ): void {
    const requestId = this.#parts.nextRequestId();
    if (ends) response.shouldKeepAlive = false;
    const bytes = this.#sendProblem(problem, requestId, request, response);
    this.#parts.answers.note(request, {
      requestId,
      keyId: undefined,
      route: NO_ROUTE,
      status: problem.status,
      problem: problem.code,
      startedAt,
      endedAt: performance.now(),
      bytes,
    });
  }

  /** Answers a request that was taken up already, and whose body went wrong. Whoever follows the request notes the answer. */
  endRequest(problem: Problem, response: ServerResponse): void {
    response.shouldKeepAlive = false;
    const { answers, nextRequestId } = this.#parts;
    this.#sendProblem(problem, answers.idOf(response) ?? nextRequestId(), response.req, response);
  }

  /** Answers a request whose path Fastify cannot route: it has too long a segment, or cannot be decoded. */
  failRouting(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (isPreflight(request)) this.#options(request, reply);
    else this.fail(error, request, reply);
  }

  /** Answers with the problem document for what was thrown. */
  fail(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    // Fastify refuses a path that it cannot decode with a request that has no decorators.
    const access = request.access ?? null;
    // A conditional request over the limit is let in for its 304; any other answer would undo the limit.
    const problem = access?.limit.exceeded === true ? limitExceeded(access.limit) : toProblem(error);
    if (problem.status >= 500) reply.fault = error;
    const body = problemText(problemDocument(problem, this.#parts.publicUrl(), request.url, request.id));
    const lines = this.#problemLines(problem, { id: request.id, request: request.raw }, access, body);
    reply.problemCode = problem.code;
    if (access !== null) {
      const operation = request.routeOptions.config.operation?.operationId ?? 'other';
      this.#parts.frontDoor.record(access, operation, outcomeOf(problem.status));
    }
    send(reply, problem.status, lines, request.method === 'HEAD' ? undefined : body);
  }

  /** Past Fastify, with no key looked at. @returns how many bytes the body has */
  #sendProblem(problem: Problem, id: string, request: IncomingMessage, response: ServerResponse): number {
    const body = problemText(problemDocument(problem, this.#parts.publicUrl(), request.url ?? '', id));
    writeHead(response, problem.status, this.#problemLines(problem, { id, request }, null, body));
    response.end(body);
    return Buffer.byteLength(body);
  }

  /** Answers a request to a path outside /v1 that offers other methods than this one, or that is asked which. */
  tellMethods(allow: string, request: FastifyRequest, reply: FastifyReply): void {
    const allowLine = fieldLine('Allow', allow);
    if (request.method === 'OPTIONS') {
      send(
        reply,
        204,
        this.#commonLines({ id: request.id, request: request.raw }, null) + allowLine,
        undefined,
      );
      return;
    }
    const detail = `${request.method} is not offered here. Allow names the methods that are.`;
    this.fail(new Problem('method_not_allowed', detail, {}, allowLine), request, reply);
  }

  #route(v1: FastifyInstance, operation: Operation, handler: RouteHandlerMethod): void {
    v1.route({
      method: v1.supportedMethods,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      schema: { querystring: withApiKey(operation.query) },
      config: { operation },
      preValidation: numberReaders(operation.query),
      exposeHeadRoute: false,
      handler,
    });
  }

  #enter(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    try {
      if (isPreflight(request)) {
        this.#options(request, reply);
        return;
      }
      if (request.url.length > MAX_URL_LENGTH) {
        throw new Problem(
          'uri_too_long',
          `Path and query together have more than ${MAX_URL_LENGTH} characters.`,
        );
      }
      checkQuery(request.url);
      if (request.method === 'OPTIONS' && !request.is404) {
        this.#options(request, reply);
        return;
      }
      const admission = this.#parts.frontDoor.admit(request);
      if (admission === undefined) {
        checkTarget(request);
        done();
      } else {
        admission.then(() => checkTarget(request)).then(() => done(), done);
      }
    } catch (error) {
      done(error as Error);
    }
  }

  #answer(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void {
    const access = authorize(endpoint, request);
    const { release, representations, resources } = this.#current();
    const { key, render, contentLocation } = endpoint.answer(
      { release, baseUrl: this.#baseUrl() },
      request.params as Record<string, string>,
      request.query as Record<string, unknown>,
    );
    const encoding = negotiateEncoding(request.headers['accept-encoding']);
    // Over the limit nothing is rendered: only what is at hand can turn out to be unchanged.
    const representation = access.limit.exceeded
      ? representations.kept(key, encoding)
      : representations.get(key, encoding, this.#parts.catalogue.isDamaged ? refuseToRender : render);
    if (representation === undefined) throw limitExceeded(access.limit);
    const locationLine =
      contentLocation === undefined ? '' : fieldLine('Content-Location', this.#baseUrl() + contentLocation);
    const resource = { endpoint, key, locationLine };
    reply.bodyBytes = this.#respond(
      { id: request.id, request: request.raw, response: reply.raw },
      access,
      resource,
      representation,
    );
    reply.hijack();
    // A URL with a key in it is not kept.
    if (!access.keyInUrl) resources.set(request.url, resource);
  }

  /**
   * The end of both ways. Throws the Problem when the limit allows nothing but a 304, and this is none.
   *
   * @returns how many bytes the body has
   */
  #respond(exchange: Exchange, access: Access, resource: Resource, representation: Representation): number {
    const { request, response } = exchange;
    const { endpoint, locationLine } = resource;
    checkPrecondition(request.headers, representation.etag, this.#current().release.publishedAt);
    const unchanged = isUnchanged(request.headers, representation.etag);
    this.#charge(endpoint, access, unchanged);

    const lines = unchanged ? representation.validatorLines : representation.lines;
    const answerLines = this.#answerLines(exchange, access, representation.cacheLine);
    writeHead(response, unchanged ? 304 : 200, answerLines + locationLine + lines);
    if (unchanged || request.method === 'HEAD') {
      response.end();
      return 0;
    }
    response.end(representation.body, 'latin1');
    return representation.length;
  }

  /** Streams a file of the release; one that is replaced meanwhile is sent to its end. */
  #send(download: Download, request: FastifyRequest, reply: FastifyReply): void {
    const { headers, method } = request;
    const access = authorize(download, request);
    if (this.#parts.catalogue.isDamaged) refuseToRender();
    const { release } = this.#parts.catalogue;
    checkPrecondition(headers, entityTag(download, release), release.publishedAt);
    const unchanged = isUnchanged(headers, entityTag(download, release));
    const answer = unchanged ? undefined : fileAnswer(download, release, method, headers);
    const sendsFile = answer !== undefined && method !== 'HEAD';
    if (sendsFile && !access.limit.exceeded) this.#beginDownload(access);
    this.#charge(download, access, unchanged);

    const lines =
      this.#answerLines({ id: request.id, request: request.raw }, access, KEEP_LINE) +
      (answer?.lines ?? validatorLines(download, release));
    if (!sendsFile) {
      send(reply, answer?.status ?? 304, lines, undefined);
      return;
    }
    reply.hijack();
    writeHead(reply.raw, answer.status, lines);
    const bytes = release.files[download.format].read(answer.range.first, answer.range.last);
    pipeline(counted(bytes, reply), reply.raw)
      .catch((error: NodeJS.ErrnoException) => {
        // A client may break off a download. Anything else is a fault of ours, and the client sees the file cut short.
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
          request.log.error({ err: error, request_id: request.id }, 'download failed');
      })
      .finally(() => this.#downloads.end(access.key.holder));
  }

  /** A 429 costs nothing, this one neither. */
  #beginDownload(access: Access): void {
    try {
      this.#downloads.begin(access.key.holder);
    } catch (error) {
      this.#parts.frontDoor.refund(access);
      throw error;
    }
  }

  /** A 304 costs nothing, and is given even over the limit. */
  #charge({ operationId }: Operation, access: Access, unchanged: boolean): void {
    const { frontDoor } = this.#parts;
    if (unchanged) frontDoor.refund(access);
    else if (access.limit.exceeded) throw limitExceeded(access.limit);
    frontDoor.record(access, operationId, unchanged ? '304' : '2xx');
  }

  /** What is kept of the served release. */
  get bodies(): Pick<Representations, 'entries' | 'bytes' | 'rendered'> {
    return this.#current().representations;
  }

  #current(): Served {
    const { release } = this.#parts.catalogue;
    if (this.#served?.release !== release) {
      this.#served = {
        release,
        representations: new Representations(this.#parts.bodyCacheBytes, release),
        resources: new LRUCache({
          maxSize: RESOURCES_BYTES,
          sizeCalculation: (_, url) => url.length + RESOURCE_OVERHEAD_BYTES,
        }),
      };
    }
    return this.#served;
  }

  /** `https://example.org/v1`. */
  #baseUrl(): string {
    return `${this.#parts.publicUrl()}/v1`;
  }

  #options(request: FastifyRequest, reply: FastifyReply): void {
    send(
      reply,
      204,
      this.#commonLines({ id: request.id, request: request.raw }, null) +
        ALLOW_LINE +
        this.#parts.cors.preflightLines(request, ALLOW),
      undefined,
    );
  }

  /** Field lines of every good answer. */
  #answerLines(exchange: Pick<Exchange, 'id' | 'request'>, access: Access, cacheLine: string): string {
    return this.#commonLines(exchange, access) + (access.keyInUrl ? NO_STORE_LINE : cacheLine);
  }

  #problemLines(
    problem: Problem,
    exchange: Pick<Exchange, 'id' | 'request'>,
    access: Access | null,
    body: string,
  ): string {
    const authenticate = challenge(problem.code);
    return (
      this.#commonLines(exchange, access) +
      PROBLEM_TYPE_LINE +
      fieldLine('Content-Length', Buffer.byteLength(body)) +
      NO_STORE_LINE +
      problem.lines +
      (authenticate === undefined ? '' : fieldLine('WWW-Authenticate', authenticate))
    );
  }

  /** Field lines of every answer, good or bad. */
  #commonLines({ id, request }: Pick<Exchange, 'id' | 'request'>, access: Access | null): string {
    const { cors, publicUrl, frontDoor } = this.#parts;
    return (
      `X-Request-Id: ${id}\r\n` +
      NO_SNIFFING_LINE +
      cors.lines(request) +
      (access === null ? '' : frontDoor.limitLines(access)) +
      (publicUrl().startsWith('https:') ? HTTPS_ONLY_LINE : '')
    );
  }
}

/** Whose request it is, once its key has the permission and its client takes what the operation answers with. */
function authorize(operation: Endpoint | Download, { access, headers }: FastifyRequest): Access {
  if (access === null) throw new Error('a handler ran for a request that was not admitted');
  const { scope } = operation;
  if (!access.key.scopes.has(scope))
    throw new Problem('insufficient_scope', `This key was issued without the permission ${scope}.`);
  const mediaType = mediaTypeOf(operation);
  if (!accepts(headers.accept, mediaType)) throw notAcceptable(mediaType);
  return access;
}

/** A parser would leave what it cannot decode as it is, and a search would look for the characters `%FF`. */
function checkQuery(url: string): void {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return;
  try {
    decodeURIComponent(url.slice(start));
  } catch {
    throw new Problem('malformed_request', 'The query is not UTF-8 in percent-encoding.');
  }
}

/** Before any body is read: what is sent to a path or with a method that we do not have is of no interest. */
function checkTarget({ is404, method }: FastifyRequest): void {
  if (is404) throw new Problem('path_not_found', 'The API has no such path.');
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method);
}

export function methodNotAllowed(method: string): Problem {
  const detail = `The service is read-only: ${method} is not offered.`;
  return new Problem('method_not_allowed', detail, {}, ALLOW_LINE);
}

/** Tells the reply how much of the file has been sent. */
async function* counted(
  bytes: AsyncIterable<Buffer>,
  reply: FastifyReply,
): AsyncGenerator<Buffer, void, void> {
  reply.bodyBytes = 0;
  for await (const piece of bytes) {
    yield piece;
    reply.bodyBytes += piece.length;
  }
}

/** Past Fastify's reply, which would build an object of headers and take it apart for every answer. */
function send(reply: FastifyReply, status: number, lines: string, body: string | undefined): void {
  reply.hijack();
  reply.bodyBytes = body === undefined ? 0 : Buffer.byteLength(body);
  writeHead(reply.raw, status, lines);
  reply.raw.end(body);
}

/** Figures from a damaged release could be wrong ones. */
function refuseToRender(): never {
  throw new Problem('unavailable', 'The data cannot be read just now. Try again.', { retry_after: 5 });
}
