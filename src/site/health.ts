import { type Reply, textReply } from '../service/http/reply.ts';
import { fieldLine } from '../service/http/response-head.ts';
import type { Handler } from './entry.ts';
import { JSON_LINE } from './page-lines.ts';

export interface Health {
  /** Reasons why a load balancer should send no requests here. */
  unusable: 'stopping' | 'starting' | 'unusable' | undefined;
  /** Faults that do not keep the node from answering requests. */
  degraded: string[];
  /** The version of the served release; undefined while there is none. */
  release: string | undefined;
}

const NO_STORE_LINE = fieldLine('Cache-Control', 'no-store');

/** `/healthz` says that the process responds. `/readyz` says whether a load balancer should send requests here. */
export function health(check: () => Health): Handler[] {
  return [
    { path: '/healthz', handle: () => jsonReply(200, { status: 'ok' }) },
    {
      path: '/readyz',
      handle() {
        const health = check();
        const { unusable, degraded, release } = health;
        const status = statusOf(health);
        const body = degraded.length > 0 ? { status, degraded, release } : { status, release };
        return jsonReply(unusable === undefined ? 200 : 503, body);
      },
    },
  ];
}

export function statusOf({ unusable, degraded }: Health) {
  return unusable ?? (degraded.length > 0 ? 'degraded' : 'ready');
}

function jsonReply(status: number, value: object): Reply {
  return textReply(status, JSON_LINE + NO_STORE_LINE, JSON.stringify(value));
}
