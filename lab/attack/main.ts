/**
 * Attacks a server of your own and reports what it finds. docs/security.md has the promises that it checks. Every part is a file
 * *.attack.ts beside this one, a suite of node:test; a check that fails is a finding.
 *
 *   npm run attack -- [options]
 *
 *   --url URL            the server to attack, http only: the service itself, not a proxy before it; without it one is started
 *   --key KEY            a key of that server; better in the environment, as LDS_ATTACK_KEY, where nobody else sees it
 *                        (keys of another account, for the fairness table: LDS_ATTACK_OTHER_KEYS, separated by commas)
 *   --only PART,...      of authentication, bodies, bytes, calls, fairness, pages, races
 *   --seed NUMBER        repeats the generated calls of an earlier run
 *   --runs NUMBER        generated calls per check; 25 unless given
 *   --findings DIRECTORY takes a shell script per finding in place of those of earlier runs; var/attack unless given
 *   --i-own-this-host    allows a host other than this machine
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { beginProgram } from '../../scripts/program.mjs';
import { UsageError } from '../../src/process/operator-error.ts';
import { objectionTo } from './own-host.ts';

/** Of one check. The largest takes about three minutes. */
const CHECK_MILLISECONDS = 300_000;

beginProgram(import.meta.url, { takesArguments: true });
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string' },
    runs: { type: 'string' },
    findings: { type: 'string', default: join(import.meta.dirname, '../../var/attack') },
    'i-own-this-host': { type: 'boolean', default: false },
  },
});

const objection = values.url && (await objectionTo(values.url, values['i-own-this-host']));
if (objection) throw new UsageError(objection);
// Removes nothing else from a directory that the user named.
for (const file of globSync('[0-9a-f]*.sh', { cwd: values.findings })) rmSync(join(values.findings, file));
process.exitCode = await run();

/** @returns 0 when nothing was found */
async function run(): Promise<number> {
  const chosen = values.only?.split(',') ?? parts();
  const unknown = chosen.filter((part) => !parts().includes(part));
  if (unknown.length > 0) throw new UsageError(`There is no part ${unknown.join(', ')}.`);
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`seed ${seed}\n`);
  const { url, key = process.env.LDS_ATTACK_KEY, runs = '25' } = values;
  if (url !== undefined && key === undefined)
    throw new UsageError('A server of yours needs a key of it: --key or LDS_ATTACK_KEY.');
  const environment = {
    ...process.env,
    ATTACK_SEED: seed,
    ATTACK_RUNS: runs,
    ATTACK_FINDINGS: resolve(values.findings),
    ...(url === undefined ? {} : { ATTACK_URL: new URL(url).origin, LDS_ATTACK_KEY: key }),
  };
  const flags = [
    '--test',
    // One part must not disturb the measurements of another.
    '--test-concurrency=1',
    `--test-timeout=${CHECK_MILLISECONDS}`,
    `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`,
  ];
  const files = chosen.map((part) => join(import.meta.dirname, `${part}.attack.ts`));
  // Its output goes through this process, which notices when nobody reads it, and ends the suite with all that it has started.
  const options = { stdio: ['ignore', 'pipe', 'pipe'] as const, env: environment };
  const suite = spawn(process.execPath, [...flags, ...files], { ...options, stdio: [...options.stdio] });
  suite.stdout.pipe(process.stdout, { end: false });
  suite.stderr.pipe(process.stderr, { end: false });
  const [code] = (await once(suite, 'close')) as [number | null];
  return code ?? 1;
}

function parts(): string[] {
  return globSync(join(import.meta.dirname, '*.attack.ts'))
    .map((file) => basename(file, '.attack.ts'))
    .toSorted();
}
