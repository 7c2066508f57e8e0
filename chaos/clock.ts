import { globSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Debian's package libfaketime: it answers when a program asks the system for the time. */
const LIBRARIES = '/usr/lib/*/faketime/libfaketimeMT.so.1';
/** It reads the file this often. */
const READ_SECONDS = 1;

/** Undefined where this machine lacks it: then clocks are left as they are. */
export function clockLibrary(): string | undefined {
  return globSync(LIBRARIES)[0];
}

/** The clock of a process, which can be set. Timers go on: they follow the monotonic clock, as they do when a machine's clock is set. */
export class SetClock {
  readonly #file: string;
  readonly environment: Record<string, string>;
  /** Seconds by which it was set last, apart from back. */
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
