import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { json, startFaultyService } from '../support/client/faulty-service.ts';
import { ROOT } from '../support/directories.ts';
import { sharedSmallRelease } from '../support/release/small-release.ts';
import { temporaryDirectory } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const execute = promisify(execFile);
const project = temporaryDirectory();
const installed = join(project, 'node_modules/@location-data/client');

/** Installs the package from a service in a project that has nothing else, with an empty cache and no registry. */
before(async () => {
  const { stdout } = await execute(process.execPath, [join(ROOT, 'scripts/client.mjs')]);
  const { server } = await startSmallService();
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const url = `${server.address}/packages/${stdout.trim()}`;
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--registry=http://127.0.0.1:9/'];
  await execute('npm', ['install', url, `--cache=${temporaryDirectory()}`, ...options], { cwd: project });
});

test('the package gets responses from a service', async () => {
  const service = await startFaultyService();
  service.react(json({ id: 'lisbon' }));
  const printed = await runModule(`
    import { LocationData } from '@location-data/client';
    const lds = new LocationData({ baseUrl: '${service.url}', apiKey: 'key' });
    console.log((await lds.cities.get('lisbon')).id);`);
  assert.equal(printed, 'lisbon\n');
});

test('the package answers from a file, with the same error classes', async () => {
  const { store, name } = await sharedSmallRelease();
  const printed = await runModule(`
    import { ProblemError } from '@location-data/client';
    import { Snapshot } from '@location-data/client/offline';
    const snapshot = new Snapshot(${JSON.stringify(store.releaseFile(name))});
    const error = await snapshot.cities.get('nowhere').catch((error) => error);
    console.log((await snapshot.countries.list().all()).length, error instanceof ProblemError);
    snapshot.close();`);
  assert.equal(printed, '3 true\n');
});

test('the package’s command line answers from a file, and says if a place is unknown', async () => {
  const { store, name } = await sharedSmallRelease();
  const program = join(project, 'node_modules/.bin/lds');
  const file = store.releaseFile(name);
  const { stdout } = await execute(program, [
    'history',
    'portugal',
    '--of-country',
    '--release',
    file,
    '--json',
  ]);
  assert.equal(JSON.parse(stdout).title, 'Portugal over time');
  const refused = execute(program, ['country', 'nowhere', '--release', file]);
  await assert.rejects(refused, { code: 1, stdout: '', stderr: /There is no country/ });
});

test('on a Node.js without SQLite, what answers from a file says which version it needs', async () => {
  const without = ['--no-experimental-sqlite'];
  const offline = "import('@location-data/client/offline').catch(({ message }) => console.log(message))";
  const { stdout } = await execute(process.execPath, [...without, '--eval', offline], { cwd: project });
  assert.match(stdout, /^Answering from a file needs Node\.js 22\.16 or newer\.\n$/);
  const program = join(installed, 'dist/lds.js');
  for (const asked of [['city', 'lisbon'], ['mcp'], ['match', 'package.json']])
    await assert.rejects(
      execute(process.execPath, [...without, program, ...asked, '--release', 'any'], { cwd: project }),
      {
        code: 1,
        stderr: 'lds: Answering from a file needs Node.js 22.16 or newer.\n',
      },
    );
});

test('nothing in the package calls what only a newer Node.js than 22 has', () => {
  // The last one is a numbered parameter of a query, which its SQLite cannot bind.
  const newer =
    /\.(?:getOrInsert(?:Computed)?|(?:to|from|setFrom)(?:Base64|Hex)|sumPrecise|isError)\(|\b(?:RegExp\.escape|Promise\.try|Iterator\.concat|Temporal)\b|(?:=|\|\|) \?\d/g;
  const modules = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  assert.ok(modules.length > 5);
  for (const name of modules)
    assert.deepEqual(readFileSync(join(installed, 'dist', name), 'utf8').match(newer) ?? [], [], name);
});

test('the package has no dependencies, and names the licences of everything in it', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
  assert.deepEqual(readdirSync(join(project, 'node_modules')).toSorted(), [
    '.bin',
    '.package-lock.json',
    '@location-data',
  ]);
  const licences = readFileSync(join(installed, 'dist/engine-licenses.md'), 'utf8');
  const named = [...licences.matchAll(/^## (\S+) - \S+ \((.*)\)$/gm)].map(([, , licence]) => licence);
  assert.ok(named.length > 10);
  for (const licence of named)
    assert.match(String(licence), /^(MIT|ISC|Apache-2.0|BSD-[23]-Clause|BlueOak-1.0.0)$/);
});

test('its types pass strict checks without other types and without skipping declarations', async () => {
  const use = `import { type City, LocationData, type ProblemCode } from '@location-data/client';
    import { Snapshot } from '@location-data/client/offline';
    const lds: LocationData = new Snapshot('release.sqlite');
    const city: City = await lds.cities.get('lisbon');
    const name: string | undefined = (await lds.cities.get('lisbon', { fields: 'name' })).name;
    // @ts-expect-error there is no such parameter
    lds.cities.list({ contry: 'portugal' });
    // @ts-expect-error a city has no other formats
    lds.cities.get('lisbon').as('csv');
    const csv: string = await lds.cities.list({ kind: ['city'] }).all().as('csv');
    const code: ProblemCode = 'a code of a later version';
    for await (const { id } of lds.countries.list()) id satisfies string;
    export { city, code, csv, name };`;
  assert.equal(await complaints({ 'use.ts': use }, []), '');
});

test('every example on its pages type-checks', async () => {
  const pages = [join(installed, 'README.md'), join(ROOT, 'docs/clients.md')];
  const blocks = pages.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(/```ts\n(.*?)```/gs)]);
  assert.ok(blocks.length > 5);
  const files = blocks.map(([, code = ''], index) => [`example-${index}.ts`, withClient(code)]);
  assert.equal(await complaints(Object.fromEntries(files), ['node']), '');
});

/** Most examples use the client of an earlier example. */
function withClient(code: string): string {
  if (code.includes('const lds =')) return code;
  return `declare const lds: import('@location-data/client').LocationData;\n${code}\nexport {};`;
}

/** What the compiler says about files of the project. */
async function complaints(files: Record<string, string>, types: string[]): Promise<string> {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  };
  for (const [name, code] of Object.entries(files)) writeFileSync(join(project, name), code);
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  );
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  return execute(process.execPath, [compiler, '--project', project]).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  );
}

test('the package adds at most 6 KB to a bundle, compressed', async () => {
  const input = join(project, 'entry.js');
  writeFileSync(input, "import { LocationData } from '@location-data/client'; new LocationData();");
  const built = await build({
    configFile: false,
    root: project,
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input } },
  });
  const [chunk] = 'output' in built ? built.output : [];
  assert.ok(chunk?.type === 'chunk' && chunk.code.includes('x-dataset-release'));
  assert.ok(gzipSync(chunk.code).length <= 6 * 1024);
});

async function runModule(source: string): Promise<string> {
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: project,
  });
  return stdout;
}
