import { isFault, Problem } from '../../engine/problems.ts';
import type { RequestRecord } from '../telemetry/request-log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { HTTPS_ONLY, NO_SNIFFING } from './common-headers.ts';
import type { Cors } from './cors.ts';
import { type Exchange, NO_ROUTE } from './exchange.ts';
import { ProblemTexts, problemLines } from './http-problem.ts';
import { Overloaded } from './overload.ts';
import type { Refusals } from './refusals.ts';
import type { Reply } from './reply.ts';
import { type Representation, textBody } from './representation.ts';
import { fieldLine, inOnePiece, STATUS_LINES, writeHead } from './response-head.ts';

export interface ResponderParts {
  /** The public address without a path: `https://example.org`. */
  publicUrl: string;
  cors: Cors;
  telemetry: Telemetry;
  refusals: Refusals;
  /** Returns a new id at each call. */
  nextRequestId: () => string;
}

/** The status in the logs, as in nginx, for a client that left before there was a response. */
const CLIENT_GONE = 499;
const PROBLEM_TYPE_LINE = fieldLine('Content-Type', 'application/problem+json; charset=utf-8');
const OPEN_LINE = fieldLine('Access-Control-Allow-Origin', '*');
export const NO_STORE_LINE = fieldLine('Cache-Control', 'private, no-store');

/** Writes responses: head, body and record for telemetry. Only the dashboard's JSON and the metrics are written elsewhere. */
export class Responder {
  readonly #parts: ResponderParts;
  readonly #alwaysLines: string;
  readonly #problemTexts: ProblemTexts;

