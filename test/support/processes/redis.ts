import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { toolPath } from '../../../scripts/tools.mjs';
import { atEnd, type Lifetime } from '../lifetime.ts';
import { freePort, ServerProcess } from './server-process.ts';

/**
 * A real Valkey or Redis server that keeps nothing on disk. It ends with its owner, which is the running test or file by default.
 */
export class RedisServer extends ServerProcess {
  readonly url: string;

  private constructor(port: number, directory: string, owner?: Lifetime) {
    const url = `redis://127.0.0.1:${port}`;
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    super([toolPath('redis'), args, { stdio: 'ignore', cwd: directory }], () => ping(url), owner);
    this.url = url;
  }

  static async start(owner?: Lifetime): Promise<RedisServer> {
    const directory = mkdtempSync(join(tmpdir(), 'lds-redis-'));
    const server = new RedisServer(await freePort(), directory, owner);
    atEnd(async () => {
      await server.stop('SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    }, owner);
    await server.run();
    return server;
  }
}

/** A client that is closed when the test ends. If it stayed open, it would look for its server forever. */
export async function redisClient(url: string) {
  const client = await createClient({ url }).connect();
  atEnd(() => {
    if (client.isOpen) client.destroy();
  });
  return client;
}

async function ping(url: string): Promise<void> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.destroy();
  }
}
