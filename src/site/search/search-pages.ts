import { queryText } from '../../engine/parameters/query-text.ts';
import { partOfWorldNamed } from '../../engine/places/parts-of-world.ts';
import { Problem } from '../../engine/problems.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { inEnglish } from '../languages/quoted.ts';
import type { PageRequest, PageView, SitePage } from '../site-page.ts';
import { AirportNames } from './airport-names.ts';
import type { Asked } from './asked.ts';
import { unanswered } from './asked-words.ts';
import { firstAnswer } from './first-answer.ts';
import { entryOf, type FoundPlaces, placesFound, type SearchEntry } from './found-places.ts';
import { answersTo } from './questions.ts';
import { type FoundTopics, type TopicParts, Topics } from './search-topics.ts';

/** The most places, and the most topics, in the list below the search box. */
const MOST_SUGGESTED = 5;
const MAX_QUERY = 100;
/** A text that is a part of the name of a place with this many people is more likely to mean it than a topic. */
const PROMINENT = 1_000_000;

/** The search over places and documentation, as a page and, for the search box, as JSON. */
export function searchPage(parts: TopicParts): SitePage {
  const topics = new Topics(parts);
  const airports = new AirportNames();
  const results = (request: PageRequest) => resultsOf(request, { ...parts, topics, airports });
  return {
    path: '/search',
    translated: 'countries',
    query: ['q'],
    prepare: (release) => [...topics.steps(release), ...airports.steps(release)],
    render: (request) => resultPage(results(request), request),
    data: {
      json: (request) => {
        const { places, topics, topicsFirst } = results(request);
        const lists = [places, topics].map((list) => list.slice(0, MOST_SUGGESTED));
        return (topicsFirst ? lists.reverse() : lists)
          .flat()
          .map(({ title, kind, to, text }) => ({ title, kind, to, where: PLACES.has(kind) ? text : '' }));
      },
    },
  };
}

function resultsOf(
  request: PageRequest,
  { serves, topics, airports }: TopicParts & { topics: Topics; airports: AirportNames },
) {
  const served = (entry: SearchEntry) =>
    serves(entry.kind === 'Country' ? '/countries/{country_id}' : '/cities/{city_id}');
  const { release, query } = request;
  const text = wantedPlace(query);
  const part = partNamed(text, request.messages);
  const view = { ...request, airports };
  const named = placesFound(view, text);
  const entries = named.places.map((place) => entryOf(view, place));
  const found = topics.find(release, text);
  const answers = part === undefined ? answersTo(view, text, named) : undefined;
  // Beside a topic, places whose name has a typing error are noise.
  const isNoise = answers?.isGuess && found.entries.length > 0;
  const first = part === undefined ? (!isNoise && answers?.places) || [] : [part];
  // Beside an answer, names that only sound like the question are noise.
  const others = first.length > 0 && named.match === 'misspelt' ? [] : entries;
  const match = first.length > 0 ? 'name' : named.match;
  const topic =
    found.match === 'title' || found.entries[0]?.kind === 'Page'
      ? undefined
      : topics.at(release, answers?.asked.topic?.to);
  const about: FoundTopics =
    topic === undefined ? found : { entries: eachOnce([topic, ...found.entries]), match: 'title' };
  return {
    text,
    places: eachOnce([...first, ...others]).filter(served),
    topics: about.entries,
    topicsFirst: areTopicsMeant({ ...named, match }, about),
    /** What a question asks of the first place. */
    asked: first.length > 0 ? answers?.asked : undefined,
    /** Whether the first place is what the text names or asks for. */
    isAnswer: match === 'name' || (match === 'misspelt' && named.prominence >= PROMINENT),
  };
}

function eachOnce(entries: readonly SearchEntry[]): SearchEntry[] {
  return [...new Map(entries.map((entry) => [entry.to, entry])).values()];
}

/** Kinds of places, and of lists of them. */
const PLACES = new Set(['Country', 'Region', 'Island', 'City', 'Part of a city', 'Cities']);

type Results = ReturnType<typeof resultsOf>;

