import type { Exchange } from '../http/exchange.ts';
import { textBody } from '../http/representation.ts';
import type { Responder } from '../http/responder.ts';
import { fieldLine } from '../http/response-head.ts';
import type { Handler } from './site.ts';

export interface Health {
  /** Why no request should be sent here. */
  unusable: 'stopping' | 'unusable' | undefined;
  /** What is not as it should be, while requests are answered all the same. */
  degraded: string[];
  /** Version of the release that is served. */
  release: string;
}

const JSON_LINE = fieldLine('Content-Type', 'application/json; charset=utf-8');
const NO_STORE_LINE = fieldLine('Cache-Control', 'no-store');

/** `/healthz`: the process answers. `/readyz`: whether a load balancer should send requests here. */
export function health(responder: Responder, check: () => Health): Handler[] {
  return [
    { path: '/healthz', handle: (exchange) => sendJson(responder, exchange, 200, { status: 'ok' }) },
    {
      path: '/readyz',
      handle(exchange) {
        const { unusable, degraded, release } = check();
        const status = unusable ?? (degraded.length > 0 ? 'degraded' : 'ready');
        const body = degraded.length > 0 ? { status, degraded, release } : { status, release };
        sendJson(responder, exchange, unusable === undefined ? 200 : 503, body);
      },
    },
  ];
}

function sendJson(responder: Responder, exchange: Exchange, status: number, value: object): void {
  const body = textBody(JSON.stringify(value));
  const lines = JSON_LINE + fieldLine('Content-Length', body.length) + NO_STORE_LINE;
  responder.send(exchange, status, lines, body);
}
