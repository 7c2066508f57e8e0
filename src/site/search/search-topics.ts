import type { Release } from '../../engine/catalogue/release.ts';
import { GUIDES, type Guide, guideText } from '../../engine/guides/guides.ts';
import { memo } from '../../engine/memo.ts';
import { API_PROBLEM_CODES, PROBLEMS } from '../../engine/problems.ts';
import { MEASURE_TITLES } from '../../engine/summaries/words.ts';
import { COST_MEASURES, QUALITY_MEASURES } from '../../release/measures.ts';
import type { Steps } from '../../service/access/door.ts';
import { SETTINGS } from '../../service/config.ts';
import { ENGLISH } from '../languages/english.ts';
import { renderMarkdown } from '../markdown.ts';
import { FOOTER_LINKS, HEADER_LINKS, OTHER_LINKS } from '../navigation.ts';
import { fieldsOf, type OpenApi } from '../open-api.ts';
import type { SearchEntry } from './found-places.ts';

const MOST_TOPICS = 40;

export interface TopicParts {
  openApi: OpenApi;
  /** Whether this installation serves the page with this path. */
  serves(path: string): boolean;
}

export interface FoundTopics {
  entries: SearchEntry[];
  /** How the text matches the title of the first: as a whole, by whole words, or otherwise. */
  match: 'title' | 'words' | 'part';
}

/** Finds pages, guides, rankings, metrics and the like by words of their titles and texts. */
export class Topics {
  readonly #parts: TopicParts;
  readonly #indexes = new WeakMap<Release, IndexedEntry[]>();
  readonly #ofGuides = new Map<Guide, SearchEntry[]>();

  constructor(parts: TopicParts) {
    this.#parts = parts;
  }

