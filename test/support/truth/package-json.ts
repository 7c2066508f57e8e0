import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A list or map from an npm package: `world-atlas/land-10m.json`. It is read once. */
export function packageJson(file: string): unknown {
  return require(file);
}
