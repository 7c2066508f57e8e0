import { isCity } from '../../engine/catalogue/place.ts';
import { budgetCurrency, budgetTotal } from '../../engine/cost/budget.ts';
import { latestRate } from '../../engine/figures/currency.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { countryName } from '../../engine/places/country-names.ts';
import { partOfWorldNamed } from '../../engine/places/parts-of-world.ts';
import { fold } from '../../release/fold.ts';
import { QUALITY_MEASURES } from '../../release/measures.ts';
import { conditionsInWords } from '../explorer/find-questions.ts';
import type { PageRequest } from '../site-page.ts';
import { type Asked, asAsked, askedOf, isCountry, readQuestion } from './asked.ts';
import { comparison, PROMINENT } from './asked-comparison.ts';
import { type AskedPay, payIn } from './asked-pay.ts';
import { askedPlace, WRITTEN } from './asked-words.ts';
import { type FoundPlaces, isRegion, placesFound, type SearchEntry, type Searched } from './found-places.ts';

/** What answers a question: `rent in Berlin`, `Paris vs London`, `safest cities in Spain`. */
export interface Answers {
  places: SearchEntry[];
  /** Whether their names have a typing error: `rent in berln`. */
  isGuess?: true;
  /** What else is asked than the places. */
  asked: Asked;
}

/** A country with fewer large cities has its small ones listed, too. */
const [LARGE, FEW] = [100_000, 10];

/** Reads a text as a question, unless it is the name of a place. @param found what is named like it */
export function answersTo(
  request: PageRequest & Searched,
  typed: string,
  found: FoundPlaces,
): Answers | undefined {
  const text = asNamed(request, typed.replace(/\/\s?mo(?:nth)?\b/iu, ' month'));
  const pay = payIn(request.release, text);
  if (found.match === 'name' && pay === undefined) return undefined;
  const asked = readQuestion(request, text, pay);
  const none: Answers = { places: [], asked };
  const compared = comparison(request, asked);
  if (compared !== undefined) return compared;
  const [name] = asked.names;
  const named = placesIn(asked);
  // If the text is not even like a name, any part of it may be one.
  const parts = found.places.length === 0 || pay !== undefined ? named : [];
  // `Isle of Man` has words around names in it.
  const longer = named.filter(
    (part) => name !== undefined && part.length > name.length && part.startsWith(name),
  );
  const adjective = asksForMany(asked) && asked.adjective !== undefined ? [asked.adjective] : [];
  const sure = [...adjective, ...longer, ...asked.names];
  if (sure.length + parts.length === 0)
    return asksForMany(asked) || asked.asksForCountries
      ? { ...none, places: manyIn(request, asked, { query: {} }) }
      : none;
  for (const each of [...sure, ...parts]) {
    const about = askedOf(asked, [each]);
    // With the German genitive: `Hauptstädte Europas`.
    const part = inPartOfWorld(request, each) ?? inPartOfWorld(request, each.replace(/s$/u, ''));
    if (part !== undefined) return { places: manyIn(request, about, part), asked: about };
    if (fold(each) === fold(text)) continue;
    const found = placesFound(request, each);
    if (found.match !== 'name') continue;
    if (!sure.includes(each) && !isProminent(request, each, found)) continue;
    const around = asksForMany(about) ? inPlace(request, found) : undefined;
    const many = around === undefined ? [] : manyIn(request, about, around);
    const places = found.places.map((place) => asAsked(request, place, about));
    return { places: [...betterThan(request, about, found), ...many, ...places], asked: about };
  }
  if (name === undefined || fold(name) === fold(text)) return none;
  const about = askedOf(asked, [name]);
  const places = placesFound(request, name).places.map((place) => asAsked(request, place, about));
  return { places, isGuess: true, asked: about };
}

function asksForMany({ asksForMany, asksForCapitals, pay, month, topic, isCheap }: Asked): boolean {
  const isOfWeather = month !== undefined && topic?.warmth !== undefined;
  // `cheap and safe`
  return asksForMany || asksForCapitals || pay !== undefined || isOfWeather || isCheap;
}

/** What is before the name of where cities are looked for. */
const IN = ['in', 'in the', 'im', 'en', 'in der'];

