/** A program of the kind of `npm run chaos`, for tests: it begins processes and a directory, tells of them, and has no end. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atProgramEnd, beginProgram, endBegun } from '../../../scripts/program.mjs';

beginProgram(import.meta.url);
const directory = mkdtempSync(join(tmpdir(), 'lds-endless-'));
atProgramEnd(() => rmSync(directory, { recursive: true }));
const known = spawn('sleep', ['1000']);
atProgramEnd(() => known.kill());
// Has a process of its own, ignores SIGTERM, and nothing here ends it.
const forgotten = spawn('sh', ['-c', 'trap "" TERM; sleep 1000 & echo $!; wait; wait'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
forgotten.stdout.once('data', (child: Buffer) => {
  const begun = { directory, processes: [known.pid, forgotten.pid, Number(String(child))] };
  process.stdout.write(`${JSON.stringify(begun)}\n`);
  setInterval(() => process.stdout.write('and on\n'), 20);
});
process.stdin.once('data', (how) => {
  if (String(how) === 'throw') throw new Error('nobody catches this');
  if (String(how) === 'reject') void Promise.reject(new Error('nobody catches this'));
  // What a program does when it has done its work.
  else void endBegun().then(() => process.exit());
});
