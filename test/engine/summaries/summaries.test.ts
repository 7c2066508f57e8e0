import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import { readUnits } from '../../../src/dataset/building/facts/metric.ts';
import { ask } from '../../../src/engine/ask.ts';
import type { CostComparison } from '../../../src/engine/cost/cost-comparison.ts';
import { cellText } from '../../../src/engine/summaries/cells.ts';
import { comparisonDocument } from '../../../src/engine/summaries/comparison.ts';
import { csv } from '../../../src/engine/summaries/csv.ts';
import type { SummaryDocument } from '../../../src/engine/summaries/document.ts';
import { citiesDocument } from '../../../src/engine/summaries/found-places.ts';
import { historyDocument } from '../../../src/engine/summaries/history.ts';
import { lean } from '../../../src/engine/summaries/lean.ts';
import { markdown } from '../../../src/engine/summaries/markdown.ts';
import { placeDocument } from '../../../src/engine/summaries/place.ts';
import { similarDocument } from '../../../src/engine/summaries/similar.ts';
import { terminalText } from '../../../src/engine/summaries/terminal.ts';
import { unitInWords } from '../../../src/engine/summaries/words.ts';
import { askUrl } from '../../support/api/ask-url.ts';
import { DATA_DIRECTORY } from '../../support/directories.ts';
import { openedRelease } from '../../support/release/opened-release.ts';

const release = await openedRelease();
const view = { release, baseUrl: 'https://example.org/v1' };

function answer<Body>(path: string): Body {
  return askUrl(view, path).body as Body;
}

function compared(query: string): SummaryDocument {
  return comparisonDocument({
    cost: answer(`/data/cost-of-living?${query}`),
    quality: answer(`/data/quality-of-life?${query.split('&')[0]}`),
  });
}

function lisbon(detail: 'brief' | 'full'): SummaryDocument {
  return placeDocument(
    {
      place: answer('/cities/lisbon'),
      cost: answer('/data/cost-of-living/lisbon'),
      quality: answer('/data/quality-of-life/lisbon'),
    },
    { detail },
  );
}

test('a comparison of 20 cities is about 5 KB of Markdown and under 10 KB of lean JSON', () => {
  const ids = answer<{ id: string }[]>('/cities?limit=20&kind=city').map(({ id }) => id);
  const document = compared(`cities=${ids.join()}`);
  assert.ok(Buffer.byteLength(markdown(document)) < 5500, `${Buffer.byteLength(markdown(document))} bytes`);
  assert.ok(JSON.stringify(lean(document)).length < 10_240, `${JSON.stringify(lean(document)).length}`);
});

test('a comparison has the API’s numbers', () => {
  const query = 'cities=lisbon,berlin&amount=60000&currency=EUR';
  const { cities } = answer<Static<typeof CostComparison>>(`/data/cost-of-living?${query}`);
  const [, berlin] = lean(compared(query)).tables.places ?? [];
  const { percent, ...ends } = cities[1]?.difference?.overall ?? {};
  const { value, low, high } = cities[1]?.index?.overall ?? {};
  assert.deepEqual(berlin?.cost, { value, low, high });
  assert.deepEqual(berlin?.dearer_percent, { value: percent, ...ends });
  const { amount, currency, low: least, high: most } = cities[1]?.equivalent ?? {};
  assert.deepEqual(berlin?.equivalent_before_taxes, { amount, currency, low: least, high: most });
});

test('a city and a country that share an id have their own differences', () => {
  const query = 'cities=lisbon,singapore&countries=singapore';
  const document = comparisonDocument({ cost: answer(`/data/cost-of-living?${query}`) });
  const { cities, countries } = answer<Static<typeof CostComparison>>(`/data/cost-of-living?${query}`);
  const housing = lean(document).tables.parts?.find(({ part }) => part === 'housing');
  assert.deepEqual(
    [housing?.singapore, housing?.['country:singapore']].map((cell) => (cell as { value: number }).value),
    [cities[1], countries[0]].map((place) => place?.difference?.housing.percent),
  );
});

