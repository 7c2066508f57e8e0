import type { Release } from '../../engine/catalogue/release.ts';
import { budgetCurrency } from '../../engine/cost/budget.ts';
import { memo } from '../../engine/memo.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { partOfWorldNamed } from '../../engine/places/parts-of-world.ts';
import { fold } from '../../release/fold.ts';
import { type AskedPay, currencyWanted } from './asked-pay.ts';
import { askedPlace } from './asked-words.ts';
import { entryOf, type FoundPlace, type SearchEntry, type Searched } from './found-places.ts';

export type Asked = ReturnType<typeof readQuestion>;

/** What a question asks, with the money in it. @param pay in it */
export function readQuestion(view: Searched, question: string, pay: AskedPay | undefined) {
  const text = pay?.rest ?? question;
  return {
    ...askedPlace(text),
    /** The text without the money. */
    text,
    pay,
    /** In which money figures are wanted. */
    currency: pay?.currency ?? currencyWanted(view.release, question),
    /** The text without what names the places. */
    beside: text,
    parts: namedParts(view, text),
  };
}

/** What it asks beside these names. Pay in it is what someone earns: `90k salary in London` asks for no average. */
export function askedOf(asked: Asked, names: readonly string[]): Asked {
  const beside = names.reduce((rest, name) => rest.replace(name, ' '), asked.text);
  const { names: _, sides: __, compares: ___, ...about } = askedPlace(beside, true);
  const topics = about.topics.filter(({ sort }) => asked.pay === undefined || sort !== '-earnings');
  return { ...asked, ...about, topics, topic: topics[0], beside };
}

/** The page of a place, for the household and in the money of the question. */
export function asAsked(view: Searched, found: FoundPlace, { household, currency }: Asked): SearchEntry {
  const entry = entryOf(view, found);
  const { place } = entry;
  if (place === undefined) return entry;
  const isOwn = currency === budgetCurrency(view.release, place, undefined);
  const query = { household: household?.household, currency: isOwn ? undefined : currency };
  return { ...entry, to: `${entry.to}${queryText(query)}` };
}

/** Whether a country has this name, not as a code. */
export function isCountry({ release }: Searched, text: string): boolean {
  const names = memo(
    COUNTRY_NAMES,
    release,
    () => new Set(release.countries.flatMap((each) => each.names.split('|'))),
  );
  return text !== '' && (names.has(fold(text)) || SHORT.test(text));
}

/** Codes that are said like names. */
const SHORT = /^(?:the (?:us|uk|uae|usa)|US|UK|UAE|USA)$/;
const COUNTRY_NAMES = new WeakMap<Release, ReadonlySet<string>>();

/** Words of a text that is looked through for names, and of a name in it. */
const [MOST_WORDS, LONGEST] = [24, 5];

/**
 * The parts of a text that name a place as they are, from the left, the longest first. Where it begins with no name, a part is not
 * read for one: that takes much longer. With the number of the first word of each.
 */
function namedParts({ release }: Searched, text: string) {
  const { search, regions } = release;
  const words = text
    .split(/[\s,;&/|>→]+/u)
    .flatMap(
      (word) => word.replace(/^[\p{P}\p{S}]+|(?<=\p{L}{4})['’]\p{L}{1,3}$|[\p{P}\p{S}]+$/gu, '') || [],
    );
  const isOther = (part: string) =>
    partOfWorldNamed(part) !== undefined ||
    isCountry({ release }, part) ||
    regions.named(fold(part)).length > 0;
  if (words.length > MOST_WORDS) return [];
  return words.flatMap((_, at) => {
    const most = Math.min(LONGEST, words.length - at);
    const parts = Array.from({ length: most }, (_, less) => words.slice(at, at + most - less).join(' '));
    if (!parts.some((part) => search.bearers(part, false).length > 0 || isOther(part))) return [];
    return (
      parts
        .filter((part) => isOther(part) || search.bearers(part).length > 0)
        // An article, or `rent`, is no name: Las Vegas.
        .filter((part) => part.includes(' ') || SHORT.test(part) || askedPlace(part).names.length > 0)
        .map((part) => ({ part, at }))
    );
  });
}
