import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { GUIDES } from '../../src/engine/guides/guides.ts';
import { OPERATIONS } from '../../src/engine/operations.ts';
import { Problem } from '../../src/engine/problems.ts';
import { Routes } from '../../src/service/http/routes.ts';
import { cityPage } from '../../src/site/explorer/city-page.ts';
import { ENGLISH, type Messages } from '../../src/site/languages/english.ts';
import { GERMAN } from '../../src/site/languages/german.ts';
import WORDS from '../../src/site/languages/german-metrics.json' with { type: 'json' };
import { METRICS } from '../../src/site/languages/german-names.ts';
import { LongData } from '../../src/site/long-data.ts';
import { operatorLinks } from '../../src/site/navigation.ts';
import { OpenApi } from '../../src/site/open-api.ts';
import { offeredPackages } from '../../src/site/packages/packages.ts';
import type { PageRequest } from '../../src/site/page-request.ts';
import { pageTable } from '../../src/site/page-table.ts';
import { preparingView } from '../../src/site/preparing-page.ts';
import { NOTHING_THERE, problemView } from '../../src/site/problem-page.ts';
import { Shell } from '../../src/site/shell.ts';
import { SiteAssets } from '../../src/site/site-assets.ts';
import type { SitePage } from '../../src/site/site-page.ts';
import { openApiInSteps } from '../../src/v1/reference/openapi.ts';
import { exchange } from '../support/http/exchange.ts';
import { markedMessages, textsOf, withoutMessages } from '../support/languages.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService, testReleaseStore } from '../support/service.ts';

const release = await openedRelease();
const service = await generousService();
const { address } = service.server;

const GERMANS = 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7';
const page = (path: string, language?: string) =>
  exchange(address, path, {
    headers: { Accept: 'text/html', ...(language === undefined ? {} : { 'Accept-Language': language }) },
  });

/**
 * Measured well and badly, with a far weather station, without an index, a part of an agglomeration, with categories that are
 * one figure, the base of the index, below the minimum wage.
 */
const CITIES = [
  'berlin',
  'lisbon',
  'new-york',
  'houston',
  'dunedin',
  'tokyo',
  'pyongyang',
  'havana',
  'damascus',
  'brooklyn',
  'dhaka',
  'buenos-aires',
  'dunquin',
].filter((id) => release.city(id) !== undefined);

/** Addresses of every kind of page whose sentences are messages, with and without what it shows only at times. */
const PAGES = [
  ...CITIES.map((id) => `/cities/${id}`),
  '/countries/germany',
  '/countries/united-states?household=family&currency=EUR',
  '/countries/north-korea',
  '/countries/vatican-city',
  '/compare',
  '/compare?cities=lisbon',
  '/compare?cities=lisbon,berlin',
  '/compare?cities=lisbon,berln',
  '/compare?cities=houston,new-york&amount=60000&currency=EUR&weights=housing:3&group_weights=safety:2',
  '/compare?cities=houston,pyongyang&amount=60000',
  '/compare?cities=lisbon,berlin,tokyo,pyongyang&amount=3000&currency=EUR',
  '/embed/cities/houston',
  '/embed/compare?cities=houston,new-york,pyongyang&amount=60000&currency=EUR&release=2020.1.1',
  '/embed/map?measure=safety&country=germany',
  '/find',
  '/find?country=germany&capital=true&sort=cost',
  '/find?continent=europe&month=1&high_min=10&rain_max=60&sun_min=60&sea_max=50&airport_max=80&budget_max=3000&currency=EUR&sort=-high&certainty=sure&evidence=official_local',
  '/find?high_min=20',
  '/find?region=Bavaria&cost_max=12,5',
  '/rankings',
  '/rankings/cost',
  '/rankings/quality?country=germany&ranks=possible&fold=none&page=2',
  '/rankings/housing?evidence=local&order=lowest',
  '/rankings/cost?country=monaco',
  '/explore',
  '/explore?measure=safety&country=germany',
  '/explore?measure=education&evidence=local',
  '/metrics/rent_two_bedroom?page=2',
  '/metrics/gdp_per_capita?order=lowest',
  '/',
  '/?city=new-york',
  '/?city=nairobi',
  '/search?q=berlin',
  '/search?q=rent',
  '/search?q=xyzzyx',
  '/guides/method',
  '/reference/getCity',
  '/reference/listCities',
  '/reference/downloadReleaseSqlite',
  '/fields/City',
  '/fields/Problem',
  '/errors/invalid_token',
  `/sources/${[...release.sources.keys()][0]}`,
  `/releases/${release.version}`,
  '/report?metric=rent_two_bedroom&value=3',
  '/places?id=lisbon',
  '/oembed?url=https%3A%2F%2Fexample.org%2Fcities%2Fberlin',
];

