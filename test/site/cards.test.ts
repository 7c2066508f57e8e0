import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { EVIDENCE_WORDS, lowerFirst } from '../../src/engine/summaries/words.ts';
import { Overloaded } from '../../src/service/http/overload.ts';
import { type Card, COST_AXIS, cardDrawing, QUALITY_AXIS } from '../../src/site/cards/card.ts';
import { CardPainter } from '../../src/site/cards/card-painter.ts';
import { LETTERS, lettered } from '../../src/site/cards/lettering.ts';
import { cityCard } from '../../src/site/cards/place-cards.ts';
import { figuresOf } from '../../src/site/explorer/city-data.ts';
import { LAND } from '../../src/site/explorer/land.ts';
import { ENGLISH } from '../../src/site/languages/english.ts';
import type { PageRequest } from '../../src/site/site-page.ts';
import { assertApproved } from '../support/approved.ts';
import { exchange } from '../support/http/exchange.ts';
import { atEnd } from '../support/lifetime.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const { address } = (await generousService()).server;
const release = await openedRelease();

const requestOf = (id: string): PageRequest => ({
  release,
  baseUrl: 'https://example.org/v1',
  publicUrl: 'https://example.org',
  path: `/cities/${id}`,
  parameters: { city_id: id },
  query: {},
  messages: ENGLISH,
});

test('a card has names, figures with intervals, and their evidence', () => {
  const card: Card = {
    title: 'Here & <There>',
    subtitle: 'Region, Country',
    points: [{ x: 1000, y: 400 }],
    panels: [
      {
        axis: COST_AXIS,
        figure: { value: 63.6, low: 54.9, high: 73.8 },
        hollow: false,
        note: 'Based on official figures of the city.',
      },
      { axis: QUALITY_AXIS, figure: null, hollow: true, note: 'No source has indicators.' },
    ],
  };
  const request = { ...requestOf('here'), release: { version: '1.2.3' } } as PageRequest;
  const drawing = cardDrawing(card, request).replace(LAND.markup, '<!-- land -->');
  assertApproved(new URL('charts/card.svg', import.meta.url), drawing);
});

test('a card has the API’s figures, with hollow dots if nothing local is behind them', () => {
  for (const { id, country } of release.cities.filter((_, index) => index % 997 === 0)) {
    const answers = figuresOf(requestOf(id));
    const { title, subtitle, panels } = cityCard(answers, ENGLISH);
    const { index, evidence } = answers.cost;
    const [cost, quality] = panels;
    assert.equal(title, answers.city.name);
    assert.ok(subtitle.endsWith(release.country(country).name), subtitle);
    assert.equal(cost.figure?.value, index?.overall.value);
    assert.equal(quality.figure?.low ?? null, answers.quality.score.low);
    if (evidence === null) continue;
    assert.equal(cost.note, `Based on ${lowerFirst(EVIDENCE_WORDS[evidence])}.`);
    assert.equal(cost.hollow, evidence.startsWith('modelled'), `${id}: ${evidence}`);
  }
  const [unknown] = cityCard(figuresOf(requestOf('pyongyang')), ENGLISH).panels;
  assert.equal(unknown.figure, null);
  assert.match(unknown.note, /World Bank/);
});

test('a comparison has a card, and the form for one has none', async () => {
  const { text } = await exchange(address, '/compare?cities=lisbon,zurich,berlin');
  const picture = /property="og:image" content="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { pathname, search } = new URL(picture);
  assert.deepEqual([pathname, search], ['/compare/card.png', '?cities=lisbon,zurich,berlin']);
  const { status, body } = await exchange(address, pathname + search);
  assert.deepEqual([status, body.subarray(1, 4).toString()], [200, 'PNG']);
  assert.doesNotMatch((await exchange(address, '/compare')).text, /compare\/card\.png/);
});

test('the fonts have every character that cards write, and cards write nothing else', async () => {
  const names = [...release.cities, ...release.countries].map(({ name }) => lettered(name));
  const written = new Set(names.join(''));
  for (const file of ['Inter-Regular.ttf', 'Inter-SemiBold.ttf']) {
    const known = charactersOf(
      await readFile(new URL(`../../src/site/cards/fonts/${file}`, import.meta.url)),
    );
    for (const character of written) assert.ok(known.has(character), `${file}: ${character}`);
    const promised = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code));
    for (const character of promised.filter((each) => LETTERS.test(each)))
      assert.ok(known.has(character), `${file}: ${character.codePointAt(0)?.toString(16)}`);
  }
  assert.equal(lettered('H̱olon'), 'Holon');
  assert.equal(lettered('Ḩamāh, Łódź, Hồ Chí Minh'), 'Ḩamāh, Łódź, Hồ Chí Minh');
  assert.match(lettered('Токио 東京'), /^[ -~]+$/);
});

test('a city and a country have a picture of 1200 by 630 pixels, which their pages name', async () => {
  for (const path of ['/cities/lisbon', '/countries/portugal']) {
    const { status, headers, body } = await exchange(address, `${path}/card.png`);
    assert.deepEqual([status, headers['content-type']], [200, 'image/png']);
    assert.deepEqual(sizeOf(body), [1200, 630]);
    const again = await exchange(address, `${path}/card.png`, {
      headers: { 'If-None-Match': String(headers.etag) },
    });
    assert.equal(again.status, 304);
    const { text } = await exchange(address, path);
    assert.ok(text.includes(`<meta property="og:image" content="${address}${path}/card.png">`));
    assert.match(text, /<meta property="og:image:alt" content="[^"]*(Portugal|Lisbon)/);
  }
  const { text } = await exchange(address, '/guides');
  assert.ok(text.includes(`<meta property="og:image" content="${address}/card.png">`));
});

