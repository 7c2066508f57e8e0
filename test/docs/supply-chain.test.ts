import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';

interface LockedPackage {
  integrity?: string;
  resolved?: string;
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> };

test('package.json names every package with an exact version', () => {
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(manifest[group] ?? {}))
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  }
});

test('the lockfile has a hash of every package, and sends nobody to another registry', () => {
  const { '': _ours, ...packages } = lock.packages;
  assert.ok(Object.keys(packages).length > 100);
  for (const [path, { integrity, resolved }] of Object.entries(packages)) {
    assert.match(String(integrity), /^sha512-/, path);
    assert.equal(resolved, undefined, path);
  }
});

test('no package runs a script when it is installed', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  const ours = Object.keys(manifest.scripts ?? {});
  assert.deepEqual(
    ours.filter((name) => /^(pre|post)?(install|prepare|prepublish)/.test(name)),
    [],
  );
});
