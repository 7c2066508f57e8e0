import type { IncomingMessage } from 'node:http';
import { defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestRecord } from './request-log.ts';
import type { RequestObserver } from './telemetry.ts';

export interface TracesParts {
  /** The address of the collector (OTLP over HTTP), without `/v1/traces`. */
  endpoint: string;
  /** Share of the traces that begin here, 0 to 1. A caller's trace is continued if the caller samples it. */
  ratio: number;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** How long sending a batch may take, retries included. */
const EXPORT_MILLISECONDS = 2000;
/** How often the log says, at most, that the collector cannot be reached. */
const WARNING_MILLISECONDS = 60_000;

/** Sends a span for each sampled request to an OpenTelemetry collector, in batches, without delaying responses. */
export class Traces implements RequestObserver {
  readonly #warn: (error: unknown) => void;
  readonly #provider: TracerProvider;
  readonly #tracer;
  readonly #context = new W3CTraceContextPropagator();

  constructor({ endpoint, ratio, log }: TracesParts) {
    this.#warn = warning(log);
    setGlobalErrorHandler(this.#warn);
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      timeoutMillis: EXPORT_MILLISECONDS,
    });
    const environment = detectResources({
      detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector],
    });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'location-data-service' }).merge(environment),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    this.#tracer = this.#provider.getTracer('location-data-service');
  }

  /** Continues the caller's trace (W3C `traceparent`), or begins one. */
  record({ method = '', headers }: IncomingMessage, record: RequestRecord): void {
    const { requestId, keyId, route, status, problem, startedAt, endedAt, bytes } = record;
    const span = this.#tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        startTime: performance.timeOrigin + startedAt,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'http.response.body.size': bytes,
          'lds.request_id': requestId,
          ...(keyId === undefined ? {} : { 'lds.key_id': keyId }),
          ...(problem === undefined ? {} : { 'error.type': problem }),
        },
      },
      this.#context.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
    );
    // By OpenTelemetry's conventions, a 4xx is no error of the server.
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(performance.timeOrigin + endedAt);
  }

  /** Tries to send what is left. */
  async stop(): Promise<void> {
    await this.#provider.shutdown().catch(this.#warn);
  }
}

function warning(log: TracesParts['log']): (error: unknown) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (now - warnedAt < WARNING_MILLISECONDS) return;
    warnedAt = now;
    log.warn({ err: error }, 'traces cannot be sent');
  };
}
