// `npm run client [DIRECTORY]`: builds the client package, unless it was built from the same files, and packs it, into client/
// unless a directory is named. `npm start` and `npm test` also do so. Prints the name of the file.
import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answerHelp } from './program.mjs';
import { buildClient, install, root } from './runtime.mjs';

answerHelp(import.meta.url);

try {
  await install({ development: false });
  const name = await buildClient();
  const [, , directory] = process.argv;
  if (directory !== undefined) copyFileSync(join(root, 'client', name), join(resolve(directory), name));
  process.stdout.write(`${name}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode ?? 1);
}
