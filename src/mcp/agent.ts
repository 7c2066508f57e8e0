import type { Problem } from '../http/problems.ts';
import type { Scope } from '../keys/key.ts';

/** Who asks through the Model Context Protocol: the client of one HTTP request, or of one standard input. */
export interface Agent {
  /** What it may read. */
  scopes: ReadonlySet<Scope | string>;
  /** Does work when it is the turn of the agent's account. Rejects with a Problem when there is too much to do. */
  inTurn<Made>(work: () => Made): Promise<Made>;
  /** Is told of a problem that the answer reports, which the agent or the person behind it can mend. */
  told(problem: Problem): void;
  /** Is told what keeps a request from being answered at all: overload, a fault of ours. HTTP responds with it instead. */
  refuse(error: unknown): void;
}

/** Whether a problem is ours, and not that of the request. */
export function isRefusal({ status }: Problem): boolean {
  return status >= 500;
}
