import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';

interface LockedPackage {
  version: string;
  license: string;
  integrity?: string;
  resolved?: string;
  /** Only development needs it: `npm start` does not install it. */
  dev?: true;
  hasInstallScript?: true;
  /** What its user has to install beside it. */
  peerDependencies?: Record<string, string>;
}

/** Licences that let anybody use, change and pass on what is installed, whatever they do with it. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];
/** What may have another one, and why. */
const EXCEPTIONS: Readonly<Record<string, RegExp>> = {
  // Changed files of it stay under it. Vite runs lightningcss to build the web app, in which nothing of it remains; resvg draws
  // cards, and we change nothing in it.
  'MPL-2.0': /^node_modules\/(lightningcss|@resvg\/resvg-wasm$)/,
};
/** Of packages for development: also licences of data and of files that nobody changes. */
const FOR_DEVELOPMENT = [
  ...PERMISSIVE,
  'CC-BY-4.0',
  'MIT AND Apache-2.0',
  'MIT OR Apache-2.0',
  'MPL-2.0',
  'PSF-2.0',
  'Unicode-3.0',
];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };

const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

test('package.json names every package with an exact version', () => {
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(manifest[group] ?? {}))
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  }
});

test('the lockfile has a hash of every package, and names no registry', () => {
  assert.ok(packages.length > 100);
  for (const [path, { integrity, resolved }] of packages) {
    assert.match(String(integrity), /^sha512-/, path);
    assert.equal(resolved, undefined, path);
  }
});

test('no package runs a script during installation', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  const wanting = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
  // It reports installations to its maker, if it is let.
  assert.deepEqual(
    wanting.map(([path, { dev }]) => [path, dev]),
    [['node_modules/@scarf/scarf', true]],
  );
  const ours = Object.keys(manifest.scripts ?? {});
  assert.deepEqual(
    ours.filter((name) => /^(pre|post)?(install|prepare|prepublish)/.test(name)),
    [],
  );
});

test('packages that `npm start` installs have licences that allow every use, and all others known ones', () => {
  for (const [path, { license, dev }] of packages) {
    const allowed = dev ? FOR_DEVELOPMENT : PERMISSIVE;
    assert.ok(allowed.includes(license) || EXCEPTIONS[license]?.test(path), `${path}: ${license}`);
  }
});

test('`npm start` installs nothing that only tests and tools import', () => {
  const imported = new Set(
    ['src', 'web/src', 'web/site', 'web/vite.config.ts', 'scripts/pack-client.ts']
      .flatMap((path) => globSync(path.endsWith('.ts') ? path : `${path}/**/*.{ts,tsx}`, { cwd: ROOT }))
      .flatMap((path) => [...read(path).matchAll(/(?:from|import) ?\(?'((?:@[^/']+\/)?[^/']+)[^']*'/g)])
      .map(([, name]) => name),
  );
  const peers = new Set(packages.flatMap(([, { peerDependencies = {} }]) => Object.keys(peerDependencies)));
  for (const name of Object.keys(manifest.dependencies ?? {}))
    assert.ok(imported.has(name) || peers.has(name), name);
});

test('`npm run sbom` lists what `npm start` installs, each with version, licence and hash', () => {
  const { bomFormat, components } = JSON.parse(
    execFileSync(process.execPath, ['scripts/sbom.mjs'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  );
  assert.equal(bomFormat, 'CycloneDX');
  const named = ({ group, name, version }: Component) => `${group ? `${group}/` : ''}${name}@${version}`;
  const installed = packages.filter(([, { dev }]) => !dev);
  assert.deepEqual(
    new Set(components.map(named)),
    new Set(installed.map(([path, { version }]) => `${path.replace(/.*node_modules\//, '')}@${version}`)),
  );
  for (const component of components) {
    assert.equal(component.licenses.length, 1, component.name);
    assert.equal(component.hashes[0].alg, 'SHA-512', component.name);
  }
});

interface Component {
  group?: string;
  name: string;
  version: string;
}
