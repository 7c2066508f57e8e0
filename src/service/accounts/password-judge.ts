import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

export interface JudgedPassword {
  password: string;
  known: string[];
}

/** The worker thread of `password-strength.ts`: estimates how many guesses each password takes, as a power of ten. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

parentPort?.on('message', ({ password, known }: JudgedPassword) => {
  parentPort?.postMessage(estimator.check(password, known).guessesLog10);
});
