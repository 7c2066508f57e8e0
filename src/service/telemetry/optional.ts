import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Metrics, Readings } from './metrics.ts';
import type { Traces } from './traces.ts';

/** Loads metrics and traces only where they are configured: most installations never need their libraries. */
export async function metricsOf(config: Config, readings: () => Readings): Promise<Metrics | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const { Metrics } = await import('./metrics.ts');
  return new Metrics(readings);
}

export async function tracesOf(
  { tracesEndpoint: endpoint, tracesRatio: ratio }: Config,
  log: Logger,
): Promise<Traces | undefined> {
  if (endpoint === undefined) return undefined;
  const { Traces } = await import('./traces.ts');
  return new Traces({ endpoint, ratio, log });
}
