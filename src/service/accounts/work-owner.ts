import { AsyncLocalStorage } from 'node:async_hooks';

/** Who caused the work in progress. better-auth does not pass this on to the functions that hash and judge passwords. */
export interface WorkOwner {
  /** The client's address or its network; for a known device, the account that last signed in on it. */
  holder: string;
  /** Whether somebody has signed in on this browser before. */
  isKnown: boolean;
}

const owners = new AsyncLocalStorage<WorkOwner>();

export function ownedBy<Result>(owner: WorkOwner, work: () => Result): Result {
  return owners.run({ ...owner }, work);
}

export function currentOwner(): WorkOwner {
  return owners.getStore() ?? { holder: '', isKnown: false };
}

/** Counts the rest of the request for an account that has signed in on this browser before. */
export function recogniseOwner(account: string): void {
  const owner = owners.getStore();
  if (owner !== undefined) Object.assign(owner, { holder: account, isKnown: true } satisfies WorkOwner);
}
