// `npm run web`: builds the web app. `npm start` and `npm test` also do so if something has changed.
import { beginProgram } from './program.mjs';
import { buildWebApp, install } from './runtime.mjs';

beginProgram(import.meta.url);

try {
  await install({ development: false });
  await buildWebApp();
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
