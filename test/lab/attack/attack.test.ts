import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { generateToken } from '../../../src/service/keys/token.ts';
import { atEnd } from '../../support/lifetime.ts';
import { type Ended, environment, run } from '../../support/processes/lds.ts';
import { temporaryDirectory } from '../../support/service.ts';
import { startSmallService } from '../../support/small-service.ts';

const findings = temporaryDirectory();

/** `npm run attack` to its end, with a key in the environment. */
function attack(args: string[], key = generateToken()): Promise<Ended> {
  const env = { ...environment('', {}), LDS_ATTACK_KEY: key };
  return run(process.execPath, ['lab/attack/main.ts', '--findings', findings, ...args], { env }).ended;
}

for (const [what, url] of [
  ['a host that is not this machine', 'http://192.0.2.1:3000'],
  ['https, which is spoken by a proxy', 'https://localhost:3000'],
] as const) {
  test(`npm run attack sends nothing to ${what}`, async () => {
    const { code, stderr } = await attack(['--url', url, '--only', 'calls']);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^.+\n$/);
  });
}

test('npm run attack finds nothing in this service’s keys, and exits with 0', async () => {
  const service = await startSmallService({ LDS_PLANS: 'standard=1000000/10s+1000000/day' });
  const { token } = await service.key();
  const { code, stdout } = await attack(['--url', service.server.address, '--only', 'authentication'], token);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^sound {6}authentication: no header/m);
  assert.match(stdout, /\d+ sound, 0 found\n$/);
});

test('npm run attack exits with 1 if it finds something, and writes a script that shows it, without the key', async () => {
  const address = await faultyService();
  const key = generateToken();
  const { code, stdout } = await attack(['--url', address, '--only', 'calls', '--seed', '7'], key);
  assert.equal(code, 1, stdout);
  const [, file = ''] =
    /^FOUND {6}calls: listCountries .+\n(?:.+\n)*?.*shown again by (\S+)/m.exec(stdout) ?? [];
  const script = readFileSync(file, 'utf8');
  assert.match(script, /^curl .+\/v1\/countries/m);
  for (const text of [stdout, script]) assert.ok(!text.includes(key));
});

/** Answers every request for a list with 200 and an empty list, and documents nothing but that. */
async function faultyService(): Promise<string> {
  const responses = { 200: { headers: {}, content: { 'application/json': { schema: { type: 'array' } } } } };
  const parameters = [
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
  ];
  const document = {
    paths: { '/countries': { get: { operationId: 'listCountries', parameters, responses } } },
  };
  const server = createServer((request, response) => {
    const body = JSON.stringify(request.url === '/v1/openapi.json' ? document : []);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  }).listen(0, '127.0.0.1');
  atEnd(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
