import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createServer } from '../../process/node-http.ts';
import type { Config } from '../config.ts';
import { clientOf, type Trusts } from './client-address.ts';
import { Exchange } from './exchange.ts';
import { lingerAtEnd } from './linger.ts';
import { listenAt } from './listening.ts';
import { messageProblem } from './message-problems.ts';
import { ParseErrors, unknownMethod } from './parse-errors.ts';
import { Refusals } from './refusals.ts';
import { KEEP_ALIVE_SECONDS } from './response-head.ts';
import { queueForTurn, type TurnParts } from './turn.ts';

export interface ServingParts extends TurnParts {
  nextRequestId: () => string;
  refusals: Refusals;
  trusts: Trusts;
  /** Responds to a valid request. An exception is a fault of ours, and gets a 500. */
  handle(exchange: Exchange): void;
}

/** How often Node checks for requests that take too long. */
const CONNECTIONS_CHECK_MILLISECONDS = 1000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The HTTP server: accepts connections, and hands over each request that is a valid message. */
export class Listener {
  readonly server: Server;
  /** When a connection ends on which nothing moves. A request that takes too long is refused before that. */
  readonly #stalledMilliseconds: number;
  /** Requests that arrived before a handler was set. */
  readonly #early: [IncomingMessage, ServerResponse][] = [];
  readonly #receiveEarly = (...early: [IncomingMessage, ServerResponse]) => this.#early.push(early);

  constructor({ clientMilliseconds, maxConnections }: Config) {
    this.server = createServer({
      maxHeaderSize: MAX_HEADER_BYTES,
      // We send our own problem document for a missing Host.
      requireHostHeader: false,
      // From the first byte to the last, including the body.
      requestTimeout: clientMilliseconds,
      headersTimeout: clientMilliseconds,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MILLISECONDS,
      keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
      // Node then creates no stream for a request without a body.
      optimizeEmptyRequests: true,
    });
    // A client that closes its own side after the request still gets its response, even one that takes a while.
    Object.assign(this.server, { httpAllowHalfOpen: true });
    this.#stalledMilliseconds = clientMilliseconds + 2 * CONNECTIONS_CHECK_MILLISECONDS;
    this.server.maxConnections = maxConnections;
    this.server.on('request', this.#receiveEarly);
    this.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      // Behind another response, Node would put the 100 between head and body of this one. The client goes on without it.
      if (response.socket !== null) response.writeContinue();
      this.server.emit('request', request, response);
    });
  }

  /** @returns the address of the server: `http://127.0.0.1:3000` */
  listen(config: Pick<Config, 'host' | 'port'>): Promise<string> {
    return listenAt(config, this.server);
  }

  /** Frees the port and cuts what is open: for a server that never got as far as serving, or has ended its connections. */
  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  serve({ overload, responder, nextRequestId, refusals, trusts, handle }: ServingParts): void {
    const parseErrors = new ParseErrors({
      maxHeaderBytes: MAX_HEADER_BYTES,
      refusals,
      responseText: (problem) => responder.problemResponse(problem),
      respond(problem, response) {
        response.shouldKeepAlive = false;
        responder.sendProblem(Exchange.of(response.req), problem);
      },
    });
    /** Node calls it for the response that a connection is at. A connection without one is closed by Node. */
    function cut(this: ServerResponse, socket: Socket) {
      // The client waits for a response that we are still making.
      if (socket.writableLength === 0) return;
      responder.recordCut(Exchange.of(this.req), socket.writableLength);
      socket.destroy();
    }
    const receive = (request: IncomingMessage, response: ServerResponse) => {
      const position = overload.positionOf(request.socket);
      if (position === 'late' || Refusals.isLastOn(request.socket)) {
        // Node keeps every request without a response, and takes quadratic time to drop them when the connection closes, so we
        // stop reading. In the next tick, because Node resumes a paused connection with each request that it reads.
        process.nextTick(() => request.socket.pause());
        return;
      }
      const exchange = new Exchange(request, response, nextRequestId());
      parseErrors.note(response);
      const problem = messageProblem(request);
      if (position === 'last' || problem?.endsConnection) {
        response.shouldKeepAlive = false;
        lingerAtEnd(request.socket);
      }
      const work = () => {
        if (problem === undefined) handle(exchange);
        else responder.sendProblem(exchange, problem);
      };
      // A few requests of a connection need not wait when their response is ready; a flood of pipelined ones has to.
      if (position === 'pass') responder.attempt(exchange, work);
      else {
        const holder = clientOf(request, trusts);
        queueForTurn({ overload, responder }, exchange, { holder, isStranger: true, work });
      }
      // Most responses have left by now, and a listener and a timer for each would take a twentieth of the throughput.
      if (response.writableEnded && request.socket.writableLength === 0) return;
      response.on('timeout', cut);
      request.socket.setTimeout(this.#stalledMilliseconds);
    };
    this.server
      .off('request', this.#receiveEarly)
      .on('connection', () => overload.noteConnection())
      .on('request', receive)
      // RFC 9110 lets a server ignore any expectation other than 100-continue.
      .on('checkExpectation', (...expecting) => this.server.emit('request', ...expecting))
      .on('clientError', (error, socket) => parseErrors.answer(error, socket as Socket))
      // Node treats a CONNECT request as a tunnel, and never passes it to the request handler.
      .on('connect', ({ socket }: IncomingMessage) => {
        parseErrors.refuse(unknownMethod(), socket);
        socket.resume();
      });
    for (const early of this.#early.splice(0)) receive(...early);
  }
}
