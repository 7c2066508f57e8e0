import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Static } from 'typebox';
import type { CostComparison } from '../../src/engine/cost/cost-comparison.ts';
import type { CostOfLiving } from '../../src/engine/cost/cost-of-living.ts';
import { shownLevels } from '../../src/engine/cost/shown-levels.ts';
import type { CityHistory } from '../../src/engine/history/history.ts';
import type { QualityOfLife } from '../../src/engine/quality/quality-of-life.ts';
import type { SimilarCities } from '../../src/engine/similar/similar-cities.ts';
import { QUESTIONS } from '../../src/site/explorer/find-questions.ts';
import { ENGLISH } from '../../src/site/languages/english.ts';
import { sampleOf } from '../support/api/list.ts';
import { exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();

const page = (path: string) => exchange(address, path);
const tables = new Map<string, Record<string, string>[]>();
/** The table at the path, which is read once: that of all cities takes a while. */
async function rows(path: string): Promise<readonly Record<string, string>[]> {
  const known = tables.get(path) ?? parse((await page(path)).text, { bom: true, columns: true });
  tables.set(path, known);
  return known;
}
const answer = async <Body>(path: string) => (await (await service.get(path, token)).json()) as Body;

test('CSV begins with the mark by which Excel recognises UTF-8, on every page that has CSV', async () => {
  for (const path of [
    '/cities/sao-paulo.csv',
    '/countries/brazil.csv',
    '/compare.csv?cities=sao-paulo,lisbon',
    '/rankings/cost.csv?country=brazil',
    '/find.csv?country=brazil',
    '/explore.csv?country=brazil',
    '/metrics.csv',
    '/sources.csv',
    '/status.csv',
  ]) {
    const { status, body, text } = await page(path);
    assert.equal(status, 200, path);
    assert.deepEqual(body.subarray(0, 3), Buffer.from([0xef, 0xbb, 0xbf]), path);
    assert.equal(text.split('\uFEFF').length, 2, path);
  }
  const [city] = (await rows('/rankings/cost.csv?country=brazil')).filter(({ id }) => id === 'sao-paulo');
  assert.equal(city?.name, 'São Paulo');
});

test('countries and cities have a page, without a key', async () => {
  const countries = await answer<{ id: string }[]>('/countries');
  const cities = await answer<{ id: string }[]>('/cities?fields=id');
  const paths = [
    ...sampleOf(countries, 30).map(({ id }) => `/countries/${id}`),
    ...sampleOf(cities, 30).map(({ id }) => `/cities/${id}`),
  ];
  for (const path of paths) {
    const { status, text } = await page(path);
    assert.equal(status, 200, path);
    assert.match(text, /<h1>[^<]/, path);
    assert.doesNotMatch(text, /undefined|NaN|\[object/, path);
    assert.doesNotMatch(text, /[^\d.,]1 (cities|figures|sources|charts)\b/, path);
  }
});

test('a place is found by its name, and its page has the API’s price level', async () => {
  const { status, headers } = await page('/cities/Lisbon,%20Portugal');
  assert.deepEqual([status, headers.location], [302, '../cities/lisbon']);
  const { index } = await answer<CostOfLiving>('/data/cost-of-living/lisbon');
  const { text } = await page('/cities/lisbon');
  assert.ok(index);
  for (const [, { value, low, high }] of shownLevels(index))
    assert.ok(text.includes(`${low.toFixed(1)} to ${high.toFixed(1)}`) && text.includes(value.toFixed(1)));
  const table = await rows('/cities/lisbon.csv');
  const levels = table.filter((row) => row.table === 'price_levels');
  assert.deepEqual(
    levels.map(({ id, value }) => [id, Number(value)]),
    shownLevels(index).map(([id, { value }]) => [id, value]),
  );
});

test('a population that is probably of a wider area than the city says so', async () => {
  assert.match((await page('/cities/ho-chi-minh-city')).text, /<dd>14,\S+ <small>probably of a wider area/);
  assert.match((await page('/cities/ho-chi-minh-city?lang=de')).text, /<small>wohl eines größeren Gebiets/);
  assert.doesNotMatch((await page('/cities/lisbon')).text, /wider area/);
});

test('a score based only on national figures has a hollow dot', async () => {
  const { text } = await page('/cities/monaco');
  const national = text.split('<tr').filter((row) => row.includes('</svg> its country '));
  assert.ok(national.length > 2);
  for (const row of national) assert.match(row, /<circle class="national"/);
});

test('similar cities are the API’s, with the parts of the distance', async () => {
  const { among, similar } = await answer<Static<typeof SimilarCities>>(
    '/data/similar/lisbon?limit=8&min_population=100000',
  );
  const { text } = await page('/cities/lisbon');
  assert.equal(similar.length, 8);
  assert.ok(text.includes(`out of ${among.toLocaleString('en')} with`));
  for (const { city, distance, uncertainty } of similar)
    assert.match(
      text,
      new RegExp(
        `<a href="../cities/${city.id}">.*<td class="number">${distance.toFixed(2)}</td><td class="number">${Math.round(100 * uncertainty)} %`,
      ),
    );
});

test('metrics with three periods are drawn over time, with their figures in a table', async () => {
  for (const [path, endpoint] of [
    ['/cities/lisbon', '/data/history/cities/lisbon'],
    ['/countries/portugal', '/data/history/countries/portugal'],
  ] as const) {
    const { observations } = await answer<Static<typeof CityHistory>>(endpoint);
    const series = Map.groupBy(observations, ({ metric, place, note, unit, sources, method }) =>
      method === 'estimated' ? metric : [metric, place, note, unit, sources.join()].join(),
    );
    const drawn = [...series.values()].filter((ofOne) => ofOne.length >= 3);
    const { text } = await page(path);
    // A country has one GDP per head, that of its figures.
    const isGdp = (metric = '') => metric.startsWith('gdp_per_capita');
    const history = text.split('<h2 id="history">')[1] ?? '';
    const charts = drawn.filter(
      ([figure]) => !isGdp(figure?.metric) || history.includes(`metrics/${figure?.metric}"`),
    );
    if (path.startsWith('/countries'))
      assert.equal(new Set(charts.flatMap(([figure]) => figure?.metric ?? []).filter(isGdp)).size, 1);
    assert.equal(text.match(/<polyline/g)?.length, charts.length);
    assert.equal(text.match(/<polygon class="band"/g)?.length, 1);
    for (const figures of charts) {
      assert.ok(text.includes(`metrics/${figures[0]?.metric}`));
      for (const { value } of figures)
        if (Number.isInteger(value))
          assert.ok(text.includes(`<td class="number">${value.toLocaleString('en')}</td>`));
    }
  }
});

test('an unknown place leads to a page with suggestions', async () => {
  const { status, text } = await exchange(address, '/cities/springfield', {
    headers: { Accept: 'text/html' },
  });
  assert.equal(status, 404);
  assert.match(text, /Springfield/);
  assert.equal(text.match(/Did you mean one of these\?/g)?.length, 1);
});

test('a comparison says whether each difference is certain, and has the API’s amounts', async () => {
  const query = 'cities=lisbon,berlin,new-york&amount=60000&currency=EUR';
  const { cities } = await answer<{ cities: Static<typeof CostComparison>['cities'] }>(
    `/data/cost-of-living?${query}`,
  );
  const { text } = await page(`/compare?${query}`);
  for (const { city, difference, equivalent } of cities.slice(1)) {
    assert.ok(difference && equivalent);
    const sentence = difference.overall.significant
      ? new RegExp(`${city.name} is [\\d.]+ % (more expensive|cheaper) than Lisbon`)
      : `Prices in ${city.name} and Lisbon cannot be told apart`;
    assert.match(text, new RegExp(sentence));
    assert.ok(text.includes(`${Math.round(equivalent.amount).toLocaleString('en')} EUR`));
  }
  const { status, headers } = await page(
    '/compare?cities=lisbon&with=Berlin,%20Germany&amount=5&currency=EUR',
  );
  assert.deepEqual([status, headers.location], [302, './compare?cities=lisbon,berlin&amount=5&currency=EUR']);
  assert.match(text, /<h1>Lisbon, Berlin and New York<\/h1>/);
  // Sums that would be read as 60 and 605.
  for (const amount of ['60.000', '60,5'])
    assert.equal((await page(`/compare?cities=lisbon,berlin&amount=${amount}&currency=EUR`)).status, 400);
  assert.equal((await page('/compare?cities=lisbon,berlin&amount=&currency=')).status, 200);
});

test('a long estimated amount has four digits, and one that a city lacks is a dash', async () => {
  const medellin = (await page('/cities/medellin')).text;
  assert.match(medellin, /one adult needs about \d,\d{3},000 COP a month/);
  assert.match(
    (await page('/find?country=falkland-islands&min_population=0&sort=cost')).text,
    /<td class="number"[^>]*>–</,
  );
});

test('a country with the name of its city is told from it', async () => {
  const { text } = await page('/cities/hong-kong');
  assert.match(text, /are of Hong Kong itself and \d+ of all of Hong Kong\./);
});

test('three cities are compared in one table, with the API’s levels, scores and differences', async () => {
  const query = 'cities=lisbon,berlin,new-york';
  const { cities } = await answer<Static<typeof CostComparison>>(`/data/cost-of-living?${query}`);
  const { text } = await page(`/compare?${query}`);
  const table = (name: string) => text.split(`aria-label="${name}"`)[1]?.split('</table>')[0] ?? '';
  const levels = table('Price levels');
  assert.equal(text.match(/aria-label="Price levels"/g)?.length, 1);
  for (const [index, { index: level, difference }] of cities.entries()) {
    const cell =
      index === 0
        ? ''
        : ` <small>${difference?.food?.significant ? '' : '≈\u00a0'}[+−]?[\\d.,]+\u00a0%</small>`;
    assert.match(
      levels,
      new RegExp(
        `>Food</th>(<td[^>]*>.*?</td>){${index}}<td[^>]*>${level?.food?.value.toFixed(1)}${cell}</td>`,
      ),
    );
  }
  assert.match(table('Scores'), />Overall<.*>Safety<\/th>/s);
});

test('countries are compared like cities, and with them, in the money of the API', async () => {
  for (const query of ['countries=spain,portugal', 'cities=london&countries=germany']) {
    const compared = await answer<Static<typeof CostComparison>>(
      `/data/cost-of-living?${query}&household=family`,
    );
    const { text } = await page(`/compare?${query}&household=family`);
    const [, together = []] = cellsOf(text);
    assert.deepEqual(
      together.slice(1),
      [...compared.cities, ...compared.countries].map(({ budget }) =>
        Math.round(budget?.total.value ?? 0).toLocaleString('en-US'),
      ),
    );
    assert.match(text, /href="\.\/countries\/(spain|germany)\?household=family"/);
    assert.equal((await page(`/embed/compare?${query}`)).status, 200);
    assert.equal((await page(`/compare/card.svg?${query}`)).status, 200);
  }
  const typed = async (query: string) => String((await page(`/compare?${query}`)).headers.location);
  assert.match(await typed('cities=spain&with=Portugal'), /compare\?countries=spain,portugal$/);
  assert.match(await typed('cities=lisbon&with=Singapore'), /compare\?cities=lisbon,singapore$/);
  assert.match(await typed('countries=spain&with=paris'), /compare\?cities=paris&countries=spain$/);
});

test('pay is in the currency of the first place unless the address says otherwise, and far more than a month costs is a year’s', async () => {
  const { text } = await page('/compare?cities=zurich,madrid&amount=120k');
  assert.match(text, /What buys the same as 120,000 CHF in Zürich/);
  assert.match(text, /We read 120,000 CHF as a year’s pay\..*Left of 10,000 CHF net a month/s);
  const other = /href="\.\/(compare\?[^"]*per=month[^"]*)#budget">It is a month’s/.exec(text)?.[1] ?? '';
  assert.match((await page(`/${other.replaceAll('&amp;', '&')}`)).text, /Left of 120,000 CHF net a month/);
  assert.match(
    (await page('/compare?cities=zurich,madrid&amount=7000')).text,
    /Left of 7,000 CHF net a month/,
  );
});

test('a name that no city has leads to a comparison with the city that may be meant', async () => {
  const { status, text } = await page('/compare?cities=lisbon&with=Brega&amount=900&currency=EUR');
  assert.equal(status, 200);
  assert.match(text, /We don’t know “Brega”\. Did you mean one of these\?/);
  const link = /<li><a href="\.\/(compare\?cities=lisbon,[^"]+)">/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  assert.match(link ?? '', /amount=900&currency=EUR/);
  assert.match((await page(`/${link}`)).text, /<h1>Lisbon and /);
  assert.match((await page('/compare?cities=brega,berlin')).text, /href="\.\/compare\?cities=braga,berlin">/);
});

