import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { SCOPES } from '../engine/permissions.ts';
import { Problem } from '../engine/problems.ts';
import { type Access, type FrontDoor, limitExceeded } from '../service/access/front-door.ts';
import { limitLines } from '../service/access/limit-headers.ts';
import { clientOf, type Trusts } from '../service/http/client-address.ts';
import type { Cors } from '../service/http/cors.ts';
import type { Exchange } from '../service/http/exchange.ts';
import { methodNotAllowed } from '../service/http/http-problem.ts';
import { Overloaded } from '../service/http/overload.ts';
import { ClientGone, checkDepth, readBody } from '../service/http/request-body.ts';
import { NO_STORE_LINE, toProblem } from '../service/http/responder.ts';
import { fieldLine } from '../service/http/response-head.ts';
import { pieceInTurn, type TurnParts } from '../service/http/turn.ts';
import { outcomeOf } from '../service/keys/meter.ts';
import { ClientWindows } from '../service/limits/client-windows.ts';
import type { AgentHandler } from './agent-server.ts';
import { OPERATION, operationOf } from './operations.ts';

export interface McpParts extends TurnParts {
  catalogue: Catalogue;
  frontDoor: FrontDoor;
  cors: Cors;
  trusts: Trusts;
  publicUrl: string;
  corsOrigins: readonly string[];
  /** Undefined: every request needs a key. */
  mcpAnonymousPerMinute: number | undefined;
}

/** Who sent a request. */
interface Visitor {
  /** The holder whose turn it must be. */
  holder: string;
  scopes: ReadonlySet<string>;
  /** Undefined for a client without a key. */
  access?: Access;
}

/** The response. */
interface Reply {
  status: number;
  /** Field lines. */
  lines: string;
  text: string;
}

interface CountedReply extends Reply {
  /** The status under which usage is counted: that of the problem, if the answer reports one. */
  counted: number;
}

const ALLOW = 'POST, OPTIONS';
/** The largest request names twenty places and their weights. */
const MAX_BODY_BYTES = 64 * 1024;
const ALL_SCOPES: ReadonlySet<string> = new Set(SCOPES);

/**
 * The Model Context Protocol over HTTP, at `/mcp`: for agents. It takes the same steps as the API: the key and the limits of its
 * account, the method, the body, then the answer in the turn of the account. The official package implements the protocol; it
 * is loaded with the first request. There are no sessions and no streams: every request is complete in itself, in both
 * generations of the protocol.
 */
export class Mcp {
  readonly #parts: McpParts;
  readonly #origins: ReadonlySet<string>;
  readonly #anonymous: ClientWindows | undefined;
  #handler: Promise<AgentHandler> | undefined;

  constructor(parts: McpParts) {
    this.#parts = parts;
    this.#origins = new Set([new URL(parts.publicUrl).origin, ...parts.corsOrigins]);
    const { mcpAnonymousPerMinute: perMinute } = parts;
    if (perMinute !== undefined) this.#anonymous = new ClientWindows('mcp', perMinute);
  }

  handle(exchange: Exchange): void {
    exchange.route = OPERATION;
    void this.#answer(exchange);
  }