test('places that share a name are distinguished, in sentences and tables', () => {
  const springfields = ['springfield-missouri-united-states', 'springfield-illinois-united-states'];
  const two = markdown(compared(`cities=${springfields.join()}`));
  for (const id of springfields) assert.match(two, new RegExp(`\\| Springfield \\(${id}\\) \\|`));
  const three = compared('cities=london,london-ontario-canada,lisbon');
  assert.equal(three.title, 'London, United Kingdom and London, Canada and Lisbon');
});

test('lists in titles and sentences have commas, and an interval follows its own amount', () => {
  const cities = 'cities=lisbon,zurich,warsaw,ho-chi-minh-city&amount=4500&currency=EUR&household=one';
  const document = compared(cities);
  assert.equal(document.title, 'Lisbon, Zürich, Warsaw and Ho Chi Minh City');
  assert.match(
    document.conclusion.at(-1) ?? '',
    /\) in Zürich, .*\) in Warsaw and .*\) in Ho Chi Minh City\.$/,
  );
  assert.match(
    document.conclusion[0] ?? '',
    /needs about [\d,]+ EUR a month in Lisbon \(80 % interval: [\d,]+ to [\d,]+\), [\d,]+ EUR of it for rent\.$/,
  );
});

test('an address in a terminal is never broken, because it could not be opened', () => {
  const url = `https://example.org/compare?cities=${encodeURIComponent('lisbon,ho-chi-minh-city')}&amount=4500`;
  const document = comparisonDocument({ cost: answer('/data/cost-of-living?cities=lisbon,porto') }, { url });
  assert.ok(terminalText(document, { width: 40, style: (_, text) => text }).includes(url));
});

test('an amount and the ends of its interval have the same number of decimals', () => {
  const column = { id: 'value', title: 'Left', kind: 'money' } as const;
  assert.equal(
    cellText({ amount: 93.8, currency: 'EUR', low: -914.96, high: 914.64 }, column),
    '94 EUR (−915 to 915)',
  );
  assert.equal(
    cellText({ amount: 9.25, currency: 'EUR', low: 4.5, high: 12.75 }, column),
    '9.25 EUR (4.5 to 12.75)',
  );
  const earnings = { id: 'value', title: 'Value', kind: 'estimate' } as const;
  assert.equal(cellText({ value: 2518, low: 1949, high: 3253 }, earnings), '2,518 (1,949–3,253)');
});

test('what people earn is not among the observed prices of a place', () => {
  const hanoi = placeDocument(
    { place: answer('/cities/hanoi'), cost: answer('/data/cost-of-living/hanoi') },
    { detail: 'full' },
  );
  const { pay = [], prices = [] } = lean(hanoi).tables;
  const earned = new Set(pay.map(({ id }) => id));
  assert.ok(earned.size > 0 && prices.length > 0);
  assert.deepEqual(
    prices.filter(({ id }) => earned.has(id)),
    [],
  );
});

test('a difference that is not significant is marked in the sentence and in the table', () => {
  const document = compared('cities=lisbon,porto,tokyo');
  const { places = [] } = lean(document).tables;
  for (const [index, place] of places.slice(1).entries()) {
    const { significant } = place.dearer_percent as unknown as { significant: boolean };
    const [, ofTable = ''] =
      markdown(document).split('## Places')[1]?.match(`\\| ${place.place} \\|(.*)`) ?? [];
    assert.equal(ofTable.split('|')[1]?.trim().startsWith('≈'), !significant);
    assert.equal(
      document.conclusion[index]?.split('. The')[0]?.includes('cannot be told apart'),
      !significant,
    );
  }
});

