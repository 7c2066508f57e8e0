import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isInstalled } from '../../scripts/runtime.mjs';
import { ROOT } from '../support/directories.ts';
import { atEnd } from '../support/lifetime.ts';
import { emptyHome, environment, get, preparedHome, run, until } from '../support/processes/lds.ts';
import { temporaryDirectory } from '../support/service.ts';

// Otherwise npm would reinstall the packages while other tests use them.
const skip = isInstalled({ development: true })
  ? false
  : 'node_modules differs from the lockfile; run npm test';

test('`npm run --silent lds -- keys create` prints only the key', { skip }, async (t) => {
  const command = ['run', '--silent', 'lds', '--', 'keys', 'create', '--label', 'x'];
  const { code, stdout, stderr } = await run('npm', command, { env: environment(emptyHome(t), {}) }).ended;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^lds_live_\w{38}\n$/);
});

test('packages are not installed through a link to another working tree’s packages', async () => {
  const [tree, others] = [temporaryDirectory(), temporaryDirectory()];
  for (const file of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, file), join(tree, file), { recursive: true });
  writeFileSync(join(others, 'package-of-theirs'), '');
  symlinkSync(others, join(tree, 'node_modules'));
  const { code, stderr } = await run(process.execPath, [join(tree, 'scripts/develop.mjs'), 'any.ts']).ended;
  assert.equal(code, 1);
  assert.match(stderr, /node_modules is a link/);
  assert.deepEqual(readdirSync(others), ['package-of-theirs']);
});

test('SIGTERM to npm, whose shell does not pass it on, stops the server', { skip }, async (t) => {
  const home = await preparedHome(t);
  const npm = run('npm', ['start'], { env: environment(home, { PORT: '0' }), detached: true });
  atEnd(() => killGroup(npm.process.pid));
  await until('the server listens', () => / {2}curl .*\n/.test(npm.stdout()));
  const address = /listening on (\S+)/.exec(npm.stdout())?.[1] ?? '';
  npm.process.kill('SIGTERM');
  await until('the port is free', async () => {
    try {
      await get(address, '/healthz', '');
      return false;
    } catch {
      return true;
    }
  });
  // Its output ends when the last process that could write to it has ended.
  await npm.ended;
});

test('beside a server that runs from here, packages are added and none is replaced', async (t) => {
  const tree = checkoutWith('1.0.0');
  assert.equal((await installIn(tree, '{ development: false }')).code, 0);
  const used = join(tree, 'node_modules/used/loaded-later');
  writeFileSync(used, '');
  assert.ok(!existsSync(join(tree, 'node_modules/for-readers')));
  writeFileSync(join(tree, 'src/main.ts'), 'process.stdout.write("up"); setInterval(() => {}, 1000);');
  const server = run(process.execPath, ['src/main.ts', 'serve'], { cwd: tree });
  atEnd(() => server.process.kill('SIGKILL'), t);
  await until('the server runs', () => server.stdout() === 'up');

  const added = await installIn(tree, '{ development: true }');
  assert.equal(added.code, 0, added.stderr);
  assert.ok(existsSync(join(tree, 'node_modules/for-readers')));
  assert.ok(existsSync(used), 'the folder was not emptied');

  cpSync(checkoutWith('2.0.0'), tree, { recursive: true });
  const refused = await installIn(tree, '{ development: true }');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, RegExp(`process ${server.process.pid}.*stop it first`));
  assert.ok(existsSync(used));

  server.process.kill();
  await server.ended;
  assert.equal((await installIn(tree, '{ development: false }')).code, 0);
  assert.equal(versionOf(tree, 'used'), '2.0.0');
  assert.equal(versionOf(tree, 'for-readers'), '1.0.0', 'nothing else was removed');
});

test('the help of a command that needs more packages installs none', async () => {
  const tree = checkoutWith('1.0.0');
  await installIn(tree, '{ development: false }');
  mkdirSync(join(tree, 'node_modules/.bin'));
  symlinkSync(process.execPath, join(tree, 'node_modules/.bin/node'));
  writeFileSync(join(tree, 'src/main.ts'), 'process.stdout.write(process.argv.slice(2).join(" "));');
  const lds = join(tree, 'scripts/run.mjs');
  const { code, stdout, stderr } = await run(process.execPath, [lds, 'data', 'read', '--help']).ended;
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'data read --help', stderr: '' });
  assert.ok(!existsSync(join(tree, 'node_modules/for-readers')));
});

test('an installation that was killed is made again from nothing', async () => {
  const tree = checkoutWith('1.0.0');
  await installIn(tree, '{ development: false }');
  const half = join(tree, 'node_modules/for-readers');
  mkdirSync(half);
  writeFileSync(join(half, 'package.json'), JSON.stringify({ name: 'for-readers', version: '1.0.0' }));
  writeFileSync(join(tree, 'node_modules/.unfinished'), '');
  assert.equal((await installIn(tree, '{ development: true }')).code, 0);
  assert.ok(existsSync(join(half, 'index.js')));
});

/** A checkout with a package for servers, of a version, and one for development; both are files, so no registry is asked. */
function checkoutWith(version: string): string {
  const tree = temporaryDirectory();
  cpSync(join(ROOT, 'scripts'), join(tree, 'scripts'), { recursive: true });
  mkdirSync(join(tree, 'src'));
  const packed = (name: string, packedVersion: string) => {
    const source = temporaryDirectory();
    writeFileSync(join(source, 'package.json'), JSON.stringify({ name, version: packedVersion }));
    writeFileSync(join(source, 'index.js'), '');
    execFileSync('npm', ['pack', '--silent', '--pack-destination', tree], { cwd: source });
    return `file:${name}-${packedVersion}.tgz`;
  };
  const manifest = {
    name: 'checkout',
    dependencies: { used: packed('used', version) },
    devDependencies: { 'for-readers': packed('for-readers', '1.0.0') },
  };
  writeFileSync(join(tree, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--package-lock-only', '--offline', '--silent'], { cwd: tree });
  return tree;
}

function installIn(tree: string, options: string) {
  const script = `import { install } from './scripts/runtime.mjs'; await install(${options});`;
  return run(process.execPath, ['--input-type=module', '--eval', script], { cwd: tree }).ended;
}

function versionOf(tree: string, name: string): unknown {
  return JSON.parse(readFileSync(join(tree, 'node_modules', name, 'package.json'), 'utf8')).version;
}

function killGroup(leader: number | undefined): void {
  try {
    process.kill(-(leader ?? 0), 'SIGKILL');
  } catch {
    // No process is left, as expected.
  }
}