  async #answer(exchange: Exchange): Promise<void> {
    let visitor: Visitor | undefined;
    try {
      this.#checkOrigin(exchange);
      if (exchange.method === 'OPTIONS') {
        this.#sendMethods(exchange);
        return;
      }
      visitor = await this.#admit(exchange);
      const { access } = visitor;
      if (access?.limit.exceeded) throw limitExceeded(access.limit);
      if (exchange.method !== 'POST') throw methodNotAllowed(exchange.method, ALLOW);
      this.#send(exchange, await this.#serve(exchange, visitor), visitor);
    } catch (error) {
      this.#fail(exchange, error, visitor);
    }
  }

  /** Browsers say which site a request comes from; a page of another site must not use what its visitor can reach. */
  #checkOrigin({ request }: Exchange): void {
    const { origin } = request.headers;
    if (origin !== undefined && !this.#origins.has(origin))
      throw new Problem('cross_site_request', 'The request comes from a page of another site.');
  }

  /** @throws Problem for a key in the URL, an invalid or missing key, and too many requests of a client that needs none */
  async #admit(exchange: Exchange): Promise<Visitor> {
    const { frontDoor, trusts } = this.#parts;
    const { request } = exchange;
    if (new URLSearchParams(exchange.url.split('?')[1]).has('api_key'))
      throw new Problem('key_not_for_urls', 'Send the key as "Authorization: Bearer <API_KEY>".');
    if (this.#anonymous !== undefined && request.headers.authorization === undefined) {
      const holder = clientOf(request, trusts);
      const usedUp = this.#anonymous.refuses(holder);
      if (usedUp === undefined) return { holder, scopes: ALL_SCOPES };
      const detail = `Without a key, this address may send ${usedUp.window.requests} requests per minute. Try again in ${usedUp.resetSeconds} seconds, or use an API key.`;
      throw new Problem('too_many_attempts', detail, { retry_after: usedUp.resetSeconds });
    }
    const access = await frontDoor.admit(request, undefined);
    if (access instanceof Problem) throw access;
    exchange.keyId = access.key.id;
    return { holder: access.key.holder, scopes: access.key.scopes, access };
  }

  async #serve(exchange: Exchange, { holder, scopes }: Visitor): Promise<CountedReply> {
    const { request, response } = exchange;
    const text = await readBody(request, response, MAX_BODY_BYTES);
    const message = parsed(text);
    // One request, one charge; revisions of the protocol since 2025-06-18 have no batches.
    if (Array.isArray(message)) throw new Problem('invalid_request', 'Send one message per request.');
    exchange.route = operationOf(message);
    checkDepth(message);
    this.#handler ??= this.#load();
    const handler = await this.#handler;
    let told: Problem | undefined;
    let refusal: { error: unknown } | undefined;
    const turn = { connection: request.socket, holder };
    const inTurn = <Made>(work: () => Made) => pieceInTurn(this.#parts.overload, turn, work);
    const answered = await inTurn(() => ({
      response: handler(webRequest(exchange, this.#parts.publicUrl, text), message, {
        scopes,
        inTurn,
        told(problem) {
          told = problem;
        },
        refuse(error) {
          refusal = { error };
        },
      }),
    }));
    const reply = await toReply(await answered.response);
    if (refusal !== undefined) throw refusal.error;
    exchange.problem = told?.code;
    return { ...reply, counted: told?.status ?? reply.status };
  }

  async #load(): Promise<AgentHandler> {
    const { catalogue, publicUrl } = this.#parts;
    const { agentHandler } = await import('./agent-server.ts');
    return agentHandler({
      publicUrl,
      release() {
        if (catalogue.isDamaged)
          throw new Problem('unavailable', 'The data can’t be read right now. Try again.', {
            retry_after: 5,
          });
        return catalogue.release;
      },
    });
  }

  #send(exchange: Exchange, { status, counted, lines, text }: CountedReply, { access }: Visitor): void {
    const { cors, frontDoor, responder } = this.#parts;
    if (access !== undefined) frontDoor.record(access, exchange.route, outcomeOf(counted));
    const limits = access === undefined ? '' : limitLines(access.limit);
    responder.sendText(exchange, status, cors.lines(exchange.request) + limits + NO_STORE_LINE + lines, text);
  }

  #fail(exchange: Exchange, error: unknown, visitor: Visitor | undefined): void {
    const { frontDoor, responder } = this.#parts;
    const { access } = visitor ?? {};
    if (error instanceof ClientGone) {
      responder.recordSent(exchange, 0);
      if (access !== undefined) frontDoor.record(access, exchange.route, '4xx');
      return;
    }
    if (error instanceof Overloaded) {
      if (access !== undefined) frontDoor.refund(access);
      responder.refuse(exchange);
      return;
    }
    const problem = toProblem(error);
    if (access !== undefined) {
      frontDoor.recordProblem(access, exchange.route, problem);
      exchange.limitLines = limitLines(access.limit);
    }
    responder.sendProblem(exchange, problem, error as Error);
  }

  #sendMethods(exchange: Exchange): void {
    const { cors, responder } = this.#parts;
    const { request } = exchange;
    responder.sendMethods(exchange, ALLOW, cors.lines(request) + cors.preflightLines(request, ALLOW));
  }
}

/** Undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The request for the package, without the key. */
function webRequest({ request }: Exchange, publicUrl: string, body: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (name === 'accept' || name === 'content-type' || name.startsWith('mcp-'))
      headers.set(name, String(value));
  return new Request(`${publicUrl}/mcp`, { method: 'POST', headers, body });
}

async function toReply(response: Response): Promise<Reply> {
  const type = response.headers.get('content-type');
  return {
    status: response.status,
    lines: type === null ? '' : fieldLine('Content-Type', type),
    text: await response.text(),
  };
}
