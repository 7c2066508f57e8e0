import { AsyncLocalStorage } from 'node:async_hooks';

const reasons = new AsyncLocalStorage<{ reason: Error | undefined }>();

/**
 * Calls better-auth, which replaces an error of the store with one of its own that says nothing, and only logs the original.
 *
 * @throws the error that it logged; otherwise its own
 */
export async function withReason<Result>(call: () => Promise<Result>): Promise<Result> {
  const logged: { reason: Error | undefined } = { reason: undefined };
  try {
    return await reasons.run(logged, call);
  } catch (error) {
    throw logged.reason ?? error;
  }
}

/** Takes note of what better-auth logs during a call. */
export function noteReason(logged: unknown): void {
  const call = reasons.getStore();
  if (call !== undefined && logged instanceof Error) call.reason = logged;
}
