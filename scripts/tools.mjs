// Programs that the tests need besides npm packages. We find them, install them from Debian's packages, or name the command that
// installs them.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, run, step } from './runtime.mjs';

/** @type {Record<string, { what: string, names: string[], directories?: () => string[], debian: string, elsewhere: string }>} */
const TOOLS = {
  chromium: {
    what: 'a Chromium for the browser tests',
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
    ],
    directories: () => ['/Applications/Chromium.app/Contents/MacOS', ...playwrightDirectories()],
    debian: 'chromium-headless-shell',
    elsewhere: 'npx playwright-core install chromium',
  },
  python3: {
    what: 'a Python for the examples of web app and recipes, and for the client',
    names: ['python3'],
    debian: 'python3',
    elsewhere: 'brew install python',
  },
  pip3: {
    what: 'pip for the package of the client for Python',
    names: ['pip3'],
    debian: 'python3-pip',
    elsewhere: 'brew install python',
  },
  curl: {
    what: 'curl for the examples of web app and recipes',
    names: ['curl'],
    debian: 'curl',
    elsewhere: 'brew install curl',
  },
  initdb: {
    what: 'a PostgreSQL server for the tests of the store',
    names: ['initdb'],
    directories: postgresqlDirectories,
    debian: 'postgresql',
    elsewhere: 'brew install postgresql@17',
  },
  redis: {
    what: 'a Valkey or Redis server for the tests of several nodes',
    names: ['valkey-server', 'redis-server'],
    debian: 'redis-server',
    elsewhere: 'brew install valkey',
  },
  sqlite3: {
    what: "SQLite's own command, with which back-ups are made",
    names: ['sqlite3'],
    debian: 'sqlite3',
    elsewhere: 'brew install sqlite',
  },
  nginx: {
    what: 'nginx, behind which the tests put several nodes',
    names: ['nginx'],
    // Not on everybody's PATH.
    directories: () => ['/usr/sbin'],
    debian: 'nginx-light',
    elsewhere: 'brew install nginx',
  },
};

/** Directories of Debian's PostgreSQL, which are not on the PATH, the newest version first. */
function postgresqlDirectories() {
  return directoriesIn('/usr/lib/postgresql')
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join('/usr/lib/postgresql', version, 'bin'));
}

/** The path of a tool; if it is missing, throws with the command that installs it. */
export function toolPath(name) {
  const tool = TOOLS[name];
  const path = find(tool);
  if (path === undefined)
    throw Object.assign(new Error(`This machine lacks ${tool.what}. Install it: ${howTo(tool)}`), {
      exitCode: 1,
    });
  return path;
}

/** Set to `no`, it keeps `npm test` from installing packages of Debian. */
const SWITCH = 'LDS_TEST_INSTALL';

/** Installs missing tools if that is possible and allowed, and says so first; otherwise fails with the command to run. */
export async function provideTools() {
  const missing = missingTools();
  if (missing.length === 0) return;
  if (process.env[SWITCH] !== 'no' && canInstall()) {
    const packages = missing.map(({ debian }) => debian);
    process.stderr.write(
      `The tests need programs that this machine lacks:\n${list(missing)}\nYou are root, so apt-get installs ${packages.join(', ')} now. To prevent that, set ${SWITCH}=no.\n`,
    );
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    await step(`installing ${packages.join(', ')}`, async () => {
      await run('apt-get', ['update', '-qq'], options);
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
    });
  }
  const still = missingTools();
  if (still.length > 0)
    fail(
      `The tests need programs that this machine lacks:\n${list(still)}\nInstall them: ${howTo(...still)}`,
    );
}

function missingTools() {
  return Object.values(TOOLS).filter((tool) => find(tool) === undefined);
}

function list(tools) {
  return tools.map(({ what }) => `- ${what}`).join('\n');
}

/** One command for all of them. */
function howTo(...tools) {
  return existsSync('/etc/debian_version')
    ? `sudo apt-get install ${tools.map(({ debian }) => debian).join(' ')}`
    : tools.map(({ elsewhere }) => elsewhere).join(' && ');
}

function canInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

function find({ names, directories = () => [] }) {
  const places = [...(process.env.PATH ?? '').split(delimiter), ...directories()];
  return places.flatMap((place) => names.map((name) => join(place, name))).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where `playwright-core install` puts its browsers on Linux and macOS. */
function playwrightDirectories() {
  const caches = [
    join(process.env.HOME ?? '', '.cache/ms-playwright'),
    join(process.env.HOME ?? '', 'Library/Caches/ms-playwright'),
  ];
  return caches.flatMap((cache) =>
    directoriesIn(cache).flatMap((browser) =>
      directoriesIn(join(cache, browser)).map((build) => join(cache, browser, build)),
    ),
  );
}

function directoriesIn(path) {
  return existsSync(path) ? readdirSync(path) : [];
}
