import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FILES, GeneratedSections } from '../../scripts/docs/generated-sections.ts';
import { checkSections } from '../../scripts/docs/publishers.ts';
import { readMetrics, readUnits } from '../../src/dataset/building/facts/metric.ts';
import { readSourceCatalogue } from '../../src/dataset/building/facts/source-catalogue.ts';
import { GUIDES, GUIDES_DIRECTORY } from '../../src/engine/guides/guides.ts';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { pathParameters } from '../../src/engine/places/place-resolution.ts';
import { API_PROBLEM_CODES } from '../../src/engine/problems.ts';
import { SETTINGS } from '../../src/service/config.ts';
import { METRICS } from '../../src/service/telemetry/metrics.ts';
import { ANSWER_HEADERS } from '../../src/v1/reference/response-headers.ts';
import { DATA_DIRECTORY, ROOT } from '../support/directories.ts';
import { testRelease, testReleaseStore } from '../support/service.ts';

const sections = new GeneratedSections(DATA_DIRECTORY, testReleaseStore().releaseFile(await testRelease()));

for (const page of FILES) {
  test(`${page} matches code and data: \`npm run docs\` would change nothing`, () => {
    const markdown = read(page);
    const [committed, regenerated] = [markdown, sections.regenerate(page, markdown)].map((text) =>
      text.split('\n'),
    );
    const line = committed?.findIndex((text, index) => text !== regenerated?.[index]) ?? -1;
    assert.equal(committed?.[line], regenerated?.[line], `line ${line + 1} is out of date: npm run docs`);
    assert.equal(committed?.length, regenerated?.length);
  });
}

const documented: Record<string, { page: string; names: Iterable<string> }> = {
  setting: { page: 'docs/settings.md', names: Object.values(SETTINGS).map(({ name }) => name) },
  'metric of the service': { page: 'docs/operating.md', names: Object.keys(METRICS) },
  'problem code': { page: 'docs/errors.md', names: API_PROBLEM_CODES },
  metric: { page: 'docs/data-dictionary.md', names: readMetrics(DATA_DIRECTORY).keys() },
  unit: { page: 'docs/data-dictionary.md', names: readUnits(DATA_DIRECTORY).keys() },
  'field of an answer': {
    page: 'docs/data-dictionary.md',
    names: ENDPOINTS.flatMap(({ response }) => [...fieldNames(response)]),
  },
  'query or path parameter': {
    page: 'docs/parameters.md',
    names: ENDPOINTS.flatMap(({ path, query }) => [
      ...Object.keys(pathParameters(path).properties),
      ...Object.keys(query.properties),
    ]),
  },
  'response header': { page: 'docs/parameters.md', names: Object.keys(ANSWER_HEADERS) },
  source: {
    page: 'docs/sources.md',
    names: [...readSourceCatalogue(DATA_DIRECTORY).values()].flat().map(({ id }) => id),
  },
  'file of data/': { page: 'data/README.md', names: dataFiles() },
};

for (const [what, { page, names }] of Object.entries(documented)) {
  test(`every ${what} is in ${page}`, () => {
    const markdown = read(page);
    const missing = [...new Set(names)].filter((name) => !mentions(markdown, name));
    assert.deepEqual(missing, []);
  });
}

test('all sources without a section of docs/sources.md, and all sections without sources, are named at once', () => {
  const readers = [...readSourceCatalogue(DATA_DIRECTORY).keys()];
  checkSections(readers);
  const [first = '', ...others] = readers;
  assert.throws(() => checkSections([...others, 'cinema-tickets', 'bus-tickets']), {
    message: new RegExp(
      `no section of cinema-tickets: .*\\n.* no section of bus-tickets: .*\\n.* no sources of ${first}: [^\\n]+$`,
    ),
  });
});

test('every problem code has a section in docs/errors.md, to which its problem document’s type leads', () => {
  const markdown = read('docs/errors.md');
  for (const code of API_PROBLEM_CODES)
    assert.ok(markdown.includes(`\n## ${code}\n\n<!-- generated: problem ${code} -->`), code);
});

test('every page of docs/ is served, and every served page exists', () => {
  const files = readdirSync(GUIDES_DIRECTORY).filter((file) => file !== 'images');
  assert.deepEqual(files.sort(), GUIDES.map(({ name }) => `${name}.md`).sort());
});

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** Set as code, alone or as the last part of a path: `city.id`, `[`city_not_found`](#city_not_found)`. */
function mentions(markdown: string, name: string): boolean {
  return new RegExp(`[\`./]${RegExp.escape(name)}\``).test(markdown);
}

function* fieldNames(schema: object): Generator<string> {
  const { properties = {}, items } = schema as { properties?: Record<string, object>; items?: object };
  if (items !== undefined) yield* fieldNames(items);
  for (const [name, field] of Object.entries(properties)) {
    yield name;
    yield* fieldNames(field);
  }
}

function dataFiles(): string[] {
  return readdirSync(DATA_DIRECTORY, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsv|json)$/.test(file))
    .map((file) => file.replace(/^(facts|matches)\/.*/, '$1/<reader>.tsv'));
}
