import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** The service promises that no request blocks all other requests for longer than this. */
export const LONGEST_BLOCK_MILLISECONDS = 50;
const MOST_TRIES = 10;
/** How long `fixedWork` takes on the machine for which we promise this. */
const REFERENCE_MILLISECONDS = 10;

/**
 * Asserts that a request does not block the event loop for too long. A single slow try doesn't count: the machine was busy, or
 * the code was not compiled yet. An expensive request is slow every time.
 */
export async function holdsUpNobody(
  what: string,
  ask: () => Promise<Response>,
  milliseconds = LONGEST_BLOCK_MILLISECONDS,
): Promise<void> {
  const tries: string[] = [];
  for (let time = 0; time < MOST_TRIES; time++) {
    let status = 0;
    const start = performance.now();
    const block = await longestBlock(async () => {
      const response = await ask();
      // Reads and discards the body: joining a long one here would take longer than sending it.
      if (response.body !== null) for await (const _piece of response.body);
      status = response.status;
    });
    assert.ok(status < 500, `${what}: ${status}`);
    if (block < milliseconds) return;
    const limit = await limitNow(milliseconds, performance.now() - start);
    if (block < limit) return;
    tries.push(`${Math.round(block)} of ${Math.round(limit)}`);
  }
  assert.fail(`${what}: blocked for ${tries.join(', ')} ms`);
}

/**
 * The longest block on this machine as it is now. It may be a third as fast as the reference. And a host with other guests takes
 * its processor away for a tenth of a second, which the guest counts as time of the thread; the longer a request takes, the more
 * surely it meets that. So the same fixed work is done for as long as the request took.
 */
async function limitNow(allowed: number, milliseconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  do {
    times.push(processorTime(fixedWork));
    await delay(1);
  } while (times.length < 5 || performance.now() < end);
  times.sort((one, other) => one - other);
  const usual = times[Math.floor(times.length / 2)] ?? 0;
  const longest = times.at(-1) ?? 0;
  return allowed * Math.max(1, usual / REFERENCE_MILLISECONDS) + longest - usual;
}

/** How much slower than the reference this machine is now: 1 at least. */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => processorTime(fixedWork));
  return Math.max(1, (times.toSorted((one, other) => one - other)[2] ?? 0) / REFERENCE_MILLISECONDS);
}

/** Milliseconds of a processor that this thread spends on the work. */
export function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const ROWS = Array.from({ length: 20_000 }, (_, index) => ({
  id: `city-${(index * 7919) % 20_000}`,
  value: index / 7,
}));

/** Does the kind of work that requests do: writes JSON, reads it and sorts. */
function fixedWork(): unknown {
  const rows = JSON.parse(JSON.stringify(ROWS)) as typeof ROWS;
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The most processor time that this thread, in which the service runs, spent between two ticks of a timer. */
async function longestBlock(work: () => Promise<void>): Promise<number> {
  let [longest, last] = [0, process.threadCpuUsage()];
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, 1);
  try {
    await work();
    await delay(1);
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}
