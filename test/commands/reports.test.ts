import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../src/service/storage/database.ts';
import { insertReport } from '../../src/service/storage/reports.ts';
import { emptyHome, lds } from '../support/processes/lds.ts';

test('reports are listed, shown and closed on the command line', async (t) => {
  const home = emptyHome(t);
  const store = await openStore(home, { busyMilliseconds: 5000 });
  const typed = { place: 'city/lisbon', metric: 'cost', value: '61.2', source: '', release: '2026.11.6' };
  const { id } = await insertReport(
    store.database,
    { ...typed, text: 'Too high.\nSee table 3.' },
    new Date(),
  );
  await store.close();

  const list = await lds(home, ['reports', 'list']);
  assert.equal(list.code, 0, list.stderr);
  assert.match(list.stdout, new RegExp(`${id} .* city/lisbon .* Too high\\. See table 3\\.`));
  const shown = await lds(home, ['reports', 'show', id]);
  assert.match(
    shown.stdout,
    /^received: .*\nplace: city\/lisbon\nmetric: cost\nvalue: 61\.2\nrelease: 2026\.11\.6\n\nToo high\.\nSee table 3\.\n$/,
  );
  assert.equal((await lds(home, ['reports', 'close', id])).code, 0);
  assert.doesNotMatch((await lds(home, ['reports', 'list'])).stdout, new RegExp(id));
  const [closed] = JSON.parse((await lds(home, ['reports', 'list', '--all', '--json'])).stdout) as {
    closed_at: string | null;
  }[];
  assert.ok(closed?.closed_at);
  const missing = await lds(home, ['reports', 'show', 'nothing']);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /There is no report nothing/);
});
