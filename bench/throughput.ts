/**
 * How fast one authenticated, limited, metered, conditional city look-up is, as a ratio to (a) a bare node:http server
 * that sends the same bytes and (b) nginx serving them as a file. All servers run at once, each on core 0 with the load
 * on core 1, and take turns, so that whatever else the machine does hits them alike; ratios are medians over the rounds.
 *
 *   npm run bench            needs wrk, nginx and taskset (Debian: apt-get install wrk nginx-light util-linux)
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVER_FLAGS } from '../scripts/runtime.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const SECONDS = Number(process.env.SECONDS ?? 2);
const CONNECTIONS = 32;

interface Contender {
  name: string;
  url: string;
  /** Request headers. */
  headers: Record<string, string>;
}

const home = mkdtempSync(join(tmpdir(), 'lds-bench-'));
// nginx's worker runs as another user.
chmodSync(home, 0o755);
const children: ChildProcess[] = [];
try {
  requireTools();
  const { address, token } = await startOurs();
  const authorization = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/v1/cities/lisbon`, { headers: authorization });
  const body = Buffer.from(await answer.arrayBuffer());
  const etag = answer.headers.get('etag') ?? '';
  writeFileSync(join(home, 'lisbon.json'), body);
  const bare = await startBare();
  const nginx = await startNginx();

  const cityUrls = await sampleOfCities(address, token);
  const contenders: Contender[] = [
    { name: 'bare node:http', url: bare, headers: {} },
    { name: 'nginx static', url: nginx, headers: {} },
    { name: 'city', url: `${address}/v1/cities/lisbon`, headers: authorization },
    {
      name: 'city, 304',
      url: `${address}/v1/cities/lisbon`,
      headers: { ...authorization, 'If-None-Match': etag },
    },
    { name: 'cost of living', url: `${address}/v1/data/cost-of-living/lisbon`, headers: authorization },
    { name: 'any of 1000 cities', url: `${address}`, headers: authorization },
    { name: 'no key, 401', url: `${address}/v1/cities/lisbon`, headers: {} },
  ];
  const rates = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) {
      const paths = contender.name === 'any of 1000 cities' ? cityUrls : undefined;
      rates.get(contender.name)?.push(await requestsPerSecond(contender, paths));
    }
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  }
  report(rates);
  console.log(
    `body: ${body.length} bytes; resident memory of our server afterwards: ${residentMegabytes(children[0])} MB`,
  );
} finally {
  for (const child of children) child.kill('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}

/** Its plan lets the load through; all the limiting is done all the same. */
async function startOurs(): Promise<{ address: string; token: string }> {
  const environment = {
    ...process.env,
    PORT: '0',
    LDS_HOME: join(home, 'ours'),
    LDS_LOG_LEVEL: 'error',
    LDS_FAILED_AUTH_PER_MINUTE: '1000000000',
    LDS_PLANS: 'standard=100000000/10s+100000000000/day',
  };
  const output = await startedProcess([...SERVER_FLAGS, 'src/main.ts', 'serve'], environment, 'curl');
  return {
    address: /http:\/\/[\d.]+:\d+/.exec(output)?.[0] ?? '',
    token: /lds_live_\w+/.exec(output)?.[0] ?? '',
  };
}

async function startBare(): Promise<string> {
  const script = `
    const body = require('node:fs').readFileSync(${JSON.stringify(join(home, 'lisbon.json'))});
    const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)];
    const server = require('node:http').createServer((request, response) => { response.writeHead(200, headers); response.end(body); });
    server.listen(0, '127.0.0.1', () => console.log('listening on ' + server.address().port));`;
  const output = await startedProcess(['--eval', script], process.env, 'listening');
  return `http://127.0.0.1:${/listening on (\d+)/.exec(output)?.[1]}/`;
}

async function startNginx(): Promise<string> {
  const port = await freePort();
  mkdirSync(join(home, 'nginx'));
  const file = join(home, 'nginx', 'nginx.conf');
  writeFileSync(
    file,
    `worker_processes 1; daemon off; pid ${home}/nginx/pid; error_log ${home}/nginx/error.log;
     events { worker_connections 256; }
     http { access_log off; sendfile on; keepalive_requests 1000000000; types { application/json json; } open_file_cache max=10;
       client_body_temp_path ${home}/nginx/a; proxy_temp_path ${home}/nginx/b; fastcgi_temp_path ${home}/nginx/c; uwsgi_temp_path ${home}/nginx/d; scgi_temp_path ${home}/nginx/e;
       server { listen 127.0.0.1:${port}; root ${home}; } }`,
  );
  children.push(spawn('taskset', ['-c', '0', 'nginx', '-c', file], { stdio: 'ignore' }));
  const url = `http://127.0.0.1:${port}/lisbon.json`;
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx does not answer');
}

/** Starts Node on core 0 and waits until its standard output has the word. */
function startedProcess(args: string[], environment: NodeJS.ProcessEnv, word: string): Promise<string> {
  const child = spawn('taskset', ['-c', '0', process.execPath, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes(word)) resolve(output);
    });
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

async function requestsPerSecond({ url, headers }: Contender, paths: string[] | undefined): Promise<number> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const script: string[] = [];
  if (paths !== undefined) {
    const file = join(home, 'paths.lua');
    const list = paths.map((path) => JSON.stringify(path)).join(',');
    writeFileSync(
      file,
      `local paths = {${list}}\nrequest = function() return wrk.format("GET", paths[math.random(#paths)]) end\n`,
    );
    script.push('-s', file);
  }
  const { stdout } = await promisify(execFile)('taskset', [
    '-c',
    '1',
    'wrk',
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${SECONDS}s`,
    ...flags,
    ...script,
    url,
  ]);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** Spread over the whole gazetteer, so that it is not one hot answer that is measured. */
async function sampleOfCities(address: string, token: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const cities = (await (await fetch(`${address}/v1/cities?limit=1000`, { headers })).json()) as {
    id: string;
  }[];
  return cities.map(({ id }) => `/v1/cities/${id}`);
}

function report(rates: ReadonlyMap<string, readonly number[]>): void {
  const bare = rates.get('bare node:http') ?? [];
  const nginx = rates.get('nginx static') ?? [];
  console.log(`median of ${bare.length} rounds of ${SECONDS} s, ${CONNECTIONS} connections, one core`);
  console.log(
    `${'contender'.padEnd(22)}${'requests/s'.padStart(11)}${'of bare'.padStart(10)}${'of nginx'.padStart(10)}`,
  );
  for (const [name, values] of rates) {
    const ratio = (to: readonly number[]) =>
      median(values.map((value, round) => value / (to[round] ?? Number.NaN))).toFixed(2);
    console.log(
      `${name.padEnd(22)}${median(values).toFixed(0).padStart(11)}${ratio(bare).padStart(10)}${ratio(nginx).padStart(10)}`,
    );
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function residentMegabytes(child: ChildProcess | undefined): string {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(child?.pid)], { encoding: 'utf8' });
  return (Number(kilobytes) / 1024).toFixed(0);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function requireTools(): void {
  for (const tool of ['wrk', 'nginx', 'taskset']) {
    try {
      execFileSync('sh', ['-c', `command -v ${tool}`]);
    } catch {
      throw new Error(`${tool} is missing: apt-get install wrk nginx-light util-linux`);
    }
  }
}