test('a country has its price level and score, its official languages, one GDP per head, and its cities ranked and on a map', async () => {
  const { text } = await page('/countries/switzerland');
  const { index } = await answer<CostOfLiving>('/data/cost-of-living/countries/switzerland');
  assert.ok(text.includes(`<dt>Price level</dt><dd>${index?.overall.value.toFixed(1)} `));
  assert.match(text, /<dt>Official languages<\/dt><dd>German, French, Italian<\/dd>/);
  const figures = text.split('<h2 id="figures">')[1]?.split('</section>')[0] ?? '';
  assert.equal(figures.match(/metrics\/gdp_per_capita/g)?.length, 1);
  const [first] = await rows('/rankings/cost.csv?country=switzerland&order=lowest');
  const ranked = text.split('<h2 id="ranked">')[1]?.split('</section>')[0] ?? '';
  assert.ok(ranked.includes(`>1</td><td><a href="../cities/${first?.id}">`), ranked.slice(0, 600));
  const map = await page('/countries/switzerland.svg');
  assert.match(map.text, /<title>Cost of living in Switzerland<\/title>/);
  assert.match(text, /<img class="chart" src="\.\.\/countries\/switzerland\.svg"/);
});

test('a map without cities that have a price level has no levels', async () => {
  assert.match((await page('/countries/switzerland.svg')).text, />under [\d.]+<\/text>/);
  assert.doesNotMatch((await page('/countries/antarctica.svg')).text, /under/);
});

