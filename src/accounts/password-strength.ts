import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** NIST SP 800-63B, section 3.1.1.2: a minimum length, no composition rules, and a list of what is commonly used. */
export const MIN_PASSWORD_LENGTH = 10;
/** Longer ones cost time to hash and gain nothing. */
export const MAX_PASSWORD_LENGTH = 256;

/** What begins well is no common password. Judging takes time by the square of the length, and the service waits meanwhile. */
const JUDGED_LENGTH = 64;

/** Below this many guesses (as a power of ten) a password is a common one, or one with little changed in it. */
const MIN_GUESSES_LOG10 = 6;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Whether somebody who tries common passwords, names, keyboard rows and the like soon finds this one.
 *
 * @param known what an attacker knows of the holder, the e-mail address say
 */
export async function isCommonPassword(password: string, known: readonly string[]): Promise<boolean> {
  estimator ??= createEstimator();
  const { guessesLog10 } = (await estimator).check(password.slice(0, JUDGED_LENGTH), [...known]);
  return guessesLog10 < MIN_GUESSES_LOG10;
}

/** The dictionaries are several megabytes: only a process that has a password to judge loads them. */
async function createEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
