/**
 * What grows with the number of cities: start-up time, memory, and the processor time of a look-up, which must not. The large
 * gazetteer is GeoNames' cities500; its cities have no figures of their own, but all that are computed from their position.
 *
 *   npm run bench:growth     needs wrk and taskset; some ten minutes, most of them for building releases
 */

import { median } from 'simple-statistics';
import { beginProgram } from '../../scripts/program.mjs';
import { ReleaseStore } from '../../src/release/store.ts';
import { Arena, type Contender, publishedIn, startOurs } from './contenders.ts';
import { gazetteerSizes, publishResized } from './gazetteer.ts';
import { residentMegabytes, saturate } from './load.ts';

const SIZES = gazetteerSizes(process.env.SIZES ?? '1000,all,200000');
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 2);
/** Fewer than the server keeps rendered, so that this measures the look-up, not the rendering. */
const SAMPLE = 1000;

beginProgram(import.meta.url);
const arena = new Arena();
try {
  const home = publishedIn(arena);
  console.log(
    '| cities | start, s | memory, MB | one city, µs | any city, µs | filtered list, µs |\n|--:|--:|--:|--:|--:|--:|',
  );
  for (const size of SIZES) await measure(size, home);
} finally {
  await arena.end();
}

async function measure(size: number, home: string): Promise<void> {
  const releases = new ReleaseStore(home);
  await publishResized(arena, releases, size);
  const { address, token, server, secondsToStart } = await startOurs(arena, { home });
  const memory = residentMegabytes(server.pid);

  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/v1/cities?limit=${SAMPLE}`, { headers });
  const cities = answer.headers.get('x-total-count');
  const list = (await answer.json()) as { id: string }[];
  const of = (path: string): Contender => ({ name: path, url: `${address}/v1${path}`, headers, server });
  const contenders = [
    of('/cities/lisbon'),
    { ...of('/'), paths: list.map(({ id }) => `/v1/cities/${id}`) },
    of('/cities?country=portugal&min_population=50000&limit=20'),
  ];
  // Rendered once, as after some minutes of service.
  for (const path of contenders.flatMap(({ paths = [] }) => paths))
    await (
      await fetch(address + path, { headers: { ...headers, 'Accept-Encoding': 'identity' } })
    ).arrayBuffer();
  const costs = contenders.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, contender] of contenders.entries()) {
      const { microsecondsPerRequest } = await saturate(contender, SECONDS);
      if (round > 0) costs[index]?.push(microsecondsPerRequest);
    }
  }
  const cells = [
    cities,
    secondsToStart.toFixed(2),
    memory,
    ...costs.map((values) => median(values).toFixed(1)),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  server.kill('SIGTERM');
}
