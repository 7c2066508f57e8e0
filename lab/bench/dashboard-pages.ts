import type { Kysely } from 'kysely';
import type { IssuedKey, KeyList, SessionState } from '../../src/dashboard/interface.ts';
import { keyById } from '../../src/service/storage/keys.ts';
import type { Database } from '../../src/service/storage/schema.ts';
import { newSession } from './new-session.ts';

/** Times of one request of the dashboard, in milliseconds, in any order. */
export interface PageTimes {
  what: string;
  times: number[];
}

const ROUNDS = 50;
/** Each adds a key. */
const CHANGES = 20;

/**
 * Signs up, is given the keys and activity of an account, and asks for every page of the dashboard.
 *
 * @param ofAccount one of its keys
 * @param report is given times until the last byte, and for files until the first one too
 */
export async function pageTimes(
  address: string,
  database: Kysely<Database>,
  ofAccount: string,
  report: (page: PageTimes) => void,
): Promise<void> {
  const cookie = await newSession(address);
  const send = (path: string, method = 'GET', body?: object) =>
    fetch(`${address}/dashboard${path}`, {
      method,
      headers: { Cookie: cookie, Origin: address, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const ask = async <Answer>(path: string, method?: string, body?: object): Promise<Answer> => {
    const response = await send(path, method, body);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  };
  const own = (await ask<SessionState>('/session')).account?.id ?? '';
  const account = (await keyById(database, ofAccount))?.account_id ?? '';
  for (const table of ['api_key', 'activity'] as const)
    await database.updateTable(table).set({ account_id: own }).where('account_id', '=', account).execute();
  const { keys } = await ask<KeyList>('/keys');
  const id = keys[0]?.id ?? '';

  const add = async (what: string, rounds: number, work: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // Otherwise the limits would refuse what is measured.
      await database.deleteFrom('attempt').execute();
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    report({ what, times });
  };
  for (const path of [
    '/session',
    '/keys',
    `/keys/${id}`,
    `/keys/${id}/requests`,
    '/usage?days=7',
    '/usage?days=30',
    '/usage?days=90',
    `/usage?days=30&key=${id}`,
    '/activity',
    '/sessions',
  ])
    await add(path.replace(id, 'ID'), ROUNDS, () => ask(path));
  for (const path of ['/usage.csv?days=90', '/export']) {
    await add(`${path}, first bytes`, CHANGES, async () => {
      const reader = (await send(path)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    });
    await add(`${path}, all of it`, CHANGES, async () => (await send(path)).arrayBuffer());
  }
  const made: string[] = [];
  const wanted = { name: 'measured', expires_at: null, header_only: false };
  for (const { id: ended } of keys.slice(0, 2 * CHANGES)) await ask(`/keys/${ended}/revoke`, 'POST');
  await add('create a key', CHANGES, async () =>
    made.push((await ask<IssuedKey>('/keys', 'POST', wanted)).key.id),
  );
  const each = (what: string, work: (key: string) => Promise<unknown>) => {
    const left = [...made];
    return add(what, CHANGES, () => work(left.pop() ?? ''));
  };
  await each('rename a key', (key) => ask(`/keys/${key}`, 'PATCH', { name: 'renamed' }));
  await each('rotate a key', (key) => ask(`/keys/${key}/rotate`, 'POST', { overlap_seconds: 0 }));
  await each('revoke a key', (key) => ask(`/keys/${key}/revoke`, 'POST'));
}