/** Whether a topic is meant rather than a place, unless a place has this name or a large one has it as a part of its name. */
function areTopicsMeant(places: FoundPlaces, topics: FoundTopics): boolean {
  if (topics.entries.length === 0 || places.match === 'name') return false;
  if (topics.match === 'title' || places.match !== 'part') return true;
  return topics.match === 'words' && places.prominence < PROMINENT;
}

/** A continent or a region of the world leads to its cities. */
function partNamed(text: string, { search: words, find }: Messages): SearchEntry | undefined {
  const part = partOfWorldNamed(text);
  const [id] = Object.values(part ?? {});
  if (part === undefined || id === undefined) return undefined;
  return {
    title: words.cities(false, find.place(id)),
    kind: 'continent' in part ? 'Continent' : 'Part of the world',
    to: `/find${queryText({ ...part })}`,
    text: '',
  };
}

/** The text that is searched: not more of it than names have. */
export function wantedPlace({ q = '' }: PageRequest['query']): string {
  // `S.F.` is written without dots in the gazetteer.
  const plain = q.replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, (letters) => letters.replaceAll('.', ''));
  return plain.trim().slice(0, MAX_QUERY);
}

function resultPage(
  { text, places, topics, topicsFirst, asked, isAnswer }: Results,
  request: PageRequest,
): PageView {
  const { messages } = request;
  const { search: words } = messages;
  const [first, ...others] = places;
  const answer = first && isAnswer && !topicsFirst ? answerOrNone(request, first, asked) : undefined;
  const lists = [
    html`${first && answer && resultList(words.answer, [first], messages, html`${answer}${asked && remarks(asked, messages)}`)}
${resultList(words.places, answer === undefined ? places : others, messages)}`,
    resultList(words.documentation, topics, messages),
  ];
  const found = places.length + topics.length;
  return {
    title: words.title(text),
    description: words.about,
    indexed: false,
    main: html`<h1>${words.results(text)}</h1>
${text === '' && html`<p class="lead">${words.start}</p>`}
${text !== '' && found === 0 && html`<p class="lead">${words.nothing}</p>`}
${topicsFirst ? lists.reverse() : lists}`,
  };
}

/** What the answer leaves out, in sentences, so that nothing of a question is dropped silently. */
function remarks({ beside, household, currency }: Asked, { search, figures }: Messages): Html[] {
  const { lacking, unknown: words } = unanswered(beside);
  const unknown = words.filter((word) => word.toUpperCase() !== currency);
  const sentences = [
    ...(household?.isExact === false ? [search.nearest] : []),
    ...lacking,
    ...(unknown.length > 0 ? [search.unused(figures.list(unknown.map((word) => `“${word}”`)))] : []),
  ];
  return sentences.map((sentence) => html`<p><small>${sentence}</small></p>\n`);
}

/** Its page says what is wrong with an amount that is too large. */
function answerOrNone(...asked: Parameters<typeof firstAnswer>): Html | undefined {
  try {
    return firstAnswer(...asked);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** @param more below the results */
function resultList(
  heading: string,
  entries: readonly SearchEntry[],
  messages: Messages,
  more?: Html,
): Html | undefined {
  if (entries.length === 0) return undefined;
  const quotedIn = (kind: string) => !PLACES.has(kind) && inEnglish(messages);
  return html`<section><h2>${heading}</h2>
<ul class="results">${entries.map(
    ({ title, kind, to, text }) =>
      html`<li><a href="${to}"${quotedIn(kind)}>${title}</a> <span class="tag"${messages.search.kinds[kind] === undefined && quotedIn(kind)}>${messages.search.kinds[kind] ?? kind}</span>${text !== '' && html`<p${quotedIn(kind)}>${shortened(text)}</p>`}</li>\n`,
  )}</ul>${more}</section>`;
}

function shortened(text: string): string {
  const plain = text.replaceAll('`', '');
  return plain.length <= 160 ? plain : `${plain.slice(0, plain.lastIndexOf(' ', 160))} …`;
}
