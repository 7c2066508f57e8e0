import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SCOPES } from '../../src/engine/permissions.ts';
import { Problem } from '../../src/engine/problems.ts';
import { markdown } from '../../src/engine/summaries/markdown.ts';
import { refusalDocument } from '../../src/engine/summaries/refusal.ts';
import type { ToolName } from '../../src/mcp/operations.ts';
import { Reader } from '../../src/mcp/reader.ts';
import { MOST_TOKENS, shortenToTokens, tokensOf } from '../../src/mcp/shorten-to-tokens.ts';
import { outputSchema, structured } from '../../src/mcp/structured.ts';
import { argumentReader } from '../../src/mcp/tool.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { askUrl } from '../support/api/ask-url.ts';
import { validatorOf } from '../support/api/validator.ts';
import { openedRelease } from '../support/release/opened-release.ts';

const release = await openedRelease();
const reader = new Reader(release, 'http://127.0.0.1:3000', new Set(SCOPES));

interface Answer {
  text: string;
  data: {
    tables: Record<string, Record<string, unknown>[]>;
    citation: { release: string; sources: Record<string, string[]> };
  };
}

/** What an agent gets, validated against the schema that the tool declares. */
function ask(name: ToolName, given: unknown): Answer {
  const tool = TOOLS.find((each) => each.name === name);
  assert.ok(tool);
  const document = shortenToTokens(tool.answer(reader, argumentReader(tool)(given)));
  const data = structured(document);
  validatorOf(outputSchema(tool.tables))(data);
  for (const table of Object.keys(data.tables as object)) assert.ok(tool.tables.includes(table), table);
  const text = markdown(document);
  for (const form of [text, JSON.stringify(data)]) assert.ok(tokensOf(form) <= MOST_TOKENS, form);
  return { text, data: data as unknown as Answer['data'] };
}

