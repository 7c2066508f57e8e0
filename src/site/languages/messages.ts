import { Html, html, type Part, trusted } from '../html.ts';

/**
 * The messages of a language, from a catalogue: a JSON file of its texts. A key says what a message takes and what it is, so that
 * the compiler knows every message and its parameters from the file:
 *
 *     "copy": "Copy"
 *     "start: html": "Browse the <a href=\"/guides\">guides</a>."
 *     "rates(period)": "exchange rates up to {period}"
 *     "release(version?)": { "version": { "": "No release", "other": "Release {version}" } }
 *     "known(count: number)": "We know {count:_cities}."
 *     "_cities(count: number)": { "count": { "one": "{count:whole} city", "other": "{count:whole} cities" } }
 *     "faults: table": { "store": "The database can’t be reached." }
 *
 * Only what is marked as `html` is markup; a text in it is escaped. A parameter is a text unless the key says `number`, `boolean`,
 * `list`, `html` or which words it can be (`one|couple`); with `?`, there may be none. `{count:whole}` writes it by a format of the
 * language, `{count:_cities}` by a fragment beside the sentence, of which each language has its own. Where a sentence depends on a
 * parameter, there is a text for each case: a value (`true`, `couple`, `0`; empty if there is none), a plural category of CLDR, or
 * `other`. The length counts for a list. A table is looked up by ids of which it may lack some.
 *
 * @throws if a text names no parameter of its key, no format and no fragment, or if cases without `other` are not all
 */
export function messagesOf<All extends Texts>(texts: All, formats: Formats): MessagesOf<All>;
export function messagesOf(texts: Texts, formats: Formats): Section {
  const section: { [name: string]: Section[string] } = {};
  const read = Object.entries(texts).map(([key, text]) => ({ ...signatureOf(key), key, text }));
  const fragments = new Set(read.map(({ name }) => name).filter((name) => name.startsWith('_')));
  for (const { key, name, parameters, isMarkup, text } of read) {
    if (parameters !== undefined)
      section[name] = sentence(text, { key, parameters, isMarkup, fragments, section, formats });
    else if (typeof text === 'string') section[name] = isMarkup ? trusted(text) : text;
    else section[name] = messagesOf(text, formats);
  }
  return section;
}

/** A format that writes ids by a table of words, and other texts as they are. */
export function wordOf(words: Readonly<Record<string, string>>): (id: string) => string {
  return (id) => words[id] ?? id;
}

export interface Texts {
  readonly [key: string]: string | Texts;
}

/** How a language writes what its sentences take, by the names that its texts have for it. */
export interface Formats {
  plurals: Intl.PluralRules;
  number: Readonly<Record<string, (value: number) => string>>;
  text: Readonly<Record<string, (value: string) => string>>;
  list: Readonly<Record<string, (value: readonly string[]) => string>>;
}

export type MessagesOf<All> = {
  readonly [Key in keyof All as NameOf<Key>]: MessageOf<Key, All[Key]>;
};

type NameOf<Key> = Key extends `_${string}`
  ? never
  : Key extends `${infer Name}(${string}` | `${infer Name}: ${'html' | 'table'}`
    ? Name
    : Key;

type MessageOf<Key, Text> = Key extends `${string}(${infer Parameters}): html`
  ? (...values: ValuesOf<Parameters>) => Html
  : Key extends `${string}(${infer Parameters})`
    ? (...values: ValuesOf<Parameters>) => string
    : Key extends `${string}: html`
      ? Html
      : Key extends `${string}: table`
        ? Readonly<Record<string, string>>
        : Text extends string
          ? string
          : MessagesOf<Text>;

type ValuesOf<Parameters> = Parameters extends `${infer First}, ${infer Others}`
  ? [ValueOf<First>, ...ValuesOf<Others>]
  : [ValueOf<Parameters>];

type ValueOf<Parameter> =
  | (Parameter extends `${string}: ${infer Kind}` ? KindOf<Kind> : string)
  | (Parameter extends `${string}?${string}` ? null | undefined : never);

type KindOf<Kind> = Kind extends keyof Kinds
  ? Kinds[Kind]
  : Kind extends `${infer Word}|${infer Others}`
    ? Word | KindOf<Others>
    : Kind;

interface Kinds {
  number: number;
  boolean: boolean;
  list: readonly string[];
  html: Html;
}

