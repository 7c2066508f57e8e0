import { QuotaAlerts } from '../dashboard/usage.ts';
import { refreshCatalogue } from '../engine/catalogue/refresh.ts';
import { RepeatedTask } from '../process/repeated-task.ts';
import { endIdleKeys } from '../service/keys/idle-keys.ts';
import { tidy, tidyRecentRequests, tidyUsage } from '../service/storage/housekeeping.ts';
import type { HandlerParts } from './handlers.ts';

export type BackgroundParts = Pick<
  HandlerParts,
  'config' | 'store' | 'state' | 'catalogue' | 'mailer' | 'publicUrl' | 'log'
>;

const KEY_REFRESH_MILLISECONDS = 250;
const KNOWN_KEYS_MILLISECONDS = 1000;
const RELEASE_REFRESH_MILLISECONDS = 1000;
const ALERT_MILLISECONDS = 60_000;
const TIDY_MILLISECONDS = 600_000;

/** Everything that a server does again and again, besides responding. */
export class Background {
  readonly #tasks: Record<'keys' | 'release' | 'usage', RepeatedTask> & Record<string, RepeatedTask>;

  constructor({ config, store, state, catalogue, mailer, publicUrl, log }: BackgroundParts) {
    const { keys, limiter, meter, recent } = state;
    const { database } = store;
    const alerts = mailer.sends
      ? new QuotaAlerts({ ...config, store, limiter, meter, mailer, publicUrl })
      : undefined;
    const repeated = (what: string, everyMilliseconds: number, run: () => Promise<unknown>) =>
      new RepeatedTask({ what, everyMilliseconds, run, log });
    this.#tasks = {
      keys: repeated('loading changed keys', KEY_REFRESH_MILLISECONDS, () => keys.refresh()),
      release: repeated('loading a new release', RELEASE_REFRESH_MILLISECONDS, () =>
        refreshCatalogue(catalogue, log),
      ),
      usage: repeated('writing usage', config.usageFlushMilliseconds, () => meter.write(log)),
      recent: repeated('writing recent requests', config.usageFlushMilliseconds, async () => recent?.flush()),
      knownKeys: repeated('keeping the known keys on disk', KNOWN_KEYS_MILLISECONDS, async () => {
        if (this.reachesStore) await keys.saveKnown();
      }),
      tidiness: repeated('tidying the store', TIDY_MILLISECONDS, () =>
        tidy(database, Date.now(), { sendsMail: mailer.sends }),
      ),
      idleKeys: repeated('ending unused keys', TIDY_MILLISECONDS, () =>
        endIdleKeys({ store, keys, meter, mailer, publicUrl }),
      ),
      limits: repeated('forgetting limits of yesterday', TIDY_MILLISECONDS, async () =>
        limiter.forgetUnused(),
      ),
      alerts: repeated('sending quota alerts', ALERT_MILLISECONDS, async () => alerts?.check()),
      usageHistory: repeated('adding up old usage', TIDY_MILLISECONDS, () =>
        tidyUsage(database, Date.now(), config),
      ),
      recentRequests: repeated('removing old requests', TIDY_MILLISECONDS, () =>
        tidyRecentRequests(database, Date.now(), config),
      ),
    };
  }

  start(): void {
    for (const task of Object.values(this.#tasks)) task.start();
  }

  /** Starts nothing more, and resolves when everything under way has ended. */
  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#tasks).map((task) => task.stop()));
  }

  /** Whether the last reading of keys and the last writing of usage succeeded. */
  get reachesStore(): boolean {
    return !this.#tasks.keys.failing && !this.#tasks.usage.failing;
  }

  /** Loads new and changed keys now. Never rejects. */
  loadKeys(): Promise<void> {
    return this.#tasks.keys.now();
  }

  /** Loads a newly published release now. Never rejects. */
  loadRelease(): Promise<void> {
    return this.#tasks.release.now();
  }
}
