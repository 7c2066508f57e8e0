import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { createProgram } from '../../src/commands/program.ts';
import { ROOT } from '../support/directories.ts';
import { atEnd } from '../support/lifetime.ts';
import { emptyHome, environment, lds, run, start, until } from '../support/processes/lds.ts';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Programs that have no npm script. */
const OTHERS = [
  'scripts/card.ts',
  'scripts/world-map.ts',
  'scripts/test-runner.ts',
  'scripts/develop.mjs lab/chaos/main.ts',
];
/** `node` and its arguments, by what people type. */
const PROGRAMS = new Map([
  ...Object.entries(scripts).map(([name, command]): [string, string] => [`npm run ${name}`, command]),
  ...OTHERS.map((file): [string, string] => [`node ${file}`, `node ${file}`]),
]);

/** Every program asks the same function whether it is asked for help, so that each is started once, with one way of asking. */
const WAYS_TO_ASK = ['--help', '-h'];

for (const [index, [name, command]] of [...PROGRAMS].entries()) {
  const asked = WAYS_TO_ASK[index % WAYS_TO_ASK.length] ?? '';
  test(`${name} answers ${asked}, and begins nothing`, async (t) => {
    const [node, ...args] = command.split(' ');
    assert.equal(node, 'node');
    const home = emptyHome(t);
    const env = { ...environment(home, {}), TMPDIR: emptyHome(t) };
    const { code, stdout, stderr } = await run(process.execPath, [...args, asked], { env }).ended;
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(stdout.length > 60, stdout);
    assert.doesNotMatch(stdout, /^(seed|round|\|)/m);
    assert.deepEqual([...readdirSync(home), ...readdirSync(env.TMPDIR)], []);
  });
}

test('the help of npm run attack names every part', async () => {
  const { stdout } = await run(process.execPath, ['lab/attack/main.ts', '--help']).ended;
  const parts = globSync('lab/attack/*.attack.ts', { cwd: ROOT }).map((file) => /\/(\w+)\./.exec(file)?.[1]);
  assert.ok(stdout.includes(`of ${parts.toSorted().join(', ')}\n`), stdout);
});

test('every command of lds answers --help', async (t) => {
  const home = emptyHome(t);
  for (const names of commandsOf(createProgram())) {
    const { code, stdout, stderr } = await lds(home, [...names, '--help']);
    assert.deepEqual([code, stderr], [0, ''], names.join(' '));
    assert.match(stdout, new RegExp(`^Usage: lds ${names.join(' ')}`), names.join(' '));
  }
  assert.deepEqual(readdirSync(home), []);
});

test('a command whose output nobody reads ends without a complaint', async (t) => {
  const home = emptyHome(t);
  for (const args of [
    ['--help'],
    ['keys', 'list'],
    ['serve', '--help'],
    ['keys', 'create', '--label', 'unread'],
  ]) {
    const command = start(args, home);
    command.process.stdout?.destroy();
    const { code, stderr } = await command.ended;
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /EPIPE|Error/);
  }
});

function commandsOf(command: Command, names: readonly string[] = []): string[][] {
  return [[...names], ...command.commands.flatMap((each) => commandsOf(each, [...names, each.name()]))];
}

test('what the user of a program can mend is told in a line, without a stack', async () => {
  const env = { ...process.env, DATABASE_URL: '' };
  for (const [args, status] of [
    [['lab/attack/main.ts', 'everything'], 2],
    [['lab/attack/main.ts', '--only', 'everything'], 2],
    [['lab/bench/crawl.ts', 'nowhere'], 2],
    [['lab/bench/crawl.ts', 'http://127.0.0.1:1'], 1],
    [['lab/bench/fleet.ts'], 2],
  ] as const) {
    const { code, stderr } = await run(process.execPath, [...args], { env }).ended;
    assert.equal(code, status, args.join(' '));
    assert.match(stderr, /^[^\n]+\n$/);
  }
});