type Value = Kinds[keyof Kinds] | string | null | undefined;

type Sentence = (...values: Value[]) => string | Html;

interface Section {
  readonly [name: string]: string | Html | Sentence | Section;
}

interface Signature {
  name: string;
  /** Undefined for a text that takes nothing, in which braces mean nothing. */
  parameters: { name: string; kind: string }[] | undefined;
  isMarkup: boolean;
}

const KEY = /^(?<name>\w+)(\((?<taken>.+)\))?(: (?<kind>html|table))?$/;
const PARAMETER = /^(?<name>\w+)\??(: (?<kind>.+))?$/;

function signatureOf(key: string): Signature {
  const { name = key, taken, kind } = KEY.exec(key)?.groups ?? {};
  const parameters = taken?.split(', ').map((parameter) => {
    const { name = '', kind = 'text' } = PARAMETER.exec(parameter)?.groups ?? {};
    return { name, kind };
  });
  return { name, parameters, isMarkup: kind === 'html' };
}

/** What a text is read with. */
interface Reading {
  key: string;
  parameters: NonNullable<Signature['parameters']>;
  isMarkup: boolean;
  fragments: ReadonlySet<string>;
  /** With the fragments, once it is complete. */
  section: Section;
  formats: Formats;
}

function sentence(text: string | Texts, reading: Reading): Sentence {
  const parts = partsOf(text, reading);
  if (reading.isMarkup) return (...values) => html`${parts(values)}`;
  return (...values) => parts(values).join('');
}

type Parts = (values: readonly Value[]) => readonly Part[];

function partsOf(text: string | Texts, reading: Reading): Parts {
  if (typeof text !== 'string') return partsByCase(text, reading);
  const parts = text.split(/\{(.*?)\}/).map((part, index) => {
    if (index % 2 === 1) return placeholder(part, reading);
    const own = reading.isMarkup ? trusted(part) : part;
    return () => own;
  });
  return (values) => parts.map((part) => part(values));
}

/** What is written for `count`, `count:whole` or `count:_cities`. */
function placeholder(text: string, reading: Reading): (values: readonly Value[]) => Part {
  const { key, fragments, section, formats } = reading;
  const [name = '', format] = text.split(':');
  const { index, kind } = parameterOf(name, reading);
  if (format === undefined) return (values) => partOf(values[index]);
  if (fragments.has(format))
    return (values) => {
      const fragment = section[format];
      return typeof fragment === 'function' ? fragment(values[index]) : undefined;
    };
  const known = kind === 'number' || kind === 'list' ? formats[kind] : formats.text;
  if (!Object.hasOwn(known, format)) throw new Error(`${key}: there is no format ${format} of a ${kind}`);
  return (values) => {
    const value = values[index];
    if (typeof value === 'number') return formats.number[format]?.(value);
    if (typeof value === 'string') return formats.text[format]?.(value);
    return isList(value) ? formats.list[format]?.(value) : undefined;
  };
}

function partsByCase(text: Texts, reading: Reading): Parts {
  const [[name = '', cases = ''] = []] = Object.entries(text);
  const { index, kind } = parameterOf(name, reading);
  const { plurals } = reading.formats;
  const known = new Map(Object.entries(cases).map(([value, each]) => [value, partsOf(each, reading)]));
  const all = kind === 'boolean' ? ['true', 'false'] : kind.split('|');
  if (!known.has('other') && !all.every((value) => known.has(value)))
    throw new Error(`${reading.key}: there is no text for other cases of ${name}`);
  return (values) => {
    const value = values[index];
    const chosen = isList(value) ? value.length : value;
    const exact = known.get(String(chosen ?? ''));
    const plural = typeof chosen === 'number' ? known.get(plurals.select(chosen)) : undefined;
    return (exact ?? plural ?? known.get('other'))?.(values) ?? [];
  };
}

function parameterOf(name: string, { key, parameters }: Reading): { index: number; kind: string } {
  const index = parameters.findIndex((parameter) => parameter.name === name);
  const parameter = parameters[index];
  if (parameter === undefined) throw new Error(`${key}: it takes no ${name}`);
  return { index, kind: parameter.kind };
}

function partOf(value: Value): Part {
  return typeof value === 'boolean' ? String(value) : value;
}

function isList(value: Value): value is readonly string[] {
  return typeof value === 'object' && value !== null && !(value instanceof Html);
}
