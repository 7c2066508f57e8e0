/**
 * Sends the same requests to two builds of the service, a reference and a candidate, and reports the differences of their responses.
 * For use before a change to how requests are answered, and before an upgrade.
 *
 *   npm run compare -- --reference BUILD [options]
 *
 *   --reference BUILD    a checkout of this repository with its packages and its web app built, or the http address of a server
 *   --candidate BUILD    the same; this checkout unless given
 *   --requests NUMBER    how many generated requests each build gets at least; 5000 unless given
 *   --seed NUMBER        repeats the generated requests of an earlier run
 *   --i-own-this-host    allows hosts other than this machine
 *
 * Checkouts are started on one release, with the same keys. Servers of yours have to serve the same release under the same
 * LDS_PUBLIC_URL, with limits that the requests do not use up, and need a key each, in the environment: LDS_REFERENCE_KEY and
 * LDS_CANDIDATE_KEY. Ends with 1 where responses differ.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { objectionTo } from '../attack/own-host.ts';
import { atProgramEnd, beginProgram, endBegun, helpOf } from '../scripts/program.mjs';
import { OperatorError } from '../src/process/operator-error.ts';
import { ROOT } from '../test/support/directories.ts';
import { type Place, startPairs } from './builds.ts';
import { Comparison } from './comparison.ts';
import { generatedConnections, rawConnections } from './connections.ts';
import { report } from './report.ts';

/** A round of generated requests has a seed of its own. */
const SEEDS_OF_A_PAIR = 1_000_000;

beginProgram(import.meta.url, { takesArguments: true });
const { values } = parseArgs({
  options: {
    reference: { type: 'string' },
    candidate: { type: 'string', default: ROOT },
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    'i-own-this-host': { type: 'boolean', default: false },
  },
});

try {
  process.exitCode = (await compare()) ? 1 : 0;
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`compare: ${error.message}\n`);
  process.exitCode = 2;
}

/** @returns whether responses differ by more than the order or spelling of header names */
async function compare(): Promise<boolean> {
  const [requests, seed] = [wholeNumber('requests'), wholeNumber('seed')];
  if (values.reference === undefined)
    throw new OperatorError(`There is no --reference.\n\n${helpOf(import.meta.url)}`);
  const reference = await placeOf(values.reference, 'LDS_REFERENCE_KEY');
  const candidate = await placeOf(values.candidate, 'LDS_CANDIDATE_KEY');
  process.stdout.write(`seed ${seed}\n`);
  try {
    const pairs = await startPairs({ after: atProgramEnd }, reference, candidate);
    const comparisons = await Promise.all(
      pairs.map(async (pair, index) => {
        const comparison = new Comparison(pair);
        await comparison.begin();
        await comparison.compareAll(rawConnections());
        const connections = await generatedConnections(pair.reference);
        await comparison.compareGenerated(
          connections,
          Math.ceil(requests / pairs.length),
          seed + index * SEEDS_OF_A_PAIR,
        );
        return comparison;
      }),
    );
    return report(comparisons, pairs);
  } finally {
    await endBegun();
  }
}

async function placeOf(text: string, keyVariable: string): Promise<Place> {
  if (!/^https?:/.test(text)) {
    if (existsSync(join(text, 'src/main.ts'))) return { directory: text };
    throw new OperatorError(`${text} is neither an http address nor a checkout.`);
  }
  const objection = await objectionTo(text, values['i-own-this-host']);
  if (objection !== undefined) throw new OperatorError(objection);
  const { [keyVariable]: token } = process.env;
  if (token === undefined)
    throw new OperatorError(`A server of yours needs a key of it, in the environment: ${keyVariable}.`);
  return { address: new URL(text).origin, token };
}

function wholeNumber(option: 'requests' | 'seed'): number {
  const { [option]: text } = values;
  if (!/^\d{1,10}$/.test(text)) throw new OperatorError(`--${option} takes a whole number.`);
  return Number(text);
}
