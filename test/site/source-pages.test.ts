import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { readSourceCatalogue } from '../../src/dataset/building/facts/source-catalogue.ts';
import { DATA_DIRECTORY } from '../support/directories.ts';
import { exchange } from '../support/http/exchange.ts';
import { generousService, testRelease, testReleaseStore } from '../support/service.ts';

const service = await generousService();

async function page(path: string): Promise<string> {
  const { status, text } = await exchange(service.server.address, path);
  assert.equal(status, 200, path);
  return text;
}

test('a source’s page begins with the publisher’s own page, then says how we read it, how it is refreshed and who states its terms', async () => {
  const markup = await page('/sources/tcmb-unit-rents-2026-q2');
  const order = [
    '<dt>Publisher’s page</dt><dd><a href="https://evds3.tcmb.gov.tr/">',
    '<dt>How we read it</dt><dd>transcription from the compilation GitHub EminDurmuSS',
    '<dt>Refreshed</dt><dd>By hand. From https://evds3.tcmb.gov.tr/',
    '<dt>Who states it</dt><dd>Not stated; our understanding. ',
  ].map((words) => markup.indexOf(words));
  assert.ok(
    order.every((position, index) => position > (order[index - 1] ?? 0)),
    String(order),
  );
  assert.match(
    await page('/sources/economist-big-mac-2026-01'),
    /How we read it<\/dt><dd>The publisher’s own file/,
  );
});

test('/status and the release’s list say of every source how it is refreshed', async () => {
  const status = JSON.parse(await page('/status.json')) as {
    sources: { id: string; refresh: string; refresh_how: string }[];
  };
  for (const { id, refresh, refresh_how } of [...readSourceCatalogue(DATA_DIRECTORY).values()].flat()) {
    const shown = status.sources.find((source) => source.id === id);
    assert.deepEqual([shown?.refresh, shown?.refresh_how], [refresh, refresh_how], id);
  }
  const shown = await page('/status');
  assert.match(shown, /Frozen\. Not published since 2019\./);
  // A list of 130 sources is folded: what is first on a phone is whether the service works.
  const kinds = new Set(status.sources.map(({ refresh }) => refresh));
  assert.equal(shown.match(/<details><summary>/g)?.length, kinds.size);
  const release = (await (await service.get('/release', (await service.key()).token)).json()) as {
    sources: { id: string; terms_stated_by: string }[];
  };
  assert.equal(release.sources.find(({ id }) => id === 'un-wup-2018')?.terms_stated_by, 'publisher');
});

test('/status says how many figures of each source the release has, and which period of them ends last', async () => {
  using database = new DatabaseSync(testReleaseStore().releaseFile(await testRelease()), { readOnly: true });
  const expected = database
    .prepare(
      "SELECT source, count(*) AS figures, max(substr(period || '-99-99', 1, 10)) AS latest FROM observation GROUP BY source HAVING min(method) = 'observed' AND max(period LIKE '%/%') = 0",
    )
    .all();
  const { sources } = JSON.parse(await page('/status.json')) as {
    sources: { id: string; figures: number; latest_period: string }[];
  };
  // Figures of several sources count for each.
  const cited = database.prepare('SELECT DISTINCT source FROM series').all();
  const alone = expected.filter(
    ({ source }) =>
      cited.filter((other) => String(other.source).split(' ').includes(String(source))).length === 1,
  );
  assert.ok(alone.length > 20, String(alone.length));
  for (const { source, figures, latest } of alone) {
    const shown = sources.find(({ id }) => id === source);
    assert.deepEqual(
      [shown?.figures, `${shown?.latest_period}-99-99`.slice(0, 10)],
      [figures, latest],
      String(source),
    );
  }
});
