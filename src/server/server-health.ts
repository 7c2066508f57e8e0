import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Overload } from '../service/http/overload.ts';
import type { Ledger } from '../service/limits/ledger.ts';
import type { Health } from '../site/health.ts';
import type { Background } from './background.ts';
import type { State } from './state.ts';

export interface HealthParts {
  state: State;
  catalogue: Catalogue;
  background: Background;
  overload: Overload;
  /** Undefined if this process counts alone. */
  ledger: Ledger | undefined;
  isStopping: boolean;
}

/** What a server reports about itself to load balancers. */
export function serverHealth(parts: HealthParts): Health {
  const { catalogue, background, overload, ledger } = parts;
  return {
    unusable: unusable(parts),
    degraded: [
      ...(catalogue.isDamaged ? ['release'] : []),
      ...(background.reachesStore ? [] : ['store']),
      ...(ledger?.reachable === false ? ['limits'] : []),
      ...(overload.isPresent ? ['load'] : []),
    ],
    release: catalogue.version,
  };
}

function unusable({ state, catalogue, background, isStopping }: HealthParts): Health['unusable'] {
  if (isStopping) return 'stopping';
  if (catalogue.isEmpty) return 'starting';
  const knowsNoKey = !background.reachesStore && state.keys.size === 0;
  return catalogue.isDamaged || knowsNoKey ? 'unusable' : undefined;
}