const openApi = new OpenApi(() =>
  openApiInSteps({
    operations: OPERATIONS,
    view: { release, baseUrl: 'https://example.org/v1' },
    publicUrl: 'https://example.org',
    plans: new Map(),
  }),
);

const NAMES = namesOfData();

/** Every page, of a service with a problem, so that it says which. */
const ALL_PAGES = pageTable({
  showsFigures: true,
  openApi,
  releases: testReleaseStore(),
  packages: offeredPackages(),
  health: () => ({ unusable: undefined, degraded: ['store'], release: release.version }),
});
const ROUTES = new Routes<SitePage>();
for (const each of ALL_PAGES) ROUTES.add(each.path, each);

const shell = new Shell({
  assets: new SiteAssets(join(import.meta.dirname, '../../web/dist')),
  publicUrl: 'https://example.org',
  operatorLinks: operatorLinks({
    privacyUrl: undefined,
    termsUrl: '/terms',
    contactUrl: '/contact',
    sourceUrl: '/source',
    statusUrl: '/health',
  }),
  serves: () => true,
});

test('a sentence of a page is in no place but the messages', () => {
  const messages = markedMessages(ENGLISH);
  const listed = new Set(PAGES.map((address) => address.split('?', 1)[0]));
  const others = ALL_PAGES.map(({ path }) => path).filter((path) => !path.includes('{') && !listed.has(path));
  const seen = new Set<string>();
  const all: string[] = [];
  for (const address of [...PAGES, ...others]) {
    const found = ROUTES.find(address);
    assert.ok(found !== null, address);
    const { target } = found;
    seen.add(target.path);
    const [path = ''] = address.split('?');
    const parameters = found.parameters as Record<string, string>;
    const query = found.query as Record<string, string>;
    const request = { ...requestFor('', messages), path, parameters, query };
    const view = target.render(request);
    if (!('main' in view)) continue;
    const markup = shell.render(view, {
      path,
      release: release.version,
      messages,
      isTranslated: true,
      data: [],
      query: request.query,
      framed: target.framed === true,
    });
    const names = namesOf(parameters.city_id ?? 'berlin');
    const metric = release.metrics.get(parameters.metric_id ?? '');
    for (const { place } of metric === undefined ? [] : release.valuesOf(metric, 0, metric.positions))
      names.add(release.placeName(place));
    const foreign = [markup, ...drawingsOf(target, request)]
      .flatMap((each) => textsOf(withoutMessages(each)))
      .filter((text) => !isData(text, names));
    all.push(...foreign.map((text) => `${address}: ${text}`));
  }
  assert.deepEqual(all, []);
  assert.deepEqual(
    ALL_PAGES.map(({ path }) => path).filter((path) => !seen.has(path)),
    [],
  );
});

test('nor is one of what is shown in place of a page', () => {
  const messages = markedMessages(ENGLISH);
  const views = [
    preparingView(undefined, messages),
    preparingView('quality', messages),
    ...[
      new Problem('path_not_found', NOTHING_THERE),
      new Problem('city_not_found', 'No city has this id.', {
        candidates: [{ id: 'lisbon', name: 'Lisbon', path: '/cities/lisbon' }],
      }),
      new Problem('invalid_parameter', 'Two parameters are wrong.', {
        errors: ['month', 'sort'].map((parameter) => ({ parameter, message: 'is wrong' })),
      }),
      new Problem('release_not_found', 'It is not kept.', { releases: [release.version, '2020.1.1'] }),
    ].map((problem) => problemView(problem, '/find?release=1', messages)),
  ];
  const frame = { path: '/find', release: undefined, messages, isTranslated: true };
  for (const view of views)
    assert.deepEqual(
      textsOf(withoutMessages(shell.render(view, frame))).filter((text) => !isData(text, NAMES)),
      [],
    );
});

