import { setImmediate } from 'node:timers/promises';

/** Work in steps of at most a few milliseconds, which returns what it made. */
export type Steps<Made> = Generator<void, Made, void>;

/** How many cities a step goes through: less than a millisecond, also where it reads them. */
export const CITIES_AT_ONCE = 250;

/** After this, others have their turn. Less than a reader notices, and long enough that the turns cost nothing. */
const TURN_MILLISECONDS = 5;

/** Does the work in turns of the event loop, so that no request waits until it is done. */
export async function inTurns<Made>(steps: Steps<Made>): Promise<Made> {
  for (let begun = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - begun < TURN_MILLISECONDS) continue;
    await setImmediate();
    begun = performance.now();
  }
}

/** Does the work without a break, where nobody else waits. */
export function atOnce<Made>(steps: Steps<Made>): Made {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