test('unknown places and other pages have no card, and nothing has one if pages of places are turned off', async () => {
  for (const path of ['/cities/no-such-city/card.png', '/guides/card.png', '/cities/card.png'])
    assert.equal((await exchange(address, path)).status, 404, path);
  const { server } = await startSmallService({ LDS_SITE: 'off' });
  assert.equal((await exchange(server.address, '/countries/andorra/card.png')).status, 404);
});

test('texts are drawn in both fonts', async () => {
  const painter = new CardPainter();
  atEnd(() => painter.stop());
  const paint = (content: string) =>
    painter.paint(
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">${content}</svg>`,
      'somebody',
    );
  const pictures = await Promise.all(
    ['', 'Inter', 'Inter SemiBold'].map((family) =>
      paint(family && `<text y="30" font-family="${family}">Łódź</text>`),
    ),
  );
  assert.equal(new Set(pictures.map((picture) => picture.toString('base64'))).size, 3);
});

test('an invalid drawing fails without affecting others', async () => {
  const painter = new CardPainter();
  atEnd(() => painter.stop());
  const outcomes = await Promise.allSettled(
    ['<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>'].map((drawing) =>
      painter.paint(drawing, 'somebody'),
    ),
  );
  assert.equal(outcomes[0]?.status, 'rejected');
  assert.ok(outcomes[1]?.status === 'fulfilled');
  assert.deepEqual(sizeOf(outcomes[1].value), [3, 2]);
});

test('a drawing is made once for all who wait, clients take turns, and the client with the most requests is refused', async () => {
  const painter = new CardPainter({ script: await scriptOf('parentPort.postMessage(Buffer.from(drawing))') });
  atEnd(() => painter.stop());
  const made: string[] = [];
  const ask = async (drawing: string, holder: string) => {
    const picture = await painter.paint(drawing, holder);
    made.push(picture.toString());
  };
  const greedy = Array.from({ length: 50 }, (_, index) => ask(`greedy ${index}`, 'greedy'));
  const modest = [ask('modest', 'modest'), ask('modest', 'another')];
  const outcomes = await Promise.allSettled(greedy);
  await Promise.all(modest);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 20);
  for (const outcome of refused)
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof Overloaded);
  assert.ok(made.indexOf('modest') <= 2, made.join());
});

test('the thread starts with the first drawing and ends when there are none', async () => {
  const script = await scriptOf('parentPort.postMessage(Buffer.from(String(threadId)))');
  const painter = new CardPainter({ script, idleMilliseconds: 1 });
  assert.equal(painter.isRunning, false);
  const first = await painter.paint('one', 'somebody');
  while (painter.isRunning) await new Promise((resolve) => setTimeout(resolve, 5));
  const second = await painter.paint('two', 'somebody');
  assert.notEqual(first.toString(), second.toString());
  painter.stop();
  assert.equal(painter.isRunning, false);
});

test('a thread that does not answer is replaced', async () => {
  const script = await scriptOf("if (drawing !== 'bad') parentPort.postMessage(Buffer.from(drawing))");
  await assertReplaced({ script, timeoutMilliseconds: 3000 });
});

test('a drawing whose thread ends without an answer is refused at once, and the next one gets a new thread', async () => {
  const script = await scriptOf(
    "if (drawing === 'bad') process.exit(); else parentPort.postMessage(Buffer.from(drawing))",
  );
  await assertReplaced({ script, timeoutMilliseconds: 2 ** 31 - 1 });
});

/** The drawing `bad` is refused, and the one that waits behind it is painted. */
async function assertReplaced(options: { script: URL; timeoutMilliseconds: number }): Promise<void> {
  const painter = new CardPainter(options);
  atEnd(() => painter.stop());
  const [bad, next] = await Promise.allSettled([painter.paint('bad', 'one'), painter.paint('next', 'two')]);
  assert.ok(bad.status === 'rejected' && bad.reason instanceof Overloaded);
  assert.ok(next.status === 'fulfilled');
}

/** A thread that does this for each drawing. */
async function scriptOf(work: string): Promise<URL> {
  const directory = await mkdtemp(join(tmpdir(), 'cards-'));
  atEnd(() => rm(directory, { recursive: true }));
  const file = join(directory, 'thread.mjs');
  await writeFile(
    file,
    `import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', (drawing) => { ${work}; });`,
  );
  return pathToFileURL(file);
}

/** Width and height of a PNG. Source: https://www.w3.org/TR/png-3/#11IHDR */
function sizeOf(png: Buffer): [number, number] {
  assert.equal(png.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** Of a TrueType font: those of its segments (`cmap`, format 4). Source: https://learn.microsoft.com/typography/opentype/spec/cmap */
function charactersOf(font: Buffer): Set<string> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0;
  const cmap = font.subarray(font.readUInt32BE(record + 8));
  const encodings = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.readUInt32BE(8 + 8 * index),
  );
  const at = encodings.find((offset) => cmap.readUInt16BE(offset) === 4) ?? 0;
  const segments = cmap.readUInt16BE(at + 6) / 2;
  const known = new Set<string>();
  for (let segment = 0; segment < segments; segment++) {
    const end = cmap.readUInt16BE(at + 14 + 2 * segment);
    const start = cmap.readUInt16BE(at + 16 + 2 * segments + 2 * segment);
    for (let code = start; code <= end; code++) known.add(String.fromCodePoint(code));
  }
  return known;
}
