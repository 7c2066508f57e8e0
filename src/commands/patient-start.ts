import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { WaitingServer } from '../http/waiting-server.ts';
import { isUnreachable } from '../storage/unreachable.ts';

const FIRST_PAUSE_MILLISECONDS = 250;
/** Also about how long a node may be away after the database is back. */
const LONGEST_PAUSE_MILLISECONDS = 5000;

export interface PatientStartParts {
  config: Config;
  log: Logger;
  /** Whether requests are answered 503 meanwhile; false where somebody else has the port. */
  answers: boolean;
  /** Resolves when the operator wants us to stop. Asked for only when we wait: until then a signal ends the process. */
  toldToStop: () => Promise<void>;
}

/** A start that waits while the database cannot be reached. */
export class PatientStart {
  readonly #parts: PatientStartParts;
  #server: WaitingServer | undefined;
  #port: number;

  constructor(parts: PatientStartParts) {
    this.#parts = parts;
    this.#port = parts.config.port;
  }

  /** Where the server is to listen: the port where it has answered so far, which matters where any port would do. */
  get port(): number {
    return this.#port;
  }

  /** To be called just before the server listens, so that hardly a connection is refused in between. */
  readonly freePort = async (): Promise<void> => {
    await this.#server?.stop();
    this.#server = undefined;
  };

  /**
   * Starts, again and again while the database cannot be reached. The log has the beginning and the end of that.
   *
   * @param start leaves nothing behind when it fails
   * @returns undefined when the operator wanted us to stop meanwhile
   * @throws what cannot be put right by waiting
   */
  async run<Result>(start: () => Promise<Result>): Promise<Result | undefined> {
    const { config, log, answers, toldToStop } = this.#parts;
    const stopping = new AbortController();
    try {
      for (let tries = 1; ; tries++) {
        try {
          const result = await start();
          if (tries > 1) log.info({ tries }, 'the database is back: started');
          return result;
        } catch (error) {
          if (!(error instanceof Error && isUnreachable(error))) throw error;
          if (tries === 1) {
            log.error({ reason: error.message }, 'the database cannot be reached: waiting for it');
            void toldToStop().then(() => stopping.abort());
          }
          if (answers) await this.#answer(config);
        }
        if (!(await this.#pause(tries, stopping.signal))) return undefined;
      }
    } finally {
      await this.freePort();
    }
  }

  async #answer(config: Config): Promise<void> {
    if (this.#server !== undefined) return;
    // Only when it is needed: a primary of workers serves nothing itself.
    const { WaitingServer } = await import('../http/waiting-server.ts');
    this.#server = await WaitingServer.start({ ...config, port: this.#port });
    this.#port = this.#server.port;
  }

  /** Grows, and differs between nodes, so that they do not all come at once when the database is back. */
  async #pause(tries: number, signal: AbortSignal): Promise<boolean> {
    const longest = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** (tries - 1));
    try {
      await delay(longest * (0.5 + Math.random() / 2), undefined, { signal });
      return true;
    } catch {
      return false;
    }
  }
}