test('compared cities with one name are distinguished by region, on the page and in the chart', async () => {
  const cities = 'springfield-missouri-united-states,springfield-illinois-united-states';
  const { text } = await page(`/compare?cities=${cities}`);
  assert.match(text, /<h1>Springfield, Missouri and Springfield, Illinois<\/h1>/);
  assert.match(text, /Prices in Springfield, Illinois|Springfield, Illinois is [\d.]+ %/);
  assert.doesNotMatch(text, /Springfield and Springfield|>Springfield<|(against|compared with) Springfield</);
  assert.match(
    (await page(`/compare.svg?cities=${cities}`)).text,
    /Cost of living compared with Springfield, Missouri</,
  );
});

test('a comparison with custom weights says so, and keeps them when a city is added', async () => {
  const query = 'cities=lisbon,berlin&weights=housing:1&group_weights=safety:1';
  const { text } = await page(`/compare?${query}`);
  assert.match(text, /own basket \(housing:1\) and your own weights of the quality of life \(safety:1\)/);
  const cost = await answer<Static<typeof CostComparison>>(
    '/data/cost-of-living?cities=lisbon,berlin&weights=housing:1',
  );
  assert.ok(text.includes(`${cost.cities[1]?.index?.overall.value.toFixed(1)}</td>`));
  const added = await page(`/compare?${query}&with=porto`);
  assert.match(
    String(added.headers.location),
    /weights=housing%3A1&group_weights=safety%3A1|weights=housing:1&group_weights=safety:1/,
  );
  assert.equal((await page('/compare?cities=lisbon,berlin&weights=beauty:1')).status, 400);
  const adding = (html: string) =>
    html.match(/<form[^>]*>(?:(?!<\/form>)[\s\S])*name="with"[\s\S]*?<\/form>/)?.[0] ?? '';
  const carried = (html: string) => [...adding(html).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  for (const cities of ['lisbon,berlin', 'lisbon']) {
    const { text: form } = await page(`/compare?${query.replace('lisbon,berlin', cities)}`);
    assert.deepEqual(
      carried(form).map(([, name, value]) => [name, value]),
      [
        ['cities', cities],
        ['weights', 'housing:1'],
        ['group_weights', 'safety:1'],
      ],
    );
  }
});

test('charts are available as files with title, release and figures, and without styles that a security policy would block', async () => {
  const { index } = await answer<CostOfLiving>('/data/cost-of-living/lisbon');
  for (const [path, figure] of [
    ['/cities/lisbon.svg', index?.overall.value.toFixed(1)],
    ['/compare.svg?cities=porto,lisbon', 'Lisbon is'],
    ['/rankings/cost.svg?country=portugal', index?.overall.value.toFixed(1)],
    ['/find.svg?country=portugal&min_population=30000', 'Lisbon: cost'],
  ] as const) {
    const { status, headers, text } = await page(path);
    assert.equal(status, 200, path);
    assert.match(String(headers['content-type']), /^image\/svg\+xml/);
    assert.ok(text.includes(figure ?? '?') && text.includes('data release'), path);
    assert.doesNotMatch(text, /class=|style|undefined|NaN/, path);
    const drawn = /\.svg(.*)$/.exec(path)?.[1] ?? '';
    const of = await page(path.replace('.svg', ''));
    assert.ok(of.text.includes(`.svg${drawn.replaceAll('&', '&amp;')}"`), `${path} is linked`);
  }
});

/** The cells of each row of the first table. */
const cellsOf = (text: string) =>
  [...text.matchAll(/<tr(?! class="axis-row")[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) =>
      cell.replace(/<[^>]+>/g, '').trim(),
    ),
  );

test('a ranking has one world rank per row with its band, the same as in the city’s own data, in every country and order', async () => {
  for (const path of ['/rankings/cost', '/rankings/cost?country=portugal', '/rankings/cost?order=lowest']) {
    const ranked = await rows(path.replace('/cost', '/cost.csv'));
    for (const row of sampleOf(ranked, 8)) {
      const { ranking } = await answer<CostOfLiving>(`/data/cost-of-living/${row.id}`);
      assert.deepEqual(
        [row.rank, row.ranked, row.rank_first, row.rank_last, row.band],
        ['rank', 'of', 'first', 'last', 'band'].map((field) =>
          String(ranking?.[field as keyof typeof ranking] ?? ''),
        ),
        `${path} ${row.id}`,
      );
    }
  }
  const { text } = await page('/rankings/quality');
  const [head = [], ...body] = cellsOf(text);
  const [rank, band] = [head.indexOf('World rank'), head.indexOf('In the world')];
  assert.equal(body.length, 100);
  for (const cells of body) {
    assert.match(cells[rank] ?? '', /^[\d,]+$/);
    assert.match(cells[band] ?? '', /^(?:top|bottom|middle) \w+$|^cannot be told apart from [\d,]+ others$/);
  }
  assert.doesNotMatch(text, /rank \d+ of \d/i);
});

test('the possible ranks of each city are a link away', async () => {
  const { text } = await page('/rankings/cost?country=portugal');
  assert.ok(!cellsOf(text)[0]?.includes('Possible ranks'));
  const link = /href="([^"]+)">Show the possible ranks/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  assert.ok(link);
  const [head = [], ...body] = cellsOf(
    (await page(new URL(link, `${address}/rankings/`).href.slice(address.length))).text,
  );
  const [row] = await rows('/rankings/cost.csv?country=portugal');
  const range = [row?.rank_first, row?.rank_last].map((rank) => Number(rank).toLocaleString('en'));
  assert.equal(body[0]?.[head.indexOf('Possible ranks')], range.join(' to '));
});

