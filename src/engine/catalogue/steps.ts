import { setImmediate } from 'node:timers/promises';

/** Work in steps of at most a few milliseconds, which returns what it made. */
export type Steps<Made> = Generator<void, Made, void>;

/** What the steps of such a function make. */
export type MadeBy<Make extends (...given: never) => Generator<void, unknown, void>> =
  ReturnType<Make> extends Generator<void, infer Made, void> ? Made : never;

/** How many cities a step goes through: less than a millisecond, also where it reads them. */
export const CITIES_AT_ONCE = 250;

/** After this comes a pause. Less than a reader notices, and long enough that the pauses cost nothing. */
const STRETCH_MILLISECONDS = 5;

/** Does the work with pauses in which the event loop serves others, so that no request waits until it is done. */
export async function withPauses<Made>(steps: Steps<Made>): Promise<Made> {
  for (let begun = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - begun < STRETCH_MILLISECONDS) continue;
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