test('a script of a page says nothing of its own', () => {
  const folder = join(import.meta.dirname, '../../web/site/islands');
  const said = readdirSync(folder).flatMap((file) => {
    const code = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return [...code.matchAll(/(?<=[\s([,=?:{])(['`])(\p{Lu}.*?)\1/gu)].map(([, , text = '']) => text);
  });
  assert.deepEqual(
    said.filter((text) => !NAMES_OF_PROTOCOLS.test(text)),
    [],
  );
});

/** Of keys, methods and header fields. */
const NAMES_OF_PROTOCOLS =
  /^(Enter|Escape|Arrow(Up|Down|Left|Right)|GET|POST|Accept|Authorization|Content-Type|Bearer \$\{key\})$/;

/** What a page has as pictures, with the data behind them. A drawing that there is not for this page is left out. */
function drawingsOf({ data, drawings = {} }: SitePage, request: PageRequest): string[] {
  const makers = [data?.svg, ...Object.values(drawings)].filter((make) => make !== undefined);
  return makers.flatMap((make) => {
    try {
      return make instanceof LongData ? [...make.write(request)].join('') : String(make(request));
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  });
}

/** What is data: names in the release, of places, stations and publishers; and what is written in the documentation. */
function namesOfData(): Set<string> {
  const names = new Set<string>();
  for (const { id, name, region } of release.cities)
    for (const each of [id, name, region ?? '']) names.add(each);
  for (const { name, detail } of release.countries)
    for (const each of [
      name,
      detail.region ?? '',
      detail.subregion ?? '',
      ...detail.languages.map((language) => language.name),
    ])
      names.add(each);
  for (const id of release.metrics.keys()) names.add(id);
  for (const { label, description } of GUIDES) names.add(label).add(description);
  const { paths, components } = openApi.of(release);
  for (const { get } of Object.values(paths)) {
    names.add(get.summary);
    for (const { name } of get.parameters) names.add(name);
  }
  for (const [name, { description = '' }] of Object.entries(components.schemas))
    names.add(name).add(description);
  for (const { id, publisher, title, licence, vintage, url, attribution } of release.sources.values())
    for (const each of [id, publisher, title, licence, vintage, url, attribution]) names.add(each);
  return names;
}

/** With the places that figures of a city were measured for, and its weather stations. */
function namesOf(id: string): Set<string> {
  const names = new Set(NAMES);
  const add = (key: string, value: unknown): unknown => {
    if ((key === 'place' || key === 'name') && typeof value === 'string') names.add(value);
    return value;
  };
  const json = cityPage().data?.json;
  assert.ok(typeof json === 'function');
  JSON.stringify(json(requestFor(id, ENGLISH)), add);
  return names;
}

function requestFor(id: string, messages: Messages): PageRequest {
  return {
    release,
    baseUrl: 'https://example.org/v1',
    publicUrl: 'https://example.org',
    path: `/cities/${id}`,
    parameters: { city_id: id },
    query: {},
    messages,
  };
}

/** What is left beside messages: names, numbers with units, time zones, codes. */
function isData(text: string, names: ReadonlySet<string>): boolean {
  const bare = text.replace(/^[\s·(,;:]+|[\s·),;:.]+$/g, '');
  return (
    names.has(text.replace(/^[·,] /, '')) ||
    names.has(bare) ||
    OURS.has(bare) ||
    /^[\d.,−+ ]*(km|m|%|mm)?$/.test(bare) ||
    /^(https:\/\/)?example\.org\//.test(bare) ||
    // The rest of an address that takes two lines in a drawing.
    /^\S*=\S+$/.test(bare) ||
    // Drawings shorten names.
    (bare.endsWith('…') && [...names].some((name) => name.startsWith(bare.slice(0, -1)))) ||
    /^[A-Z]\w+\/[\w/-]+$/.test(bare) ||
    // Codes of airports.
    /^[A-Z]{3}(, [A-Z]{3})*$/.test(bare) ||
    /^(UTC)?[+-]\d\d:\d\d$/.test(bare.replace('UTC', '')) ||
    bare
      .replace(/ = 100$/, '')
      .split(' · ')
      .flatMap((part) => (names.has(part) ? [] : part.split(', ')))
      .every((part) => names.has(part) || OURS.has(part) || /^\d+$/.test(part))
  );
}

/** The name of the service, of currencies and formats, and of languages in themselves. */
const OURS = new Set([
  'Location Data Service',
  'USD',
  'EUR',
  'JSON',
  'CSV',
  'Markdown',
  'SVG',
  'English',
  'Deutsch',
  'Atom',
  'Content-Security-Policy',
  'SHA-256',
  ...['sqlite', 'data-package', 'parquet'],
  ...['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'],
]);

/** Where a page of a city is not shown. */
const WITHOUT_CITY = [
  '/cities/nowhere',
  '/cities/qqxxzzjjvv',
  '/cities/lisbon?household=9',
  '/cities/lisbon?household=9&release=1',
  '/cities/lisbon?release=2020.1.1',
];

test('no sentence of a German page of a city, of what is shown in its place, or of the form for a wrong figure, is English', async () => {
  for (const path of [
    ...CITIES.map((id) => `/cities/${id}`),
    ...WITHOUT_CITY,
    '/report',
    '/report/received',
  ]) {
    const [german, english] = [await page(path, GERMANS), await page(path)];
    assert.match(german.text, /<html lang="de"/);
    const id = /(?<=cities\/)[^?]+/.exec(path)?.[0] ?? 'berlin';
    const names = namesOf(release.city(id) === undefined ? 'berlin' : id);
    const inEnglish = new Set(textsOf(english.text));
    const same = textsOf(german.text).filter(
      (text) => inEnglish.has(text) && !isData(text, names) && !SAME_IN_BOTH.has(text),
    );
    assert.deepEqual([...new Set(same)], [], path);
  }
});

/** Words that are spelled alike. */
const SAME_IN_BOTH = new Set([
  'Status',
  'µg/m³',
  'Jan',
  'Feb',
  'Apr',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Nov',
  'Median',
]);

test('every metric and unit that the page of a city can show has a German name', () => {
  const shown = [...release.metrics.values()].filter(
    ({ resource }) => resource === 'cost_of_living' || resource === 'quality_of_life',
  );
  assert.deepEqual(
    shown.filter(({ id }) => METRICS[id] === undefined).map(({ id }) => id),
    [],
  );
  const units = new Set(shown.map(({ unit }) => unit).filter((unit) => unit !== 'currency'));
  assert.deepEqual(
    [...units].filter((unit) => !Object.hasOwn(WORDS.units, unit)),
    [],
  );
});

test('German figures are written as Germans write them', () => {
  const { figures } = GERMAN;
  assert.equal(figures.decimals(1234.56, 2), '1.234,56');
  assert.equal(figures.amount({ amount: 2735, currency: 'EUR', per: 'month' }), '2.735\u00a0€ pro Monat');
  assert.equal(figures.interval({ low: 54.5, high: 1073.4 }), '54,5 bis 1.073,4');
  assert.equal(figures.signed(-0.8), '−0,8');
  assert.equal(figures.period('2023-10'), 'Okt. 2023');
  assert.equal(figures.period(null), 'ohne Datum');
  assert.equal(figures.month(2), 'März');
});

test('the page of a city is in the language of the reader, and caches keep the languages apart', async () => {
  const german = await page('/cities/berlin', GERMANS);
  const english = await page('/cities/berlin', 'en-GB,en;q=0.9,de;q=0.5');
  assert.match(german.text, /<h2 id="cost-of-living">Lebenshaltungskosten<\/h2>/);
  assert.match(english.text, /<h2 id="cost-of-living">Cost of living<\/h2>/);
  assert.equal(english.text, (await page('/cities/berlin')).text);
  assert.notEqual(german.headers.etag, english.headers.etag);
  for (const { headers } of [german, english]) assert.equal(headers.vary, 'Accept-Encoding, Accept-Language');
  const again = await exchange(address, '/cities/berlin', {
    headers: { 'Accept-Language': GERMANS, 'If-None-Match': String(german.headers.etag) },
  });
  assert.equal(again.status, 304);
  assert.equal(again.headers.vary, 'Accept-Encoding, Accept-Language');
});

test('the language in the address wins over that of the browser, and links keep it', async () => {
  const { text, headers } = await page('/cities/berlin?lang=de', 'fr,en;q=0.5');
  assert.equal(headers.vary, 'Accept-Encoding');
  assert.match(text, /<html lang="de"/);
  assert.match(text, /href="\.\.\/countries\/germany\?lang=de"/);
  assert.match(text, /href="\.\.\/compare\?cities=berlin,[a-z-]+&amp;lang=de"/);
  assert.match(
    text,
    /<form class="inline-form" action="\.\.\/compare"><input type="hidden" name="lang" value="de">/,
  );
  assert.doesNotMatch(text, /href="[^"]*\.(css|csv|json)[^"]*lang=/);
  assert.match((await page('/cities/berlin?lang=en', GERMANS)).text, /<html lang="en"/);
  const { headers: moved } = await page('/cities/geonames:2950159?lang=de');
  assert.equal(moved.location, '../cities/berlin?lang=de');
});

test('search engines find each translation at an address of its own', async () => {
  for (const [path, canonical] of [
    ['/cities/berlin', '/cities/berlin'],
    ['/cities/berlin?lang=en', '/cities/berlin'],
    ['/cities/berlin?lang=de', '/cities/berlin?lang=de'],
    // Only names of countries are French.
    ['/cities/berlin?lang=fr', '/cities/berlin'],
  ] as const) {
    const { text } = await page(path);
    const at = (address: string) => service.server.publicUrl + address;
    assert.ok(text.includes(`<link rel="canonical" href="${at(canonical)}">`), path);
    for (const [language, to] of [
      ['en', '/cities/berlin'],
      ['de', '/cities/berlin?lang=de'],
      ['x-default', '/cities/berlin'],
    ] as const)
      assert.ok(text.includes(`<link rel="alternate" hreflang="${language}" href="${at(to)}">`), path);
  }
});

test('pages without a translation are English, with names of countries in the language of the reader', async () => {
  for (const [path, name] of [
    ['/?city=warsaw', 'Pologne'],
    ['/countries/germany', 'Allemagne'],
    ['/search?q=berlin', 'Allemagne'],
    ['/cities/berlin', 'Allemagne'],
    ['/find?country=germany', 'Allemagne'],
    ['/rankings/cost?country=germany', 'Allemagne'],
    ['/explore?country=germany', 'Allemagne'],
    ['/compare?cities=berlin,lisbon', 'Berlin'],
  ] as const) {
    const { text, headers } = await page(path, 'fr-FR,fr;q=0.9');
    assert.match(text, /<html lang="en"/, path);
    assert.ok(text.includes(name), path);
    assert.equal(headers.vary, 'Accept-Encoding, Accept-Language', path);
  }
  const guide = await page('/guides/method', GERMANS);
  assert.equal(guide.headers.vary, 'Accept-Encoding');
  assert.equal(guide.text, (await page('/guides/method')).text);
});

test('an unknown language in the address of a page is refused, and one that a browser sends is not', async () => {
  for (const tag of ['zz', 'xx_DE', '%00', 'a'.repeat(200)]) {
    const { status, text } = await page(`/cities/berlin?lang=${tag}`);
    assert.equal(status, 400, tag);
    assert.match(text, /must be a language with names of countries/);
  }
  for (const language of ['zz', '*', 'x;q=9', ',,,', 'de'.repeat(1000), 'a-b-c-d;q=0.1,tlh'])
    assert.match((await page('/cities/berlin', language)).text, /<html lang="en"/, language);
});

test('data of a page is the same for every reader, unless its address says a language', async () => {
  const [plain, german] = [await page('/cities/berlin.json'), await page('/cities/berlin.json', GERMANS)];
  assert.equal(german.text, plain.text);
  assert.equal(german.headers.vary, 'Accept-Encoding');
  assert.equal(JSON.parse((await page('/cities/berlin.json?lang=de')).text).city.country.name, 'Deutschland');
});

test('pictures, the frame and oEmbed of a city are in the language of their address, not in that of the browser', async () => {
  for (const [path, german, english] of [
    ['/cities/berlin.svg', 'Preisniveaus in', 'Price levels in'],
    ['/cities/berlin/quality.svg', 'Lebensqualität in', 'Quality of life in'],
    ['/cities/berlin/climate.svg', 'Klima nach Monaten', 'by month'],
    ['/cities/berlin/card.svg', 'Lebenshaltungskosten', 'Cost of living'],
    ['/cities/berlin/history.svg', 'im Lauf der Zeit', 'over time'],
    ['/embed/cities/berlin', 'Wohnen', 'Housing'],
  ] as const) {
    const [plain, accepted, chosen] = [
      await page(path),
      await page(path, GERMANS),
      await page(`${path}?lang=de`),
    ];
    assert.equal(accepted.text, plain.text, path);
    assert.equal(accepted.headers.vary, 'Accept-Encoding', path);
    assert.ok(plain.text.includes(english) && !plain.text.includes(german), path);
    assert.ok(chosen.text.includes(german) && !chosen.text.includes(english), path);
  }
  const asked = `${service.server.publicUrl}/cities/berlin?lang=de`;
  const { text } = await page(`/oembed?url=${encodeURIComponent(asked)}`);
  const { title, html, thumbnail_url: thumbnail } = JSON.parse(text);
  assert.equal(title, 'Berlin, Deutschland: Lebenshaltungskosten und Lebensqualität');
  assert.match(html, /\/embed\/cities\/berlin\?lang=de&amp;release=/);
  assert.match(thumbnail, /\?lang=de$/);
  for (const other of ['constructor', 'zz', 'fr'])
    assert.match(
      (await page(`/oembed?url=${encodeURIComponent(asked.replace('=de', `=${other}`))}`)).text,
      /"title":"Berlin, Germany: cost of living/,
    );
});

test('the figure after a name that is read from the right stays behind it', async () => {
  const { text } = await page('/countries/portugal?lang=ar');
  assert.match(text, /in \u2068البرتغال\u2069 \(80 % interval/);
  assert.match(text, /<h1>البرتغال<\/h1>/);
  assert.doesNotMatch((await page('/countries/portugal?lang=ja')).text, /\u2068/);
});
