import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolPath } from '../../../scripts/tools.mjs';
import { ROOT } from '../directories.ts';
import { atEnd, type Lifetime } from '../lifetime.ts';
import { freePort, ServerProcess } from './server-process.ts';

const EXAMPLE = join(ROOT, 'deploy', 'nginx.conf');

/** A real nginx in front of the nodes, configured as in deploy/nginx.conf except for addresses and TLS. @returns its address */
export async function nginxBefore(t: Lifetime, nodes: readonly string[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'lds-nginx-'));
  // Its workers run as another user.
  chmodSync(directory, 0o755);
  const port = await freePort();
  const path = (name: string) => join(directory, name);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${path(what)};`,
  );
  writeFileSync(
    path('nginx.conf'),
    `daemon off; pid ${path('pid')}; error_log ${path('error.log')} error; events {}
    http { ${temporary.join(' ')} ${example(nodes, port, path('access.log'))} }`,
  );
  const args = ['-p', directory, '-c', path('nginx.conf'), '-e', path('error.log')];
  const address = `http://127.0.0.1:${port}`;
  const server = new ServerProcess([toolPath('nginx'), args, { stdio: 'ignore' }], () =>
    fetch(`${address}/healthz`),
  );
  atEnd(async () => {
    await server.stop('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }, t);
  await server.run();
  return address;
}

function example(nodes: readonly string[], port: number, accessLog: string): string {
  return readFileSync(EXAMPLE, 'utf8')
    .replace(/server node(\d+):3000/g, (_, number) => `server ${new URL(nodes[number - 1] ?? '').host}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate.*;/g, '')
    .replace(/access_log \S+/, `access_log ${accessLog}`);
}
