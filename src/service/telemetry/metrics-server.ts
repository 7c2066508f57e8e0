import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import prometheus from 'prom-client';
import { createServer } from '../../process/node-http.ts';
import { OperatorError } from '../../process/operator-error.ts';

export interface MetricsServerParts {
  host: string;
  port: number;
  /** Undefined: no token is needed. */
  token: string | undefined;
  /** In Prometheus' text format. */
  metrics: () => Promise<string>;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/**
 * Answers `GET /metrics` on a separate port, which can stay closed to clients. It answers for all workers, and still answers
 * when the service refuses connections.
 *
 * @throws OperatorError when the port cannot be listened on
 */
export async function startMetricsServer({
  host,
  port,
  token,
  metrics,
  log,
}: MetricsServerParts): Promise<{ stop(): void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      answer(response, 404, 'There is GET /metrics.\n');
      return;
    }
    if (token !== undefined && !carries(request, token)) {
      response.setHeader('WWW-Authenticate', 'Bearer realm="Metrics"');
      answer(response, 401, 'Send the token of LDS_METRICS_TOKEN as "Authorization: Bearer".\n');
      return;
    }
    metrics().then(
      (text) => answer(response, 200, text, prometheus.Registry.PROMETHEUS_CONTENT_TYPE),
      (error: Error) => {
        log.error({ err: error }, 'metrics could not be read');
        answer(response, 503, 'The metrics cannot be read at the moment.\n');
      },
    );
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `LDS_METRICS_PORT=${port} cannot be used at LDS_METRICS_HOST=${host} (${code}): set another port.`,
    );
  }
  const { port: bound } = server.address() as AddressInfo;
  log.info({ host, port: bound }, 'metrics are at /metrics');
  return {
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Takes the same time for every wrong token. */
function carries({ headers }: IncomingMessage, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
}
