/**
 * Whether the service grows while it runs: mixed requests at half of its maximum load, for a quarter of an hour, with
 * memory and descriptors sampled throughout. Exits with 1 if either has grown.
 *
 *   npm run bench:soak                       needs what `npm run bench` needs
 *   SECONDS=240 npm run bench:soak
 */

import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from 'simple-statistics';
import { Pool } from 'undici';
import { beginProgram } from '../../scripts/program.mjs';
import { Arena, type OurService, startOurs } from './contenders.ts';
import { residentMegabytes, saturate } from './load.ts';

const SECONDS = Number(process.env.SECONDS ?? 900);
/** Number of samples in total. */
const SAMPLES = 60;
const CONNECTIONS = 32;
const MOST_PER_SECOND = 5000;
/** Before this, memory grows to its normal size: compiled code, rendered responses, buffers. */
const WARM_UP_SHARE = 1 / 3;
/** Of memory, between the median of the first third after warming up and that of the last. */
const GROWTH_ALLOWED = 0.05;

interface Sample {
  second: number;
  megabytes: number;
  descriptors: number;
}

beginProgram(import.meta.url);
const arena = new Arena();
try {
  const ours = await startOurs(arena);
  const paths = await mixedPaths(ours);
  const headers = { Authorization: `Bearer ${ours.token}` };
  const whole = {
    name: 'mixed',
    url: `${ours.address}/`,
    headers,
    paths: paths.slice(0, 2000),
    server: ours.server,
  };
  // First for the compilers, and until frequent responses are rendered.
  await saturate(whole, 3);
  const rate = Math.min(MOST_PER_SECOND, (await saturate(whole, 3)).requestsPerSecond / 2);
  console.log(`${rate.toFixed(0)} requests a second for ${SECONDS} s, ${paths.length} different ones`);
  const [statuses, samples] = await Promise.all([
    soak(ours, paths, rate),
    observe(ours.server.pid ?? 0, SECONDS),
  ]);
  report(statuses, samples);
} finally {
  await arena.end();
}

/** Requests of every kind: most are repeated, some are new, and some are refused. */
async function mixedPaths({ address, token }: OurService): Promise<string[]> {
  const answer = await fetch(`${address}/v1/cities?limit=1000`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const ids = ((await answer.json()) as { id: string }[]).map(({ id }) => id);
  return ids.flatMap((id, index) => [
    `/v1/cities/${id}`,
    `/v1/data/cost-of-living/${id}`,
    `/v1/data/quality-of-life/${id}`,
    `/v1/cities?near=${index % 60},${index % 170}&radius_km=200&limit=20`,
    index % 2 === 0 ? '/v1/countries' : `/v1/cities/no-such-${index}`,
    index % 10 === 0 ? '/docs/errors' : `/v1/cities?q=${id.slice(0, 4)}&limit=5`,
  ]);
}

/** Sends requests when they are due; one in fifty has no key, and one in fifty uses a new connection. */
async function soak(
  { address, token }: OurService,
  paths: readonly string[],
  rate: number,
): Promise<Map<number, number>> {
  const pool = new Pool(address, { connections: CONNECTIONS });
  const statuses = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let sent = 0; ; ) {
    const seconds = (performance.now() - startedAt) / 1000;
    if (seconds > SECONDS) break;
    for (; sent < seconds * rate && underWay.size < 10 * CONNECTIONS; sent++) {
      const headers: Record<string, string> = {};
      if (sent % 50 !== 0) headers.authorization = `Bearer ${token}`;
      if (sent % 50 === 1) headers.connection = 'close';
      const path = paths[Math.floor(Math.random() * paths.length)] ?? '/';
      const exchange = pool
        .request({ path, method: 'GET', headers, reset: sent % 50 === 1 })
        .then(async (answer) => {
          await answer.body.dump();
          statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
        });
      const settled = exchange.finally(() => underWay.delete(settled));
      underWay.add(settled);
    }
    await delay(1);
  }
  await Promise.all(underWay);
  await pool.close();
  return statuses;
}

async function observe(pid: number, seconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let sample = 1; sample <= SAMPLES; sample++) {
    await delay((seconds * 1000) / SAMPLES);
    samples.push({
      second: Math.round((sample * seconds) / SAMPLES),
      megabytes: residentMegabytes(pid),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
    });
  }
  return samples;
}

function report(statuses: ReadonlyMap<number, number>, samples: readonly Sample[]): void {
  console.log('answers by status:', Object.fromEntries([...statuses].sort()));
  console.log('| second | memory, MB | descriptors |\n|--:|--:|--:|');
  for (const { second, megabytes, descriptors } of samples.filter((_, index) => index % 6 === 5))
    console.log(`| ${second} | ${megabytes} | ${descriptors} |`);
  const warm = samples.slice(Math.round(samples.length * WARM_UP_SHARE));
  const third = Math.floor(warm.length / 3);
  const [early, late] = [warm.slice(0, third), warm.slice(-third)];
  const of = (some: readonly Sample[], what: 'megabytes' | 'descriptors') =>
    median(some.map((sample) => sample[what]));
  const memory = of(late, 'megabytes') / of(early, 'megabytes') - 1;
  const descriptors = of(late, 'descriptors') - of(early, 'descriptors');
  console.log(`after warming up: memory ${(memory * 100).toFixed(1)} %, descriptors ${descriptors}`);
  if (memory > GROWTH_ALLOWED || descriptors > CONNECTIONS / 4) process.exitCode = 1;
}
