import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { PACKAGE_TABLES } from '../../../../src/dataset/building/build/data-package-tables.ts';
import { makeDownloads } from '../../../../src/dataset/building/build/downloads.ts';
import { CLIMATE_ELEMENTS, ELEMENT_UNITS } from '../../../../src/release/climate-records.ts';
import { CONTINENTS } from '../../../../src/release/continents.ts';
import { DOWNLOAD_FILES } from '../../../../src/release/download-files.ts';
import { openPackage, type Row } from '../../../support/release/data-package.ts';
import { releasedPackage } from '../../../support/release/released-package.ts';
import { rows, smallRelease } from '../../../support/release/small-release.ts';
import { generousService, testRelease, testReleaseStore } from '../../../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const { files, descriptor, tables } = await releasedPackage();
const release = new DatabaseSync(testReleaseStore().releaseFile(await testRelease()), { readOnly: true });

const rowsOf = (table: string): readonly Row[] =>
  tables.get(table)?.rows ?? assert.fail(`there is no table ${table}`);

test('the package names its release, and has exactly the files that it describes', () => {
  const { version, content_hash, published_at, sources } = testReleaseStore().manifest(
    testReleaseStore().currentName() ?? '',
  );
  assert.equal(descriptor.profile, 'tabular-data-package');
  assert.match(descriptor.name, /^[a-z0-9._-]+$/);
  assert.deepEqual(
    [descriptor.version, descriptor.hash, descriptor.created],
    [version, `sha256:${content_hash}`, published_at],
  );
  assert.deepEqual(
    files.toSorted(),
    ['datapackage.json', ...descriptor.resources.map(({ path }) => path)].toSorted(),
  );
  assert.equal(descriptor.sources.length, sources.length);
  assert.deepEqual(descriptor.share_alike, []);
});

test('every licence has a title and a text, or refers to the table of sources', () => {
  const titles = new Set(descriptor.licenses.map(({ title }) => title));
  assert.deepEqual(titles, new Set(rowsOf('sources').map(({ licence }) => licence)));
  for (const { path } of descriptor.licenses) assert.ok(path === 'sources.csv' || URL.canParse(path), path);
});

for (const { name, schema } of descriptor.resources) {
  test(`${name}: every column is described, and every cell has its column’s type`, () => {
    const { header, rows } = tables.get(name) ?? assert.fail();
    assert.deepEqual(
      header,
      schema.fields.map((field) => field.name),
    );
    assert.ok(schema.fields.every(({ description }) => description.length > 2));
    assert.deepEqual(schema.missingValues, ['']);
    for (const { name: column, type } of schema.fields) {
      const isOfType = TYPES[type] ?? assert.fail(`no type of Table Schema: ${type}`);
      const wrong = rows.find((row) => row[column] !== '' && !isOfType(row[column] ?? ''));
      assert.equal(wrong, undefined, `${column} is no ${type}: ${JSON.stringify(wrong)}`);
    }
  });

  test(`${name}: the primary key is unique`, () => {
    const keys = rowsOf(name).map((row) => schema.primaryKey.map((column) => row[column]).join('\t'));
    assert.ok(schema.primaryKey.length > 0);
    assert.equal(new Set(keys).size, keys.length);
    assert.ok(keys.every((key) => key.trim() !== ''));
  });

  for (const { fields, reference } of schema.foreignKeys) {
    test(`${name}: every ${fields} is in ${reference.resource}`, () => {
      const known = new Set(rowsOf(reference.resource).map((row) => row[reference.fields]));
      assert.deepEqual(
        rowsOf(name).filter((row) => row[fields] !== '' && !known.has(row[fields])),
        [],
      );
    });
  }
}

const TYPES: Readonly<Record<string, (cell: string) => boolean>> = {
  string: () => true,
  integer: (cell) => /^-?\d+$/.test(cell),
  number: (cell) => cell.trim() === cell && Number.isFinite(Number(cell)),
  boolean: (cell) => cell === '0' || cell === '1',
};

