import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import type { Contender } from './contenders.ts';

/** In taskset's syntax. */
export const LOAD_CORES = process.env.LOAD_CORES ?? '1';
const LOAD_THREADS = Number(process.env.LOAD_THREADS ?? 1);
const CONNECTIONS = 32;

/** The result of sending as many requests as a server can answer. */
export interface Throughput {
  requestsPerSecond: number;
  /**
   * Processor time of the server, including the kernel. If other programs use part of the cores, this does not change, but the
   * requests per second do.
   */
  microsecondsPerRequest: number;
}

/** Sends the next request as soon as the response has arrived, on every connection (wrk). */
export async function saturate(contender: Contender, seconds: number): Promise<Throughput> {
  const { url, headers, paths, server } = contender;
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const directory = mkdtempSync(join(tmpdir(), 'lds-wrk-'));
  try {
    if (paths !== undefined) {
      const script = join(directory, 'paths.lua');
      writeFileSync(
        script,
        `local paths = {${paths.map((path) => JSON.stringify(path)).join(',')}}
         request = function() return wrk.format("GET", paths[math.random(#paths)]) end`,
      );
      flags.push('-s', script);
    }
    const before = processorMicroseconds(server.pid);
    const command = [
      '-c',
      LOAD_CORES,
      'wrk',
      `-t${LOAD_THREADS}`,
      `-c${CONNECTIONS}`,
      `-d${seconds}s`,
      ...flags,
      url,
    ];
    const { stdout } = await promisify(execFile)('taskset', command);
    const used = processorMicroseconds(server.pid) - before;
    const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
    return {
      requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      microsecondsPerRequest: used / requests,
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * Sends requests when they are due, whether or not earlier ones have been answered, and measures from the moment at which
 * each was due, so that a server that stalls also gets the requests that would have arrived meanwhile.
 *
 * @returns nanoseconds
 */
export async function atRate(
  { url, headers, paths = [url.slice(new URL(url).origin.length)] }: Contender,
  requestsPerSecond: number,
  seconds: number,
): Promise<RecordableHistogram> {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS, pipelining: 1 });
  const histogram = createHistogram();
  const startedAt = performance.now();
  const answers = new Set<Promise<void>>();
  const total = requestsPerSecond * seconds;
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, ((performance.now() - startedAt) / 1000) * requestsPerSecond);
    for (; sent < due; sent++) {
      const dueAt = startedAt + (sent / requestsPerSecond) * 1000;
      const path = paths[sent % paths.length] ?? '/';
      const answer = pool.request({ path, method: 'GET', headers }).then(async ({ body }) => {
        await body.dump();
        histogram.record(Math.max(1, Math.round((performance.now() - dueAt) * 1e6)));
      });
      const settled = answer.finally(() => answers.delete(settled));
      answers.add(settled);
    }
    await delay(1);
  }
  await Promise.all(answers);
  await pool.close();
  return histogram;
}

/** Of a process and its children, all threads: user and kernel. */
export function processorMicroseconds(pid: number | undefined): number {
  const tasks = `/proc/${pid}/task`;
  if (pid === undefined || !existsSync(tasks)) return 0;
  const ofTask = (task: string) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1000;
  const childrenOf = (task: string) => readFileSync(`${tasks}/${task}/children`, 'utf8').match(/\d+/g) ?? [];
  return readdirSync(tasks).reduce(
    (sum, task) =>
      sum +
      ofTask(task) +
      childrenOf(task).reduce((ofChildren, child) => ofChildren + processorMicroseconds(Number(child)), 0),
    0,
  );
}

export function residentMegabytes(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
