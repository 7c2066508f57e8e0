import { HelperThread, NoAnswer } from '../../process/helper-thread.ts';
import { AccountsBusy, BoundedQueue } from './bounded-queue.ts';
import type { JudgedPassword } from './password-judge.ts';

/** NIST SP 800-63B, section 3.1.1.2: a minimum length, no composition rules, and a list of commonly used passwords. */
export const MIN_PASSWORD_LENGTH = 10;
/** Longer passwords take time to hash and are no safer. */
export const MAX_PASSWORD_LENGTH = 256;

/** A password with a strong beginning is not a common one. Judging takes time that grows with the square of the length. */
const JUDGED_LENGTH = 64;
/** The address, the part before the @, and the first four parts that dots and the @ separate. */
const KNOWN_WORDS = 6;

/** Fewer guesses (as a power of ten) mean that a password is a common one, or close to one. */
const MIN_GUESSES_LOG10 = 6;

/** A hundred times what the slowest passwords take: a worker that takes longer is stuck. */
const JUDGE_MILLISECONDS = 8000;

/**
 * Whether an attacker who tries common passwords, names, keyboard rows and the like finds this one soon.
 *
 * @param known what an attacker knows about the owner, such as the email address
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
 * Judges passwords in a worker thread, because one can take 80 ms, during which the main thread must answer requests. The worker
 * starts with the first password and stays, because loading its dictionaries takes a third of a second.
 */
export class PasswordJudge {
  /** The last password in a full queue waits about four seconds. */
  readonly #queue = new BoundedQueue({ atOnce: 1, waiting: 50 });
  readonly #thread: HelperThread<JudgedPassword, number>;

  constructor(script: URL, timeoutMilliseconds: number) {
    this.#thread = new HelperThread({ script, timeoutMilliseconds });
  }

  /** @throws AccountsBusy when too many passwords wait, or when the worker does not answer and is replaced */
  guessesLog10(judged: JudgedPassword): Promise<number> {
    return this.#queue.run(async () => {
      try {
        return await this.#thread.ask(judged);
      } catch (error) {
        throw error instanceof NoAnswer ? new AccountsBusy() : error;
      }
    });
  }
}

const judge = new PasswordJudge(new URL('./password-judge.ts', import.meta.url), JUDGE_MILLISECONDS);
