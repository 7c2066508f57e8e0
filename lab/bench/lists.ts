/**
 * The cost of lists of cities as the gazetteer grows: finding cities by figures and by name, on the thread that responds, when nothing
 * is cached; and writing the complete list, with the delay that another client sees meanwhile. The large gazetteer is that of
 * `lab/bench/growth.ts`.
 *
 *   npm run bench:lists     needs taskset; some ten minutes, most of them for building releases
 */

import { setTimeout as delay } from 'node:timers/promises';
import { median } from 'simple-statistics';
import { beginProgram } from '../../scripts/program.mjs';
import { openRelease } from '../../src/engine/catalogue/open-release.ts';
import { listCities } from '../../src/engine/places/city-list.ts';
import { MEASURES } from '../../src/release/measures.ts';
import { ReleaseStore } from '../../src/release/store.ts';
import { Arena, type OurService, publishedIn, startOurs } from './contenders.ts';
import { gazetteerSizes, publishResized } from './gazetteer.ts';
import { processorMicroseconds } from './load.ts';
import { type Random, seededRandom } from './seeded-random.ts';

const SIZES = gazetteerSizes(process.env.SIZES ?? 'all,200000');
const SAMPLES = Number(process.env.SAMPLES ?? 60);
const LIMIT = 20;

type Query = Record<string, unknown>;

/** Another query each time, because earlier results are cached. */
const FINDINGS: Record<string, (random: Random) => Query> = {
  'cheapest, one bound': (random) => ({ cost_max: tenth(60 + random() * 40), sort: 'cost' }),
  'three bounds, sure, two keys': (random) => ({
    cost_max: tenth(60 + random() * 40),
    quality_min: tenth(50 + random() * 20),
    safety_min: tenth(random() * 50),
    certainty: 'sure',
    sort: '-quality,cost',
  }),
  'every bound there is, five keys': (random) => ({
    ...Object.fromEntries(
      MEASURES.filter((id) => id !== 'hardship').flatMap((id) => [
        [`${id}_min`, tenth(random())],
        [`${id}_max`, id.startsWith('cost') ? 4999 : 100],
      ]),
    ),
    evidence: 'official_local,official_regional,derived_from_official,modelled_from_national_rents,modelled',
    grain: 'city,metro,region,country',
    sort: '-quality,cost,-climate,name,-population',
  }),
  'all sorted by name': (random) => ({ sort: 'name,cost', include: 'housing', cost_min: tenth(random()) }),
  'a country, sections left out': (random) => ({
    country: 'united-states',
    kind: 'city',
    cost_max: tenth(60 + random() * 100),
  }),
  'q of two letters': (random) => ({
    q: letter(random) + letter(random),
    min_population: Math.floor(random() * 1e4),
  }),
  'q with a typing error': (random) => ({ q: `lisbo${letter(random)}${letter(random)}` }),
};

beginProgram(import.meta.url);
const arena = new Arena();
try {
  const home = publishedIn(arena);
  for (const size of SIZES) await measure(size, home);
} finally {
  await arena.end();
}

async function measure(size: number, home: string): Promise<void> {
  const releases = new ReleaseStore(home);
  const release = await openRelease(releases, await publishResized(arena, releases, size));
  console.log(
    `\n${release.cities.length} cities\n\n| found, a page of ${LIMIT} | median, ms | longest, ms |\n|---|--:|--:|`,
  );
  const view = { release, baseUrl: 'http://127.0.0.1/v1' };
  for (const [title, query] of Object.entries(FINDINGS)) {
    const random = seededRandom(13);
    const times = Array.from({ length: SAMPLES }, () => {
      const asked = { ...query(random), limit: LIMIT };
      const from = process.threadCpuUsage();
      listCities.resolve(view, {}, asked).answer();
      const { user, system } = process.threadCpuUsage(from);
      return (user + system) / 1000;
    });
    console.log(`| ${title} | ${median(times).toFixed(2)} | ${Math.max(...times).toFixed(2)} |`);
  }
  release.close();
  const ours = await startOurs(arena, { home });
  console.log(
    '\n| complete list | MB sent | ms until sent | processor, ms | again, ms | longest look-up meanwhile, ms |\n|---|--:|--:|--:|--:|--:|',
  );
  for (const path of ['/cities', '/cities?sort=-quality&include=cost,housing', '/cities?format=csv']) {
    for (const coding of ['br', 'gzip', 'identity']) await measureWhole(ours, path, coding);
  }
  ours.server.kill('SIGTERM');
}

async function measureWhole(
  { address, token, server }: OurService,
  path: string,
  coding: string,
): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': coding };
  // Another list for each coding, so that none is cached.
  const url = `${address}/v1${path}${path.includes('?') ? '&' : '?'}min_population=${coding.length}`;
  const waits: number[] = [];
  let isDone = false;
  const meanwhile = (async () => {
    while (!isDone) {
      const askedAt = performance.now();
      await (await fetch(`${address}/v1/cities/lisbon`, { headers })).arrayBuffer();
      waits.push(performance.now() - askedAt);
      await delay(1);
    }
  })();
  const used = processorMicroseconds(server.pid);
  const [first, bytes] = await timed(url, headers);
  const processor = (processorMicroseconds(server.pid) - used) / 1000;
  isDone = true;
  await meanwhile;
  const [again] = await timed(url, headers);
  const cells = [first, processor, again, Math.max(...waits)].map((value) => value.toFixed(0));
  console.log(`| \`${path}\`, ${coding} | ${(bytes / 1e6).toFixed(2)} | ${cells.join(' | ')} |`);
}

/** @returns milliseconds, and bytes of the body after its coding is undone where `fetch` undoes it */
async function timed(url: string, headers: Record<string, string>): Promise<[number, number]> {
  const askedAt = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return [performance.now() - askedAt, Number(answer.headers.get('content-length'))];
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function letter(random: Random): string {
  return String.fromCharCode('a'.charCodeAt(0) + Math.floor(random() * 26));
}
