import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../src/engine/problems.ts';
import { FailedAuthentication } from '../../../src/service/access/failed-authentication.ts';
import { type Ledger, type LedgerRequest, MemoryLedger } from '../../../src/service/limits/ledger.ts';

const SECRET = 'the same on every node, and 32 or more';
/** The middle of a minute. */
const NOW = Date.UTC(2099, 0, 1, 12, 0, 30);

test('nodes together allow as many attempts as the limit, plus the first attempts on each node', async () => {
  for (const count of [1, 2, 3, 16]) {
    const { nodes } = installation(count, 120);
    const passed = await tryAll(nodes, '192.0.2.1');
    assert.ok(passed >= 120 && passed < 120 + 6 + count, `${passed} on ${count} nodes`);
    assert.ok(nodes.every((node) => node.exhausted('192.0.2.1')));
    assert.ok(nodes.every((node) => !node.exhausted('192.0.2.2')));
  }
});

test('a node takes attempts from the ledger in batches, and none for a client that fails once', async () => {
  const { nodes, asked } = installation(3, 120);
  for (const node of nodes) await refusal(node, '192.0.2.1');
  assert.equal(asked.length, 0);
  await Promise.all(Array.from({ length: 3000 }, (_, turn) => refusal(nodes[turn % 3], '192.0.2.1')));
  assert.ok(asked.length < 80, `${asked.length} asked`);
});

test('a client that has used up its attempts waits at most a minute, even when the clock is changed', async () => {
  for (const setBy of [-30 * 86_400_000, -61_000, -1000, 30 * 86_400_000]) {
    let now = NOW;
    const node = new FailedAuthentication({ perMinute: 3, clock: () => now });
    for (let tries = 0; tries < 4; tries++) await refusal(node, '192.0.2.1');
    assert.ok(node.exhausted('192.0.2.1'));
    now += setBy;
    const { extras } = await node.count('192.0.2.1', new Problem('invalid_token', 'There is no such key.'));
    assert.ok((extras.retry_after ?? 0) <= 60);
    now += 60_000;
    assert.equal(node.exhausted('192.0.2.1'), false);
  }
});

test('neither the ledger nor a node remembers more clients than its maximum', async () => {
  const { nodes, asked } = installation(1, 20);
  const [node] = nodes;
  for (let client = 0; client < 50_100; client++)
    for (let tries = 0; tries < 2; tries++) await refusal(node, addressOf(client));
  assert.equal(new Set(asked.map(({ subject }) => subject)).size, 50_000);
  assert.equal(await tryAll(nodes, addressOf(50_100)), 20, 'beyond that it counts alone');
  assert.equal(await tryAll(nodes, addressOf(0)), 20, 'the first one is forgotten');
});

test('the ledger never sees an address, and nodes with another secret use other names for the same client', async () => {
  const { nodes, asked } = installation(2, 10);
  await tryAll(nodes, '192.0.2.1');
  const subjects = new Set(asked.map(({ subject }) => subject));
  assert.equal(subjects.size, 1);
  const other = installation(1, 10, `other than ${SECRET}`);
  await tryAll(other.nodes, '192.0.2.1');
  assert.ok(!subjects.has(other.asked[0]?.subject ?? ''));
  assert.doesNotMatch(JSON.stringify([...asked, ...other.asked]), /192|"client":/);
});

test('while the ledger is unreachable, each node allows its own share of the attempts', async () => {
  const away: Ledger = { nodes: 3, reachable: false, ask: () => Promise.reject(new Error('away')) };
  const node = new FailedAuthentication({
    perMinute: 120,
    clock: () => NOW,
    shared: { ledger: away, secret: SECRET },
  });
  assert.equal(await tryAll([node], '192.0.2.1'), 40);
});

/** Nodes that share a ledger, and the requests that the ledger got. */
function installation(count: number, perMinute: number, secret = SECRET) {
  const books = new MemoryLedger(() => NOW);
  const asked: LedgerRequest[] = [];
  const nodes = Array.from({ length: count }, (_, index) => {
    const ledger: Ledger = {
      nodes: count,
      reachable: true,
      async ask(request) {
        asked.push(request);
        return books.ask(String(index), request);
      },
    };
    return new FailedAuthentication({ perMinute, clock: () => NOW, shared: { ledger, secret } });
  });
  return { nodes, asked };
}

/** One attempt at one node. */
async function refusal(node: FailedAuthentication | undefined, address: string): Promise<string> {
  assert.ok(node);
  const { code } = await node.count(address, new Problem('invalid_token', 'There is no such key.'));
  return code;
}

/** Makes attempts at all nodes in turn, until each refuses further attempts. */
async function tryAll(nodes: readonly FailedAuthentication[], address: string): Promise<number> {
  let passed = 0;
  for (let turn = 0, ended = 0; ended < nodes.length; turn++) {
    const code = await refusal(nodes[turn % nodes.length], address);
    ended = code === 'too_many_failed_authentications' ? ended + 1 : 0;
    if (code === 'invalid_token') passed++;
  }
  return passed;
}

function addressOf(client: number): string {
  return `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
}
