/**
 * How long responses take at half of a server's maximum load, beside bare node:http at half of its own.
 *
 *   npm run bench:latency    needs what `npm run bench` needs
 */
import { median } from 'simple-statistics';
import { beginProgram } from '../../scripts/program.mjs';
import { Arena, startContenders } from './contenders.ts';
import { atRate, saturate } from './load.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 4);
const PERCENTILES = [50, 99, 99.9];
const NAMES = [
  'bare node:http',
  'one city',
  'one city, 304',
  'cost of living',
  'filtered city list',
  'Express',
];
/** The rate that the generator can send without being late; a faster server gets half of this. */
const MOST_PER_SECOND = Number(process.env.MOST_PER_SECOND ?? 20_000);

beginProgram(import.meta.url);
const arena = new Arena();
try {
  const contenders = (await startContenders(arena)).filter(({ name }) => NAMES.includes(name));
  const rates = new Map<string, number>();
  for (const contender of contenders) {
    const { requestsPerSecond } = await saturate(contender, SECONDS);
    rates.set(contender.name, Math.round(Math.min(requestsPerSecond, MOST_PER_SECOND) / 2));
  }
  const measured = new Map(contenders.map(({ name }) => [name, [] as number[][]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) {
      const latencies = await atRate(contender, rates.get(contender.name) ?? 0, SECONDS);
      measured
        .get(contender.name)
        ?.push(PERCENTILES.map((percentile) => latencies.percentile(percentile) / 1e6));
    }
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  }
  console.log(`milliseconds, medians of ${ROUNDS} rounds of ${SECONDS} s`);
  console.log('| | requests/s | p50 | p99 | p99.9 |\n|---|--:|--:|--:|--:|');
  for (const [name, rounds] of measured) {
    const cells = PERCENTILES.map((_, index) =>
      median(rounds.map((round) => round[index] ?? Number.NaN)).toFixed(2),
    );
    console.log(`| ${[name, rates.get(name), ...cells].join(' | ')} |`);
  }
} finally {
  await arena.end();
}
