import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTable } from '../../src/dataset/building/files/table.ts';
import WORDS from '../../src/site/search/question-words.json' with { type: 'json' };
import { generousService } from '../support/service.ts';

const { server } = await generousService();

interface Suggestion {
  title: string;
  kind: string;
  where: string;
  to: string;
}

async function suggestions(query: string): Promise<Suggestion[]> {
  const response = await fetch(`${server.address}/search.json?q=${encodeURIComponent(query)}`);
  assert.equal(response.status, 200, query);
  return (await response.json()) as Suggestion[];
}

const QUERIES = readTable(join(import.meta.dirname, 'search-queries.tsv'), ['kind', 'query', 'first']);

for (const [kind, queries] of Map.groupBy(QUERIES, (row) => row.kind)) {
  test(`the search has the right first answer: ${kind}`, async () => {
    const wrong: string[] = [];
    for (const { query, first } of queries) {
      const [found] = await suggestions(query);
      if (!`${found?.to}&`.startsWith(`${first}&`)) wrong.push(`${query}: ${found?.to}, not ${first}`);
    }
    assert.deepEqual(wrong, []);
  });
}

test('every place of the suggestions says where it is', async () => {
  for (const query of ['springfield', 'bali', 'tenerife', 'san j']) {
    const places = (await suggestions(query)).filter(({ kind }) =>
      ['City', 'Region', 'Island'].includes(kind),
    );
    assert.ok(places.length > 0, query);
    for (const { title, where } of places) assert.notEqual(where, '', `${query}: ${title}`);
  }
  const springfields = (await suggestions('springfield')).filter(({ title }) => title === 'Springfield');
  assert.equal(new Set(springfields.map(({ where }) => where)).size, springfields.length);
});

test('a part of a city is called so, and the city a city', async () => {
  const found = await suggestions('zurich');
  assert.equal(found.find(({ to }) => to === '/cities/zurich')?.kind, 'City');
  assert.equal(found.find(({ to }) => to === '/cities/zurich-kreis-11')?.kind, 'Part of a city');
  for (const { kind, where } of found) if (kind === 'Part of a city') assert.notEqual(where, '');
});

test('a region and an island lead to the list of their cities, the largest first', async () => {
  for (const [query, name, largest] of [
    ['bali', 'Bali', 'Denpasar'],
    ['madeira', 'Madeira', 'Funchal'],
    ['tenerife', 'Tenerife', 'Santa Cruz de Tenerife'],
  ] as const) {
    const region = (await suggestions(query)).find(({ kind }) => kind !== 'City');
    assert.equal(region?.title, name);
    const response = await fetch(server.address + region.to);
    assert.equal(response.status, 200);
    const [, city] = /<tbody>.*?<a [^>]*>([^<]*)</s.exec(await response.text()) ?? [];
    assert.equal(city, largest);
  }
});

test('results that are the text come before those that only sound like it, on the page too', async () => {
  const page = async (query: string) =>
    (await fetch(`${server.address}/search?q=${encodeURIComponent(query)}`)).text();
  const headings = async (query: string) =>
    [...(await page(query)).matchAll(/<section><h2[^>]*>([^<]*)/g)].map(([, heading]) => heading);
  assert.deepEqual(await headings('safety'), ['Documentation', 'Places']);
  assert.deepEqual((await headings('lisbon')).slice(0, 2), ['Best answer', 'Places']);
});