test('a ranking lists each agglomeration once, and a link lists its parts too, without a rank', async () => {
  const folded = await page('/rankings/cost?country=japan');
  assert.doesNotMatch(folded.text, /cities\/yokohama"/);
  const link = /href="([^"]+)">List parts of agglomerations too/
    .exec(folded.text)?.[1]
    ?.replaceAll('&amp;', '&');
  assert.ok(link?.includes('fold=none'));
  const unfolded = await rows('/rankings/cost.csv?country=japan&fold=none');
  const yokohama = unfolded.find(({ id }) => id === 'yokohama');
  assert.deepEqual([yokohama?.rank, yokohama?.part_of], ['', 'tokyo']);
  const { text } = await page('/rankings/cost?country=japan&fold=none');
  assert.match(text, /part of <a href="[^"]*\/tokyo">Tokyo<\/a>/);
  assert.match(text, />List each urban agglomeration once<\/a>/);
  for (const { part_of } of await rows('/rankings/quality.csv')) assert.equal(part_of, '');
});

test('a city’s page has its band in words, its ranks on demand, and the ranks of its main city for a part', async () => {
  const { text } = await page('/cities/lisbon');
  const { ranking } = await answer<CostOfLiving>('/data/cost-of-living/lisbon');
  assert.match(
    text,
    new RegExp(`It is in the most expensive \\w+ of ${ranking?.of.toLocaleString('en')} cities`),
  );
  assert.match(text, /<details><summary>World ranks<\/summary>/);
  assert.match((await page('/cities/brooklyn')).text, /href="[^"]*\/new-york">see its ranks<\/a>/);
});