function refusalOf(name: ToolName, given: unknown): Problem {
  try {
    ask(name, given);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  assert.fail('there is an answer');
}

const [, ...QUESTIONS] = readFileSync(new URL('questions.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

for (const [question = '', tool = '', given = '', figure = '', api = '', source = ''] of QUESTIONS)
  test(`“${question}” is answered with the figure of the API, its interval and its source`, () => {
    const { text, data } = ask(tool as ToolName, JSON.parse(given));
    const { value, low, high } = cellAt(data.tables, figure);
    assert.equal(value, apiValue(api));
    if (low !== undefined && high !== undefined)
      assert.ok(value !== undefined && low <= value && value <= high);
    else assert.ok(!/^(price_levels|scores|places|parts) /.test(figure), 'an estimate without its interval');
    assert.equal(data.citation.release, release.version);
    if (source !== '') {
      const cited = Object.values(data.citation.sources).flat();
      assert.ok(
        cited.some((id) => id.startsWith(source)),
        cited.join(),
      );
    }
    assert.match(text.trimEnd().split('\n').at(-1) ?? '', /^Location Data Service, data release /);
  });

test('the questions above are forty', () => assert.equal(QUESTIONS.length, 40));

/** @param figure table, row and column: `price_levels id=overall value`; a row is named by a cell or by its position */
function cellAt(tables: Answer['data']['tables'], figure: string) {
  const [table = '', row = '', column = ''] = figure.split(' ');
  const [key = '', wanted] = row.split('=');
  const found = tables[table]?.find((each, at) =>
    wanted === undefined ? at === Number(row) : each[key] === wanted,
  );
  assert.ok(found, `${figure} in ${JSON.stringify(tables[table])}`);
  const cell = found[column];
  if (Array.isArray(cell)) {
    const [value, low, high] = cell as number[];
    return { value, low, high };
  }
  if (typeof cell !== 'object' || cell === null)
    return { value: cell as number, low: found.low as number, high: found.high as number };
  const { amount, low, high } = cell as { amount: number; low: number; high: number };
  return { value: amount, low, high };
}

/** @param api a request and where the figure is in its answer: `/data/cost-of-living/lisbon index.overall.value` */
function apiValue(api: string): unknown {
  const at = api.lastIndexOf(' ');
  const { body } = askUrl({ release, baseUrl: 'http://127.0.0.1:3000/v1' }, api.slice(0, at));
  return api
    .slice(at + 1)
    .split('.')
    .reduce((part, name) => (part as Record<string, unknown>)[name], body);
}

test('an agent can ask for each agglomeration once, and hears who is part of which', () => {
  const japan = { country: 'Japan', sort: '-population', limit: 3 };
  const idsOf = (given: object) => ask('search_cities', given).data.tables.cities?.map(({ id }) => id);
  assert.ok(idsOf(japan)?.includes('yokohama'));
  assert.ok(!idsOf({ ...japan, fold: 'agglomeration' })?.includes('yokohama'));
  assert.match(ask('get_place', { place: 'yokohama' }).text, /Part of the agglomeration of \| tokyo/);
});

test('the largest answers of every tool fit, and a comparison of twenty cities has all of them', () => {
  const largest = release.cities.slice(0, 20).map(({ id }) => id);
  const amount = { amount: 60000.55, currency: 'JPY' };
  for (const wish of [{ topics: ['cost', 'quality'] }, { topics: ['cost'], ...amount }]) {
    const { data } = ask('compare_places', { places: largest, ...wish });
    assert.deepEqual(
      data.tables.places?.map(({ id }) => id),
      largest,
    );
  }
  assert.match(ask('compare_places', { places: largest, ...amount }).text, /more rows are left out/);
  const measures = ['housing', 'food', 'safety', 'climate', 'education', 'education_cost'];
  const found = ask('search_cities', { sort: '-quality', limit: 50, include: measures });
  assert.match(found.text, /more rows are left out to keep the answer short/);
  ask('find_places', { query: 'san', limit: 20 });
  for (const place of ['new-york', 'london', 'country:united-states', 'country:germany']) {
    ask('get_place', { place, detail: 'full' });
    ask('get_history', { place });
  }
  ask('get_history', { place: 'country:united-states', metric: 'consumer_price_inflation' });
  ask('explain', { topic: 'method', id: 'method', section: 'Steps' });
  ask('explain', { topic: 'release' });
});

test('a brief answer about a place leaves nothing out', () => {
  for (const place of ['lisbon', 'new-york', 'london', 'tokyo', 'country:germany', 'country:united-states'])
    assert.doesNotMatch(ask('get_place', { place }).text, /left out/, place);
});

test('a name that means several places is refused with candidates, whatever the tool', () => {
  for (const [tool, given] of [
    ['get_place', { place: 'Springfield' }],
    ['get_history', { place: 'Springfield' }],
    ['compare_places', { places: ['lisbon', 'Springfield'] }],
  ] as const) {
    const { candidates, errors } = refusalOf(tool, given).extras;
    const ids = (candidates ?? errors?.flatMap((error) => error.candidates ?? []))?.map(({ id }) => id);
    assert.ok(ids?.includes('springfield-missouri-united-states'), tool);
  }
  const { text } = ask('find_places', { query: 'Springfield' });
  assert.match(text, /“Springfield” alone means no single place/);
});

test('a name that a city and a country share means the city, and the answer names the country', () => {
  assert.match(
    ask('get_place', { place: 'Singapore' }).text,
    /The country of that name is country:singapore\./,
  );
  assert.match(ask('get_place', { place: 'country:singapore' }).text, /ISO codes \| SG, SGP/);
  assert.match(ask('get_place', { place: 'Germany' }).text, /^# Germany/);
});

test('an amount is for the first place, which is a city if there is one', () => {
  const given = { places: ['country:portugal', 'tokyo'], amount: 1000, currency: 'EUR' };
  assert.match(refusalOf('compare_places', given).detail, /Name the city first/);
});

test('an amount adds to what is compared, and takes nothing away', () => {
  const given = { places: ['lisbon', 'berlin'], amount: 1000, currency: 'EUR' };
  const { text } = ask('compare_places', given);
  assert.match(text, /1,000 EUR in Lisbon buy the same as/);
  const abroad = ask('compare_places', { ...given, places: ['lisbon', 'zurich'] });
  assert.match(abroad.text, /\| In its own currency \|/);
  assert.match(abroad.text, /\| [\d,]+ CHF \|/);
  assert.doesNotMatch(text, /own currency/);
  assert.match(text, /quality of life in Berlin/i);
  const asked = ask('compare_places', { ...given, topics: ['quality'] }).text;
  assert.match(asked, /buy the same as/);
});

test('agents find capitals of a continent, and cities by what a month is like and by the sea', () => {
  const capitals = ask('search_cities', { continent: 'europe', capital: true, sort: 'cost', limit: 50 });
  const ids = capitals.data.tables.cities?.map(({ id }) => String(id)) ?? [];
  assert.ok(ids.includes('sofia') && !ids.includes('porto') && !ids.includes('ankara'));
  const wanted = { month: 1, high_min: 18, sea_max: 5, country: 'Spain', sort: '-high' };
  const { data, text } = ask('search_cities', wanted);
  const cities = data.tables.cities as unknown as { high: number; sea: number }[];
  assert.ok(cities.length > 3 && cities.every(({ high, sea }) => high >= 18 && sea <= 5));
  assert.match(text, /those of January/);
  assert.match(text, /World Meteorological Organization|wmo/i);
  assert.match(refusalOf('search_cities', { sort: '-high' }).detail, /needs month/);
});

test('wrong arguments are named', () => {
  assert.match(refusalOf('search_cities', { limit: 51 }).detail, /limit must be at most 50\./);
  assert.match(refusalOf('compare_places', { places: ['lisbon'] }).detail, /places must list at least 2\./);
  assert.match(refusalOf('compare_places', { places: 'lisbon' }).detail, /places must be a list\./);
  assert.match(
    refusalOf('search_cities', { cost_max: 60 }).detail,
    /cost_max is not an argument of this tool\. It takes criteria, sort, /,
  );
  const { detail } = refusalOf('compare_places', { places: ['lisbon', 'porto'], amount: 4500 });
  assert.match(markdown(refusalDocument({ title: 'Refused', detail })), /currency is needed with amount\./);
  assert.match(refusalOf('search_cities', { sort: 'rents' }).detail, /sort .*housing/);
  assert.match(refusalOf('explain', { topic: 'metric', id: 'unemployment' }).detail, /unemployment_rate/);
  assert.match(refusalOf('explain', { topic: 'source', id: 'world bank' }).detail, /There is no source/);
});

test('arguments that are wrong in many ways are refused in few words', () => {
  const given = { places: ['lisbon', 'porto'], topics: Array(500).fill('all') };
  const { detail } = refusalOf('compare_places', given);
  assert.match(detail, /topics\.0 must be one of cost, quality; .*; and others are wrong, too\.$/);
  assert.ok(detail.length < 600, detail);
});

/** By tool: arguments to begin with, and a value of each other argument that must matter to all of them. */
const EVERY_ARGUMENT: Record<ToolName, { asked: Record<string, unknown>[]; more: Record<string, unknown> }> =
  {
    find_places: { asked: [{ query: 'san' }], more: { country: 'Spain', limit: 2 } },
    get_place: {
      asked: [
        { place: 'lisbon' },
        { place: 'lisbon', topics: ['cost'] },
        { place: 'lisbon', topics: ['quality'] },
      ],
      more: { topics: ['cost'], household: 'family', detail: 'full' },
    },
    compare_places: {
      asked: [
        { places: ['lisbon', 'berlin'] },
        { places: ['lisbon', 'berlin'], topics: ['cost'] },
        { places: ['lisbon', 'berlin'], topics: ['quality'] },
      ],
      more: {
        topics: ['cost'],
        weights: { cost: { food: 1 }, quality: { safety: 1 } },
        household: 'family',
        amount: 1000,
        currency: 'EUR',
      },
    },
    search_cities: {
      asked: [
        {},
        { sort: '-budget', budget_max: 1500, currency: 'EUR', limit: 3 },
        { sort: '-high', month: 7, high_max: 30, budget_max: 2500, limit: 3 },
        { near: '38.72,-9.14', limit: 3 },
      ],
      more: {
        criteria: [{ measure: 'quality', min: 70 }],
        sort: 'name',
        include: ['safety'],
        country: 'Spain',
        region: 'Lisbon',
        continent: 'asia',
        subregion: 'eastern-asia',
        capital: true,
        month: 1,
        budget_max: 900,
        household: 'family',
        currency: 'JPY',
        high_min: 29,
        high_max: 20,
        rain_max: 1,
        sun_min: 400,
        sea_max: 1,
        station_max: 1,
        airport_max: 2,
        near: '52.52,13.4',
        radius_km: 9,
        min_population: 2_000_000,
        fold: 'agglomeration',
        certain: true,
        measured: true,
        limit: 2,
      },
    },
    get_history: {
      asked: [{ place: 'lisbon' }, { place: 'lisbon', metric: 'cost_index' }],
      more: { metric: 'population', from: '2024', to: '2019' },
    },
    explain: {
      asked: [
        { topic: 'method', id: 'method' },
        { topic: 'metric', id: 'rent_two_bedroom' },
        { topic: 'source', id: 'wb-wdi' },
        { topic: 'release' },
      ],
      more: { id: 'places', section: 'Steps' },
    },
  };

/** What a tool says to its arguments: its answer, or why it refuses. */
function sayingOf(tool: ToolName, given: unknown): string {
  try {
    return ask(tool, given).text;
  } catch (error) {
    if (error instanceof Problem) return `refused: ${error.detail}`;
    throw error;
  }
}

for (const { name, input } of TOOLS) {
  const { asked, more } = EVERY_ARGUMENT[name];
  test(`every argument of ${name} changes the answer, or is refused`, () => {
    for (const argument of Object.keys(input.properties))
      assert.ok(argument in more || asked.every((given) => argument in given), `${argument} is not tried`);
    for (const given of asked)
      for (const [argument, value] of Object.entries(more))
        if (!(argument in given))
          assert.notEqual(
            sayingOf(name, { ...given, [argument]: value }),
            sayingOf(name, given),
            `${argument} has no effect on ${JSON.stringify(given)}`,
          );
  });
}

test('each part of `weights` counts, whatever the topics', () => {
  const places = ['lisbon', 'berlin'];
  for (const topics of [['cost'], ['quality']])
    for (const weights of [{ cost: { food: 1 } }, { quality: { safety: 1 } }])
      assert.notEqual(
        sayingOf('compare_places', { places, topics, weights }),
        sayingOf('compare_places', { places, topics }),
      );
});

test('a search within bounds that must be certain finds only cities whose whole interval is within them', () => {
  const budget = { budget_max: 1500, currency: 'EUR', sort: '-budget', limit: 3 };
  const { data } = ask('search_cities', { ...budget, certain: true });
  for (const { budget_per_month: needed } of data.tables.cities ?? [])
    assert.ok((needed as { high: number }).high <= 1500, JSON.stringify(needed));
  assert.match(refusalOf('search_cities', { certain: true }).detail, /needs a minimum or a maximum/);
});

test('a criterion without a bound, and a second one of the same measure, are refused', () => {
  const search = (criteria: object[]) => refusalOf('search_cities', { criteria }).detail;
  assert.match(search([{ measure: 'cost' }]), /min.*max/);
  assert.match(
    search([
      { measure: 'cost', min: 40 },
      { measure: 'cost', max: 50 },
    ]),
    /cost twice/,
  );
});

test('prices that a source publishes by season are told apart', () => {
  const { text } = ask('get_place', { place: 'da-nang', topics: ['cost'], detail: 'full' });
  const lodging = text.split('\n').filter((line) => line.startsWith('| Lodging per diem'));
  assert.deepEqual(
    lodging.map((line) => /season [\d/-]+/.exec(line)?.[0]),
    ['season 02-09/12-18', 'season 12-19/02-08'],
  );
});

test('texts have the digits that matter to people, and data has all of them', () => {
  const daNang = ask('get_place', { place: 'da-nang', topics: ['cost'], detail: 'full' });
  const wages = ask('get_history', { place: 'country:portugal', metric: 'average_annual_wage' });
  for (const { text } of [daNang, ask('get_place', { place: 'lisbon' }), wages])
    assert.doesNotMatch(
      text.replace(/^.*Latitude.*$/m, ''),
      /\d,\d{3}\.\d{3}|\b\d{3,}\.\d{3}|\d{3},\d{3}\.\d|\.\d{7}/,
    );
  assert.ok(daNang.data.tables.pay?.some(({ value }) => value === 8_579_562.366));
});

test('the interval of a difference that words give a direction has no other direction', () => {
  const { text } = ask('compare_places', { places: ['lisbon', 'da-nang'] });
  const [, value, low, high] =
    /^Da Nang is ([\d.]+) % cheaper than Lisbon \(80 % interval: ([\d.]+) to ([\d.]+) %\)\./m.exec(text) ??
    [];
  assert.ok(Number(low) < Number(value) && Number(value) < Number(high), text);
  const zurich = ask('compare_places', { places: ['lisbon', 'zurich'] }).text;
  assert.match(
    zurich,
    /^Zürich is [\d.]+ % more expensive than Lisbon \(80 % interval: \d[\d.]* to [\d.]+ %\)\./m,
  );
  const points = /by [\d.]+ of 100 points \(80 % interval: \d[\d.]* to \d[\d.]*\)\./;
  assert.match(ask('compare_places', { places: ['copenhagen', 'kinshasa'] }).text, points);
});
