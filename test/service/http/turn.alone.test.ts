import { test } from 'node:test';
import { holdsUpNobody } from '../../support/event-loop.ts';
import { generousService } from '../../support/service.ts';

const service = await generousService();
const { token } = await service.key();

// In a process of its own: where many tests share one, collecting their garbage takes longer than any piece of a list.
test('a long list blocks no other request while it is written, in any format and encoding', async () => {
  const headers = (coding: string) => ({ headers: { 'Accept-Encoding': coding } });
  let floor = 0;
  // Each time another list, which was not rendered before.
  const fresh = () => `min_population=${++floor}`;
  for (const coding of ['identity', 'gzip', 'br'])
    await holdsUpNobody(`all cities, ${coding}`, () =>
      service.get(`/cities?${fresh()}`, token, headers(coding)),
    );
  for (const format of ['csv', 'ndjson', 'geojson'])
    await holdsUpNobody(format, () => service.get(`/cities?${fresh()}&format=${format}`, token));
  await holdsUpNobody('with figures', () =>
    service.get(`/cities?${fresh()}&sort=-quality,cost,name&include=housing,safety`, token),
  );
});

/** Each word has many meanings, so a name takes more than a millisecond, and twenty of them more than thirty. */
const WORDS =
  'central western eastern northern southern san santa st la paz of new north south upper port'.split(' ');
const NAMES = 20;
const OF_A_LIST_MILLISECONDS = 20;

test('a list of names that are hard to read is read between the requests of others, by every face', async () => {
  let state = 1;
  const word = () => {
    state = (state * 48271) % 2147483647;
    return WORDS[state % WORDS.length] ?? '';
  };
  // Each time another list, which was not read before.
  const list = () => Array.from({ length: NAMES }, () => `x ${Array.from({ length: 11 }, word).join(' ')}`);
  const query = () => `cities=${encodeURIComponent(list().join(','))}`;
  const site = new URL('/', service.server.address);
  const call = () => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'compare_places', arguments: { places: list() } },
  });
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const batch = () => JSON.stringify(Object.fromEntries(list().map((query, at) => [`q${at}`, { query }])));
  const send = (path: string, form: Record<string, string>) =>
    fetch(new URL(path, site), { method: 'POST', body: new URLSearchParams(form) });
  const post = () => fetch(new URL('/mcp', site), { method: 'POST', headers, body: JSON.stringify(call()) });
  for (const [what, ask] of [
    ['/v1', () => service.get(`/data/cost-of-living?${query()}`, token)],
    ['a page', () => fetch(new URL(`/compare?${query()}`, site))],
    ['an agent', post],
    ['a batch', () => send('/reconcile', { queries: batch() })],
    ['a table', () => send('/match', { table: `city\n${list().join('\n')}\n` })],
  ] as const)
    await holdsUpNobody(what, ask, OF_A_LIST_MILLISECONDS);
});
