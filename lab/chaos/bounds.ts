/** Bounds of all counts, from the faults of the nodes. docs/operating.md and src/service/limits/README.md have the promises. */

/** Allowance on top of the limits and counts that the rules give exactly. */
const TOLERANCE = 0.02;
/** A node holds at most this much of a limit that it has not spent: a twentieth, or 200. */
const PART = 1 / 20;
const MOST_OF_A_PART = 200;

export interface Bounds {
  least: number;
  most: number;
}

/** One process of a node, as one limit sees it. */
export interface LimitedRun {
  /** Requests that it admitted before the faults began; 0 for one that began later. */
  before: number;
  /** Requests that it admitted in total. */
  passed: number;
  /** Those of them that the store may not have, because they came after its last write. */
  unwritten: number;
  /** Whether it began after the faults did. */
  isNew: boolean;
  /** Whether it was ended. */
  hasEnded: boolean;
}

export interface LimitedNode {
  runs: readonly LimitedRun[];
  /** Whether it may have been without Valkey for a time. */
  isAlone: boolean;
  /** Whether its process was ended or stopped for a time, so that others may have forgotten it. */
  wasAway: boolean;
}

export interface LimitStory {
  limit: number;
  nodes: readonly LimitedNode[];
  /** Whether Valkey lost its records. */
  lostRecords: boolean;
  /** Whether the store has the usage from before a process began: only the day's, and only if the store is reachable. */
  isRestored: boolean;
  /** Whether a starting process can find out how many processes there are. */
  knowsNodes: boolean;
  /** How many times a clock has crossed from one window into another. */
  crossings: number;
  /** Requests that may or may not have been charged. */
  unanswered: number;
}

/** How many requests of one limit all nodes together may have admitted once all of them refuse. */
export function boundsOfLimit(story: LimitStory): Bounds {
  const { limit, nodes, lostRecords, isRestored, crossings, unanswered } = story;
  const part = Math.min(MOST_OF_A_PART, limit * PART);
  const alone = nodes.filter(({ isAlone }) => isAlone);
  const runs = nodes.flatMap((node) => node.runs);
  const ended = runs.filter(({ hasEnded }) => hasEnded);

  let most: number;
  if (alone.length === nodes.length) {
    // Each has its part, or the amount that it already holds.
    most = sum(nodes, (node) => sum(node.runs, (run) => ownPart(story, run, part)));
  } else {
    // Requests that one node admits alone come on top of the others' grants.
    most =
      limit +
      sum(alone, ({ runs }) => sum(runs, (run) => Math.max(0, ownPart(story, run, part) - run.before)));
  }
  most = Math.max(limit, most);
  // Nobody reports the usage of a process that has ended; the store has what it wrote.
  if (lostRecords || alone.length > 0) most += sum(ended, (run) => (isRestored ? run.unwritten : run.passed));
  most += crossings * limit;

  // The amount that a process held when it ended is lost until the window ends.
  const least = limit - ended.length * part - unanswered;
  return { least: Math.floor(least - limit * TOLERANCE), most: Math.ceil(most + limit * TOLERANCE) };
}

function ownPart({ limit, nodes, knowsNodes }: LimitStory, run: LimitedRun, part: number): number {
  const present = nodes.filter(({ wasAway }) => !wasAway).length;
  const seen = run.isNew && !knowsNodes ? 1 : Math.max(1, present);
  return Math.max(run.before + part, limit / seen);
}

export interface UsageStory {
  /** Requests that were answered and count as usage. */
  answered: number;
  /** Requests without such a response, each of which may have been counted this many times. */
  unanswered: number;
  times: number;
  /** Requests that a killed process had answered after its last write. */
  lost: number;
  /** Requests that a proxy may have sent twice. */
  repeated: number;
}

/** How many requests of a key may be in the store, once every node has written. */
export function boundsOfUsage({ answered, unanswered, times, lost, repeated }: UsageStory): Bounds {
  return { least: answered - lost, most: answered + unanswered * times + repeated };
}

export function isWithin(count: number, { least, most }: Bounds): boolean {
  return count >= least && count <= most;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** The largest growth of a process after its warm-up. */
const GROWTH_ALLOWED = 0.1;

/** Megabytes of a process after its warm-up: the most in the first third of the looks, the least in the last. */
export interface Growth {
  early: number;
  late: number;
  hasGrown: boolean;
}

/**
 * V8 collects what is old when it finds it worth the while: in eight minutes of the same requests, one node stayed at 281 MB, and
 * another rose to 252 and fell to 202. So a process has grown if it has not been as small at the end as it was at first. A leak
 * of less than some 150 MB in half an hour passes; `npm run bench:soak` finds it.
 */
export function growthOf(megabytes: readonly number[]): Growth {
  const warm = megabytes.slice(Math.floor(megabytes.length / 3));
  const third = Math.max(1, Math.floor(warm.length / 3));
  const early = Math.max(...warm.slice(0, third));
  const late = Math.min(...warm.slice(-third));
  return { early, late, hasGrown: late > early * (1 + GROWTH_ALLOWED) };
}
