import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BoundedQueue } from './bounded-queue.ts';

/** NIST SP 800-63B, section 3.1.1.2: a minimum length, no composition rules, and a list of commonly used passwords. */
export const MIN_PASSWORD_LENGTH = 10;
/** Longer ones take time to hash and gain nothing. */
export const MAX_PASSWORD_LENGTH = 256;

/** A password that begins well is not a common one. The time to judge one grows with the square of its length. */
const JUDGED_LENGTH = 64;
/** The address, the part before the @, and the first labels of the domain. */
const KNOWN_WORDS = 6;

/** Below this many guesses (as a power of ten) a password is a common one, or a common one with little changed. */
const MIN_GUESSES_LOG10 = 6;

export interface JudgedPassword {
  password: string;
  known: string[];
}

/** The slowest passwords take 80 ms each to judge: who waits last in a full queue is served within some four seconds. */
const queue = new BoundedQueue({ atOnce: 1, waiting: 50 });
let judge: Worker | undefined;

/**
 * Whether somebody who tries common passwords, names, keyboard rows and the like soon finds this one. A worker thread judges,
 * because a single password can take 80 ms: the thread that answers requests does not wait meanwhile.
 *
 * @param known what an attacker knows about the holder, such as the e-mail address
 * @throws AccountsBusy when too many passwords wait to be judged
 */
export async function isCommonPassword(password: string, known: readonly string[]): Promise<boolean> {
  const judged = {
    password: password.slice(0, JUDGED_LENGTH),
    known: known.slice(0, KNOWN_WORDS).map((word) => word.slice(0, JUDGED_LENGTH)),
  };
  return (await queue.run(() => guessesLog10(judged))) < MIN_GUESSES_LOG10;
}

/** One question at a time: the next message is the answer. */
async function guessesLog10(judged: JudgedPassword): Promise<number> {
  judge ??= startJudge();
  const asked = judge;
  asked.ref();
  try {
    asked.postMessage(judged);
    const [guesses] = (await once(asked, 'message')) as [number];
    return guesses;
  } finally {
    // A process that has nothing else to do may end.
    asked.unref();
  }
}

/** Kept once started: loading the dictionaries takes a third of a second. Only a process that judges passwords starts it. */
function startJudge(): Worker {
  const worker = new Worker(new URL('./password-judge.ts', import.meta.url));
  // Who asked it is told of the error too; the next one who asks starts another.
  worker.on('error', () => {
    if (judge === worker) judge = undefined;
  });
  return worker;
}
