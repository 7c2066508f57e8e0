// `npm run web`: builds the web app. `npm start` and `npm test` also do so if something has changed.
import { buildWebApp, install } from './runtime.mjs';

try {
  await install({ development: false });
  await buildWebApp();
} catch (error) {
  process.exit(error.exitCode ?? 1);
}
