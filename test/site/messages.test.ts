import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeHtml } from '../../src/site/html.ts';
import { ENGLISH, type Translation } from '../../src/site/languages/english.ts';
import { GERMAN } from '../../src/site/languages/german.ts';
import { messagesOf, type Texts } from '../../src/site/languages/messages.ts';

const FORMATS = {
  plurals: new Intl.PluralRules('en'),
  number: { whole: (value: number) => value.toFixed(0) },
  text: { loud: (text: string) => text.toUpperCase() },
  list: { commas: (texts: readonly string[]) => texts.join(', ') },
};

test('a sentence has the text of its case, with its parameters in the format of their kind', () => {
  const messages = messagesOf(
    {
      known: 'as {it} is',
      'named(name)': '{name:loud}, or {name}',
      'listed(names: list)': { names: { '0': 'none', one: 'only {names:commas}', other: '{names:commas}' } },
      'counted(count: number)': {
        count: { '0': 'none', one: '{count:_many} city', other: '{count:_many} cities' },
      },
      '_many(count: number)': '{count:whole}',
      'called(name?)': { name: { '': 'nameless', other: 'called {name}' } },
      'first(isCost: boolean, isLowest: boolean)': {
        isCost: { true: { isLowest: { true: 'cheapest', false: 'dearest' } }, false: 'best' },
      },
      'needed(household: one|couple)': { household: { one: 'one adult', couple: 'a couple' } },
    },
    FORMATS,
  );
  assert.equal(messages.known, 'as {it} is');
  assert.equal(messages.named('Bern'), 'BERN, or Bern');
  assert.deepEqual(
    [[], ['Bern'], ['Bern', 'Rome']].map((names) => messages.listed(names)),
    ['none', 'only Bern', 'Bern, Rome'],
  );
  assert.deepEqual([0, 1, 2].map(messages.counted), ['none', '1 city', '2 cities']);
  // A text that is the name of a case of other kinds is a text.
  assert.deepEqual(
    [undefined, null, '', 'other', 'one'].map((name) => messages.called(name)),
    ['nameless', 'nameless', 'nameless', 'called other', 'called one'],
  );
  assert.deepEqual(
    [messages.first(true, true), messages.first(true, false), messages.first(false, false)],
    ['cheapest', 'dearest', 'best'],
  );
  assert.equal(messages.needed('couple'), 'a couple');
});

test('the compiler refuses a message that there is not, a translation that lacks one, and a sentence without what it takes', () => {
  const { known, ranks, rankings } = ENGLISH;
  // @ts-expect-error there is no such message
  assert.equal(ranks.tilte, undefined);
  // @ts-expect-error a fragment is only for the sentences beside it
  assert.notEqual(known._number, undefined);
  const refused = [
    // @ts-expect-error it takes a path, too
    () => ranks.partOf('Bern'),
    // @ts-expect-error it takes a number
    () => rankings.cities('3'),
    // @ts-expect-error there is no such kind of place
    () => known.part(1, 'village', 'Bern', 'Switzerland'),
  ];
  assert.equal(refused.length, 3);
  const { copied: _copied, ...frame } = GERMAN.frame;
  // @ts-expect-error the frame needs this text
  const translation: Translation = { ...GERMAN, frame };
  assert.equal(translation.frame.copied, undefined);
});

test('a text that cannot be written is refused at the start', () => {
  const refused: [RegExp, Texts][] = [
    [/rates\(period\): it takes no perod/, { 'rates(period)': 'up to {perod}' }],
    [/rates\(period\): there is no format hole of a text/, { 'rates(period)': 'up to {period:hole}' }],
    [/there is no format loud of a number/, { 'many(count: number)': '{count:loud}' }],
    [/there is no format _many of a number/, { 'known(count: number)': '{count:_many}' }],
    [/no text for other cases of count/, { 'many(count: number)': { count: { one: 'one' } } }],
    [/no text for other cases of isOn/, { 'shown(isOn: boolean)': { isOn: { true: 'on' } } }],
    [/it takes no isOff/, { 'shown(isOn: boolean)': { isOff: { true: 'off', false: 'on' } } }],
  ];
  for (const [message, catalogue] of refused)
    assert.throws(() => messagesOf({ section: catalogue }, FORMATS), { message });
});

test('nothing that a sentence takes becomes markup, unless it is markup', () => {
  const { marked, plain } = messagesOf(
    { 'marked(text): html': '<b title="{text}">{text:loud}</b>', 'plain(text)': '<b>{text}</b>' },
    FORMATS,
  );
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', '&', "'", '{', 'b', '}') }), (text) => {
      assert.equal(
        marked(text).markup,
        `<b title="${escapeHtml(text)}">${escapeHtml(text.toUpperCase())}</b>`,
      );
      assert.equal(plain(text), `<b>${text}</b>`);
    }),
  );
});

const FOLDER = join(import.meta.dirname, '../../src/site/languages');

/** Sentences by catalogue, section and key. */
function sentencesOf(language: string): Map<string, Map<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  const files = readdirSync(FOLDER).filter((file) =>
    new RegExp(`^${language}(-(overview|pages|service))?\\.json$`).test(file),
  );
  const add = (catalogue: Texts, path: string) => {
    for (const [key, text] of Object.entries(catalogue)) {
      if (typeof text !== 'string' && !key.includes('(')) add(text, `${path}/${key}`);
      else sections.set(path, (sections.get(path) ?? new Map()).set(key, JSON.stringify(text)));
    }
  };
  for (const file of files) add(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')), '');
  return sections;
}

const ENGLISH_SENTENCES = sentencesOf('english');
const GERMAN_SENTENCES = sentencesOf('german');

test('a translation has no sentences but those of English, and they take the same', () => {
  // The compiler finds what is missing. These are names of the engine in English.
  const named = /^\/budget\/(titles|homes|covered)$/;
  for (const [path, sentences] of GERMAN_SENTENCES)
    assert.deepEqual(
      [...sentences.keys()].filter(
        (key) => !key.startsWith('_') && !named.test(path) && !ENGLISH_SENTENCES.get(path)?.has(key),
      ),
      [],
      path,
    );
});

test('every fragment and every parameter is in a sentence of some language', () => {
  for (const sentences of [ENGLISH_SENTENCES, GERMAN_SENTENCES].flatMap((each) => [...each.values()]))
    for (const key of sentences.keys()) {
      const name = /^_\w+/.exec(key)?.[0];
      const isUsed = [...sentences.values()].some((text) => text.includes(`:${name}}`));
      assert.ok(name === undefined || isUsed, key);
    }
  for (const [path, sentences] of ENGLISH_SENTENCES)
    for (const [key, text] of sentences) {
      const texts = text + GERMAN_SENTENCES.get(path)?.get(key);
      for (const parameter of /\((.+)\)/.exec(key)?.[1]?.split(', ') ?? []) {
        const [name = ''] = /^\w+/.exec(parameter) ?? [];
        assert.match(texts, new RegExp(`{${name}[:}]|"${name}":`), `${path} ${key}`);
      }
    }
});

test('a text with tags or references says in its key that it is markup', () => {
  for (const sentences of [ENGLISH_SENTENCES, GERMAN_SENTENCES].flatMap((each) => [...each.values()]))
    for (const [key, text] of sentences)
      assert.ok(key.endsWith(': html') || !/<\/?\w|&[#\w]+;/.test(text), key);
});