test('the list of rankings has the number of cities in each, and a ranking of one city lists no others', async () => {
  const { text } = await page('/rankings');
  for (const measure of ['cost', 'quality', 'hardship']) {
    const ranked = await rows(`/rankings/${measure}.csv`);
    assert.match(
      text,
      new RegExp(`rankings/${measure}">[^<]+</a><p>${ranked.length.toLocaleString('en')} cities</p>`),
    );
  }
  assert.match(
    (await page('/rankings/cost?country=vatican-city')).text,
    /is the only city that is listed, at/,
  );
});

test('finding shows the cities that the API finds, and says what is wrong with a filter', async () => {
  const query = 'cost_max=60&country=spain&min_population=100000&kind=city&sort=-quality';
  const expected = await answer<{ id: string }[]>(`/cities?${query}&fold=agglomeration`);
  assert.deepEqual(
    (await rows(`/find.csv?${query}`)).map(({ id }) => id),
    expected.map(({ id }) => id),
  );
  const { text: summary } = await page(`/find.md?${query}`);
  assert.ok(summary.startsWith(`# Cities found\n\n${expected.length} cities found`), summary.slice(0, 60));
  for (const { id } of expected.slice(0, 50)) assert.ok(summary.includes(`| ${id} |`), id);
  assert.match((await page(`/find?${query}`)).text, /find\.svg/);
  // Two cities make no chart: the page does not name one, and there is none.
  const few = await page('/find?country=andorra');
  assert.match(few.text, /<link rel="alternate" type="text\/csv"/);
  assert.doesNotMatch(few.text, /find\.svg/);
  assert.equal((await page('/find.svg?country=andorra')).status, 404);
  const { status, text } = await page('/find?cost_max=cheap');
  assert.equal(status, 200);
  assert.match(text, /cost_max: must be a number/);
  assert.doesNotMatch(text, /rel="alternate"/);
  assert.match((await page('/find?sort=-high')).text, /<details open>.*Choose a month/s);
});

