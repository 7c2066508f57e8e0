import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Key } from '../../src/dashboard/interface.ts';
import { signedUp } from '../support/accounts/browser-session.ts';
import { installation, startNodes } from '../support/processes/installation.ts';
import { get, lds, preparedHome, type RunningService, serve, until } from '../support/processes/lds.ts';
import { PostgresqlServer } from '../support/processes/postgresql.ts';

const postgresql = await PostgresqlServer.start();
const SETTINGS = { LDS_FAILED_AUTH_PER_MINUTE: '100000' };
/** The workers of a service take turns, so that so many requests reach each of them. */
const ROUNDS = 8;

/** What answers, and how a command reaches the same store. */
interface Arrangement {
  services: RunningService[];
  home: string;
  store: Record<string, string>;
}

const ARRANGEMENTS: Record<string, (t: TestContext) => Promise<Arrangement>> = {
  async 'two workers on SQLite'(t) {
    const home = await preparedHome(t);
    return { services: [await serve(t, home, { ...SETTINGS, LDS_WORKERS: '2' })], home, store: {} };
  },
  async 'two nodes on PostgreSQL'(t) {
    const shared = await installation(t, postgresql, SETTINGS);
    const nodes = await startNodes(t, shared, 2);
    const { home = '' } = nodes[0] ?? {};
    return { services: nodes, home, store: { LDS_DATABASE_URL: shared.databaseUrl } };
  },
};

for (const [name, arrange] of Object.entries(ARRANGEMENTS))
  test(`${name}: addresses that a key is given on one hold on the other within a second, from the dashboard and the command line`, async (t) => {
    const { services, home, store } = await arrange(t);
    const [one] = services;
    assert.ok(one);
    const browser = await signedUp({ server: one });
    const { key, token } = await browser.createKey('guarded');
    const statuses = async () => {
      const found = new Set<number>();
      for (let round = 0; round < ROUNDS; round++)
        for (const { address } of services) found.add((await get(address, '/v1/countries', token)).status);
      return [...found];
    };
    const everywhere = (status: number) =>
      until(
        `all answer ${status}`,
        async () => {
          const found = await statuses();
          return found.length === 1 && found[0] === status;
        },
        1,
      );
    const change = (addresses: string[]) => browser.ask<Key>('PATCH', `/keys/${key.id}`, { addresses });
    const guard = async (...addresses: string[]) => {
      const { code, stderr } = await lds(home, ['keys', 'guard', key.id, '--address', ...addresses], store);
      assert.equal(code, 0, stderr);
    };

    await everywhere(200);
    await change(['192.0.2.0/24']);
    await everywhere(403);
    await change(['127.0.0.0/8', '::1']);
    await everywhere(200);
    await guard('192.0.2.0/24', '2001:db8::/32');
    await everywhere(403);
    await guard('any');
    await everywhere(200);
    assert.deepEqual(await statuses(), [200]);
  });
