import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();

async function page(path: string): Promise<string> {
  const { status, text } = await exchange(service.server.address, path);
  assert.equal(status, 200, path);
  return text;
}

type Row = Readonly<Record<string, string>>;

async function rowsOf(metric: string): Promise<Row[]> {
  return parse(await page(`/metrics/${metric}.csv`), { bom: true, columns: true });
}

const ORDER = { rent_per_square_metre_median: 'usd', life_expectancy: 'value' } as const;

test('a metric’s page has every value as published, the highest first, on its pages and in its files', async () => {
  for (const [metric, by] of Object.entries(ORDER)) {
    const rows = await rowsOf(metric);
    const ordered = rows.map((row) => Number(row[by]));
    assert.deepEqual(
      ordered,
      ordered.toSorted((one, other) => other - one),
      metric,
    );
    const { values } = JSON.parse(await page(`/metrics/${metric}.json`)) as { values: { value: number }[] };
    assert.deepEqual(
      values.map(({ value }) => value),
      rows.map(({ value }) => Number(value)),
      metric,
    );
    const shown: string[] = [];
    for (let number = 1; number <= Math.ceil(rows.length / 100); number++) {
      const text = await page(`/metrics/${metric}?page=${number}`);
      assert.match(text, new RegExp(`<h2 id="values">All ${rows.length.toLocaleString('en')} values</h2>`));
      shown.push(
        ...[...text.matchAll(/<tr><td class="number">([\d,]+)<\/td><th scope="row">/g)].map(
          ([, no]) => no ?? '',
        ),
      );
    }
    assert.deepEqual(
      shown,
      rows.map((_, index) => (index + 1).toLocaleString('en')),
      metric,
    );
  }
});

test('the ranges below the map of a metric fit beside each other', async () => {
  for (const metric of ['population', 'gdp_per_capita', 'life_expectancy']) {
    const svg = await page(`/metrics/${metric}.svg`);
    const ranges = [...svg.matchAll(/font-size="11"[^>]*>([^<]* (?:to|or) [^<]*|under [^<]*)</g)].map(
      ([, range = '']) => range,
    );
    assert.equal(ranges.length, 7, metric);
    // A seventh of the chart, without its dot, at half the size of the font for each character.
    for (const range of ranges) assert.ok(range.length <= 16, range);
  }
});

test('the value of a place is the one that the API has, with its source', async () => {
  const [rent] = (await rowsOf('rent_per_square_metre_median')).filter(
    ({ id, kind }) => kind === 'city' && id === 'lisbon',
  );
  const response = await service.get('/data/cost-of-living/lisbon', token);
  const { prices } = (await response.json()) as {
    prices: { item: string; amount: number; period: string; sources: string[] }[];
  };
  const price = prices.find(({ item }) => item === 'rent_per_square_metre_median');
  assert.deepEqual(
    [Number(rent?.value), rent?.period, rent?.sources],
    [price?.amount, price?.period, price?.sources.join(' ')],
  );
});

test('the lowest value is a link away, and a page that does not exist is the nearest that does', async () => {
  const rows = await rowsOf('life_expectancy');
  const place = (row: Row | undefined) => row?.place ?? '?';
  const first = (text: string) =>
    /<tr><td class="number">[\d,]+<\/td><th scope="row"><a href="[^"]+">([^<]+)</.exec(text)?.[1];
  assert.match(await page('/metrics/life_expectancy'), /order=lowest#values">Lowest first</);
  assert.equal(first(await page('/metrics/life_expectancy?order=lowest')), place(rows.at(-1)));
  const last = Math.ceil(rows.length / 100);
  assert.match(
    await page('/metrics/life_expectancy?page=1000000000000'),
    new RegExp(`Page ${last} of ${last}`),
  );
  assert.equal(first(await page('/metrics/life_expectancy?page=x')), place(rows[0]));
});

test('the map of a metric has a dot for every value, in colours that its scale explains', async () => {
  const rows = await rowsOf('life_expectancy');
  const map = await page('/metrics/life_expectancy.svg');
  const dots = [...map.matchAll(/<path d="(M[^"]+h0[^"]*)" stroke="#/g)].flatMap(
    ([, path = '']) => path.match(/h0/g) ?? [],
  );
  // Places at one point of the map and in one class are one dot.
  assert.ok(
    dots.length > 0.8 * rows.length && dots.length <= rows.length,
    `${dots.length} of ${rows.length}`,
  );
  assert.match(map, /<text [^>]*>under [\d.]+<\/text>/);
  assert.match(map, /<text [^>]*>[\d.]+ or more<\/text>/);
});
