import { isMainThread, Worker, workerData } from 'node:worker_threads';

/*
 * Loaded before a program (`--import`) that is to end with the process that started it, however that ends. A thread looks,
 * because a build keeps the main thread busy for minutes. On Windows, the system does this.
 */

const LOOK_MILLISECONDS = 500;
const url = new URL(import.meta.url);
/** How the thread is told apart from the program's own, which load this too. */
const [, parent] = /^\?parent=(\d+)$/.exec(isMainThread ? url.search : String(workerData)) ?? [];

if (parent !== undefined) {
  if (isMainThread) new Worker(url, { workerData: url.search, execArgv: [] }).unref();
  else
    setInterval(() => {
      if (process.ppid !== Number(parent)) process.kill(process.pid, 'SIGKILL');
    }, LOOK_MILLISECONDS);
}
