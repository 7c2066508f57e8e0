import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, test } from 'node:test';
import { type Ended, environment, run } from '../support/processes/lds.ts';
import { startService, type TestService } from '../support/service.ts';

const SETTINGS = {
  LDS_PLANS: 'standard=100000000/86400s+100000000000/day',
  LDS_PUBLIC_URL: 'http://lds.example',
};
const reference = await startService(SETTINGS);
const candidate = await startService(SETTINGS);
const keys = {
  LDS_REFERENCE_KEY: (await reference.key()).token,
  LDS_CANDIDATE_KEY: (await candidate.key()).token,
};

test('npm run compare finds no difference between two servers of one build, and exits with 0', async () => {
  const { code, stdout, stderr } = await compare(candidate.server.address);
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /^\d+ requests to each build; differences: 0;/m);
});

test('npm run compare shows a difference once, with the request and both responses, without keys', async () => {
  const { code, stdout, stderr } = await compare(await changed(candidate, ': nosniff', ': noSniff'));
  assert.equal(code, 1, stdout + stderr);
  assert.equal(
    stdout.match(/^DIFFERENCE {2}header x-content-type-options: nosniff became noSniff$/gm)?.length,
    1,
  );
  assert.match(stdout, /^ {2}> GET \S+ HTTP\/1\.1$/m);
  assert.match(stdout, /^ {2}< x-content-type-options: nosniff$/im);
  assert.match(stdout, /^ {2}< x-content-type-options: noSniff$/im);
  assert.match(stdout, /; differences: 1;/);
  for (const key of Object.values(keys)) assert.ok(!stdout.includes(key));
});

test('npm run compare sends nothing to a host that is not this machine', async () => {
  const { code, stderr } = await compare('http://192.0.2.1:3000');
  assert.equal(code, 2, stderr);
});

function compare(address: string): Promise<Ended> {
  const builds = ['--reference', reference.server.address, '--candidate', address];
  const args = ['compare/main.ts', ...builds, '--requests', '50', '--seed', '1'];
  return run(process.execPath, args, { env: { ...environment('', {}), ...keys } }).ended;
}

/** The address of a server that answers as this one, with one text in place of another of the same length. */
async function changed({ server }: TestService, text: string, replacement: string): Promise<string> {
  const { hostname, port } = new URL(server.address);
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({
      host: hostname,
      port: Number(port),
      allowHalfOpen: true,
      localAddress: client.remoteAddress,
    });
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => {
      client.write(bytes.toString('latin1').replaceAll(text, replacement), 'latin1');
    });
    upstream.on('end', () => client.end());
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('close', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  after(() => proxy.close());
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
