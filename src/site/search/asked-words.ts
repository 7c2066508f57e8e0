import { fold } from '../../release/fold.ts';
import { QUALITY_MEASURES } from '../../release/measures.ts';
import { HOUSEHOLD_WORDS, householdIn } from './asked-household.ts';
import WORDS from './question-words.json' with { type: 'json' };

/* The words, of several languages, are in question-words.json. */

/**
 * What people ask about, in the words in which they ask, and the page about it. Those that say more come first: `cheapest rent` is
 * about rent. `sort` is how cities are sorted by it: what it is good to have, or what the word says; `warmth` how, if the question
 * names a month, of whose weather it asks; `month` the one that it is of, if the question names none: the coldest one.
 */
const TOPICS = WORDS.topics.map((topic) => ({ ...topic, words: wordsOf(topic.words) }));
const CHEAPEST = 'budget';

/** What people ask about that we have no figures of, and what to tell them. */
const LACKING = WORDS.lacking.map(({ words, text }) => ({ words: wordsOf(words), text }));

/** Orders of which a question may also ask for enough, as a filter: `cheap, safe cities by the sea with fast internet`. */
const ENOUGH: Readonly<Record<string, readonly [name: string, value: string]>> = Object.fromEntries([
  ['sea', ['sea_max', '10']],
  ...QUALITY_MEASURES.map((measure) => [`-${measure}`, [`${measure}_min`, '70']]),
]);

const MONTHS = WORDS.months.map(wordsOf);
const [CAPITALS, CITY, COUNTRY] = [WORDS.capitals, WORDS.city, WORDS.country].map(wordsOf);
const MANY = wordsOf(`${WORDS.many} ${WORDS.capitals}`);
const [LARGE, SMALL, LIKE] = [WORDS.large, WORDS.small, WORDS.like].map(wordsOf);
const SAID_OF_CITIES = wordsOf(`${WORDS.large} ${WORDS.small} ${WORDS.like} capital`);
/** Of other languages. A text that has nothing else around a name is no question: `los angles`. */
const ARTICLES = wordsOf(WORDS.articles);
/** The articles, and other words that may be a part of the place's name: La Paz, The Hague, Mexico City. */
const PERHAPS_NAME = wordsOf(`${WORDS.perhapsName} ${WORDS.articles}`);
/** Words around a place that don't name it, at either end of a question. */
const AROUND = new Set([
  ...wordsOf(`${WORDS.around} ${WORDS.city} ${WORDS.country}`),
  ...[MANY, PERHAPS_NAME, HOUSEHOLD_WORDS, ...MONTHS].flatMap((words) => [...words]),
  ...[...TOPICS, ...LACKING].flatMap(({ words }) => [...words]),
]);

/** What a question that compares has somewhere. */
const COMPARING = wordsOf(WORDS.comparing);

/** Names of countries, regions and parts of the world by their adjectives: `polish`, and with a German ending `polnischen`. */
const ADJECTIVES = new Map(
  Object.entries(WORDS.adjectives).flatMap(([country, words]) =>
    words.split(' ').map((word): [string, string] => [word, country.replaceAll('-', ' ')]),
  ),
);

