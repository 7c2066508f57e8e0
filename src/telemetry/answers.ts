import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { AnswerCounts } from './answer-counts.ts';
import { AnswerLog } from './answer-log.ts';

/** What a request was answered. Neither its URL nor its headers, which may hold a key. */
export interface Answer {
  requestId: string;
  /** Undefined where none was admitted. */
  keyId: string | undefined;
  /** The operation; outside the API the path as it is declared: `/dashboard/keys/:id`. */
  route: string;
  status: number;
  /** The code of the problem document that it is. */
  problem: string | undefined;
  /** By `performance.now()`. */
  startedAt: number;
  endedAt: number;
  /** Of the body. */
  bytes: number;
  /** Why we failed, where we did. */
  fault?: Error | undefined;
}

/** Told of every answer, with the request that it belongs to. */
export interface AnswerObserver {
  note(request: IncomingMessage, answer: Answer): void;
}

export interface AnswersParts {
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  /** Which answers have a line in the log. */
  logs: Config['logRequests'];
  /** Where requests are traced. */
  traces: AnswerObserver | undefined;
}

declare module 'fastify' {
  interface FastifyReply {
    /** Of the body, where it is sent past Fastify. */
    bodyBytes: number | undefined;
    /** The code of the problem document that the answer is. */
    problemCode: string | undefined;
    /** Why the answer is a 5xx, for the log. */
    fault: Error | undefined;
  }
}

/** As in nginx's logs: the client was gone before there was an answer. */
const CLIENT_GONE = 499;
/** Requests that led to no route. */
export const NO_ROUTE = 'none';

/** Hears of every answer that is given: counts it, logs it where that is wanted, and traces it. */
export class Answers implements AnswerObserver {
  readonly counts = new AnswerCounts();
  readonly #log: AnswerLog;
  readonly #traces: AnswerObserver | undefined;
  readonly #arrivals = new WeakMap<IncomingMessage, number>();
  readonly #followed = new WeakMap<ServerResponse, string>();

  constructor({ log, logs, traces }: AnswersParts) {
    this.#log = new AnswerLog({ log, logs });
    this.#traces = traces;
  }

  /** Of a request that has to wait before it is taken up. */
  arrived(request: IncomingMessage, at: number): void {
    this.#arrivals.set(request, at);
  }

  /** Follows whatever Fastify answers, in whichever way. */
  register(app: FastifyInstance): void {
    app.decorateReply('bodyBytes', undefined);
    app.decorateReply('problemCode', undefined);
    app.decorateReply('fault', undefined);
    app.addHook('onRequest', (request, reply, done) => {
      this.follow(request, reply);
      done();
    });
  }

  /** Notes the answer when it has been sent, or its client is gone. */
  follow(request: FastifyRequest, reply: FastifyReply): void {
    const startedAt = this.#arrivals.get(request.raw) ?? performance.now();
    const { raw } = reply;
    this.#followed.set(raw, request.id);
    raw.once('close', () => {
      const { operation } = request.routeOptions.config;
      this.note(request.raw, {
        requestId: request.id,
        keyId: request.access?.key.id,
        route: operation?.operationId ?? request.routeOptions.url ?? NO_ROUTE,
        status: raw.headersSent ? raw.statusCode : CLIENT_GONE,
        problem: reply.problemCode,
        startedAt,
        endedAt: performance.now(),
        bytes: reply.bodyBytes ?? Number(reply.getHeader('content-length') ?? 0),
        fault: reply.fault,
      });
    });
  }

  /** The id under which the answer will be noted, where it is followed. */
  idOf(response: ServerResponse): string | undefined {
    return this.#followed.get(response);
  }

  note(request: IncomingMessage, answer: Answer): void {
    const { route, status, startedAt, endedAt, problem } = answer;
    this.counts.add(route, status, endedAt - startedAt, problem);
    this.#log.write(request, answer);
    this.#traces?.note(request, answer);
  }

  /** Writes what is not in the log yet. */
  stop(): void {
    this.#log.stop();
  }
}
