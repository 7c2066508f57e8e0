/** The servers that are compared: ours, and others that can send the same bytes. All run at once, on the same core. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atProgramEnd } from '../../scripts/program.mjs';
import { SERVER_FLAGS } from '../../scripts/runtime.mjs';
import { OperatorError } from '../../src/process/operator-error.ts';
import { isWhole } from '../../src/release/manifest.ts';
import { ReleaseStore } from '../../src/release/store.ts';

/** In taskset's syntax. With two cores, one is for the servers, which take turns, and one for the load. */
const SERVER_CORES = process.env.SERVER_CORES ?? '0';
/** A server of two processes needs two; on two cores the load shares them. */
const TWO_SERVER_CORES = process.env.TWO_SERVER_CORES ?? '0,1';
/** Number of cities of the peers that keep JSON in memory. */
const CITIES = 1000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One kind of request to one server. */
export interface Contender {
  name: string;
  url: string;
  headers: Record<string, string>;
  /** Paths to request in random order instead of the url's own. */
  paths?: readonly string[];
  /** The bare `node:http` that sends the same body; without it, the one that sends a city. */
  bare?: Contender;
  server: ChildProcess;
}

/** Starts and ends processes in a directory of their own. They end with the program, however it ends. */
export class Arena {
  readonly home = mkdtempSync(join(tmpdir(), 'lds-bench-'));
  readonly #children: ChildProcess[] = [];

  constructor() {
    // nginx's worker runs as another user.
    chmodSync(this.home, 0o755);
    atProgramEnd(() => this.end());
  }

