/**
 * How many authenticated, limited, metered, conditional look-ups one core answers, and the cost of each, as a ratio to a bare
 * node:http server that sends the same body, or a city where that is larger; beside nginx, Express and json-server. All servers
 * run at once and take turns, so that other programs on the machine affect all alike; ratios are medians over the rounds.
 *
 *   npm run bench            needs wrk, nginx and taskset (Debian: apt-get install wrk nginx-light util-linux)
 *   ONLY='city' npm run bench                       only contenders with this in their name, and bare node:http
 *   SERVER_CORES=0 TWO_SERVER_CORES=0,1 LOAD_CORES=2,3 npm run bench    with cores to spare for the load
 */
import { median } from 'simple-statistics';
import { beginProgram } from '../../scripts/program.mjs';
import { Arena, startContenders } from './contenders.ts';
import { residentMegabytes, saturate, type Throughput } from './load.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const SECONDS = Number(process.env.SECONDS ?? 2);
const { ONLY } = process.env;

beginProgram(import.meta.url);
const arena = new Arena();
try {
  const [bare, ...others] = await startContenders(arena);
  if (bare === undefined) throw new Error('there is nothing to compare with');
  const chosen = others.filter(({ name }) => ONLY === undefined || name.includes(ONLY));
  const contenders = [...new Set([bare, ...chosen.flatMap((one) => [one.bare ?? bare, one])])];
  const results = new Map(contenders.map(({ name }) => [name, [] as Throughput[]]));
  // The first round is for the compilers.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const contender of contenders) {
      const result = await saturate(contender, SECONDS);
      if (round > 0) results.get(contender.name)?.push(result);
    }
    process.stderr.write(`round ${round} of ${ROUNDS}\n`);
  }
  report(results, new Map(contenders.map((one) => [one.name, (one.bare ?? bare).name])));
  const ours = others.find(({ name }) => name === 'one city');
  console.log(`resident memory of our server afterwards: ${residentMegabytes(ours?.server.pid)} MB`);
} finally {
  await arena.end();
}

/** @param bares by name of a contender, the name of the bare server that it is compared with */
function report(
  results: ReadonlyMap<string, readonly Throughput[]>,
  bares: ReadonlyMap<string, string>,
): void {
  console.log(`medians of ${ROUNDS} rounds of ${SECONDS} s`);
  console.log('| | requests/s | of bare | processor time, µs | bare in it |\n|---|--:|--:|--:|--:|');
  for (const [name, values] of results) {
    const rate = median(values.map(({ requestsPerSecond }) => requestsPerSecond));
    const cost = median(values.map(({ microsecondsPerRequest }) => microsecondsPerRequest));
    const bare = results.get(bares.get(name) ?? '') ?? [];
    const ofBare = (ratio: (own: Throughput, bares: Throughput) => number) =>
      median(values.flatMap((own, round) => (bare[round] === undefined ? [] : ratio(own, bare[round]))));
    const byRate = ofBare((own, bares) => own.requestsPerSecond / bares.requestsPerSecond);
    const byCost = ofBare((own, bares) => bares.microsecondsPerRequest / own.microsecondsPerRequest);
    const cells = [name, rate.toFixed(0), byRate.toFixed(2), cost.toFixed(1), byCost.toFixed(2)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