  /** What may be done before something is found, so that others are served in between. */
  steps(release: Release): Steps {
    if (this.#indexes.has(release)) return [];
    return [
      ...this.#parts.openApi.steps(release),
      ...GUIDES.map((guide) => () => void this.#entriesOf(guide)),
      () => void this.#indexOf(release),
    ];
  }

  find(release: Release, text: string): FoundTopics {
    return bestOf(this.#indexOf(release), text);
  }

  /** The page with this address, which may have a query. */
  at(release: Release, address: string | undefined): SearchEntry | undefined {
    const entry = address && this.#indexOf(release).find(({ to }) => to === address.split('?', 1)[0]);
    return entry ? { ...entry, to: address } : undefined;
  }

  #indexOf(release: Release): IndexedEntry[] {
    const guides = () => GUIDES.flatMap((guide) => this.#entriesOf(guide));
    return memo(this.#indexes, release, () => indexOf(release, this.#parts, guides()));
  }

  #entriesOf(guide: Guide): SearchEntry[] {
    return memo(this.#ofGuides, guide, () => entriesOf(guide));
  }
}

/** A guide and its sections. */
function entriesOf(guide: Guide): SearchEntry[] {
  const { headings } = renderMarkdown(guideText(guide));
  const texts = sectionTexts(guideText(guide));
  const isSplit = guide.to !== `/guides/${guide.name}` || guide.name === 'data-dictionary';
  return [
    topic('Guide', guide.to, guide.label, guide.description),
    ...headings
      .filter(({ level }) => level <= 3 && !isSplit)
      .map(({ id, text }, index) => topic(guide.label, `${guide.to}#${id}`, text, texts[index])),
  ];
}

/** An entry with the words that it is found by, in lower case. */
interface IndexedEntry extends SearchEntry {
  titleWords: string;
  textWords: string;
}

function topic(kind: string, to: string, title: string, text = ''): SearchEntry {
  return { title, kind, to, text };
}

/** Everything in the documentation that has an address, in English as the documentation is. */
function indexOf(
  release: Release,
  { openApi, serves }: TopicParts,
  guides: readonly SearchEntry[],
): IndexedEntry[] {
  const { paths, components } = openApi.of(release);
  const { search: words } = ENGLISH;
  const links = [...HEADER_LINKS, ...FOOTER_LINKS, ...OTHER_LINKS];
  const entries: SearchEntry[] = [
    ...links
      .filter(({ to }) => serves(to))
      .map(({ to, label }) => topic('Page', to, ENGLISH.frame.links[label], words.pages[label])),
    ...(serves('/rankings/{measure}') ? [...COST_MEASURES, ...QUALITY_MEASURES] : []).map((measure) =>
      topic('Ranking', `/rankings/${measure}`, MEASURE_TITLES[measure], words.ranking),
    ),
    ...guides,
    ...Object.entries(paths).map(([path, { get }]) =>
      topic('Endpoint', `/reference/${get.operationId}`, get.summary, `GET /v1${path}`),
    ),
    ...API_PROBLEM_CODES.map((code) => topic('Error', `/errors/${code}`, code, PROBLEMS[code].title)),
    ...Object.values(SETTINGS).map(({ name, help }) => topic('Setting', '/guides/settings', name, help)),
    ...[...release.metrics.values()].map(({ id, title, definition }) =>
      topic('Metric', `/metrics/${id}`, title, `${id}. ${definition}`),
    ),
    ...[...release.sources.values()].map(({ id, title, publisher }) =>
      topic('Source', `/sources/${id}`, title, `${publisher}. ${id}`),
    ),
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      fieldsOf(schema).map(({ path, schema: { description } }) =>
        topic(words.fieldOf(name), `/fields/${name}#${path}`, path, description),
      ),
    ),
  ];
  return entries.map((entry) => ({
    ...entry,
    titleWords: ` ${entry.title.toLowerCase().replaceAll(/[_.[\]/:-]+/g, ' ')} ${entry.title.toLowerCase()} `,
    textWords: ` ${entry.text.toLowerCase()} `,
  }));
}

/** The first paragraph of prose in each section of a guide. */
function sectionTexts(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '').replace(/<[^>]*>/g, '');
  const [, ...sections] = prose.split(/^#{2,3} .*$/m);
  return sections.map((section) => {
    const first = section.split(/\n\n+/).find((each) => /^[\p{L}`*[]/u.test(each)) ?? '';
    return first.replace(/\[([^\]]*)\]\([^)]*\)|\*\*/g, '$1').trim();
  });
}

/** Entries that have every word of the text, those with it in the title first; where equal, in the order of the index. */
function bestOf(index: readonly IndexedEntry[], asked: string): FoundTopics {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { entries: [], match: 'part' };
  const forms = words.map(formsOf);
  const text = words.join(' ');
  const found = index
    .map((entry) => ({ entry, score: scoreOf(entry, text, forms) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const best = found[0]?.score ?? 0;
  return {
    entries: found.slice(0, MOST_TOPICS).map(({ entry }) => entry),
    match: best > WORD * words.length ? 'title' : best === WORD * words.length ? 'words' : 'part',
  };
}

/** What a word of the text counts that is a word of the title, and a text that is the whole title. */
const [WORD, TITLE] = [4, 10];

/** What is looked for, as the beginning of a word: one as it is typed, and in the singular, which titles often have. */
function formsOf(typed: string): string[] {
  return typed.length > 3 && typed.endsWith('s') ? [` ${typed}`, ` ${typed.slice(0, -1)}`] : [` ${typed}`];
}

/** @param forms those of each word of the text; the first one that the entry has counts */
function scoreOf(entry: IndexedEntry, text: string, forms: readonly (readonly string[])[]): number {
  let sum = 0;
  for (const ofWord of forms) {
    let score = 0;
    for (const form of ofWord) score ||= scoreOfForm(entry, form);
    if (score === 0) return 0;
    sum += score;
  }
  // A guide explains what several responses have as a field.
  const isTitle = [text, `${text}s`].includes(entry.title.toLowerCase()) && !entry.to.startsWith('/fields/');
  return isTitle ? sum + TITLE : sum;
}

function scoreOfForm({ titleWords, textWords }: IndexedEntry, form: string): number {
  if (titleWords.includes(form)) return titleWords.includes(`${form} `) ? WORD : 3;
  return textWords.includes(form) ? 1 : 0;
}