test('a city’s document has its price levels, scores and first prices; the full one has every figure, with grain and source', () => {
  const [brief, full] = [lean(lisbon('brief')).tables, lean(lisbon('full')).tables];
  assert.deepEqual(Object.keys(brief), ['place', 'price_levels', 'pay_measures', 'pay', 'prices', 'scores']);
  assert.deepEqual(Object.keys(full), [
    'place',
    'budget',
    'price_levels',
    'pay_measures',
    'pay',
    'prices',
    'indicators',
    'scores',
    'figures',
  ]);
  for (const row of [...(full.price_levels ?? []), ...(full.prices ?? []), ...(full.figures ?? [])]) {
    assert.ok(row.grain, JSON.stringify(row));
    assert.ok(Array.isArray(row.sources) && row.sources.length > 0, JSON.stringify(row));
  }
});

test('CSV has one row per figure, and a unique name for each column', () => {
  const document = lisbon('full');
  const [head = '', ...lines] = csv(document).trimEnd().split('\r\n');
  assert.equal(head.split(',').slice(0, 5).join(), 'table,id,value,low,high');
  const rows = document.tables.filter(({ id }) => id !== 'place').flatMap((table) => table.rows);
  assert.equal(lines.length, rows.length);
});

test('the citation has every source of the answers once', () => {
  const { sources: licences } = lisbon('brief').citation ?? assert.fail('no citation');
  const cited = Object.values(licences).flat();
  assert.equal(new Set(cited).size, cited.length);
  for (const { id } of answer<{ sources: { id: string }[] }>('/data/cost-of-living/lisbon').sources)
    assert.ok(cited.includes(id), id);
});

test('a search says how many cities match, and shows the figures that it used', () => {
  const { body } = ask(view, '/cities', { query: { cost_max: 70, sort: '-quality', limit: 5 } });
  const document = citiesDocument({ body, release: release.version, total: 1234, excluded: 2 });
  assert.deepEqual(document.conclusion, [
    '1,234 cities found; these are the first 5.',
    '2 more are left out because they lack a figure that the search needs.',
  ]);
  const [city] = lean(document).tables.cities ?? [];
  assert.ok(city?.cost && city.quality && city.cost_evidence);
});

test('a history of one metric lists its periods; a history of several lists the metrics', () => {
  const one = historyDocument(answer('/data/history/countries/portugal?metric=population'), { limit: 3 });
  assert.equal(one.tables[0]?.rows.length, 3);
  assert.match(one.conclusion.at(-1) ?? '', /earliest figures are left out/);
  const all = historyDocument(answer('/data/history/countries/portugal'));
  assert.equal(all.tables[0]?.id, 'metrics');
});

test('similar cities name their parts in words; if a city cannot be compared, the answer says why', () => {
  assert.match(markdown(similarDocument(answer('/data/similar/lisbon'))), /most like Lisbon/);
  assert.match(similarDocument(answer('/data/similar/pyongyang')).conclusion[0] ?? '', /cannot be compared/);
});

test('every unit reads as words: names have capitals, and a base has its equals sign', () => {
  assert.equal(unitInWords('united_states_1'), 'United States = 1');
  assert.equal(unitInWords('EUR per square_metre_month'), 'EUR per m² and month');
  assert.equal(unitInWords('percent_of_population'), '% of population');
  for (const id of readUnits(DATA_DIRECTORY).keys()) {
    const words = unitInWords(id);
    assert.doesNotMatch(words, /_|\b(usd|gdp|ppp|us|united|vienna|buenos|noi)\b|\b(?!20\d\d\b)\d{4,}/, id);
    assert.doesNotMatch(words, /(?<!= |to )\b1(00)?$/, id);
  }
});

test('publishers’ text never becomes markup', () => {
  const title = 'a|b <i>*c*</i> [d](e)\nnext';
  const columns = [{ id: 'a', title: 'A', kind: 'text' as const }];
  const text = markdown({
    title,
    conclusion: [],
    tables: [{ id: 't', title: 'T', columns, rows: [{ a: title }] }],
  });
  const escaped = 'a\\|b \\<i\\>\\*c\\*\\</i\\> \\[d\\](e) next';
  assert.equal(text, `# ${escaped}\n\n| A |\n|---|\n| ${escaped} |\n`);
});
