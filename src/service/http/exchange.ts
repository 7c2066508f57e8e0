import type { IncomingMessage, ServerResponse } from 'node:http';

/** The route in telemetry of requests that match none. */
export const NO_ROUTE = 'none';

/** A property of the request, because a WeakMap with an entry per request costs the garbage collector several per cent. */
const EXCHANGE = Symbol('exchange');
type Carrier = IncomingMessage & { [EXCHANGE]?: Exchange };

/** One request and its response, and what we learn about them on the way. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** `X-Request-Id`. */
  readonly id: string;
  /** When the head of the request had been read, by `performance.now()`. */
  readonly startedAt: number;
  /** The operation; outside the API, the declared path: `/dashboard/keys/:id`. */
  route = NO_ROUTE;
  /** The id of the API key, once it has been accepted. */
  keyId: string | undefined;
  /** The code of the problem document, if the response is one. */
  problem: string | undefined;
  /** Where an agent without credentials learns how to get some. */
  resourceMetadata: string | undefined;
  /** Whether scripts of any site may read the response, a refusal too: it needs no key and is the same for everyone. */
  isOpen = false;
  /** Why the response is a 5xx, for the log. */
  error: Error | undefined;
  /** Whether telemetry has recorded the response. */
  isRecorded = false;
  /** Whether it has already waited for its turn. */
  hadTurn = false;

  constructor(request: IncomingMessage, response: ServerResponse, id: string) {
    this.request = request;
    this.response = response;
    this.id = id;
    this.startedAt = performance.now();
    (request as Carrier)[EXCHANGE] = this;
  }

  /** The exchange of a request that Node or Fastify hands back to us. */
  static of(request: IncomingMessage): Exchange {
    const exchange = (request as Carrier)[EXCHANGE];
    if (exchange === undefined) throw new Error('the request did not come through our listener');
    return exchange;
  }

  /** The target in origin form: path and query. */
  get url(): string {
    return this.request.url ?? '';
  }

  get method(): string {
    return this.request.method ?? '';
  }

  /** True when a response has been sent or the connection is gone. */
  get isOver(): boolean {
    return this.response.headersSent || this.response.destroyed;
  }
}