test('all places, units and sources that figures name are in their tables', () => {
  const ids = (table: string, prefix = '') => rowsOf(table).map(({ id }) => `${prefix}${id}`);
  const places = new Set([
    ...ids('cities', 'city/'),
    ...ids('countries', 'country/'),
    ...ids('areas', 'area/'),
  ]);
  const units = new Set(ids('units'));
  const sources = new Set(ids('sources'));
  const isCurrency = (unit: string) => /^[A-Z]{3}$/.test(unit);
  const kinds = new Map(rowsOf('metrics').map(({ id, kind }) => [id, kind]));
  for (const row of rowsOf('observations')) {
    const place = placeOf(row);
    const { unit = '', source = '', metric = '' } = row;
    const isPlace = places.has(place) || (place.startsWith('currency/') && isCurrency(place.slice(9)));
    const isUnit = kinds.get(metric) === 'price' ? isCurrency(unit) : units.has(unit);
    const cited = [...source.split(' '), ...(row.usd_rate_source?.split(' ') ?? [])].filter(
      (id) => id !== '',
    );
    assert.ok(
      isPlace && isUnit && cited.length > 0 && cited.every((id) => sources.has(id)),
      JSON.stringify(row),
    );
  }
  for (const { sources: cited = '', reason } of rowsOf('cost-of-living'))
    assert.ok(reason !== '' || cited.split(' ').every((id) => sources.has(id)), cited);
  for (const row of rowsOf('model-cost-of-living')) assert.ok(places.has(placeOf(row)), placeOf(row));
  const scores = new Set(rowsOf('model-quality-of-life').map(({ part }) => part));
  for (const row of rowsOf('model-quality-places')) {
    const { parts = '' } = row;
    assert.ok(places.has(placeOf(row)) && parts.split(' ').every((part) => scores.has(part)), placeOf(row));
  }
});

test('the columns have every element of the climate with its unit, and the words for continents are those in use', () => {
  const fieldsOf = (table: string) => PACKAGE_TABLES.find(({ name }) => name === table)?.fields ?? [];
  const described = new Map(fieldsOf('climate-stations').map(({ name, description }) => [name, description]));
  for (const element of CLIMATE_ELEMENTS)
    assert.ok(described.get(element)?.includes(`unit ${ELEMENT_UNITS[element].unit};`), element);
  const continent = fieldsOf('countries').find(({ name }) => name === 'continent');
  assert.equal(continent?.description, `${CONTINENTS.join(', ')}.`);
});

test('every country has its continent', () => {
  for (const { id = '', continent = '' } of rowsOf('countries'))
    assert.ok((CONTINENTS as readonly string[]).includes(continent), id);
});

test('the history of price levels is that of the API, for cities and countries', async () => {
  const histories = Map.groupBy(rowsOf('cost-history'), placeOf);
  assert.ok(histories.size > 50_000, `${histories.size}`);
  for (const place of ['cities/lisbon', 'cities/new-york', 'cities/tokyo', 'countries/portugal']) {
    const answer = await service.get(`/data/history/${place}?metric=cost_index`, token);
    const { observations } = (await answer.json()) as {
      observations: { period: string; value: number; low: number; high: number; note: string }[];
    };
    const [kind, id] = place.split('/');
    const rows = histories.get(`${kind === 'cities' ? 'city' : 'country'}/${id}`);
    assert.deepEqual(
      rows?.map((row) => [row.period, Number(row.cost_overall), Number(row.cost_overall_low), row.note]),
      observations.map(({ period, value, low, note }) => [period, value, low, note]),
    );
  }
});

/** The key of the place in the release. */
function placeOf({ place_kind, place_id }: Row): string {
  return `${place_kind}/${place_id}`;
}

