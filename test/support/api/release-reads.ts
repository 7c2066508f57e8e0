import { StatementSync } from 'node:sqlite';
import { atEnd } from '../lifetime.ts';

type Method = 'get' | 'all' | 'iterate';

/** Counts the statements that this process runs on tables of a release, until the end of the test. */
export function countReleaseReads(): () => number {
  let reads = 0;
  const prototype = StatementSync.prototype as Record<Method, (...values: unknown[]) => unknown>;
  for (const method of ['get', 'all', 'iterate'] as const) {
    const original = prototype[method];
    prototype[method] = function (this: StatementSync, ...values: unknown[]) {
      if (
        /\b(?:FROM|JOIN) (city|country|city_names|observation|quality|cost_\w+|retired)\b/.test(
          this.sourceSQL,
        )
      )
        reads++;
      return original.apply(this, values);
    };
    atEnd(() => {
      prototype[method] = original;
    });
  }
  return () => reads;
}