test('the page of results answers in money, as the pages that it leads to do', async () => {
  const page = async (path: string) => (await fetch(server.address + path)).text();
  const search = (query: string) => page(`/search?q=${encodeURIComponent(query)}`);
  const money = (html: string) =>
    /(?:needs about |class="number"[^>]*>(?:<strong>)?)([\d,]+)/.exec(html.split('<main')[1] ?? '')?.[1];
  for (const [query, path] of [
    ['cost of living zurich family of four', '/cities/zurich?household=family'],
    ['is Toronto safe?', '/cities/toronto'],
    ['spain', '/countries/spain'],
    ['cheapest capital in europe', '/find?continent=europe&capital=true&sort=budget'],
    ['madrid vs zurich family', '/compare?cities=madrid,zurich&household=family'],
  ] as const) {
    const answered = await search(query);
    assert.ok(money(answered), query);
    assert.equal(money(answered), money(await page(path)), query);
  }
  assert.match(await search('is Toronto safe?'), /Safety: [\d.]+ \(80 % interval: [\d.]+ to [\d.]+\) of 100/);
  assert.match(await search('is Japan safe?'), /Safety: [\d.]+ \(80 % interval: [\d.]+ to [\d.]+\) of 100/);
  assert.match(await search('quality of life canada vs australia'), /<th[^>]*>Quality of life<\/th>/);
  assert.doesNotMatch(await search('cities with good air quality in France'), /quality_min/);
  assert.match(await search('sunshine lisbon vs madrid'), /<th[^>]*>Sunshine in a year<\/th>/);
  assert.doesNotMatch(await search('rent in Lisbon for 2 people'), /Population: /);
  assert.match(
    await search('population of Ho Chi Minh City'),
    /Population: [\d,]{9,} \(probably of a wider area\)/,
  );
  assert.match(await search('population of Lagos'), /Population: [\d,]{9,}/);
  assert.match(await search('population of Japan'), /Population: 12\d,\d{3},\d{3}/);
  assert.match(await search('how far is Madrid from the sea'), /Distance to the coast: 3\d\d km/);
  assert.match(
    await search('does it rain a lot in Bergen'),
    /Rain and melted snow in a year: 2,\d{3} mm.*Mean daily high: [\d.]+ °C in (?:January|February), [\d.]+ °C in (?:July|August)/s,
  );
  assert.match(await search('80000 eur madrid to singapore'), /Same as 80,000 EUR/);
  // Where no city costs so little, the cheapest ones answer, on the page of the list too.
  assert.match(await search('900 euros a month germany'), /No city costs so little:.*[\d,]+ EUR/s);
  assert.match(
    await page('/find?country=germany&budget_max=900'),
    /No city costs so little:.*sort=budget">Show the/s,
  );
  for (const amount of ['9'.repeat(30), '0', '1,5']) {
    const { status } = await fetch(`${server.address}/search?q=live+on+${amount}+euros+in+spain`);
    assert.equal(status, 200, amount);
  }
  // A text that names nothing is not answered.
  assert.doesNotMatch(await search('quickstart'), /Best answer/);
});

