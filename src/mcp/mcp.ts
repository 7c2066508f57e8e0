import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { SCOPES } from '../engine/permissions.ts';
import { Problem } from '../engine/problems.ts';
import type { AccessControl, Admission, Visit } from '../service/access/access-control.ts';
import type { Face } from '../service/access/door.ts';
import { clientOf, type Trusts } from '../service/http/client-address.ts';
import type { Cors } from '../service/http/cors.ts';
import type { Exchange } from '../service/http/exchange.ts';
import { methodNotAllowed } from '../service/http/http-problem.ts';
import type { Overload } from '../service/http/overload.ts';
import { type Reply, textReply } from '../service/http/reply.ts';
import { checkDepth, readBody } from '../service/http/request-body.ts';
import { NO_STORE_LINE } from '../service/http/responder.ts';
import { fieldLine } from '../service/http/response-head.ts';
import { turnsOf } from '../service/http/turn.ts';
import { ClientWindows } from '../service/limits/client-windows.ts';
import type { AgentHandler } from './agent-server.ts';
import { OPERATION, operationOf } from './operations.ts';
import { parsed } from './parsed.ts';

/** What a request asks for is in its body. */
interface Call {
  method: string;
}

export interface McpParts {
  overload: Overload;
  catalogue: Catalogue;
  accessControl: AccessControl;
  cors: Cors;
  trusts: Trusts;
  publicUrl: string;
  corsOrigins: readonly string[];
  /** Undefined: every request needs a key. */
  mcpAnonymousPerMinute: number | undefined;
}

const ALLOW = 'POST, OPTIONS';
/** The largest request names twenty places and their weights. */
const MAX_BODY_BYTES = 64 * 1024;
const ALL_SCOPES: ReadonlySet<string> = new Set(SCOPES);

/**
 * The Model Context Protocol over HTTP, at `/mcp`: for agents. `Door` takes a request through the same steps as one to `/v1`: the
 * key and the limits of its account, the method, the body, then the answer in the turn of the account. The official package
 * implements the protocol; it is loaded with the first request. There are no sessions and no streams: every request is complete
 * in itself, in both generations of the protocol.
 */
export class Mcp implements Face<Call> {
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

  /** Browsers say which site a request comes from; a page of another site must not use what its visitor can reach. */
  find(exchange: Exchange): Call | Reply {
    exchange.route = OPERATION;
    exchange.resourceMetadata = `${this.#parts.publicUrl}/.well-known/oauth-protected-resource/mcp`;
    const { request, method } = exchange;
    const { origin } = request.headers;
    if (origin !== undefined && !this.#origins.has(origin))
      throw new Problem('cross_site_request', 'The request comes from a page of another site.');
    if (method !== 'OPTIONS') return { method };
    const { cors } = this.#parts;
    const headerLines =
      fieldLine('Allow', ALLOW) + cors.headerLines(request) + cors.preflightLines(request, ALLOW);
    return { status: 204, headerLines };
  }

  /** @throws Problem for a key in the URL, and too many requests of a client that needs no key */
  admit({ request, url }: Exchange): Admission | Promise<Admission> {
    const { accessControl, trusts } = this.#parts;
    if (new URLSearchParams(url.split('?')[1]).has('api_key'))
      throw new Problem('key_not_for_urls', 'Send the key as "Authorization: Bearer <API_KEY>".');
    if (this.#anonymous === undefined || request.headers.authorization !== undefined)
      return accessControl.admit(request, undefined, 'keys and agents');
    const holder = clientOf(request, trusts);
    const usedUp = this.#anonymous.refuses(holder);
    if (usedUp === undefined)
      return { holder, scopes: ALL_SCOPES, key: undefined, keyInUrl: false, limit: undefined };
    const detail = `Without a key, this address may send ${usedUp.window.requests} requests per minute. Try again in ${usedUp.resetSeconds} seconds, or use an API key.`;
    throw new Problem('too_many_from_address', detail, { retry_after: usedUp.resetSeconds });
  }

  async reply(exchange: Exchange, { method }: Call, { holder, scopes }: Visit): Promise<Reply> {
    if (method !== 'POST') throw methodNotAllowed(method, ALLOW);
    const { request, response } = exchange;
    const text = await readBody(request, response, MAX_BODY_BYTES);
    const message = parsed(text);
    // One request, one charge; revisions of the protocol since 2025-06-18 have no batches.
    if (Array.isArray(message)) throw new Problem('invalid_request', 'Send one message per request.');
    exchange.route = operationOf(message);
    checkDepth(message);
    this.#handler ??= this.#load();
    const handler = await this.#handler;
    let reported: Problem | undefined;
    let refusal: { error: unknown } | undefined;
    const inTurn = turnsOf(this.#parts.overload, exchange, { holder });
    const answered = await inTurn(() => ({
      response: handler(webRequest(exchange, this.#parts.publicUrl, text), message, {
        scopes,
        inTurn,
        reported(problem) {
          reported = problem;
        },
        refuse(error) {
          refusal = { error };
        },
      }),
    }));
    const answer = await answered.response;
    const body = await answer.text();
    if (refusal !== undefined) throw refusal.error;
    exchange.problem = reported?.code;
    const type = answer.headers.get('content-type');
    const typeLine = type === null ? '' : fieldLine('Content-Type', type);
    const headerLines = this.#parts.cors.headerLines(request) + NO_STORE_LINE + typeLine;
    return { ...textReply(answer.status, headerLines, body), counted: reported?.status ?? answer.status };
  }

  async #load(): Promise<AgentHandler> {
    const { catalogue, publicUrl } = this.#parts;
    const { agentHandler } = await import('./agent-server.ts');
    return agentHandler({
      publicUrl,
      release() {
        catalogue.checkIntact();
        return catalogue.release;
      },
    });
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
