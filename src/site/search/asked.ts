import { budgetCurrency } from '../../engine/cost/budget.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { fold } from '../../release/fold.ts';
import type { AskedPay } from './asked-pay.ts';
import { type AskedPlace, askedBeside, askedPlace } from './asked-words.ts';
import type { SearchEntry, Searched } from './found-places.ts';

/** What a question asks, with the money in it. */
export interface Asked extends AskedPlace {
  pay: AskedPay | undefined;
  /** In which money figures are wanted. */
  currency: string | undefined;
  /** The text without what names the places. */
  beside: string;
}

/** What the text asks beside these names. Pay in it is what someone earns: `90k salary in London` asks for no average. */
export function besideNames(text: string, names: readonly string[], pay: AskedPay | undefined) {
  const beside = names.reduce((rest, name) => rest.replace(name, ' '), text);
  const asked = askedBeside(beside);
  const isPay = pay !== undefined && asked.topic?.sort === '-earnings';
  return { ...asked, topic: isPay ? undefined : asked.topic, beside };
}

/** The page of a place, for the household and in the money of the question. */
export function asAsked(
  { release }: Searched,
  entry: SearchEntry,
  { household, currency }: Asked,
): SearchEntry {
  const [, kind, id = ''] = /^\/(cities|countries)\/(.*)$/.exec(entry.to) ?? [];
  const place = kind === 'cities' ? release.city(id) : kind && release.country(id);
  if (!place) return entry;
  const isOwn = currency === budgetCurrency(release, place, undefined);
  const query = { household: household?.household, currency: isOwn ? undefined : currency };
  return { ...entry, to: `${entry.to}${queryText(query)}` };
}

/** Whether a country has this name, not as a code. */
export function isCountry({ release }: Searched, text: string): boolean {
  return release.countries.some(({ names }) => names.includes(`|${fold(text)}|`));
}

/** Words of a text that is looked through for names, and of a name in it. */
export const MOST_WORDS = 24;
const LONGEST = 5;

/** The words of a text without the signs around them. */
export function wordsOf(text: string): string[] {
  return text
    .split(/[\s,;&/|>→]+/u)
    .flatMap((word) => word.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '') || []);
}

/** The parts of a text that begin with this word of it and may be a name, the longest first: an article or `rent` alone is none. */
export function partsFrom(words: readonly string[], at: number): string[] {
  const most = Math.min(LONGEST, words.length - at);
  return Array.from({ length: most }, (_, less) => words.slice(at, at + most - less).join(' ')).filter(
    (part) => part.includes(' ') || askedPlace(part).names.length > 0,
  );
}