test('finding shows what a household needs in a month, as the page of each city does', async () => {
  for (const [query, household] of [
    ['country=switzerland&sort=budget', 'one'],
    ['country=portugal&household=family', 'family'],
    ['continent=europe&currency=GBP&household=couple', 'couple'],
  ] as const) {
    const [, first = []] = cellsOf((await page(`/find?${query}`)).text);
    const [, amount, currency] = /^([\d,]+) ([A-Z]{3})/.exec(first[1] ?? '') ?? [];
    const id = /<tbody>.*?\/cities\/([\w-]+)["?]/s.exec((await page(`/find?${query}`)).text)?.[1];
    const { budget } = await answer<CostOfLiving>(
      `/data/cost-of-living/${id}?household=${household}&currency=${currency}`,
    );
    assert.equal(amount, Math.round(budget?.total.value ?? 0).toLocaleString('en-US'), query);
  }
});

test('the household and the currency of a page stay in its links to places and comparisons, and in its citation', async () => {
  const query = 'household=family&currency=CHF';
  for (const path of ['/cities/lisbon', '/countries/portugal', '/compare', '/find']) {
    const named = path === '/compare' ? 'cities=lisbon,madrid&' : path === '/find' ? 'country=portugal&' : '';
    const { text } = await page(`${path}?${named}${query}`);
    const main = text.split('<main')[1]?.split('</main>')[0] ?? '';
    const links = [...main.matchAll(/href="[./]*((?:cities|countries|compare)\b[^".#]*)(?:#[^"]*)?"/g)];
    assert.ok(links.length > 1, path);
    for (const [, to = ''] of links)
      assert.match(to, /household=\w+.*currency=CHF|currency=CHF.*household=\w+/, path);
  }
  const { text } = await page(`/cities/lisbon?${query}`);
  assert.match(text, /cities\/lisbon\?household=family&amp;currency=CHF&amp;release=/);
  assert.match(text, /<form[^>]*action="[./]*compare"[^>]*>.*value="family".*value="CHF".*<\/form>/s);
  // Phones share the address that the page calls its own.
  const compared = (await page(`/compare?cities=lisbon,madrid&${query}`)).text;
  assert.match(
    compared,
    /<link rel="canonical" href="[^"]*\/compare\?cities=lisbon,madrid&amp;household=family/,
  );
});

test('what people earn is in the currency of the budget beside it', async () => {
  const { earnings, budget } = await answer<CostOfLiving>('/data/cost-of-living/zurich?currency=EUR');
  const { text } = await page('/cities/zurich?currency=EUR');
  const euros = Math.round((earnings?.value ?? 0) * (budget?.exchange_rate?.value ?? 0));
  assert.match(text, new RegExp(`employees earn EUR\\s${euros.toLocaleString('en-US')} per month`));
});

test('finding lists the first city of each country, and all of a list that is long', async () => {
  const query = 'continent=europe&sort=budget';
  const all = await rows(`/find.csv?${query}`);
  const ids = async (address: string) => {
    const body = (await page(address)).text.split('<tbody>')[1]?.split('</tbody>')[0] ?? '';
    return [...body.matchAll(/cities\/([\w-]+)["?]/g)].map(([, id = '']) => id);
  };
  const firstOfEach = all.filter(
    ({ country }, index) => all.findIndex((other) => other.country === country) === index,
  );
  assert.deepEqual(
    await ids(`/find?${query}&each=country`),
    firstOfEach.slice(0, 25).map(({ id }) => id),
  );
  const more =
    /href="\.\/(find\?[^"]*)">Show the first 100</.exec((await page(`/find?${query}`)).text)?.[1] ?? '';
  assert.deepEqual(
    await ids(`/${more.replaceAll('&amp;', '&')}`),
    all.slice(0, 100).map(({ id }) => id),
  );
});

test('finding lists each urban agglomeration once, with a link that lists its parts too', async () => {
  const query = 'country=singapore&min_population=0';
  const ids = async (suffix: string) =>
    (await rows(`/find.csv?${query}${suffix}`)).map(({ id }) => id).toSorted();
  const all = await answer<{ id: string }[]>(`/cities?${query}&kind=city`);
  assert.deepEqual(await ids(''), ['singapore']);
  assert.ok(all.length > 3);
  assert.deepEqual(await ids('&fold=none'), all.map(({ id }) => id).toSorted());
  const link = /href="\.\/(find\?[^"]*)">List parts of agglomerations too/.exec(
    (await page(`/find?${query}`)).text,
  )?.[1];
  const unfolded = await page(`/${link?.replaceAll('&amp;', '&')}`);
  assert.match(unfolded.text, />List each urban agglomeration once</);
  assert.match(unfolded.text, /<input type="hidden" name="fold" value="none">/, 'the form keeps it');
});

test('finding says in words what it found, keeps every filter of the address in its form, and names the outstanding cities', async () => {
  const query = 'continent=europe&capital=true&quality_min=72&sort=cost';
  const expected = await answer<{ id: string; name: string }[]>(`/cities?${query}&kind=city`);
  const { text } = await page(`/find?${query}&climate_min=10&month=1`);
  assert.match(text, /<h2 id="found">\d+ capitals in Europe<\/h2>/);
  assert.match(
    text,
    /With quality of life of at least 72 and climate of at least 10; cheapest first\. The weather is that of January\./,
  );
  assert.match(text, /<option value="72" selected>72<\/option>/, 'a value that is not on the list');
  assert.match(text, /<input type="hidden" name="climate_min" value="10">/, 'a filter without a question');
  assert.match(text, /<option value="europe" selected>Europe<\/option>/);
  const cheapest = expected[0]?.name ?? '?';
  assert.match((await page(`/find?${query}`)).text, new RegExp(`<text class="name"[^>]*>${cheapest}<`));
  assert.match(
    (await page(`/find.csv?${query}&month=1`)).text.split('\n', 1)[0] ?? '',
    /,month,high,rain,sun/,
  );
});

