import { globSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Debian's package libfaketime, which replaces the system's time for a program. */
const LIBRARIES = '/usr/lib/*/faketime/libfaketimeMT.so.1';
/** It reads the file this often. */
const READ_SECONDS = 1;

/** Undefined if this machine lacks it: then clocks are not changed. */
export function clockLibrary(): string | undefined {
  return globSync(LIBRARIES)[0];
}

/**
 * The clock of a process, which can be set. Timers are not affected, because they use the monotonic clock, as when a machine's
 * clock is set.
 */
export class SetClock {
  readonly #file: string;
  readonly environment: Record<string, string>;
  /** Seconds by which it was last changed, except back. */
  lastSet = 0;

  constructor(directory: string, library: string) {
    this.#file = join(directory, 'clock');
    this.#write(0);
    this.environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: String(READ_SECONDS),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
  }

  /** Resolves when the process has seen it. @param seconds ahead of the machine's clock, or behind it */
  async set(seconds: number): Promise<void> {
    if (seconds !== 0) this.lastSet = seconds;
    this.#write(seconds);
    await delay(READ_SECONDS * 1000 + 100);
  }

  #write(seconds: number): void {
    const draft = `${this.#file}.draft`;
    writeFileSync(draft, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(draft, this.#file);
  }
}
