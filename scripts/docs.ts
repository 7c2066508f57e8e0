/** `npm run docs`: updates the generated parts of README.md, docs/ and client/; test/docs compares the committed ones with the same code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildRelease } from '../src/dataset/building/build/build-release.ts';
import { dataHash } from '../src/dataset/building/build/data-hash.ts';
import { makeDownloads } from '../src/dataset/building/build/downloads.ts';
import { readSourceCatalogue } from '../src/dataset/building/facts/source-catalogue.ts';
import { ReleaseStore } from '../src/release/store.ts';
import { FILES, GeneratedSections, ROOT } from './docs/generated-sections.ts';
import { checkSections } from './docs/publishers.ts';
import { beginProgram } from './program.mjs';

beginProgram(import.meta.url);
const dataDirectory = fileURLToPath(new URL('data', ROOT));
const releases = new ReleaseStore(fileURLToPath(new URL('var/test', ROOT)));

// Before a build, which takes minutes.
checkSections(readSourceCatalogue(dataDirectory).keys());
const sections = new GeneratedSections(dataDirectory, releases.releaseFile(await currentRelease()));
for (const page of FILES) {
  const file = new URL(page, ROOT);
  const markdown = readFileSync(file, 'utf8');
  const regenerated = sections.regenerate(page, markdown);
  if (regenerated === markdown) continue;
  writeFileSync(file, regenerated);
  process.stdout.write(`${page}: updated\n`);
}

/** The release of data/ in the store that the tests also use; built if it is not there. */
async function currentRelease(): Promise<string> {
  const current = releases.currentName();
  if (current !== undefined && releases.dataHash(current) === dataHash(dataDirectory)) return current;
  const { name } = await buildRelease(dataDirectory, releases);
  await makeDownloads(releases, name);
  releases.publish(name);
  return name;
}