  constructor(parts: ResponderParts) {
    this.#parts = parts;
    this.#problemTexts = new ProblemTexts(parts.publicUrl);
    this.#alwaysLines = inOnePiece(
      fieldLine(...NO_SNIFFING) + (parts.publicUrl.startsWith('https:') ? fieldLine(...HTTPS_ONLY) : ''),
    );
  }

  /** @param headerLines must include `Content-Length` if there is a body */
  send(
    exchange: Exchange,
    status: number,
    headerLines: string,
    body?: Pick<Representation, 'body' | 'length'>,
  ): void {
    if (status < 400) this.#write(exchange, status, headerLines, body);
    else
      this.whenDue(exchange, status, body?.length ?? 0, () =>
        this.#write(exchange, status, headerLines, body),
      );
  }

  /**
   * Sends a response now or, if it is one of too many refusals, later (`Refusals`). Its record does not include that time.
   *
   * @param send is called once
   */
  whenDue(exchange: Exchange, status: number, bytes: number, send: () => void): void {
    const { refusals } = this.#parts;
    const { request, response } = exchange;
    if (exchange.keyId !== undefined || status < 400 || status >= 500 || !refusals.count(request.socket)) {
      send();
      return;
    }
    this.record(exchange, status, bytes);
    response.shouldKeepAlive = false;
    refusals.hold(request.socket, send);
  }

  #write(
    exchange: Exchange,
    status: number,
    headerLines: string,
    body: Pick<Representation, 'body' | 'length'> | undefined,
  ): void {
    const { body: content = '', length = 0 } = (exchange.method === 'HEAD' ? undefined : body) ?? {};
    const isText = typeof content === 'string';
    if (!this.begin(exchange, status, headerLines, isText ? content : '')) return;
    exchange.response.end(isText ? undefined : content);
    this.record(exchange, status, length);
  }

  /** Notes what went wrong, for telemetry. @param error why the response is a 5xx */
  note(exchange: Exchange, problem: Problem, error?: Error): void {
    exchange.problem = problem.code;
    if (isFault(problem)) exchange.error = error;
  }

  /** The problem document for the request. */
  problemReply(exchange: Exchange, problem: Problem): Reply {
    const body = textBody(this.#problemTexts.of(problem, exchange.url, exchange.id));
    const rights = exchange.isOpen ? '' : this.#parts.cors.headerLines(exchange.request);
    const headerLines = rights + documentLines(problem, body.length, exchange.resourceMetadata);
    return { status: problem.status, headerLines, body };
  }

  /** @param error why the response is a 5xx */
  sendProblem(exchange: Exchange, problem: Problem, error?: Error): void {
    this.note(exchange, problem, error);
    const { status, headerLines, body } = this.problemReply(exchange, problem);
    this.send(exchange, status, headerLines, body);
  }

  /** Does work for a request, and sends the problem if it throws. */
  attempt(exchange: Exchange, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.fail(exchange, error);
    }
  }

  /** Sends the problem for anything that was thrown. */
  fail(exchange: Exchange, error: unknown): void {
    this.sendProblem(exchange, toProblem(error), error as Error);
  }

  /** Refuses a request because of overload. It is counted but not logged, because a refusal has to be cheap. */
  refuse(exchange: Exchange): void {
    if (exchange.isOver) {
      this.recordSent(exchange, 0);
      return;
    }
    const problem = new Overloaded();
    exchange.isRecorded = true;
    this.sendProblem(exchange, problem);
    const milliseconds = performance.now() - exchange.startedAt;
    this.#parts.telemetry.counts.add(NO_ROUTE, problem.status, milliseconds, problem.code);
  }

  /** Sends the methods that a path offers. */
  sendMethods(exchange: Exchange, allow: string, headerLines = ''): void {
    this.send(exchange, 204, fieldLine('Allow', allow) + headerLines);
  }

  /**
   * Sends the head of a response whose body is streamed.
   *
   * @param text the body, if it is a text instead, with one character per byte
   * @returns false when the client is gone or has its response already
   */
  begin(exchange: Exchange, status: number, headerLines: string, text?: string): boolean {
    const { response, id } = exchange;
    if (exchange.isOver) {
      if (!response.headersSent) this.record(exchange, CLIENT_GONE, 0);
      return false;
    }
    const rights = exchange.isOpen ? OPEN_LINE : '';
    writeHead(response, status, `X-Request-Id: ${id}\r\n${this.#alwaysLines}${rights}${headerLines}`, text);
    return true;
  }

  /** Records the response in telemetry, once. @param answeredAt when sending began, where that takes as long as the client likes */
  record(exchange: Exchange, status: number, bytes: number, answeredAt?: number): void {
    if (exchange.isRecorded) return;
    exchange.isRecorded = true;
    this.#parts.telemetry.record(exchange.request, recordOf(exchange, status, bytes, answeredAt));
  }

  /** Records that we end the connection, because its client reads no more of the response. */
  recordCut(exchange: Exchange, unsentBytes: number): void {
    const record = recordOf(exchange, exchange.response.statusCode, unsentBytes, exchange.startedAt);
    this.#parts.telemetry.log.writeCut(exchange.request, record);
  }

  /** Records a response that was written elsewhere or, if there is none, that the client is gone. */
  recordSent(exchange: Exchange, bytes: number): void {
    const { headersSent, statusCode } = exchange.response;
    this.record(exchange, headersSent ? statusCode : CLIENT_GONE, bytes);
  }

  /** A complete response to bytes that are no request. It says that the connection ends. */
  problemResponse(problem: Problem): string {
    const { nextRequestId, telemetry } = this.#parts;
    const id = nextRequestId();
    const body = this.#problemTexts.of(problem, '', id);
    telemetry.counts.add(NO_ROUTE, problem.status, 0, problem.code);
    const headerLines = `X-Request-Id: ${id}\r\n${this.#alwaysLines}${documentLines(problem, Buffer.byteLength(body))}`;
    return `${STATUS_LINES[problem.status]}${headerLines}Connection: close\r\n\r\n${body}`;
  }
}

function recordOf(
  { id, keyId, route, problem, startedAt, error }: Exchange,
  status: number,
  bytes: number,
  answeredAt: number | undefined,
): RequestRecord {
  const endedAt = performance.now();
  return { requestId: id, keyId, route, status, problem, startedAt, answeredAt, endedAt, bytes, error };
}

/** The problem to send for anything that was thrown. For anything but a Problem, it reveals no internals. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem('internal_error', 'An error on our side. It has been logged.');
}

function documentLines(problem: Problem, bytes: number, resourceMetadata?: string): string {
  return `${PROBLEM_TYPE_LINE}Content-Length: ${bytes}\r\n${NO_STORE_LINE}${problemLines(problem, resourceMetadata)}`;
}
