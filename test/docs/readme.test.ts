import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/directories.ts';
import { exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const service = await generousService();

test('the responses in the README are the service’s, one line with fields, and every … marks something left out', async () => {
  const { token } = await service.key();
  const paths = [...readme.matchAll(/^(?:curl.*\n)? +"http:\S*\/v1(\/data[^"\s]+)"/gm)].map(
    ([, path = '']) => path,
  );
  const path = paths.at(-1) ?? assert.fail('no curl');
  const [line = '', whole = ''] = [...readme.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text);
  assert.deepEqual([...new Set(paths)], [path], 'what npm start prints is what the README shows');
  assert.equal(`${await (await service.get(path, token)).text()}\n`, line);
  const answer: unknown = await (await service.get(path.replace(/\?.*/, ''), token)).json();
  assertShortened(parseShortened(whole), answer, 'answer');
});

test('the README has the front page’s coverage', async () => {
  const rows = [...readme.matchAll(/^\| ([\d,]+)(?: cities)? \|/gm)].map(([, cities = '']) => cities);
  assert.equal(rows.length, 6);
  const { text } = await exchange(service.server.address, '/');
  for (const cities of rows) assert.ok(text.includes(`>${cities}</td>`), cities);
  const lead = /for ([\d,]+ cities in \d+ countries and territories)/.exec(readme)?.[1] ?? '';
  assert.ok(text.includes(lead), lead);
});

test('the quickstart has the service’s figures', async () => {
  const { token } = await service.key();
  const answer = (await (await service.get('/data/cost-of-living/lisbon', token)).json()) as {
    release: string;
    budget: { currency: string; total: { value: number; low: number; high: number } };
  };
  const { currency, total } = answer.budget;
  const { value, low, high } = total;
  const quickstart = readFileSync(join(ROOT, 'docs/quickstart.md'), 'utf8');
  assert.ok(quickstart.includes(`needs ${value} ${currency} for a month`));
  assert.ok(quickstart.includes(`from ${low} to ${high} (data release ${answer.release})`));
});

test('the worked city of each method page has the service’s figures', async () => {
  const { token } = await service.key();
  const body = async (path: string) => (await (await service.get(path, token)).json()) as Answer;
  const [lisbon, portugal, quality] = [
    await body('/data/cost-of-living/lisbon'),
    await body('/data/cost-of-living/countries/portugal'),
    await body('/data/quality-of-life/lisbon'),
  ];
  for (const [name = '', weight, country, city, interval] of tableRows('docs/method.md', 10)) {
    const { value, low, high } = lisbon.index[name] ?? assert.fail(name);
    assert.deepEqual([country, city], [String(portugal.index[name]?.value), String(value)], name);
    assert.deepEqual([weight, interval], [String(lisbon.weights[name] ?? ''), `${low} to ${high}`], name);
  }
  for (const [name = '', weight, score, interval] of tableRows('docs/quality-of-life.md', 7)) {
    const { low, high, ...scored } =
      name === 'overall' ? quality.score : (quality.groups[name] ?? assert.fail(name));
    assert.equal(score, String('value' in scored ? scored.value : scored.score), name);
    assert.deepEqual([weight, interval], [String(quality.weights[name] ?? ''), `${low} to ${high}`], name);
  }
});

test('no example of README, guides and pages carries a key: they read LDS_API_KEY', async () => {
  const files = ['README.md', 'client/README.md', ...globSync('docs/*.md', { cwd: ROOT })];
  const examples = files.flatMap((name) =>
    [...readFileSync(join(ROOT, name), 'utf8').matchAll(/^```(?:sh|python|js|ts|r)\n[\s\S]*?^```$/gm)].map(
      ([code]) => ({
        name,
        code,
      }),
    ),
  );
  for (const path of ['/', '/cities/lisbon', '/compare?cities=lisbon,porto', '/reference/getCity']) {
    const { text } = await exchange(service.server.address, path);
    examples.push(...[...text.matchAll(/<pre[\s\S]*?<\/pre>/g)].map(([code]) => ({ name: path, code })));
  }
  const sending = examples.filter(({ code }) => code.includes('Bearer '));
  assert.ok(sending.length > 20);
  for (const { name, code } of sending) {
    assert.match(code, /LDS_API_KEY/, name);
    assert.doesNotMatch(code, /Bearer (lds_live|YOUR|&lt;|<)/, name);
  }
});

interface Range {
  low: number;
  high: number;
}

interface Answer {
  index: Record<string, Range & { value: number }>;
  weights: Record<string, number>;
  score: Range & { value: number };
  groups: Record<string, Range & { score: number }>;
}

/** The cells of the table of Lisbon: `parts` rows, and one for the whole. */
function tableRows(page: string, parts: number): string[][] {
  const section = readFileSync(join(ROOT, page), 'utf8').split(/^## /m)[2] ?? '';
  assert.match(section, /^One city: Lisbon\n/);
  const rows = [...section.matchAll(/^\| (?!Category|Group)(.*) \|$/gm)].map(([, cells = '']) =>
    cells.split('|').map((cell) => cell.trim().replaceAll('*', '')),
  );
  assert.equal(rows.length, parts + 1);
  return rows;
}

const ELLIPSIS = '…';

/** `{ "a": 1, … }` and `[ 1, … ]`, as JSON with the ellipsis as a member. */
function parseShortened(text: string): unknown {
  const json = text.replace(/…(\s*)([}\]])/g, (_, space: string, end: string) =>
    end === '}' ? `"${ELLIPSIS}": true${space}}` : `"${ELLIPSIS}"${space}]`,
  );
  return JSON.parse(json);
}

/** All that is shown is so, in this order; and without an ellipsis nothing is left out. */
function assertShortened(shown: unknown, real: unknown, where: string): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(real), where);
    const items = shown.filter((item) => item !== ELLIPSIS);
    const isShortened = items.length < shown.length;
    assert.ok(isShortened ? real.length > items.length : real.length === items.length, `${where}: length`);
    for (const [index, item] of items.entries()) assertShortened(item, real[index], `${where}[${index}]`);
    return;
  }
  if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof real === 'object' && real !== null, where);
    const { [ELLIPSIS]: isShortened, ...members } = shown as Record<string, unknown>;
    const left = Object.keys(real).filter((name) => !(name in members));
    assert.equal(left.length > 0, isShortened === true, `${where}: members left out`);
    for (const [name, member] of Object.entries(members))
      assertShortened(member, (real as Record<string, unknown>)[name], `${where}.${name}`);
    return;
  }
  assert.deepEqual(real, shown, where);
}
