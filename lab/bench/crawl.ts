/**
 * Requests the page of every country, city, metric and source from a running server, which needs LDS_SITE_PER_MINUTE=1000000:
 * which ones fail, how large they are and how long they take. It reports each failure at once, and, if it is ended, what it has seen.
 *
 *   LDS_API_KEY=… npm run crawl http://127.0.0.1:3000
 *   LDS_API_KEY=… npm run crawl http://127.0.0.1:3000 2000    only 2,000 of the cities, at random
 */

import { brotliDecompressSync } from 'node:zlib';
import { median } from 'simple-statistics';
import { Pool } from 'undici';
import { atProgramEnd, beginProgram, endBegun } from '../../scripts/program.mjs';
import { OperatorError, UsageError } from '../../src/process/operator-error.ts';

const CONNECTIONS = 4;
/** Of a page, with Brotli. */
const BUDGET_BYTES = 30_000;
const MOST_SHOWN = 10;

interface Visit {
  path: string;
  status: number;
  bytes: number;
  milliseconds: number;
  /** Why a page with status 200 cannot be right. */
  fault: string | undefined;
}

beginProgram(import.meta.url, { takesArguments: true });
const origin = process.argv[2] ?? 'http://127.0.0.1:3000';
if (!URL.canParse(origin)) throw new UsageError(`${origin} is not an address such as http://127.0.0.1:3000.`);
const pool = new Pool(origin, { connections: CONNECTIONS });
const startedAt = performance.now();
const cities = await pathsOf('cities');
const wanted = Math.min(cities.length, Number(process.argv[3] ?? cities.length));
const others = [
  ...(await pathsOf('countries')),
  ...(await pathsOf('metrics')),
  ...(await pathsOf('sources')),
];
const visits: Visit[] = [];
atProgramEnd(() => report(visits, (performance.now() - startedAt) / 1000));
await visitAll([...others, ...sampleOf(cities, wanted)]);
await pool.close();
await endBegun();

function sampleOf(paths: string[], count: number): string[] {
  for (let index = 0; index < count; index++) {
    const other = index + Math.floor(Math.random() * (paths.length - index));
    const path = paths[other] ?? '';
    paths[other] = paths[index] ?? '';
    paths[index] = path;
  }
  return paths.slice(0, count);
}

async function pathsOf(kind: 'countries' | 'cities' | 'metrics' | 'sources'): Promise<string[]> {
  const isOfPlaces = kind === 'countries' || kind === 'cities';
  const { statusCode, body } = await pool
    .request({
      method: 'GET',
      path: isOfPlaces ? `/v1/${kind}` : `/${kind}.json`,
      headers: { Authorization: `Bearer ${process.env.LDS_API_KEY ?? ''}` },
    })
    .catch((error: Error) => {
      throw new OperatorError(`${origin} does not respond: ${error.message}`);
    });
  if (statusCode !== 200) throw new OperatorError(`${kind}: ${statusCode} ${await body.text()}`);
  return ((await body.json()) as { id: string }[]).map(({ id }) => `/${kind}/${id}`);
}

async function visitAll(paths: readonly string[]): Promise<void> {
  const waiting = paths.values();
  const work = async () => {
    for (const path of waiting) {
      const visited = await visit(path).catch((error: Error) => failed(path, error));
      visits.push(visited);
      const { status, fault } = visited;
      if (status !== 200 || fault !== undefined) process.stderr.write(`${path}: ${fault ?? status}\n`);
      if (visits.length % 1000 === 0) process.stderr.write(`${progress(paths.length)}\n`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/** So much is known even of a crawl that is killed. */
function progress(all: number): string {
  const bad = visits.filter(({ status, fault }) => status !== 200 || fault !== undefined).length;
  const perSecond = (visits.length * 1000) / (performance.now() - startedAt);
  return `${visits.length} of ${all}, ${bad} failed or with a fault, ${perSecond.toFixed(0)} a second`;
}

/** A connection that breaks is one page that failed: a crawl of an hour goes on. */
function failed(path: string, error: Error): Visit {
  return { path, status: 0, bytes: 0, milliseconds: 0, fault: String(error.cause ?? error) };
}

async function visit(path: string): Promise<Visit> {
  const start = performance.now();
  const { statusCode, headers, body } = await pool.request({
    method: 'GET',
    path,
    headers: { 'Accept-Encoding': 'br', Accept: 'text/html' },
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  const milliseconds = performance.now() - start;
  const text = (headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
  return { path, status: statusCode, bytes: bytes.length, milliseconds, fault: faultOf(text) };
}

function faultOf(text: string): string | undefined {
  if (!/<h1>[^<]/.test(text)) return 'it has no heading';
  return /\bundefined\b|\bNaN\b|\[object/.exec(text.replace(/<script[\s\S]*?<\/script>/g, ''))?.[0];
}

function report(all: readonly Visit[], seconds: number): void {
  if (all.length === 0) return;
  const sizes = all.map(({ bytes }) => bytes).toSorted((one, other) => one - other);
  const times = all.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  const at = (values: readonly number[], part: number) => values[Math.floor(part * (values.length - 1))] ?? 0;
  console.log(
    `${all.length} pages in ${seconds.toFixed(0)} s, ${(all.length / seconds).toFixed(0)} a second`,
  );
  for (const [status, ofStatus] of Map.groupBy(all, (each) => each.status))
    console.log(`status ${status}: ${ofStatus.length}`);
  console.log(`bytes with Brotli: median ${median(sizes)}, 99 % ${at(sizes, 0.99)}, largest ${at(sizes, 1)}`);
  console.log(
    `milliseconds, ${CONNECTIONS} at a time: median ${median(times).toFixed(1)}, 99 % ${at(times, 0.99).toFixed(0)}, longest ${at(times, 1).toFixed(0)}`,
  );
  list(
    'not answered',
    all.filter(({ status }) => status !== 200),
    ({ status }) => String(status),
  );
  list(
    'with a fault',
    all.filter(({ fault }) => fault !== undefined),
    ({ fault }) => fault ?? '',
  );
  list(
    'above the budget',
    all.filter(({ bytes }) => bytes > BUDGET_BYTES),
    ({ bytes }) => `${bytes} bytes`,
  );
}

function list(what: string, visited: readonly Visit[], why: (visit: Visit) => string): void {
  console.log(`${what}: ${visited.length}`);
  for (const each of visited.slice(0, MOST_SHOWN)) console.log(`  ${each.path}: ${why(each)}`);
}