test('the package has every table of the release except those used only for look-ups', () => {
  const named = (query: string) => [...query.matchAll(/(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table);
  const views = release.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'view'").all();
  const packaged = new Set(PACKAGE_TABLES.flatMap(({ query = '' }) => named(query)));
  for (const { name, sql } of views)
    if (packaged.has(String(name))) for (const table of named(String(sql))) packaged.add(table);
  // No query names this table, which is read separately: each measure is a row, and its columns are cities.
  if (PACKAGE_TABLES.some(({ measures }) => measures.length > 0)) packaged.add('measure');
  const all = release
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  assert.deepEqual(
    all.filter(
      (name) =>
        !packaged.has(name) &&
        !['release', 'qualifier', 'island', 'measure', 'plain_measure'].includes(name) &&
        !name.startsWith('city_name'),
    ),
    [],
  );
});

for (const [name, table] of [
  ['sources', 'source'],
  ['units', 'unit'],
  ['metrics', 'metric'],
  ['countries', 'country'],
  ['cities', 'city'],
  ['areas', 'area'],
  ['area-cities', 'city_area'],
  ['observations', 'observation'],
  ['cost-of-living', 'city'],
  ['quality-of-life', 'city'],
  ['goalposts', 'goalpost'],
  ['quality-weights', 'quality_weight'],
  ['model-quality-places', 'quality'],
] as const) {
  test(`${name} has as many rows as the release`, () => {
    assert.equal(rowsOf(name).length, release.prepare(`SELECT COUNT(*) AS rows FROM ${table}`).get()?.rows);
  });
}

interface Served {
  value: number;
  unit: string;
  period: string | null;
  grain: string;
  note: string | null;
  sources: string[];
}
interface ServedPrice extends Omit<Served, 'value' | 'unit'> {
  item: string;
  amount: number;
  currency: string;
  usd: number | null;
}

test('the package has the same figures as the service’s responses', async () => {
  const latest = new Set(
    rowsOf('observations').flatMap((row) => (row.latest === '1' ? [citation(row)] : [])),
  );
  const cities = rowsOf('cities').filter((_, index) => index % 997 === 0);
  const sample = ['lisbon', 'new-york', 'tokyo', 'zurich', 'nairobi', ...cities.map(({ id }) => id ?? '')];
  let compared = 0;
  for (const city of sample) {
    const cost = (await (await service.get(`/data/cost-of-living/${city}`, token)).json()) as {
      prices: ServedPrice[];
      indicators: Record<string, Served>;
    };
    const quality = await (await service.get(`/data/quality-of-life/${city}`, token)).json();
    const served = [
      ...cost.prices.map(({ item, amount, currency, ...rest }) => ({
        ...rest,
        metric: item,
        value: String(amount),
        unit: currency,
      })),
      ...Object.entries(cost.indicators).map(([metric, figure]) => ({ ...figure, metric })),
      ...indicatorsOf(quality),
    ];
    for (const figure of served) {
      const { sources, period, note, value, unit, metric, grain } = figure;
      const wanted = {
        metric,
        unit,
        grain,
        value: String(value),
        period: period ?? '',
        // Only the response says that a rate has ended.
        note: (note ?? '').replace(/(^|; )ended on [-\d]+$/, ''),
        source: sources.join(' '),
      };
      assert.ok(latest.has(citation(wanted)), `${city}: ${JSON.stringify(wanted)}`);
      compared++;
    }
  }
  assert.ok(compared > 1000, String(compared));
});

function citation({ metric, value, unit, period, grain, note, source }: Row): string {
  return [metric, Number(value), unit, period, grain, note, source].join('\t');
}

/** The indicators of a quality-of-life response that have a figure. */
function indicatorsOf(answer: unknown): (Served & { metric: string })[] {
  const { groups } = answer as { groups: Record<string, { indicators: Record<string, Served | null> }> };
  return Object.values(groups).flatMap(({ indicators }) =>
    Object.entries(indicators).flatMap(([metric, figure]) =>
      typeof figure?.value === 'number' ? [{ ...figure, metric }] : [],
    ),
  );
}

const SAMPLE = ['lisbon', 'zurich', 'tokyo', 'mumbai', 'new-york', 'longyearbyen', 'pyongyang'];

test('the package has the same indices and scores as the responses, with intervals', async () => {
  const costs = new Map(rowsOf('cost-of-living').map((row) => [row.id, row]));
  const scores = new Map(rowsOf('quality-of-life').map((row) => [row.id, row]));
  for (const city of SAMPLE) {
    const { index, evidence } = (await (await service.get(`/data/cost-of-living/${city}`, token)).json()) as {
      index: Record<string, { value: number; low: number; high: number; evidence: string }> | null;
      evidence: string | null;
    };
    const { score, groups } = (await (await service.get(`/data/quality-of-life/${city}`, token)).json()) as {
      score: Scored;
      groups: Record<string, Scored>;
    };
    const [cost, quality] = [costs.get(city), scores.get(city)];
    assert.equal(cost?.cost_overall_evidence, evidence ?? '');
    assert.equal(cost?.reason === '', index !== null);
    for (const [part, figure] of Object.entries(index ?? {}))
      assert.deepEqual(
        ['', '_low', '_high', '_evidence'].map((end): string | undefined => cost?.[`cost_${part}${end}`]),
        [figure.value, figure.low, figure.high, figure.evidence].map(String),
        `${city} ${part}`,
      );
    const scored = [['overall', score], ...Object.entries(groups)] as const;
    for (const [part, { value, score: ofGroup, low, high, measured }] of scored) {
      if (quality !== undefined && !(`quality_${part}` in quality)) continue;
      assert.deepEqual(
        ['', '_low', '_high'].map((end): string | undefined => quality?.[`quality_${part}${end}`]),
        [value ?? ofGroup, low, high].map((each) => String(each ?? '')),
        `${city} ${part}`,
      );
      for (const [grain, share] of Object.entries(measured))
        assert.equal(
          quality?.[`quality_${part}_measured_${grain}`],
          low === null ? '' : String(share),
          `${city} ${part} ${grain}`,
        );
    }
  }
});

interface Scored {
  value?: number | null;
  score?: number | null;
  low: number | null;
  high: number | null;
  measured: Record<string, number>;
}

test('only tables of the model have logarithms, and their names and columns say so', () => {
  for (const { name, title, fields, isModel = false } of PACKAGE_TABLES) {
    assert.equal(name.startsWith('model-'), isModel, name);
    assert.equal(title.startsWith('Internals of the model'), isModel, name);
    assert.ok(
      isModel ||
        fields.every(
          (field) => !/_ln$|_variance$|_error$/.test(field.name) || field.name === 'standard_error',
        ),
    );
  }
  assert.ok(
    rowsOf('cost-of-living').every(
      ({ cost_overall = '' }) => cost_overall === '' || Number(cost_overall) > 0,
    ),
  );
});

test('a city’s index can be computed from the logarithms in the package', async () => {
  const levels = new Map(rowsOf('model-cost-of-living').map((row) => [placeOf(row), row]));
  const shown = new Map(rowsOf('cost-of-living').map((row) => [row.id, row]));
  let compared = 0;
  for (const city of SAMPLE)
    for (const { name } of PACKAGE_TABLES.find((table) => table.name === 'model-cost-of-living')?.fields ??
      []) {
      const part = name.endsWith('_ln') ? name.slice(0, -'_ln'.length) : undefined;
      const own = levels.get(`city/${city}`)?.[name];
      const base = levels.get('city/new-york')?.[name];
      if (part === undefined || own === undefined) continue;
      const expected = 100 * Math.exp(Number(own) - Number(base));
      const value = Number(shown.get(city)?.[`cost_${part}`]);
      assert.ok(Math.abs(value - expected) < 0.0501, `${city} ${name}: ${value}, ${expected}`);
      compared++;
    }
  assert.ok(compared >= 5 * 11, String(compared));
});

test('text with commas, quotes and letters of any script is unchanged, and unknown values are empty', async () => {
  const title = 'Index, "human", of \u767a\u5c55';
  const { store, name, directory } = await smallRelease({
    'metrics.tsv': (text) => text.replace('\tHuman Development Index\t', `\t${title}\t`),
    'places/countries.tsv': rows((countries) =>
      countries.map((row) => (row.startsWith('GI\t') ? row.split('\t').with(5, '').join('\t') : row)),
    ),
  });
  await makeDownloads(store, name);
  const small = await openPackage(readFileSync(join(directory, DOWNLOAD_FILES['data-package'])));
  const row = (table: string, wanted: string) =>
    small.tables.get(table)?.rows.find(({ id }) => id === wanted);
  assert.equal(row('metrics', 'human_development_index')?.title, title);
  assert.equal(row('countries', 'gibraltar')?.capital_id, '');
  assert.equal(row('countries', 'portugal')?.capital_id, 'lisbon');
});
