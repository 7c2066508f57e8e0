import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bridge } from '../../src/mcp/bridge.ts';
import { ROOT } from '../support/directories.ts';
import { agent, GENERATIONS, type Generation, textOf } from '../support/mcp.ts';
import { lds, start, until } from '../support/processes/lds.ts';
import { sharedSmallRelease } from '../support/release/small-release.ts';
import { temporaryDirectory } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const { store, name } = await sharedSmallRelease();
const file = store.releaseFile(name);
const service = await startSmallService();
const { token } = await service.key();

for (const generation of Object.keys(GENERATIONS) as Generation[])
  test(`lds mcp answers a client ${generation} from a downloaded release, without a server or a key`, async () => {
    const client = agent(generation);
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['src/main.ts', 'mcp', '--release', file],
        cwd: ROOT,
      }),
    );
    const found = await client.callTool({ name: 'find_places', arguments: { query: 'Lissabon' } });
    assert.match(textOf(found as never), /means the city lisbon/);
    const { contents } = await client.readResource({ uri: 'lds://release' });
    assert.match(JSON.stringify(contents), /3 countries and \d+ cities/);
  });

test('lds mcp answers a message that is nested too deep with an error, from a release and from a service, and continues', async () => {
  const nested = `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`;
  const deep = `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"get_place","arguments":{"place":${nested}}}}`;
  const lines = [JSON.stringify(initialize), deep, JSON.stringify({ ...initialize, id: 9, method: 'ping' })];
  for (const source of [
    ['--release', file],
    ['--url', service.server.address],
  ]) {
    const running = start(
      ['mcp', ...source],
      temporaryDirectory(),
      { LDS_API_KEY: token },
      { stdio: 'pipe' },
    );
    running.process.stdin?.write(`${lines.join('\n')}\n`);
    await until('all are answered', () => running.stdout().trim().split('\n').length === lines.length);
    running.process.stdin?.end();
    assert.equal((await running.ended).code, 0);
    assert.match(running.stdout(), /nested more than 32 levels deep/);
    assert.match(running.stdout(), /"id":9/);
    assert.doesNotMatch(running.stdout() + running.stderr(), /RangeError|on our side/);
  }
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const modern = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: {
    name: 'find_places',
    arguments: { query: 'porto' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/** The service's responses to lines on standard input, by the id of the message. */
async function bridged(url: string, apiKey: string | undefined, lines: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(`${lines.join('\n')}\n`);
  await bridge({ url, apiKey, input, output });
  output.end();
  const answers = (await text(output)).trim().split('\n');
  return new Map(
    answers.filter(Boolean).map((line) => {
      const answer = JSON.parse(line) as { id: number; result?: object; error?: { message: string } };
      return [answer.id, answer];
    }),
  );
}

test('lds mcp --url passes messages of both generations to a service, and its answers back', async () => {
  const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const lines = [JSON.stringify(initialize), notification, 'no message', JSON.stringify(modern)];
  const answers = await bridged(service.server.address, token, lines);
  assert.deepEqual([...answers.keys()].filter(Boolean).sort(), [1, 2]);
  assert.match(JSON.stringify(answers.get(1)?.result), /location-data-service/);
  assert.match(JSON.stringify(answers.get(2)?.result), /means the city porto/);
});

test('lds mcp --url answers a line that is not a message with an error without an id, and continues', async () => {
  const lines = ['{"jsonrpc": "2.0", "id": 7', 'null', '[]', '', JSON.stringify(initialize)];
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(lines.join('\n'));
  await bridge({ url: service.server.address, apiKey: token, input, output });
  output.end();
  const answers = (await text(output))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const errors = answers.filter(({ id }) => id === null).map(({ error }) => error.code);
  assert.deepEqual(errors, [-32_700, -32_600, -32_600]);
  assert.equal(answers.filter(({ id }) => id === 1).length, 1);
});

test('lds mcp --url says why a service does not respond', async () => {
  const lines = [JSON.stringify(initialize)];
  const without = await bridged(service.server.address, undefined, lines);
  assert.match(without.get(1)?.error?.message ?? '', /Send your API key/);
  const nowhere = await bridged('http://127.0.0.1:9', token, lines);
  assert.match(nowhere.get(1)?.error?.message ?? '', /is unreachable/);
});

test('lds mcp refuses a file that is not a release, and says so only on standard error', async () => {
  const { code, stdout, stderr } = await lds(temporaryDirectory(), ['mcp', '--release', 'package.json']);
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /package\.json is not a release\.sqlite/);
});
