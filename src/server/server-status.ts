import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Connections } from '../service/http/connections.ts';
import type { Overload } from '../service/http/overload.ts';
import type { Ledger } from '../service/limits/ledger.ts';
import type { Readings } from '../service/telemetry/metrics.ts';
import type { Telemetry } from '../service/telemetry/telemetry.ts';
import type { Health } from '../site/health.ts';
import type { Background } from './background.ts';
import type { State } from './state.ts';

export interface ServerStatusParts {
  state: State;
  catalogue: Catalogue;
  background: Background;
  overload: Overload;
  connections: Connections;
  telemetry: Telemetry;
  /** Undefined if this process counts alone. */
  ledger: Ledger | undefined;
}

/** What a server reports about itself: its health to load balancers, its metrics to Prometheus. */
export class ServerStatus {
  readonly #parts: ServerStatusParts;
  /** Set when the server begins to stop. */
  isStopping = false;

  constructor(parts: ServerStatusParts) {
    this.#parts = parts;
  }

  readonly health = (): Health => {
    const { catalogue, background, overload, ledger } = this.#parts;
    return {
      unusable: this.#unusable(),
      degraded: [
        ...(catalogue.isDamaged ? ['release'] : []),
        ...(background.reachesStore ? [] : ['store']),
        ...(ledger?.reachable === false ? ['limits'] : []),
        ...(overload.isPresent ? ['load'] : []),
      ],
      release: catalogue.version,
    };
  };

  #unusable(): Health['unusable'] {
    const { state, catalogue, background } = this.#parts;
    if (this.isStopping) return 'stopping';
    if (catalogue.isEmpty) return 'starting';
    const knowsNoKey = !background.reachesStore && state.keys.size === 0;
    return catalogue.isDamaged || knowsNoKey ? 'unusable' : undefined;
  }

  /** @param more the memory of the API, and the mails that wait */
  readings(more: Pick<Readings, 'bodies' | 'mails'>): Readings {
    const { state, catalogue, background, overload, connections, telemetry, ledger } = this.#parts;
    return {
      ...more,
      responses: telemetry.counts,
      shed: overload.refused,
      worked: overload.worked,
      connections: { open: connections.count, refused: connections.refused },
      keys: state.keys.size,
      usage: { waiting: state.meter.pending, lost: state.meter.lost },
      store: { reachable: background.reachesStore },
      limitsShared: ledger?.reachable,
      release: catalogue.isEmpty
        ? undefined
        : {
            version: catalogue.release.version,
            publishedAt: catalogue.release.publishedAt,
            loadedAt: catalogue.loadedAt,
          },
    };
  }
}
