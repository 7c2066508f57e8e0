import { AsyncLocalStorage } from 'node:async_hooks';

/** Who asks for the work that is being done. Better-auth passes no such thing on to what hashes and judges passwords. */
export interface Asker {
  /** The client's address or, for a known device, the account that signed in on it last. */
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

/** From now on the request counts as one of an account whose holder has signed in on this browser before. */
export function recogniseAsker(account: string): void {
  const asker = askers.getStore();
  if (asker !== undefined) Object.assign(asker, { holder: account, isKnown: true } satisfies Asker);
}
