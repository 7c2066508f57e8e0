/**
 * How long the server takes from its start to its first response with the full release, and how much memory it uses: at
 * rest, and after requests for thousands of different cities.
 *
 *   npm run bench:startup
 */

import { once } from 'node:events';
import { median } from 'simple-statistics';
import { beginProgram } from '../../scripts/program.mjs';
import { Arena, type OurService, publishedIn, startOurs } from './contenders.ts';
import { residentMegabytes } from './load.ts';

const STARTS = 7;
const CITIES = 8000;

beginProgram(import.meta.url);
const arena = new Arena();
try {
  const home = publishedIn(arena);
  const seconds: number[] = [];
  // The first one compiles, and is not counted.
  for (let start = 0; start <= STARTS; start++) {
    const ours = await startOurs(arena, { home });
    const askedAt = performance.now();
    await ask(ours, '/v1/cities/lisbon');
    if (start > 0) seconds.push(ours.secondsToStart + (performance.now() - askedAt) / 1000);
    if (start === STARTS) await reportMemory(ours);
    ours.server.kill('SIGTERM');
    await once(ours.server, 'exit');
  }
  console.log(`start to first answer: median ${median(seconds).toFixed(2)} s of ${STARTS} starts`);
} finally {
  await arena.end();
}

async function reportMemory(ours: OurService): Promise<void> {
  const { pid } = ours.server;
  console.log(`resident memory at rest: ${residentMegabytes(pid)} MB`);
  const ids: string[] = [];
  for (let next: string | undefined = '/v1/cities?limit=1000'; next && ids.length < CITIES; ) {
    const answer: Response = await ask(ours, next);
    ids.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id));
    next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  for (const path of ['/cities', '/data/cost-of-living', '/data/quality-of-life']) {
    for (const id of ids) await (await ask(ours, `/v1${path}/${id}`)).arrayBuffer();
  }
  console.log(`after ${ids.length * 3} different answers: ${residentMegabytes(pid)} MB`);
}

function ask({ address, token }: OurService, path: string): Promise<Response> {
  return fetch(address + path, { headers: { Authorization: `Bearer ${token}` } });
}