/** `like Lisbon but cheaper`, `cheaper than Berlin but as safe`: cities that are not worse in what is asked for. */
function betterThan(request: PageRequest, asked: Asked, { places: [city] }: FoundPlaces): SearchEntry[] {
  const { isRelative, isCheap, topic, enough, household } = asked;
  if (!isRelative || !isCheap || city === undefined || !isCity(city)) return [];
  const currency = asked.currency ?? budgetCurrency(request.release, city, undefined);
  const budget = budgetTotal(request.release, city, household?.household ?? 'one', currency);
  if (budget === null) return [];
  const wanted = [...Object.keys(enough), `${topic?.sort.replace('-', '')}_min`];
  const least = QUALITY_MEASURES.flatMap((measure) => {
    const score = wanted.includes(`${measure}_min`) && request.release.measures.figure(measure, city)?.value;
    return typeof score === 'number' ? [[`${measure}_min`, String(score)]] : [];
  });
  // `cheaper than Barcelona in Spain`
  const text = ` ${fold(asked.text)} `;
  const within = asked.parts.find(({ part }) =>
    IN.some((word) => text.includes(` ${word} ${fold(part)} `)),
  )?.part;
  const where =
    within === undefined
      ? undefined
      : (inPartOfWorld(request, within) ?? inPlace(request, placesFound(request, within)));
  return [
    listOf(request, request.messages.search.cheaperThan(city.name, where?.name), {
      ...where?.query,
      budget_max: String(Math.floor(budget.value) - 1),
      ...Object.fromEntries(least),
      currency,
      ...(household !== undefined && { household: household.household }),
      sort: '-quality',
      ...(where?.query.country === undefined && { each: 'country' }),
    }),
  ];
}

/** Where cities are looked for: what is asked of the page that finds them, and the name of the country, region or part of the world. */
interface Where {
  query: Readonly<Record<string, string>>;
  name?: string;
}

function inPartOfWorld({ messages }: PageRequest, text: string): Where | undefined {
  const part = partOfWorldNamed(text);
  const [id] = Object.values(part ?? {});
  return part === undefined || id === undefined
    ? undefined
    : { query: { ...part }, name: messages.find.place(id) };
}

/** In the country or region that is meant. */
function inPlace(request: PageRequest, { places: [first] }: FoundPlaces): Where | undefined {
  // Without this parameter, finding leaves out places that are smaller than those.
  const withSmall = { min_population: '0' };
  if (first === undefined || isCity(first)) return undefined;
  if (isRegion(first)) {
    const { name, country } = first;
    return { query: { country, region: fold(name).replaceAll(' ', '-'), ...withSmall }, name };
  }
  const large = request.release.citiesOf(first.id).filter(({ population }) => (population ?? 0) >= LARGE);
  return {
    query: { country: first.id, ...(large.length < FEW && withSmall) },
    name: countryName(request, first),
  };
}

function manyIn(
  request: PageRequest,
  { topic, asksForCapitals, asksForCountries, month, household, isCheap, enough, pay, currency }: Asked,
  { query: where, name }: Where,
): SearchEntry[] {
  const warmth = month === undefined ? undefined : topic?.warmth;
  // The hottest place is rarely what someone with other wishes means.
  const isOneOfMany = pay !== undefined || isCheap || Object.keys(enough).length > 0;
  const best = isCheap ? 'budget' : '-quality';
  const mild = warmth === 'high' ? { high_max: '22' } : { high_min: '20' };
  const usual = warmth ?? topic?.sort ?? (pay === undefined ? '-population' : '-quality');
  const sort = warmth !== undefined && isOneOfMany ? best : usual;
  const asksForMoney = pay !== undefined || sort.endsWith('budget');
  const country = where.country === undefined ? undefined : request.release.country(where.country);
  const inMoney = currency ?? (pay && country && budgetCurrency(request.release, country, undefined));
  // Cities of a country have much alike: one of each says more about where the money is enough, or life is cheap and good.
  const isOfManyCountries = where.country === undefined && !asksForCapitals;
  const isMixed = pay !== undefined || (isCheap && Object.keys(enough).length > 0);
  return [
    listOf(request, request.messages.search.cities(asksForCapitals, name), {
      ...where,
      ...(asksForCapitals && { capital: 'true' }),
      ...(warmth !== undefined && { month: String(month), ...(isOneOfMany && mild) }),
      ...(pay !== undefined && { budget_max: monthly(request, pay, inMoney) }),
      ...(asksForMoney && inMoney !== undefined && { currency: inMoney }),
      ...(household !== undefined && { household: household.household }),
      ...enough,
      sort,
      ...(isOfManyCountries && (isMixed || asksForCountries) && { each: 'country' }),
    }),
  ];
}

