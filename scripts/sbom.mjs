// `npm run --silent sbom`: the packages that `npm start` installs, as a CycloneDX document made from the lockfile, offline.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beginProgram } from './program.mjs';
import { root } from './runtime.mjs';

beginProgram(import.meta.url);

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const installed = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => `${path.replace(/.*node_modules\//, '')}@${version}`),
);
// Not `--omit=dev`, which NODE_ENV=production means, too: npm 11 then leaves out what both development and the service need, such as ajv.
const { metadata, components, dependencies, ...document } = JSON.parse(
  execFileSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev', '--loglevel=error'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    },
  ),
);
const service = metadata.component['bom-ref'];
const isKept = (reference) => reference === service || installed.has(reference);
const kept = {
  ...document,
  // npm would name it after the directory.
  metadata: { ...metadata, component: { ...metadata.component, name: 'location-data-service' } },
  components: components.filter((component) => isKept(component['bom-ref'])),
  dependencies: dependencies
    .filter(({ ref }) => isKept(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
};
process.stdout.write(`${JSON.stringify(kept, null, 2)}\n`);
