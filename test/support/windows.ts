import { setTimeout as delay } from 'node:timers/promises';

/*
 * Limits count in windows that all begin at multiples of their length: a minute on the minute, a day at midnight UTC. A test that
 * counts what a window allows fails if the window ends during the test.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Longer than any test that counts within a day takes, even on a busy machine. */
const NEEDED_OF_A_DAY = 5 * MINUTE;

/** Runs `count` until it begins and ends in the same minute. Each new try waits for the start of a minute. @returns its result */
export async function countedInOneMinute(count: () => Promise<number>): Promise<number> {
  for (;;) {
    const minute = Math.floor(Date.now() / MINUTE);
    const result = await count();
    if (Math.floor(Date.now() / MINUTE) === minute) return result;
    await delay(MINUTE - (Date.now() % MINUTE));
  }
}

/** Waits for midnight UTC when it is so close that it could come while the test runs. */
export async function roomInTheDay(): Promise<void> {
  const left = DAY - (Date.now() % DAY);
  if (left < NEEDED_OF_A_DAY) await delay(left);
}
