import { AsyncLocalStorage } from 'node:async_hooks';

/** Who caused the work in progress. better-auth does not pass this on to the functions that hash and judge passwords. */
export interface Asker {
  /** The client's address or its network; for a known device, the account that last signed in on it. */
  holder: string;
  /** Whether somebody has signed in on this browser before. */
  isKnown: boolean;
}

const askers = new AsyncLocalStorage<Asker>();

export function askedBy<Result>(asker: Asker, work: () => Result): Result {
  return askers.run({ ...asker }, work);
}

export function currentAsker(): Asker {
  return askers.getStore() ?? { holder: '', isKnown: false };
}

/** Counts the rest of the request for an account that has signed in on this browser before. */
export function recogniseAsker(account: string): void {
  const asker = askers.getStore();
  if (asker !== undefined) Object.assign(asker, { holder: account, isKnown: true } satisfies Asker);
}