/** All words that are known, as they are written: a transliteration of another word may be one of them. */
export const WRITTEN: ReadonlySet<string> = new Set(JSON.stringify(WORDS).split(/[\s",:[\]{}]+/));

/** The words of a list, as they are compared. */
export function wordsOf(text: string): Set<string> {
  return new Set(text.split(' ').map(said));
}

/** A word as it is compared. */
function said(word: string): string {
  return fold(word).replaceAll(' ', '');
}

/**
 * Separates what a question is about from the name in it: `What is the rent in La Paz?`. Takes as long as the text.
 *
 * @param isBeside whether no name is in the text any more, so that all of its words count
 */
export function askedPlace(text: string, isBeside = false) {
  // `air quality` asks for one part of it only.
  const { words, said, isAround } = wordsIn(text.replace(/\bquality of life\b/iu, 'lebensqualität'));
  const has = (set: ReadonlySet<string> | undefined) => said.some((word) => set?.has(word));
  let [from, to] = [0, words.length];
  while (from < to && isAround(from)) from++;
  while (to > from && isAround(to - 1)) to--;
  const around = isBeside ? said : [...said.slice(0, from), ...said.slice(to)];
  const topics = TOPICS.filter(({ words: ofTopic }) => around.some((word) => ofTopic.has(word)));
  const month = MONTHS.findIndex(has) + 1 || topics[0]?.month;
  // A month is asked for its weather: `warm in January, safe and cheap`.
  const topic =
    (month === undefined ? undefined : topics.find(({ warmth }) => warmth !== undefined)) ??
    topics.find(({ sort }) => ENOUGH[sort] === undefined) ??
    topics[0];
  const enough = topics.flatMap((other) => (other === topic ? [] : [ENOUGH[other.sort] ?? []]));
  const size: string[][] = [
    ...(has(LARGE) && topic?.sort !== '-population' ? [['min_population', '500000']] : []),
    ...(has(SMALL) ? [['min_population', '10000']] : []),
  ];
  const filters: Readonly<Record<string, string>> = Object.fromEntries([
    ...enough.filter((filter) => filter.length > 0),
    ...size,
  ]);
  return {
    /** What may name the place, the longest first; none if the question names none. */
    names:
      from === to || (around.length > 0 && around.every((word) => ARTICLES.has(word)))
        ? []
        : namesIn(words, said, from, to),
    topic,
    /** Everything that it asks about, the topic first. */
    topics: topics.toSorted((one, other) => Number(other === topic) - Number(one === topic)),
    /** Whether it asks for cities or countries: those of the place. */
    asksForMany: has(MANY) || around.some((word) => CITY?.has(word)),
    // `cheapest capital in Europe`
    asksForCapitals: has(CAPITALS) || (said.includes('capital') && (topic !== undefined || has(MANY))),
    /** 1 is January. */
    month,
    compares: has(COMPARING),
    /** What may name several places, with other words between them. */
    sides: sidesIn(text),
    household: householdIn(fold(text)),
    /** Whether it asks for little money, whatever else it asks for. */
    isCheap: topics.some(({ sort }) => sort === CHEAPEST),
    /** Whether it asks for what is like a place, or better than it. */
    isRelative: said.includes('than') || has(LIKE),
    asksForCountries: has(COUNTRY),
    /** The name of the country, region or part of the world of an adjective: `polish cities`. */
    adjective: said.map(adjectiveOf).find((name) => name !== undefined),
    /** The least scores of what else it asks for, as parameters of finding. */
    enough: filters,
  };
}

function wordsIn(text: string) {
  const words = text.split(/\s+/u).map((word) => word.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, ''));
  const folded = words.map(said);
  // A postal code is around a name, unless it is all that there is.
  const isAround = (at: number) => {
    const word = folded[at] ?? '';
    return word === '' || AROUND.has(word) || (words.length > 1 && /\d/.test(word));
  };
  return { words, said: folded, isAround };
}

/** `Lisbon` and `Madrid` of `is Lisbon cheaper than Madrid?`. An article is one if it stands alone: `LA vs NY`. */
function sidesIn(text: string): string[] {
  const { words, said, isAround } = wordsIn(text.replaceAll(/[&/|>→]+/gu, ' vs '));
  const sides: number[][] = [[]];
  for (const at of words.keys())
    if (isAround(at) && !PERHAPS_NAME.has(said[at] ?? '')) sides.push([]);
    else sides.at(-1)?.push(at);
  return sides
    .filter(
      (side) =>
        side.some((at) => !PERHAPS_NAME.has(said[at] ?? '')) ||
        (side.length === 1 &&
          side.some((at) => [at - 1, at + 1].some((next) => VERSUS.has(said[next] ?? '')))),
    )
    .map((side) => side.map((at) => words[at]).join(' '));
}

const VERSUS = wordsOf('vs versus or to than');

function namesIn(words: readonly string[], said: readonly string[], from: number, to: number): string[] {
  const isName = (at: number) => PERHAPS_NAME.has(said[at] ?? '');
  const first = isName(from - 1) ? (isName(from - 2) ? from - 2 : from - 1) : from;
  const last = isName(to) ? to + 1 : to;
  const names = [];
  for (let start = first; start <= from; start++)
    for (let end = last; end >= to; end--) names.push(words.slice(start, end).join(' '));
  // `capitales d’Afrique`, `Hauptstädte Europas`
  return [...new Set([...names, ...names.map((name) => name.replace(/^(?:d|dell|de l)['’]/iu, ''))])];
}

/** What nothing answers of a text beside its names: sentences about what we lack, and words that we don't know. */
export function unanswered(text: string): { lacking: string[]; unknown: string[] } {
  const { words, said, isAround } = wordsIn(text);
  // `a room` is no home.
  const spoken = new Set([...said, ...said.slice(1).map((word, at) => `${said[at]}${word}`)]);
  const isKnown = (word: string) => SAID_OF_CITIES.has(word) || adjectiveOf(word) !== undefined;
  return {
    lacking: LACKING.filter((each) => !each.words.isDisjointFrom(spoken)).map((each) => each.text),
    unknown: words.filter((_, at) => !isAround(at) && !isKnown(said[at] ?? '')),
  };
}

function adjectiveOf(word: string): string | undefined {
  return ADJECTIVES.get(word.replace(/(?<=isch)e[nrsm]?$/, ''));
}
