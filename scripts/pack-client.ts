/** `node scripts/pack-client.ts`: builds the client for JavaScript into client/dist, and packs it as client/location-data-client-VERSION.tgz. Run it with `npm run client`. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { build, transformWithOxc } from 'vite';
import { gzippedTar } from '../src/site/packages/archives.ts';
import { beginProgram } from './program.mjs';

beginProgram(import.meta.url);
const ROOT = join(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'client');
const DIST = join(CLIENT, 'dist');
/** These are bundled with the engine. */
const BUNDLED = ['engine.ts', 'lds.ts', 'sqlite.ts'];
/** Relative imports in declarations. */
const IMPORTED = /(from "\.\/[\w-]+)\.ts"/g;

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);
// Without the compiler, which `npm start` does not install; the type check of `npm test` reads the same files.
for (const name of globSync('*.ts', { cwd: join(CLIENT, 'src') })) {
  if (BUNDLED.includes(name)) continue;
  const source = readFileSync(join(CLIENT, 'src', name), 'utf8');
  const declared = isolatedDeclarationSync(name, source);
  const [error] = declared.errors;
  if (error !== undefined) throw new Error(`${name}: ${error.message}`);
  const target = { target: 'es2022', typescript: { rewriteImportExtensions: 'rewrite' as const } };
  const { code } = await transformWithOxc(source, name, { ...target, sourcemap: false });
  writeFileSync(join(DIST, name.replace(/ts$/, 'js')), code);
  writeFileSync(join(DIST, name.replace(/ts$/, 'd.ts')), declared.code.replaceAll(IMPORTED, '$1.js"'));
}
await build({ configFile: join(CLIENT, 'vite.config.ts'), logLevel: 'error' });

const { version } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8')) as { version: string };
const files = new Map([
  ['package.json', readFileSync(join(CLIENT, 'package.json'))],
  ['README.md', readFileSync(join(CLIENT, 'README.md'))],
  ['LICENSE', readFileSync(join(ROOT, 'LICENSE'))],
  ...globSync('**/*.{js,ts,md}', { cwd: DIST })
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
    .map((name): [string, Buffer] => [`dist/${name}`, readFileSync(join(DIST, name))]),
]);
writeFileSync(join(CLIENT, `location-data-client-${version}.tgz`), gzippedTar('package', files));