test('each ready question has an answer, and its filters are those of the API', async () => {
  for (const { title, query } of QUESTIONS) {
    const { text } = await page(`/find?${new URLSearchParams(query)}`);
    assert.ok(text.includes(`>${ENGLISH.find.questions[title]}</a>`), title);
    const found = Number(/<h2 id="found">([\d,]+) /.exec(text)?.[1]?.replace(',', ''));
    assert.ok(found >= 10, `${title}: ${found}`);
  }
});

test('Europe typed as a country, or into the search box, leads to the cities of Europe', async () => {
  const { status, headers } = await page('/find?country=Europe&quality_min=70');
  assert.equal(status, 302);
  assert.match(String(headers.location), /find\?quality_min=70&continent=europe$/);
  assert.match(
    String((await page('/find?country=Southern+Europe')).headers.location),
    /subregion=southern-europe$/,
  );
  assert.equal((await page('/find?country=Germany')).status, 200);
  assert.match((await page('/search?q=europe')).text, /find\?continent=europe">Cities in Europe<\/a>/);
  const suggested = JSON.parse((await page('/search.json?q=South+America')).text) as { to: string }[];
  assert.equal(suggested[0]?.to, '/find?continent=south-america');
});

test('the map has a dot for every place of a city with the figure, and its table counts all of them', async () => {
  const { text } = await page('/explore?measure=housing');
  const cities = await rows('/explore.csv?measure=housing');
  const places = new Set(cities.map(({ x, y }) => `${x} ${y}`));
  assert.deepEqual(places.difference(drawn(text)).size, 0);
  assert.deepEqual(drawn(text).difference(places).size, 0);
  const counts = [...text.matchAll(/<td class="number">([\d,]+)<\/td><td class="number">([\d,]+)<\/td>/g)];
  const total = (column: 1 | 2) =>
    counts.reduce((sum, count) => sum + Number(count[column]?.replaceAll(',', '')), 0);
  const measured = cities.filter((city) => city.grain !== 'country');
  assert.deepEqual([total(1), total(2)], [cities.length, measured.length]);
  const local = await rows('/explore.csv?measure=housing&evidence=local');
  assert.deepEqual(local, measured);
  assert.ok(local.length > 1000 && local.length < cities.length);
});

test('the map and the ranking can show only cities with local figures, if there are any', async () => {
  const words = 'Only cities with figures of their own';
  const offered = new Set<string>();
  for (const where of ['', '&country=portugal', '&country=monaco']) {
    const shares = (await rows(`/explore.csv?measure=safety${where}`)).map((row) => Number(row.local_share));
    const some = shares.some((share) => share > 0);
    const { text: map } = await page(`/explore?measure=safety${where}`);
    assert.equal(map.includes(words), some && shares.includes(0), where);
    const { text: ranking } = await page(`/rankings/safety?${where.slice(1)}`);
    assert.equal(ranking.includes(words), some, where);
    offered.add(`${map.includes(words)} ${ranking.includes(words)}`);
  }
  assert.deepEqual([...offered], ['true true', 'false true', 'false false']);
  assert.match(
    (await page('/rankings/safety?country=monaco&evidence=local')).text,
    /No city has a figure of its own or its region\./,
  );
});

test('a score’s map distinguishes cities by how much of the score is local, as the API says', async () => {
  const cities = await rows('/explore.csv?measure=safety');
  const shareOf = new Map(cities.map(({ id = '', local_share }) => [id, Number(local_share)]));
  const { groups } = await answer<QualityOfLife>('/data/quality-of-life/lisbon');
  const { city, metro, region } = groups.safety.measured;
  assert.equal(shareOf.get('lisbon'), city + metro + region);
  const { text } = await page('/explore?measure=safety');
  for (const [part, belongs] of [
    ['none', (share: number) => share === 0],
    ['some', (share: number) => share > 0 && share < 0.5],
    ['most', (share: number) => share >= 0.5],
  ] as const) {
    const group = new RegExp(`<g class="local-${part}">(.*?)</g>`, 's').exec(text)?.[1] ?? assert.fail(part);
    const places = new Set(
      cities.filter(({ local_share }) => belongs(Number(local_share))).map(({ x, y }) => `${x} ${y}`),
    );
    assert.deepEqual(drawn(group).symmetricDifference(places).size, 0, part);
  }
  const local = await rows('/explore.csv?measure=safety&evidence=local');
  assert.ok(local.length > 1000 && local.every(({ local_share }) => Number(local_share) > 0));
});

test('the map says once how many cities there are where all of them have as much of a score from their own area', async () => {
  const all = await rows('/explore.csv?measure=infrastructure');
  const alike = [...Map.groupBy(all, ({ country }) => country).values()].find(
    (cities) => cities.length > 1 && cities.every((city) => isPart(Number(city.local_share))),
  );
  assert.ok(alike, 'no country has such cities');
  const { text } = await page(`/explore?measure=infrastructure&country=${alike[0]?.country}`);
  assert.match(text, /For all of them, less than half of the score was measured in the city/);
  assert.doesNotMatch(text, new RegExp(`For ${alike.length}, `));
});

test('every score on any page has a badge with the kind of place that was measured', async () => {
  const { score, groups } = await answer<QualityOfLife>('/data/quality-of-life/lisbon');
  const badge = '<span class="evidence"><svg class="shares"';
  const scored = Object.values(groups).filter((group) => (group.score ?? group.estimate) !== null);
  assert.equal((await page('/cities/lisbon')).text.split(badge).length - 1, scored.length + 1);
  const here = Math.round(100 * score.measured.city);
  for (const path of ['/', '/rankings/quality?country=portugal', '/countries/portugal', '/cities/lisbon'])
    assert.match(
      (await page(path)).text,
      new RegExp(`class="shares".*?</svg> the city ${here}\u00a0%`),
      path,
    );
  assert.match((await page('/compare?cities=porto,lisbon')).text, /class="shares"/);
  assert.match((await page('/find?country=portugal')).text, /class="shares".*?% local/);
});

test('the tiles of the map together have every city once, with the API’s figure', async () => {
  const tiles = Array.from({ length: 8 * 4 }, (_, index) => `${index % 8}-${Math.floor(index / 8)}`);
  // One by one: a busy machine would refuse some of all at once.
  const ids: unknown[] = [];
  for (const tile of tiles) ids.push(...JSON.parse((await page(`/explore.json?tile=${tile}`)).text).id);
  const all = await rows('/explore.csv');
  assert.deepEqual(ids.toSorted(), all.map(({ id }) => id).toSorted());
  const { index } = await answer<CostOfLiving>('/data/cost-of-living/lisbon');
  const lisbon = all.find(({ id }) => id === 'lisbon');
  assert.equal(Number(lisbon?.value), index?.overall.value);
});

test('a country’s map has only its cities, in the colours of the world map, and is zoomed to fit them', async () => {
  const cities = await rows('/explore.csv?measure=housing&country=PT');
  const all = await rows('/explore.csv?measure=housing');
  assert.deepEqual(
    cities,
    all.filter(({ country }) => country === 'portugal'),
  );
  const { text } = await page('/explore?measure=housing&country=portugal');
  const [left = 0, top = 0, width = 0, height = 0] =
    /<svg viewBox="([^"]+)" role="img"/.exec(text)?.[1]?.split(' ').map(Number) ?? [];
  assert.ok(width < 1000);
  for (const { x, y } of cities)
    assert.ok(Number(x) > left && Number(x) < left + width && Number(y) > top && Number(y) < top + height);
  const worldwide = (await page('/explore?measure=housing')).text;
  const levels = (of: string) => [...of.matchAll(/<th scope="row">([^<]+)<\/th>/g)].map(([, level]) => level);
  assert.deepEqual(levels(text), levels(worldwide));
});