  /** Starts a program on the servers' core; resolves once its output contains the word, or at once without one. */
  start(
    command: readonly string[],
    word: string,
    environment: NodeJS.ProcessEnv = process.env,
    cores = SERVER_CORES,
  ): Promise<{ output: string; server: ChildProcess }> {
    const server = spawn('taskset', ['-c', cores, ...command], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(server);
    return new Promise((resolve, reject) => {
      let output = '';
      server.stdout.on('data', (chunk) => {
        output += chunk;
        if (output.includes(word)) resolve({ output, server });
      });
      if (word === '') resolve({ output, server });
      server.on('error', reject);
      server.on('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code}: ${output}`)));
    });
  }

  /** Resolves once all processes have ended: until then a server writes to its directory. */
  async end(): Promise<void> {
    for (const child of this.#running()) child.kill('SIGTERM');
    await Promise.all(this.#running().map((child) => once(child, 'exit')));
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  #running(): ChildProcess[] {
    return this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  }
}

/** Below /v1. */
const CITY = '/cities/lisbon';
const COST = '/data/cost-of-living/lisbon';
const LIST = '/countries';
/** The value that browsers send. */
const BROTLI = { 'Accept-Encoding': 'br' };

export interface OurService {
  address: string;
  token: string;
  server: ChildProcess;
  /** From its start until it listens. */
  secondsToStart: number;
  /** A key of another plan. */
  key(plan: string): string;
}

export interface OurOptions {
  /** Where a release is already published; without it, the release of data/ is published first. */
  home?: string;
  workers?: number;
  /** Besides those of OUR_SETTINGS, and before them. */
  settings?: Record<string, string>;
}

/** Plans that admit the whole load, and one that admits nothing; the limits are checked in any case. */
export const OUR_SETTINGS = {
  PORT: '0',
  LDS_LOG_LEVEL: 'error',
  LDS_FAILED_AUTH_PER_MINUTE: '1000000000',
  LDS_SITE_PER_MINUTE: '1000000000',
  LDS_PLANS: 'standard=100000000/10s+100000000000/day,used-up=1/10s+1/day',
};

/**
 * Publishes the release of data/ with its downloads, unless that has been done: a server would do so itself, while it is measured.
 *
 * @returns the `LDS_HOME` that it is in
 */
export function publishedIn(arena: Arena): string {
  const home = join(arena.home, 'ours');
  execFileSync(process.execPath, ['src/main.ts', 'data', 'publish'], {
    cwd: ROOT,
    env: { ...process.env, LDS_HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return home;
}

export async function startOurs(
  arena: Arena,
  { home, workers = 1, settings = {} }: OurOptions = {},
): Promise<OurService> {
  const directory = home ?? publishedIn(arena);
  const ours = { ...OUR_SETTINGS, ...settings, LDS_HOME: directory, LDS_WORKERS: String(workers) };
  const environment = { ...process.env, ...ours };
  const command = [process.execPath, ...SERVER_FLAGS, 'src/main.ts', 'serve'];
  const cores = workers > 1 ? TWO_SERVER_CORES : SERVER_CORES;
  const startedAt = performance.now();
  const { output, server } = await arena.start(command, 'curl', environment, cores);
  const secondsToStart = (performance.now() - startedAt) / 1000;
  // The server would make the downloads of a new release in the background, which would disturb the measurement.
  const releases = new ReleaseStore(directory);
  while (!isWhole(releases.manifest(releases.currentName() ?? ''))) await delay(100);
  const key = (plan: string) =>
    execFileSync(process.execPath, ['src/main.ts', 'keys', 'create', '--label', plan, '--plan', plan], {
      cwd: ROOT,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const token = key('standard');
  return { address: /http:\/\/[\d.]+:\d+/.exec(output)?.[0] ?? '', token, server, secondsToStart, key };
}

/** Ours in every way a look-up can end, and the peers, with the same city. The first is bare `node:http` with that city. */
export async function startContenders(arena: Arena): Promise<Contender[]> {
  requireTools();
  const ours = await startOurs(arena);
  const { address, token, server } = ours;
  const authorized = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/v1${CITY}`, { headers: authorized });
  const body = Buffer.from(await answer.arrayBuffer());
  const unchanged = { ...authorized, 'If-None-Match': answer.headers.get('etag') ?? '' };
  const ids = await largestCities(ours);
  writeFileSync(join(arena.home, 'lisbon.json'), body);
  await writeCities(arena, ours, [...ids, 'lisbon']);

  const cities = ids.map((id) => `/cities/${id}`);
  const bare = await startBare(arena, ours, [CITY, COST, LIST, ...cities]);
  const bareCity = bare('bare node:http', CITY);
  const bareCities = { ...bare(`bare node:http, any of ${CITIES} cities`, '/'), paths: cities };
  const bareCost = bare('bare node:http, cost of living', COST);
  const bareList = bare('bare node:http, country list', LIST);
  const our = (name: string, path: string, headers: Record<string, string> = authorized) => ({
    name,
    url: `${address}/v1${path}`,
    headers,
    server,
  });
  return [
    bareCity,
    our('one city', CITY),
    our('one city, 304', CITY, unchanged),
    bareCities,
    { ...our(`any of ${CITIES} cities`, '/'), paths: cities.map((path) => `/v1${path}`), bare: bareCities },
    bareCost,
    { ...our('cost of living', COST), bare: bareCost },
    our('cost of living, Brotli', COST, { ...authorized, ...BROTLI }),
    { ...our('page of a city, Brotli', '/'), url: `${address}/cities/lisbon`, headers: BROTLI },
    bareList,
    { ...our('country list', LIST), bare: bareList },
    our('filtered city list', '/cities?country=portugal&min_population=50000&limit=20'),
    our('no key, 401', CITY, {}),
    our('over the limit, 429', CITY, { Authorization: `Bearer ${ours.key('used-up')}` }),
    await startTwoProcesses(arena),
    ...(await startNginx(arena)),
    await startPlainExpress(arena),
    await startExpressWithMiddleware(arena),
    await startJsonServer(arena),
  ];
}

/**
 * The most that `node:http` can do: for each path below /v1 the body that ours sends, in a buffer that was made before, and two
 * headers.
 */
async function startBare(
  arena: Arena,
  { address, token }: OurService,
  paths: readonly string[],
): Promise<(name: string, path: string) => Contender> {
  const file = join(arena.home, 'bodies.json');
  const bodies: Record<string, string> = {};
  for (const path of paths) {
    const answer = await fetch(`${address}/v1${path}`, { headers: { Authorization: `Bearer ${token}` } });
    bodies[path] = await answer.text();
  }
  writeFileSync(file, JSON.stringify(bodies));
  const script = `
    const bodies = new Map(Object.entries(require(${JSON.stringify(file)})).map(([path, text]) => {
      const body = Buffer.from(text);
      return [path, { body, headers: ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)] }];
    }));
    const server = require('node:http').createServer((request, response) => {
      const { body, headers } = bodies.get(request.url);
      response.writeHead(200, headers);
      response.end(body);
    });
    server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port + ';'));`;
  const { output, server } = await arena.start([process.execPath, '--eval', script], ';');
  return (name, path) => ({ name, url: `http://127.0.0.1:${portIn(output)}${path}`, headers: {}, server });
}

/** Ours as two processes, which share the limits of keys through a third. */
async function startTwoProcesses(arena: Arena): Promise<Contender> {
  // Each server has a directory of its own.
  const home = join(arena.home, 'two');
  cpSync(join(publishedIn(arena), 'releases'), join(home, 'releases'), { recursive: true });
  const { address, token, server } = await startOurs(arena, { home, workers: 2 });
  const headers = { Authorization: `Bearer ${token}` };
  return { name: 'one city, two processes', url: `${address}/v1/cities/lisbon`, headers, server };
}

/** A server as written in an afternoon, with the cities in memory and nothing else: no keys, no limits, no extra headers. */
function startPlainExpress(arena: Arena): Promise<Contender> {
  return startExpress(arena, { name: 'Express', headers: {}, middleware: '' });
}

/** The same with everything that people add before they publish it, so that it does about the same as ours, except counting. */
function startExpressWithMiddleware(arena: Arena): Promise<Contender> {
  const key = 'lds_live_0123456789abcdefghijABCDEFGHIJ0123456789';
  const middleware = `
    const hash = (text) => require('node:crypto').createHash('sha256').update(text).digest('hex');
    const keys = new Set([hash(${JSON.stringify(key)})]);
    app.use(require('helmet')());
    app.use(require('compression')());
    app.use((request, response, next) => {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if (token !== undefined && keys.has(hash(token))) next();
      else response.status(401).json({ error: 'no such key' });
    });
    app.use(require('express-rate-limit').rateLimit({
      windowMs: 10_000, limit: 1e9, standardHeaders: 'draft-8', legacyHeaders: true, keyGenerator: (request) => request.headers.authorization,
    }));`;
  const headers = { Authorization: `Bearer ${key}` };
  return startExpress(arena, { name: 'Express, usual middleware', headers, middleware });
}

async function startExpress(
  arena: Arena,
  { name, headers, middleware }: Pick<Contender, 'name' | 'headers'> & { middleware: string },
): Promise<Contender> {
  const script = `
    const cities = new Map(require(${JSON.stringify(join(arena.home, 'cities.json'))}).cities.map((city) => [city.id, city]));
    const app = require('express')();
    ${middleware}
    app.get('/cities/:id', (request, response) => {
      const city = cities.get(request.params.id);
      if (city === undefined) response.status(404).json({ error: 'no such city' });
      else response.json(city);
    });
    const server = app.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port + ';'));`;
  const environment = { ...process.env, NODE_ENV: 'production' };
  const { output, server } = await arena.start([process.execPath, '--eval', script], ';', environment);
  return { name, url: `http://127.0.0.1:${portIn(output)}/cities/lisbon`, headers, server };
}

async function startJsonServer(arena: Arena): Promise<Contender> {
  const port = await freePort();
  const program = createRequire(import.meta.url).resolve('json-server/lib/cli/bin.js');
  const flags = ['--quiet', '--host', '127.0.0.1', '--port', String(port), join(arena.home, 'cities.json')];
  const { server } = await arena.start([process.execPath, program, ...flags], '');
  const url = `http://127.0.0.1:${port}/cities/lisbon`;
  await answering(url, {});
  return { name: 'json-server', url, headers: {}, server };
}

/** Once as a plain file server, once with a list of keys and a limit for each. */
async function startNginx(arena: Arena): Promise<Contender[]> {
  const [open, guarded] = [await freePort(), await freePort()];
  const directory = join(arena.home, 'nginx');
  mkdirSync(directory);
  const configuration = join(directory, 'nginx.conf');
  const key = 'lds_live_0123456789abcdefghijABCDEFGHIJ0123456789';
  writeFileSync(
    configuration,
    `worker_processes 1; daemon off; pid ${directory}/pid; error_log ${directory}/error.log;
     events { worker_connections 256; }
     http { access_log off; sendfile on; keepalive_requests 1000000000; types { application/json json; } open_file_cache max=10;
       client_body_temp_path ${directory}/a; proxy_temp_path ${directory}/b; fastcgi_temp_path ${directory}/c;
       uwsgi_temp_path ${directory}/d; scgi_temp_path ${directory}/e; root ${arena.home};
       map_hash_bucket_size 128; map $http_authorization $known { default 0; "Bearer ${key}" 1; }
       limit_req_zone $http_authorization zone=keys:1m rate=1000000r/s;
       server { listen 127.0.0.1:${open}; }
       server { listen 127.0.0.1:${guarded};
         location / { if ($known = 0) { return 401; } limit_req zone=keys burst=1000000 nodelay; add_header X-Content-Type-Options nosniff; } } }`,
  );
  const { server } = await arena.start(['nginx', '-c', configuration], '');
  const contender = async (name: string, port: number, headers: Record<string, string>) => {
    const url = `http://127.0.0.1:${port}/lisbon.json`;
    await answering(url, headers);
    return { name, url, headers, server };
  };
  return [
    await contender('nginx static', open, {}),
    await contender('nginx, key and limit', guarded, { Authorization: `Bearer ${key}` }),
  ];
}

async function largestCities({ address, token }: OurService): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/v1/cities?limit=${CITIES}`, { headers });
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

/** For the peers that hold JSON in memory: the same bodies as ours. */
async function writeCities(
  arena: Arena,
  { address, token }: OurService,
  ids: readonly string[],
): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const cities: unknown[] = [];
  for (const id of ids) cities.push(await (await fetch(`${address}/v1/cities/${id}`, { headers })).json());
  writeFileSync(join(arena.home, 'cities.json'), JSON.stringify({ cities }));
}

async function answering(url: string, headers: Record<string, string>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answers = await fetch(url, { headers }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    await delay(50);
  }
  throw new Error(`${url} does not answer`);
}

function portIn(output: string): string {
  return /port (\d+)/.exec(output)?.[1] ?? '';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function requireTools(): void {
  for (const tool of ['wrk', 'nginx', 'taskset']) {
    try {
      execFileSync('sh', ['-c', `command -v ${tool}`]);
    } catch {
      throw new OperatorError(`${tool} is missing: apt-get install wrk nginx-light util-linux`);
    }
  }
}
