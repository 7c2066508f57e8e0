import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AccountsBusy, BoundedQueue } from './bounded-queue.ts';

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

/** A hundred times what the slowest passwords take, so a judge that takes longer is stuck. */
const JUDGE_MILLISECONDS = 8000;

/**
 * Whether somebody who tries common passwords, names, keyboard rows and the like soon finds this one.
 *
 * @param known what an attacker knows about the holder, such as the e-mail address
 * @throws AccountsBusy when too many passwords wait to be judged
 */
export async function isCommonPassword(password: string, known: readonly string[]): Promise<boolean> {
  const judged = {
    password: password.slice(0, JUDGED_LENGTH),
    known: known.slice(0, KNOWN_WORDS).map((word) => word.slice(0, JUDGED_LENGTH)),
  };
  return (await judge.guessesLog10(judged)) < MIN_GUESSES_LOG10;
}

/**
 * A worker thread that judges passwords, because a single one can take 80 ms: the thread that answers requests does not wait
 * meanwhile. It is kept once started: loading the dictionaries takes a third of a second. Only a process that judges passwords
 * starts it.
 */
export class PasswordJudge {
  /** Who waits last in a full queue is served within some four seconds. */
  readonly #queue = new BoundedQueue({ atOnce: 1, waiting: 50 });
  readonly #script: URL;
  readonly #patienceMilliseconds: number;
  #worker: Worker | undefined;

  constructor(script: URL, patienceMilliseconds: number) {
    this.#script = script;
    this.#patienceMilliseconds = patienceMilliseconds;
  }

  /** @throws AccountsBusy when too many passwords wait to be judged, or when the thread does not answer: then it is replaced */
  guessesLog10(judged: JudgedPassword): Promise<number> {
    return this.#queue.run(() => this.#ask(judged));
  }

  /** One question at a time: the next message is the answer. */
  async #ask(judged: JudgedPassword): Promise<number> {
    this.#worker ??= this.#start();
    const asked = this.#worker;
    asked.ref();
    const patience = AbortSignal.timeout(this.#patienceMilliseconds);
    try {
      asked.postMessage(judged);
      const [guesses] = (await once(asked, 'message', { signal: patience })) as [number];
      return guesses;
    } catch (error) {
      this.#discard(asked);
      throw patience.aborted ? new AccountsBusy() : error;
    } finally {
      // A process that has nothing else to do may end.
      asked.unref();
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    // Whoever asked is told of an error too; the next one who asks starts another.
    worker.on('error', () => this.#discard(worker));
    worker.on('exit', () => this.#discard(worker));
    return worker;
  }

  #discard(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    void worker.terminate();
  }
}

const judge = new PasswordJudge(new URL('./password-judge.ts', import.meta.url), JUDGE_MILLISECONDS);