function listOf({ messages }: PageRequest, title: string, query: Record<string, string>): SearchEntry {
  const text = conditionsInWords(query, messages);
  const each = query.each === undefined ? '' : messages.search.eachCountry;
  return { title, kind: 'Cities', to: `/find${queryText(query)}`, text: `${each}${text}` };
}

/** US dollars. What is more is a year’s pay, unless the question says otherwise: no city costs so much a month. */
const YEARLY = 15_000;

function monthly({ release }: PageRequest, { amount, per }: AskedPay, currency = 'USD'): string {
  const rate = latestRate(release, 'USD', currency)?.value ?? 1;
  const isYearly = per === undefined ? Number(amount) / rate > YEARLY : per === 'year';
  return isYearly ? String(Math.round(Number(amount) / 12)) : amount;
}

/** Whether a part of a text names this place, and not one of the many with a common word as their name. */
function isProminent({ release }: PageRequest, part: string, { places: [first], prominence }: FoundPlaces) {
  if (first === undefined || prominence < PROMINENT) return false;
  return !isCity(first) || release.search.bearers(part).includes(first);
}

/**
 * The parts of a text that name a place, the longest first, then the last ones, parts of the world at the end: `Zurich` of `four in
 * Zurich`.
 */
function placesIn({ parts }: Asked): string[] {
  const order = (part: string) => (partOfWorldNamed(part) === undefined ? -part.split(' ').length : 1);
  const last = parts.map(({ part }) => part).reverse();
  return last.sort((one, other) => order(one) - order(other));
}

/** A run of letters of a script that has no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}]{2,}/gu;
/** Letters of such a text that are looked through. */
const MOST_UNSPACED = 40;
/** People of a city that is looked for in a text by a part of it: two letters may be the name of a town. */
const LARGEST = 300_000;
/** Letters of the longest word that is looked for in it. */
const LONGEST_UNSPACED = 12;

/**
 * A text whose names are found: with spaces between words, with large cities in the nominative of Cyrillic languages, and without
 * the Arabic `and` before them.
 */
function asNamed(request: PageRequest, text: string): string {
  const isLarge = (form: string) => isOfLargeCity(request, form);
  return wordsApart(request, text).replace(/\p{Script=Cyrillic}{5,}|\p{Script=Arabic}{5,}/gu, (word) => {
    const [stem, last] = [word.slice(0, -1), word.slice(1)];
    const forms = [word, stem, `${stem}а`, `${stem}я`, word.slice(0, -2)];
    if (askedPlace(word).names.length === 0) return word;
    return forms.find(isLarge) ?? (isLarge(last) ? `${word.slice(0, 1)} ${last}` : word);
  });
}

/** `东京生活费` with a space between the name and the other word: from the left, the longest word that is a name or that we know. */
function wordsApart(request: PageRequest, text: string): string {
  let left = MOST_UNSPACED;
  return text.replace(UNSPACED, (run) => {
    const letters = [...run];
    left -= letters.length;
    if (left < 0) return run;
    let apart = '';
    for (let at = 0; at < letters.length; ) {
      const most = Math.min(LONGEST_UNSPACED, letters.length - at);
      const lengths = Array.from({ length: most }, (_, shorter) => most - shorter);
      const length = lengths.find((each) => {
        const word = letters.slice(at, at + each).join('');
        const isName = (each > 1 && isOfLargeCity(request, word)) || isCountry(request, word);
        return isName || WRITTEN.has(word);
      });
      apart += length === undefined ? letters[at] : ` ${letters.slice(at, at + length).join('')} `;
      at += length ?? 1;
    }
    return apart.trim();
  });
}

/** Whether the first city that has this name is that large. */
function isOfLargeCity({ release }: PageRequest, name: string): boolean {
  return (release.search.bearers(name, false)[0]?.population ?? 0) >= LARGEST;
}
