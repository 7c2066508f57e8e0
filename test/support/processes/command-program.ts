/**
 * A program that runs commands of the command line one after another. Each has its own arguments, environment and output, as if
 * it had its own process, and ends when nothing would keep that process running. `CommandHost` starts the program.
 */

import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Command, Outcome } from './command-host.ts';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;
const MAIN = new URL('../../../src/main.ts', import.meta.url);
let commands = 0;
/** How many resources keep this process running between commands: only its channel to the tests. */
let atRest: number | undefined;

process.on('message', async (command: Command) => process.send?.(await outcomeOf(command)));
process.on('disconnect', () => process.exit());

async function outcomeOf({ args, environment }: Command): Promise<Outcome> {
  atRest ??= process.getActiveResourcesInfo().length;
  const [stdout, stderr] = [collected('stdout'), collected('stderr')];
  process.argv = [process.execPath, fileURLToPath(MAIN), ...args];
  process.env = environment;
  process.exitCode = 0;
  // With another name it is another module, so it runs again.
  await import(`${MAIN}?command=${++commands}`);
  while (process.getActiveResourcesInfo().length > atRest) await delay(2);
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  return { code: Number(process.exitCode), stdout: stdout(), stderr: stderr() };
}

/** Gives the next command its own stream, because commands listen to its events. @returns what was written to it */
function collected(name: 'stdout' | 'stderr'): () => string {
  const stream = new PassThrough({ encoding: 'utf8' });
  let text = '';
  stream.on('data', (chunk: string) => {
    text += chunk;
  });
  Object.defineProperty(process, name, { value: stream, configurable: true });
  return () => text;
}