/** The first answer of a search, as text. */
async function answer(query: string): Promise<string> {
  const response = await fetch(`${server.address}/search?q=${encodeURIComponent(query)}`);
  assert.equal(response.status, 200, query);
  const [, first = ''] = /<h2>Best answer<\/h2>(.*?)<\/section>/s.exec(await response.text()) ?? [];
  return first.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('pay in a question is set against what a month costs, in its money and for the household', async () => {
  for (const [query, who, money, pay, verdict] of [
    ['can a family of 4 live on 5000 euros in munich', 'a family of four', 'EUR', 5000, 'less than that'],
    ['can I survive on 900€ in Kraków', 'one adult', 'EUR', 900, 'less than that'],
    ['85k usd berlin', 'one adult', 'USD', 85_000 / 12, 'leaves about'],
    ['12 lakh rupees a year bangalore', 'one adult', 'INR', 100_000, 'if it is net pay'],
    ['3,5 Mio COP Bogotá', 'one adult', 'COP', 3_500_000, 'less than that'],
    ['two adults in Lisbon, salaries 3500 and 2800', 'a couple', 'EUR', 6300, 'leaves about'],
  ] as const) {
    const text = await answer(query);
    const [, needed = ''] = new RegExp(`${who} needs about ([\\d,]+) ${money}`).exec(text) ?? [];
    assert.notEqual(needed, '', `${query}: ${text}`);
    assert.ok(text.includes(verdict), `${query}: ${text}`);
    const [, far] = /(?:is about|leaves about) ([\d,]+)/.exec(text) ?? [];
    if (far === undefined) continue;
    const number = (digits: string) => Number(digits.replaceAll(',', ''));
    const expected = Math.abs(pay - number(needed));
    assert.ok(Math.abs(number(far) - expected) <= 1 + expected / 500, `${query}: ${far}, not ${expected}`);
  }
});

test('what a question is about is in the answer: rents by size, pay, a score', async () => {
  const rent = (text: string, rooms: string) =>
    new RegExp(`Rent, ${rooms}: ([\\d,]+) EUR a month`).exec(text)?.[1];
  const [all, three] = [await answer('rent vienna'), await answer('3 bedroom flat vienna')];
  for (const rooms of ['one bedroom', 'two bedrooms', 'three bedrooms']) assert.ok(rent(all, rooms), rooms);
  assert.equal(rent(three, 'three bedrooms'), rent(all, 'three bedrooms'));
  assert.equal(rent(three, 'one bedroom'), undefined);
  assert.match(await answer('two bedroom flat vienna vs zurich'), /Rent, two bedrooms .*Vienna/);
  assert.match(await answer('average salary Poland in euros'), /employees earn EUR [\d,]+ per month/);
  assert.match(await answer('minimum wage netherlands'), /minimum wage: EUR [\d,]+ per month \(\d{4}\)/);
  assert.match(await answer('air quality delhi vs beijing'), /Environment .*Delhi India [^–]* \d+\.\d/);
});

test('what an answer leaves out of a question is said', async () => {
  for (const [query, said] of [
    ['how much does a beer cost in prague', /no prices of single things/],
    ['kindergarten cost oslo vs copenhagen', /no prices of care for children/],
    ['net salary from 70000 gross in belgium', /no income taxes/],
    ['rent a room in dublin', /no rents of single rooms/],
    ['digital nomad visa georgia', /nothing about visas/],
    ['is 4000 chf enough for 3 in geneva', /this is the nearest to your question/],
    ['single parent with two kids berlin', /this is the nearest to your question/],
    ['zorblatt in berlin', /We did not use “zorblatt”/],
    ['Pyongyang', /no price level/],
  ] as const)
    assert.match(await answer(query), said);
  for (const query of [
    'cost of living zurich family of four',
    'is london cheaper than paris',
    'polnische Städte',
  ])
    assert.doesNotMatch(await answer(query), /We did not use|We have no|nearest/);
});

test('what is like a city but cheaper costs less than it and is not worse in what is asked for', async () => {
  for (const [query, condition] of [
    ['cities like lisbon but cheaper', /budget_max=\d+&currency=EUR&sort=-quality/],
    [
      'cheaper than berlin but as safe',
      /budget_max=\d+&safety_min=[\d.]+&currency=EUR&sort=-quality&each=country/,
    ],
    ['cheaper than mexico city', /\?budget_max=\d+&currency=MXN&sort=-quality&each=country$/],
    ['cheaper than barcelona in spain', /\?country=spain&budget_max=\d+&currency=EUR&sort=-quality$/],
    [
      'cities in eastern europe cheaper than vienna',
      /\?subregion=eastern-europe&budget_max=\d+&currency=EUR&/,
    ],
    ['cheaper alternative to san diego', /budget_max=\d+&currency=USD/],
  ] as const) {
    const [first] = await suggestions(query);
    assert.match(first?.to ?? '', condition, query);
    const [city] = (await suggestions(query)).slice(1);
    const own = /needs about ([\d,]+)/.exec(await (await fetch(server.address + city?.to)).text())?.[1];
    const most = /budget_max=(\d+)/.exec(first?.to ?? '')?.[1];
    const difference = Number(own?.replaceAll(',', '')) - Number(most);
    assert.ok(difference > 0 && difference < 5, `${query}: ${own}, at most ${most}`);
  }
});

test('every adjective of a country or part of the world lists its cities', async () => {
  for (const [place, words] of Object.entries(WORDS.adjectives))
    for (const word of words.split(' ')) {
      const [first] = await suggestions(`${word} cities`);
      assert.match(first?.to ?? '', new RegExp(`^/find\\?.*=(${place}|northern-europe)&`), word);
    }
});

test('a name that several cities have leads to a comparison for each of them, and none is chosen silently', async () => {
  const found = await suggestions('moving from toronto to valencia');
  assert.deepEqual(
    found.slice(0, 2).map(({ title, to }) => ({ title, to })),
    [
      {
        title: 'Compare Toronto and Valencia (Venezuela)',
        to: '/compare?cities=toronto,valencia-carabobo-venezuela',
      },
      {
        title: 'Compare Toronto and Valencia (Spain)',
        to: '/compare?cities=toronto,valencia-valencia-spain',
      },
    ],
  );
});

test('a city that is far better known by a name than the one that is called so is shown beside it', async () => {
  for (const [query, own, known] of [
    ['Smyrna', 'smyrna-georgia-united-states', 'izmir'],
    ['Heathrow', 'london', 'heathrow'],
  ])
    assert.deepEqual(
      (await suggestions(query ?? '')).slice(0, 2).map(({ to }) => to),
      [`/cities/${own}`, `/cities/${known}`],
    );
});

test('a town does not hide a city that is very much better known by its name, or by one that differs in a letter', async () => {
  for (const [query, known, town] of [
    ['bogata', 'bogota', 'bogata-mures-county-romania'],
    ['Lindon', 'london', 'lindon-utah-united-states'],
    ['Parigi', 'paris', 'parigi-central-sulawesi-indonesia'],
  ])
    assert.deepEqual(
      (await suggestions(query ?? '')).slice(0, 2).map(({ to }) => to),
      [`/cities/${known}`, `/cities/${town}`],
    );
  for (const [query, town] of [
    ['Bogata, Romania', 'bogata-mures-county-romania'],
    ['Lindon Utah', 'lindon-utah-united-states'],
    ['Davos', 'davos'],
  ])
    assert.equal((await suggestions(query ?? ''))[0]?.to, `/cities/${town}`);
});

test('a place takes its article in sentences', async () => {
  const page = async (path: string) => (await fetch(server.address + path)).text();
  assert.match(await page('/countries/netherlands'), /We have \d+ cities in the Netherlands\./);
  assert.match(await page('/countries/portugal'), /We have \d+ cities in Portugal\./);
});
