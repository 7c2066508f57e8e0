import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { parquetMetadata, parquetSchema } from 'hyparquet';
import { toolPath } from '../../scripts/tools.mjs';
import { ROOT } from '../support/directories.ts';
import { emptyHome, run, until } from '../support/processes/lds.ts';
import { generousService } from '../support/service.ts';

const page = readFileSync(join(ROOT, 'docs/recipes.md'), 'utf8');
const service = await generousService();
const { token } = await service.key();

interface Comparison {
  cities: {
    city: { name: string };
    index: { overall: { value: number; low: number; high: number } };
  }[];
}

/** The first program below a heading of the page. */
function recipe(heading: string): string {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? assert.fail(`no ${heading}`);
  return /```\w+\n([\s\S]*?)```/.exec(section)?.[1] ?? assert.fail(`no program for ${heading}`);
}

/** Runs the first program below a heading of the page against the service. @returns what it prints, line by line */
async function linesOf(t: TestContext, heading: string, command: string, args: readonly string[] = []) {
  const program = recipe(heading);
  const path = join(emptyHome(t), 'recipe');
  writeFileSync(path, program.replaceAll('http://127.0.0.1:3000', service.server.address));
  const env = { ...process.env, LDS_API_KEY: token, PYTHONPATH: join(ROOT, 'client/python') };
  const { code, stdout, stderr } = await run(command, [...args, path], { env }, t).ended;
  assert.equal(code, 0, stderr);
  return stdout.trimEnd().split(/\r?\n/);
}

async function answer<Body>(path: string): Promise<Body> {
  return (await (await service.get(path, token)).json()) as Body;
}

const THREE = '/data/cost-of-living?cities=lisbon,madrid,warsaw';

test('the recipe for curl prints the price levels of the API', async (t) => {
  const { cities } = await answer<Comparison>(THREE);
  const [, ...rows] = await linesOf(t, 'curl', 'sh');
  for (const [index, { city, index: levels }] of cities.entries()) {
    const { value, low, high } = levels.overall;
    assert.match(rows[index] ?? '', new RegExp(`^${city.name},${value},${low},${high}\\b`));
  }
});

test('the recipe for a web page serves a city field, and the budget of a chosen city without the key', async (t) => {
  const path = join(emptyHome(t), 'page.mjs');
  writeFileSync(path, recipe('A web page').replaceAll('http://127.0.0.1:3000', service.server.address));
  const env = { ...process.env, LDS_API_KEY: token, PORT: '0' };
  const program = run(process.execPath, [path], { env }, t);
  await until('the page is served', () => program.stdout().includes('\n'));
  const address = program.stdout().trim();
  const page = await (await fetch(address)).text();
  assert.ok(page.includes(`src="${service.server.address}/city-picker-1.js"`));
  assert.ok(!page.includes(token));
  const shown: unknown = await (await fetch(`${address}/cost/lisbon`)).json();
  assert.deepEqual(shown, await answer('/data/cost-of-living/lisbon?fields=budget,sources'));
  const unknown = await fetch(`${address}/cost/springfield`);
  assert.equal(unknown.status, 404);
  assert.match(await unknown.text(), /Several cities are called/);
  program.process.kill();
});

test('the recipe for Python prints every city of the country', async (t) => {
  const cities = await answer<{ id: string }[]>('/cities?country=portugal');
  assert.deepEqual(
    (await linesOf(t, 'Python', toolPath('python3'))).map((line) => line.split('\t')[0]),
    cities.map(({ id }) => id),
  );
});

// DuckDB and LibreOffice are too large to install for a test: these two were run by hand.
test('the recipe for DuckDB names files and columns of the Parquet download', async () => {
  const [, query = ''] = /```sql\n([\s\S]*?)```/.exec(page) ?? [];
  const files = unzipSync(Buffer.from(await (await service.get('/release/parquet', token)).arrayBuffer()));
  const columns = [...query.matchAll(/'([\w.-]+\.parquet)'/g)].flatMap(([, name = '']) => {
    const { buffer, byteOffset, byteLength } = files[name] ?? assert.fail(name);
    const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    return parquetSchema(parquetMetadata(file)).children.map(({ element }) => element.name);
  });
  const named = query.replaceAll(/'[^']*'/g, '').match(/\b[a-z_]+\b/g) ?? [];
  assert.ok(named.length >= 6, query);
  for (const name of named) assert.ok(columns.includes(name), name);
});

test('the recipe for a spreadsheet requests a table in which every figure is a plain number', async () => {
  const [, path = ''] = /"http:\/\/127\.0\.0\.1:3000\/v1([^"]+)"/.exec(recipe('A spreadsheet')) ?? [];
  const rows = parse<Record<string, string>>(await (await service.get(path, token)).text(), {
    columns: true,
  });
  assert.ok(rows.length > 100);
  for (const row of rows)
    for (const name of ['latitude_deg', 'longitude_deg', 'population', 'cost_overall', 'quality_overall'])
      assert.match(row[name] ?? assert.fail(name), /^(-?\d+(\.\d+)?)?$/);
});
