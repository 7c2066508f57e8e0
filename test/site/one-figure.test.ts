import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CostOfLiving } from '../../src/engine/cost/cost-of-living.ts';
import type { QualityOfLife } from '../../src/engine/quality/quality-of-life.ts';
import { exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();

const page = async (path: string) => (await exchange(service.server.address, path)).text;
const answer = async <Body>(path: string) => (await (await service.get(path, token)).json()) as Body;
const costOf = (city: string) => answer<CostOfLiving>(`/data/cost-of-living/${city}`);

/** The first cells of the rows of the first table with this name. */
function rowsOf(markup: string, name: string): string[] {
  const table = markup.slice(markup.indexOf(`aria-label="${name}"`));
  const body = table.slice(0, table.indexOf('</table>'));
  const rows = body.replace(/<tr class="axis-row">.*?<\/tr>/s, '');
  return [...rows.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, cell = '']) => cell);
}

test('categories of which the office publishes one index are one row of a page, and the answer says so', async () => {
  const { index, index_notes: notes } = await costOf('chicago');
  const shared = notes.filter(({ code }) => code === 'one_index');
  assert.deepEqual(
    shared.map(({ title, categories }) => [title, categories]),
    [
      ['Goods', ['food', 'clothing', 'transport']],
      ['Services', ['restaurants', 'communication', 'recreation', 'health', 'education']],
    ],
  );
  for (const { categories } of shared)
    assert.equal(new Set(categories.map((category) => JSON.stringify(index?.[category]))).size, 1);
  const goods = 'Goods: food, clothing, transport';
  const services = 'Services: restaurants and hotels, communication, recreation, health care, education';
  assert.deepEqual(rowsOf(await page('/cities/chicago'), 'Price levels'), [
    'Overall',
    'Housing',
    'Utilities',
    goods,
    services,
  ]);
  const compared = rowsOf(await page('/compare?cities=chicago,houston'), 'Houston against Chicago');
  assert.deepEqual(compared.toSorted(), [goods, 'Housing', 'Overall', services, 'Utilities']);
});

test('in another country, and against one, the categories stay apart', async () => {
  assert.deepEqual((await costOf('porto')).index_notes, []);
  assert.equal(rowsOf(await page('/cities/lisbon'), 'Price levels').length, 11);
  assert.equal(rowsOf(await page('/compare?cities=chicago,lisbon'), 'Lisbon against Chicago').length, 11);
});

test('a city whose categories are all equal has no cheapest one', async () => {
  assert.doesNotMatch(await page('/cities/new-york'), /Most expensive:|cheapest:/);
  assert.match(await page('/cities/chicago'), /Most expensive: goods \([\d.]+\); cheapest: \w+ \([\d.]+\)\./);
});

test('page and answer say where no rent was measured, and only there', async () => {
  for (const [city, code] of [
    ['mumbai', 'no_rent_measured'],
    ['bangkok', 'no_rent_published'],
  ] as const) {
    const note = (await costOf(city)).index_notes.find(({ categories }) => categories.includes('housing'));
    assert.equal(note?.code, code);
    assert.ok((await page(`/cities/${city}`)).includes(`<p>${note?.detail}</p>`), city);
    assert.ok((await page(`/cities/${city}.md`)).includes(note?.detail ?? '-'), city);
  }
  for (const city of ['lisbon', 'tokyo', 'mumbai', 'delhi', 'lagos', 'new-york', 'cairo']) {
    const { index, index_notes: notes } = await costOf(city);
    const modelled = index?.housing?.evidence.startsWith('modelled') ?? false;
    assert.equal(
      notes.some(({ code }) => code === 'no_rent_measured'),
      modelled,
      city,
    );
  }
});

test('the environment says that air is particles only', async () => {
  const { groups } = await answer<QualityOfLife>('/data/quality-of-life/chicago');
  assert.match(groups.environment.caveat ?? '', /^Air is particles only: .* US Air Quality Index/);
  assert.equal(groups.safety.caveat, null);
  assert.match(await page('/cities/lisbon'), /Environment <small>Air is particles only<\/small>/);
});

test('the best score of the hardship group reads as good', async () => {
  const markup = await page('/cities/tokyo');
  assert.match(markup, /Freedom from hardship/);
  assert.doesNotMatch(markup, />Hardship</);
});

test('where a published rent is outside the interval of the budget’s, answer, page and document say of which homes it is', async () => {
  for (const [city, rent, homes] of [
    [
      'nairobi',
      /two-bedroom home \(2024\): KES\s15,000 per month\..* \d\.\d times as much/,
      /in the towns of the county\./,
    ],
    ['amsterdam', /\(2024\): EUR\s783 per month/, /housing allowance deducted/],
  ] as const) {
    const { index_notes: notes } = await costOf(city);
    const [note] = notes.filter(({ code }) => code === 'other_homes');
    assert.match(note?.detail ?? '', rent);
    assert.match(note?.detail ?? '', homes);
    assert.equal((await page(`/cities/${city}`)).split(`<p>${note?.detail}</p>`).length, 2, city);
    const inDocument = note?.detail.replaceAll(/\s/g, ' ') ?? '-';
    assert.ok((await page(`/cities/${city}.md`)).includes(inDocument), city);
  }
  for (const city of ['porto', 'london', 'chicago'])
    assert.ok(
      (await costOf(city)).index_notes.every(({ code }) => code !== 'other_homes'),
      city,
    );
});

test('what a month costs is one amount on every page, in frames, files, the search and the API', async () => {
  const whole = (amount: number | undefined) => Math.round(amount ?? 0).toLocaleString('en-US');
  const mainOf = async (path: string) => (await page(path)).split('<main')[1] ?? '';
  for (const [city, of, household, currency] of [
    ['lisbon', 'portugal', 'one', 'EUR'],
    ['zurich', 'switzerland', 'family', 'CHF'],
    ['seoul', 'south-korea', 'couple', 'USD'],
    ['jakarta', 'indonesia', 'one', 'IDR'],
  ] as const) {
    const about = `household=${household}&currency=${currency}`;
    const { budget } = await costOf(`${city}?${about}`);
    assert.ok(budget);
    const parts = Object.values(budget.categories).reduce((sum, part) => sum + (part?.value ?? 0), 0);
    assert.ok(Math.abs(parts - budget.total.value) < 0.01, `${city}: the parts add up`);
    const total = whole(budget.total.value);
    const pages = {
      page: `/cities/${city}?${about}`,
      frame: `/embed/cities/${city}?${about}`,
      comparison: `/compare?cities=${city},toronto&${about}`,
      'comparison in a frame': `/embed/compare?cities=${city},toronto&${about}`,
      list: `/find?country=${of}&sort=-population&${about}`,
      country: `/countries/${of}?${about}`,
      ...(household === 'one' && currency !== 'IDR' && { 'front page': `/?city=${city}` }),
    };
    // People read four digits of a large amount.
    const shown = budget.total.value < 100_000 ? total : total.slice(0, 5);
    for (const [name, path] of Object.entries(pages))
      assert.ok((await mainOf(path)).includes(shown), `${name}: ${path} has ${shown}`);
    if (currency !== 'USD') {
      const asked = household === 'family' ? `cost of living ${city} family` : `cost of living ${city}`;
      assert.ok((await mainOf(`/search?q=${encodeURIComponent(asked)}`)).includes(shown), `search: ${asked}`);
    }
    const csv = await page(`/cities/${city}.csv?${about}`);
    assert.ok(csv.includes(String(budget.total.value)), `the file of ${city} has ${budget.total.value}`);
  }
});
