import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { Traces } from '../../../src/service/telemetry/traces.ts';
import { bearer, exchange } from '../../support/http/exchange.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { preparedHome, serve } from '../../support/processes/lds.ts';

/** A span in the JSON encoding of OTLP. */
interface Span {
  traceId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

interface Export {
  resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Span[] }[] }[];
}

const SERVER_KIND = 2;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

test('each request is one span with its route, status and key id, in the trace of its sender, and without secrets', async (t) => {
  const collector = await startCollector(t);
  const service = await serve(t, await preparedHome(t), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address });
  const { address, token } = service;
  const headers = { ...bearer(token), traceparent: `00-${TRACE}-${PARENT}-01` };
  const startedAt = Date.now();
  for (let request = 0; request < 2; request++) await exchange(address, '/v1/cities/lisbon', { headers });
  await exchange(address, '/v1/cities/atlantis?api_key=nonsense');
  const { code, stderr } = await service.end('SIGTERM');
  assert.equal(code, 0, stderr);

  const spans = collector.exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  assert.deepEqual(
    spans.map(({ name, kind }) => [name, kind]),
    [
      ['GET getCity', SERVER_KIND],
      ['GET getCity', SERVER_KIND],
      ['GET getCity', SERVER_KIND],
    ],
  );
  const [first, , last] = spans as [Span, Span, Span];
  assert.deepEqual([first.traceId, first.parentSpanId], [TRACE, PARENT]);
  assert.notEqual(last.traceId, TRACE);
  assert.equal(attribute(first, 'http.response.status_code'), 200);
  assert.match(String(attribute(first, 'lds.key_id')), /^key_/);
  assert.equal(attribute(last, 'http.response.status_code'), 401);
  assert.equal(attribute(last, 'error.type'), 'invalid_token');
  const began = Number(first.startTimeUnixNano) / 1e6;
  assert.ok(began > startedAt - 1000 && began < Date.now() + 1000);
  assert.ok(BigInt(first.endTimeUnixNano) > BigInt(first.startTimeUnixNano));
  const [resource] = collector.exports.flatMap(({ resourceSpans }) => resourceSpans);
  assert.equal(resource && attribute(resource.resource, 'service.name'), 'location-data-service');
  assert.doesNotMatch(JSON.stringify(collector.exports), /lds_live|nonsense|atlantis/);
});

test('an unreachable collector costs one warning', async () => {
  const warnings: string[] = [];
  const log = { warn: (_: unknown, message?: string) => void warnings.push(String(message)) };
  const traces = new Traces({ endpoint: 'http://127.0.0.1:9', ratio: 1, log });
  const record = { requestId: 'x', keyId: undefined, route: 'getCity', status: 200, problem: undefined };
  for (let request = 0; request < 2; request++)
    traces.record(new IncomingMessage(new Socket()), { ...record, startedAt: 0, endedAt: 1, bytes: 0 });
  await traces.stop();
  assert.deepEqual(warnings, ['traces cannot be sent']);
});

async function startCollector(t: Lifetime): Promise<{ address: string; exports: Export[] }> {
  const exports: Export[] = [];
  const server = createServer(async (request, response) => {
    assert.equal(request.url, '/v1/traces');
    exports.push((await json(request)) as Export);
    response.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  }, t);
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, exports };
}

function attribute({ attributes }: Pick<Span, 'attributes'>, name: string): string | number | undefined {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
}
