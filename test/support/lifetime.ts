import { after, getTestContext } from 'node:test';

/** Something that undoes things when it ends: a test (`t`), or a whole file (`{ after }`). */
export interface Lifetime {
  after(undo: () => unknown): void;
}

/** Ends after all tests of the file. */
export const file: Lifetime = { after };

const undoings = new WeakMap<object, (() => unknown)[]>();
const ended = new WeakSet<object>();

/**
 * Undoes something when the running test ends, whether it passes or fails, or outside of tests when the file ends. The last thing
 * done is undone first. Everything is undone even if something fails, whereas a hook of `node:test` that fails keeps those after
 * it from running.
 */
export function atEnd(undo: () => unknown, owner = current()): void {
  const known = undoings.get(owner);
  if (ended.has(owner)) throw new Error('the test has ended: what was started belongs to no test any more');
  if (known !== undefined) {
    known.push(undo);
    return;
  }
  const all = [undo];
  undoings.set(owner, all);
  owner.after(async () => {
    await undoAll(all);
    ended.add(owner);
  });
}

/** The running test. While a suite is only being described, no test is running, so it is the file. */
function current(): Lifetime {
  const running = getTestContext();
  return running !== undefined && 'after' in running ? running : file;
}

async function undoAll(undoings: (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (let undo = undoings.pop(); undo !== undefined; undo = undoings.pop()) {
    try {
      await undo();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.join('\n'));
}