test('a map’s data have the measured shares of a score, each in its own column', async () => {
  const lisbon = (await rows('/explore.csv?measure=safety&country=portugal')).find(
    ({ id }) => id === 'lisbon',
  );
  const { groups } = await answer<QualityOfLife>('/data/quality-of-life/lisbon');
  for (const [grain, share] of Object.entries(groups.safety.measured))
    assert.equal(lisbon?.[`measured_${grain}`], String(share), grain);
});

test('a map of an unknown figure is not found', async () => {
  assert.equal((await page('/explore?measure=weather')).status, 404);
});

function isPart(share: number): boolean {
  return share > 0 && share < 0.5;
}

/** Places of all dots of a map. */
function drawn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, path = ''] of text.matchAll(/<path class="level-\d" d="([^"]+)"/g)) {
    let [x, y] = [0, 0];
    for (const [, right, down] of path.matchAll(/m(-?\d+) ?(-?\d+)h0/gi)) {
      [x, y] = [x + Number(right), y + Number(down)];
      found.add(`${x} ${y}`);
    }
  }
  return found;
}

test('a city without months says so, and links to no picture of them', async () => {
  const { text } = await page('/cities/da-nang');
  assert.match(text, /No weather station is near enough to say what the months of Da Nang are like\./);
  assert.doesNotMatch(text, /da-nang\/climate\./);
});

test('a city shows its climate by month, and says where a station is far away or at another height, as the answer does', async () => {
  for (const city of ['lisbon', 'dunedin', 'reykjavik', 'madrid']) {
    const { climate } = await answer<QualityOfLife>(`/data/quality-of-life/${city}`);
    const { text } = await page(`/cities/${city}`);
    const normals = Object.values(climate.normals);
    assert.match(text, /<svg class="months"[^>]*aria-label="Mean daily high and low, °C: highs from/);
    for (const { station, note } of normals) {
      const isFar = station.distance_km > 50 || Math.abs(station.height_difference_m) >= 300;
      assert.equal(note !== null, isFar, `${city}: ${note}`);
      if (note !== null) assert.ok(text.includes(note), `${city}: ${note}`);
    }
  }
  const { climate } = await answer<QualityOfLife>('/data/quality-of-life/lisbon');
  assert.match(climate.normals.temperature_max?.note ?? '', /254 km away.*gridded climatology/);
});
