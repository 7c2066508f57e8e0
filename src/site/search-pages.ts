import type { Release } from '../engine/catalogue/release.ts';
import { GUIDES, guideText } from '../engine/guides/guides.ts';
import { queryText } from '../engine/parameters/query-text.ts';
import { partOfWorldNamed } from '../engine/places/parts-of-world.ts';
import { API_PROBLEM_CODES, PROBLEMS } from '../engine/problems.ts';
import { SETTINGS } from '../service/config.ts';
import { placeInWords } from './explorer/find-questions.ts';
import { guideAddress } from './guide-address.ts';
import { type Html, html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { fieldsOf, type OpenApi } from './open-api.ts';
import type { PageRequest } from './page-request.ts';
import type { PageView, SitePage } from './site-page.ts';

/** An entry of the search index. */
export interface SearchEntry {
  title: string;
  /** Its kind, for people: `Error`, `Setting`. */
  kind: string;
  to: string;
  /** More text to find it by, which the list of results shows. */
  text: string;
}

const MOST_PLACES = 8;
const MOST_TOPICS = 40;
/** The most places, and the most topics, in the list below the search box. */
const MOST_SUGGESTED = 5;
const MAX_QUERY = 100;

export interface SearchParts {
  openApi: OpenApi;
  /** Whether cities have pages that results can lead to. */
  hasCities: boolean;
  hasCountries: boolean;
}

/** The search over places and documentation, as a page and, for the search box, as JSON. */
export function searchPages({ openApi, hasCities, hasCountries }: SearchParts): SitePage[] {
  const indexes = new WeakMap<Release, IndexedEntry[]>();
  const topics = (release: Release, text: string) => {
    const index = indexes.get(release) ?? indexOf(release, openApi);
    indexes.set(release, index);
    return bestOf(index, text);
  };
  const places = (release: Release, text: string) => [
    ...(hasCities ? partNamed(text) : []),
    ...(hasCountries ? countryNamed(release, text) : []),
    ...(hasCities ? citiesNamed(release, text) : []),
  ];
  return [
    {
      path: '/search',
      query: ['q'],
      render: ({ release, query }) => {
        const text = wanted(query);
        return resultPage(text, places(release, text), topics(release, text));
      },
      data: {
        json: ({ release, query }) => {
          const text = wanted(query);
          return [
            ...places(release, text).slice(0, MOST_SUGGESTED),
            ...topics(release, text).slice(0, MOST_SUGGESTED),
          ].map(({ title, kind, to }) => ({ title, kind, to }));
        },
      },
    },
  ];
}

function wanted({ q = '' }: PageRequest['query']): string {
  return q.trim().slice(0, MAX_QUERY);
}

function resultPage(text: string, places: readonly SearchEntry[], topics: readonly SearchEntry[]): PageView {
  const found = places.length + topics.length;
  return {
    title: text === '' ? 'Search' : `Search: ${text}`,
    description: 'Search places, guides, fields, errors, settings and metrics.',
    indexed: false,
    main: html`<h1>${text === '' ? 'Search' : html`Results for “${text}”`}</h1>
${text === '' && html`<p class="lead">Type what you are looking for in the box above, or browse the <a href="/guides">guides</a>, the <a href="/reference">API reference</a>, the <a href="/metrics">metrics</a> and the <a href="/errors">errors</a>.</p>`}
${text !== '' && found === 0 && html`<p class="lead">We found nothing. Check the spelling, or browse the <a href="/guides">guides</a>, the <a href="/metrics">metrics</a> and the <a href="/sources">sources</a>.</p>`}
${resultList('Places', places)}
${resultList('Documentation', topics)}`,
  };
}

function resultList(heading: string, entries: readonly SearchEntry[]): Html | undefined {
  if (entries.length === 0) return undefined;
  return html`<section><h2>${heading}</h2>
<ul class="results">${entries.map(
    ({ title, kind, to, text }) =>
      html`<li><a href="${to}">${title}</a> <span class="tag">${kind}</span>${text !== '' && html`<p>${shortened(text)}</p>`}</li>\n`,
  )}</ul></section>`;
}

/** A continent or a region of the world leads to its cities. */
function partNamed(text: string): SearchEntry[] {
  const part = partOfWorldNamed(text);
  const [id] = Object.values(part ?? {});
  if (part === undefined || id === undefined) return [];
  return [
    {
      title: `Cities in ${placeInWords(id)}`,
      kind: 'continent' in part ? 'Continent' : 'Region',
      to: `/find${queryText({ ...part })}`,
      text: '',
    },
  ];
}

function countryNamed(release: Release, text: string): SearchEntry[] {
  const country = text === '' ? undefined : release.resolveCountry(text);
  if (country?.kind !== 'found') return [];
  const { id, name } = country.place;
  return [{ title: name, kind: 'Country', to: `/countries/${id}`, text: '' }];
}

function citiesNamed(release: Release, text: string): SearchEntry[] {
  if (text === '') return [];
  const { cities } = release.findCities({ search: text });
  return cities.slice(0, MOST_PLACES).map(({ id, name, country }) => ({
    title: name,
    kind: 'City',
    to: `/cities/${id}`,
    text: release.country(country).name,
  }));
}

/** An entry with the words that it is found by, in lower case. */
interface IndexedEntry extends SearchEntry {
  titleWords: string;
  textWords: string;
}

/** Everything in the documentation that has an address. */
function indexOf(release: Release, openApi: OpenApi): IndexedEntry[] {
  const { paths, components } = openApi.of(release);
  const entries: SearchEntry[] = [
    ...GUIDES.flatMap((guide) => {
      const { headings } = renderMarkdown(guideText(guide), guideAddress);
      const isSplit = guide.to !== `/guides/${guide.name}` || guide.name === 'data-dictionary';
      return [
        { title: guide.label, kind: 'Guide', to: guide.to, text: guide.description },
        ...headings
          .filter(({ level }) => level <= 3 && !isSplit)
          .map(({ id, text }) => ({ title: text, kind: guide.label, to: `${guide.to}#${id}`, text: '' })),
      ];
    }),
    ...Object.entries(paths).map(([path, { get }]) => ({
      title: get.summary,
      kind: 'Endpoint',
      to: `/reference/${get.operationId}`,
      text: `GET /v1${path}`,
    })),
    ...API_PROBLEM_CODES.map((code) => ({
      title: code,
      kind: 'Error',
      to: `/errors/${code}`,
      text: PROBLEMS[code].title,
    })),
    ...Object.values(SETTINGS).map(({ name, help }) => ({
      title: name,
      kind: 'Setting',
      to: '/guides/settings',
      text: help,
    })),
    ...[...release.metrics.values()].map(({ id, title, definition }) => ({
      title,
      kind: 'Metric',
      to: `/metrics/${id}`,
      text: `${id}. ${definition}`,
    })),
    ...[...release.sources.values()].map(({ id, title, publisher }) => ({
      title,
      kind: 'Source',
      to: `/sources/${id}`,
      text: `${publisher}. ${id}`,
    })),
    ...Object.entries(components.schemas).flatMap(([name, schema]) =>
      fieldsOf(schema).map(({ path, schema: { description = '' } }) => ({
        title: path,
        kind: `Field of ${name}`,
        to: `/fields/${name}#${path}`,
        text: description,
      })),
    ),
  ];
  return entries.map((entry) => ({
    ...entry,
    titleWords: ` ${entry.title.toLowerCase().replaceAll(/[_.[\]/:-]+/g, ' ')} ${entry.title.toLowerCase()} `,
    textWords: ` ${entry.text.toLowerCase()} `,
  }));
}

/** Entries that have every word of the text, those with it in the title first; where equal, in the order of the index. */
function bestOf(index: readonly IndexedEntry[], text: string): SearchEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return index
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_TOPICS)
    .map(({ entry }) => entry);
}

function scoreOf({ title, titleWords, textWords }: IndexedEntry, words: readonly string[]): number {
  let score = title.toLowerCase() === words.join(' ') ? 10 : 0;
  for (const word of words) {
    if (titleWords.includes(` ${word} `)) score += 4;
    else if (titleWords.includes(` ${word}`)) score += 3;
    else if (textWords.includes(` ${word}`)) score += 1;
    else return 0;
  }
  return score;
}

function shortened(text: string): string {
  const plain = text.replaceAll('`', '');
  return plain.length <= 160 ? plain : `${plain.slice(0, plain.lastIndexOf(' ', 160))} …`;
}
