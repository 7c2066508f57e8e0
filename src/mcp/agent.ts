import type { Scope } from '../engine/permissions.ts';
import type { Problem } from '../engine/problems.ts';

/** The agent behind a request: the client of one HTTP request, or of standard input. */
export interface Agent {
  /** What it may read. */
  scopes: ReadonlySet<Scope | string>;
  /** Does work when it is the turn of the agent's account. Rejects with a Problem when there is too much to do. */
  inTurn<Made>(work: () => Made): Promise<Made>;
  /** Called with a problem that the answer reports, and that the agent or its user can fix. */
  reported(problem: Problem): void;
  /** Called with a problem that prevents any answer: overload, or a fault of ours. HTTP responds with it instead. */
  refuse(error: unknown): void;
}
