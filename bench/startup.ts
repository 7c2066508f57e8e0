/**
 * How long the server takes from its start to its first answer with the full release, and how much memory it holds: at
 * rest, and after it has answered for thousands of different cities.
 *
 *   npm run bench:startup
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_FLAGS } from '../scripts/runtime.mjs';

const STARTS = 7;
const CITIES = 8000;

const home = mkdtempSync(join(tmpdir(), 'lds-bench-'));
const environment = {
  ...process.env,
  PORT: '0',
  LDS_HOME: home,
  LDS_LOG_LEVEL: 'error',
  LDS_PLANS: 'standard=100000000/10s+100000000000/day',
};
try {
  lds('data', 'publish');
  const token = lds('keys', 'create', '--label', 'bench').trim();
  const headers = { Authorization: `Bearer ${token}` };
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAt = performance.now();
    const { child, address } = await startServer();
    await fetch(`${address}/v1/cities/lisbon`, { headers }).then((answer) => answer.arrayBuffer());
    times.push(performance.now() - startedAt);
    if (start === STARTS - 1) await reportMemory(child, address, headers);
    child.kill('SIGTERM');
    await new Promise((resolve) => child.on('exit', resolve));
  }
  console.log(`start to first answer: median ${median(times).toFixed(0)} ms of ${STARTS} starts`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function reportMemory(
  child: ChildProcess,
  address: string,
  headers: Record<string, string>,
): Promise<void> {
  console.log(`resident memory at rest: ${residentMegabytes(child)} MB`);
  const ids: string[] = [];
  for (let next: string | undefined = `${address}/v1/cities?limit=1000`; next && ids.length < CITIES; ) {
    const answer: Response = await fetch(next, { headers });
    ids.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id));
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  for (const path of ['/cities', '/data/cost-of-living', '/data/quality-of-life']) {
    for (const id of ids) {
      await fetch(`${address}/v1${path}/${id}`, { headers }).then((answer) => answer.arrayBuffer());
    }
  }
  console.log(`after ${ids.length * 3} different answers: ${residentMegabytes(child)} MB`);
}

function startServer(): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'src/main.ts', 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const address = /listening on (http:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve({ child, address });
    });
  });
}

function lds(...args: string[]): string {
  return execFileSync(process.execPath, ['src/main.ts', ...args], {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function residentMegabytes(child: ChildProcess): string {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) / 1024).toFixed(0);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