test('a program that takes no arguments begins nothing when it gets one', async () => {
  for (const program of ['lab/chaos/main.ts', 'lab/bench/fleet.ts', 'scripts/web.mjs']) {
    const { code, stdout, stderr } = await run(process.execPath, [program, '--halp']).ended;
    assert.deepEqual([code, stdout], [2, ''], program);
    assert.match(stderr, /takes no arguments such as --halp: see --help\.\n$/);
  }
});

interface Begun {
  directory: string;
  processes: number[];
}

/** Ways of ending a program, and its exit code. */
const ENDS: Record<string, { end(program: ReturnType<typeof run>['process']): void; code: number }> = {
  SIGTERM: { end: (program) => program.kill('SIGTERM'), code: 1 },
  SIGINT: { end: (program) => program.kill('SIGINT'), code: 1 },
  SIGHUP: { end: (program) => program.kill('SIGHUP'), code: 1 },
  'two signals': {
    end(program) {
      program.kill('SIGINT');
      program.kill('SIGINT');
    },
    code: 1,
  },
  'closing its output': { end: (program) => program.stdout?.destroy(), code: 1 },
  'an error that nothing catches': { end: (program) => program.stdin?.write('throw'), code: 1 },
  'a promise that nothing catches': { end: (program) => program.stdin?.write('reject'), code: 1 },
  'the end of its work': { end: (program) => program.stdin?.write('end'), code: 0 },
};

for (const [way, { end, code }] of Object.entries(ENDS))
  test(`${way} ends a program with all that it has begun`, async () => {
    const program = run(process.execPath, ['test/support/processes/endless-program.ts'], { stdio: 'pipe' });
    await until('it has begun', () => program.stdout().includes('and on'));
    const { directory, processes } = JSON.parse(program.stdout().split('\n')[0] ?? '') as Begun;
    assert.ok(existsSync(directory));
    for (const pid of processes) assert.ok(isRunning(pid), 'it runs');
    end(program.process);
    await program.ended;
    assert.equal(program.process.exitCode, code, program.stderr());
    assert.ok(!existsSync(directory));
    for (const pid of processes) assert.ok(!isRunning(pid), 'it has ended');
    assert.equal(/nobody catches this/.test(program.stderr()), way.endsWith('nothing catches'));
  });

test('closing the output of npm run chaos ends its servers, and leaves no file and no mounted file system', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'lds-chaos-'));
  atEnd(() => rmSync(temporary, { recursive: true, force: true }));
  // PostgreSQL runs as another user.
  chmodSync(temporary, 0o755);
  const env = {
    ...environment('', {}),
    TMPDIR: temporary,
    FAULTS: 'postgresql-stop,kill',
    MINUTES: '30',
  };
  // As `npm run chaos | head`.
  const program = run(process.execPath, ['scripts/develop.mjs', 'lab/chaos/main.ts'], { env });
  const servers = ['postgres', 'redis-server|valkey-server', 'nginx', 'src/main.ts'];
  await until('its servers run', async () => {
    // Listing all processes fifty times a second takes a core.
    await delay(500);
    const begun = descendantsOf(program.process.pid ?? 0);
    return (
      program.process.exitCode !== null ||
      servers.every((name) => begun.some(({ command }) => new RegExp(name).test(command)))
    );
  });
  assert.equal(program.process.exitCode, null, program.stderr());
  const begun = descendantsOf(program.process.pid ?? 0);
  // The program ends with the next line that it writes, when the faults of a step begin.
  program.process.stdout?.destroy();
  await program.ended;
  await until('all of them have ended', () => begun.every(({ pid }) => !isRunning(pid)));
  assert.ok(!spawnSync('mount', { encoding: 'utf8' }).stdout.includes(temporary));
  assert.deepEqual(
    readdirSync(temporary).filter((name) => name.startsWith('lds-')),
    [],
  );
});

/** A process that has ended, but whose parent has not noticed, does not run. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

function descendantsOf(pid: number): { pid: number; command: string }[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const all = stdout.split('\n').flatMap((line) => {
    const [, own, parent, command = ''] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [];
    return own === undefined ? [] : { pid: Number(own), parent: Number(parent), command };
  });
  const below = (of: number): typeof all =>
    all.filter(({ parent }) => parent === of).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}
