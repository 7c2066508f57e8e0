import { CATEGORIES } from '../../release/cost-basket.ts';
import type { Evidence } from '../../release/cost-estimates.ts';
import { GRAINS, type Grain } from '../../release/grain.ts';
import { costMeasure, type MeasureId, SCORED_GROUPS } from '../../release/measures.ts';
import type { PlainMeasure } from '../../release/plain-measures.ts';
import type { REFRESHED, SourceRecord, STATED_BY } from '../../release/source.ts';
import NAMES from '../names.json' with { type: 'json' };
import { numbersIn } from './numbers.ts';

/** Figures in words, for pages, documents and the command line. */

export const MEASURE_TITLES: Readonly<Record<MeasureId, string>> = NAMES.measures;

/** Figures without an interval, with their unit. */
export const CONDITION_TITLES: Readonly<Record<PlainMeasure, string>> = NAMES.conditions;

/** What the price level of a city is based on, as a sentence. */
export function evidenceSentence(evidence: Evidence | 'national', name: string, country: string): string {
  const sentence = NAMES.evidence_sentences[evidence];
  return sentence
    .replace('{place}', () => withArticle(name))
    .replace('{country}', () => withArticle(country));
}

/** What a figure of a city was measured for, in words. */
export const SHARE_WORDS: Readonly<Record<Grain, string>> = NAMES.shares;

/** More than rounding can take from shares that add up to 1. An estimated part always has more weight. */
const LEAST_ESTIMATED = 0.03;

interface MeasuredScore {
  score: number | null;
  measured: Readonly<Record<Grain, number>>;
}

/** Says in a language for which kinds of place a score was measured, or that it was not. */
export function measuredWordsIn(words: {
  shares: Readonly<Record<Grain, string>>;
  only(share: string): string;
  estimated: string;
  nothing: string;
}) {
  return ({ score, measured }: MeasuredScore): string => {
    const grains = GRAINS.filter((grain) => measured[grain] > 0);
    const [first] = grains;
    if (score === null || first === undefined) return words.nothing;
    const estimated = 1 - grains.reduce((sum, grain) => sum + measured[grain], 0);
    if (grains.length === 1 && estimated < LEAST_ESTIMATED) return words.only(words.shares[first]);
    const shares: [string, number][] = grains.map((grain) => [words.shares[grain], measured[grain]]);
    if (estimated >= LEAST_ESTIMATED) shares.push([words.estimated, estimated]);
    return shares.map(([of, share]) => `${of} ${Math.round(100 * share)} %`).join(', ');
  };
}

/** `its region 50 %, its country 40 %, estimated 10 %` */
export const scoredWords = measuredWordsIn({
  shares: SHARE_WORDS,
  only: (share) => `${share} only`,
  estimated: 'estimated',
  nothing: 'nothing: estimated from the other groups',
});

/** Figures, periods and lists in English: `64.5`, `1,204.25`, `+3.2`, `54.5 to 73.4`, `2026-10` as `Oct 2026`. */
export const NUMBERS = numbersIn('en', {
  dates: 'en-GB',
  to: 'to',
  undated: 'undated',
  currencyDisplay: 'code',
});
export const { whole, tenths, decimals, signed, interval, roughInterval, list } = NUMBERS;
export const periodInWords = NUMBERS.period;

/** `1 city`, `1,204 cities`. @param many where the plural is not `one` with an s */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${whole(value)} ${value === 1 ? one : many}`;
}

/** `Lisbon, Berlin and Porto`, but `London, Canada and Paris and Lisbon`, where a name has a comma. */
export function enumerated(names: readonly string[]): string {
  return names.some((name) => name.includes(', ')) ? names.join(' and ') : list(names);
}

export const EVIDENCE_WORDS: Record<Evidence | 'national', string> = NAMES.evidence;

/** Evidence in a word or two, for a cell of a table. */
export const SHORT_EVIDENCE: Record<Evidence | 'national', string> = NAMES.short_evidence;

const METHODS: Record<string, string> = NAMES.methods;

/** The origin of a figure: what an estimate is based on, or the method of an observed one. */
export function methodInWords(figure: { method: string; evidence?: Evidence | 'national' }): string {
  if (figure.evidence === undefined) return METHODS[figure.method] ?? figure.method;
  const words = EVIDENCE_WORDS[figure.evidence];
  return `Estimated from ${lowerFirst(words)}`;
}

/** `Official figures`: `official figures` */
export function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Units whose ids do not read as words. */
const UNITS: Readonly<Record<string, string>> = NAMES.units;

/** `tonnes_per_person`: `tonnes per person`; also of amounts, `EUR per square_metre_month`. */
export function unitInWords(unit: string): string {
  return unit.replace(/\w+$/, (id) => UNITS[id] ?? id.replace(/^percent/, '%')).replaceAll('_', ' ');
}

export function amountInWords(price: { amount: number; currency: string; per: string }): string {
  return `${NUMBERS.money(price.amount, price.currency, true)} per ${unitInWords(price.per)}`;
}

/** An id as words, where there is no title for it: `price_levels`: `Price levels`. */
export function categoryName(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ');
}

/** Titles of the groups of quality of life by id, and of the overall score. */
export const GROUP_TITLES: Readonly<Record<string, string>> = {
  overall: 'Overall',
  opinions: 'Opinions',
  ...Object.fromEntries(SCORED_GROUPS.map((group) => [group, MEASURE_TITLES[group]])),
};

/** Titles of the price categories by id, and of the overall index. */
export const PART_TITLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(CATEGORIES.map((category) => [category, MEASURE_TITLES[costMeasure(category)]])),
  overall: 'Overall',
};

/** A price category in a sentence about prices, where nothing has to tell it from a score. */
export function priceName(category: string): string {
  return (PART_TITLES[category] ?? category).replace(/ \(.*\)$/, '').toLowerCase();
}

const STATED_WORDS: Readonly<Record<(typeof STATED_BY)[number], string>> = NAMES.terms;
export const REFRESH_WORDS: Readonly<Record<(typeof REFRESHED)[number], string>> = NAMES.refresh;

/** Who states the terms of a source, and where; undefined if its operator did not say. */
export function termsInWords(
  source: Pick<SourceRecord, 'terms_stated_by' | 'terms_stated_where'>,
): string | undefined {
  const { terms_stated_by: by, terms_stated_where: where } = source;
  return by === null ? undefined : `${STATED_WORDS[by]}. ${where ?? ''}`.trim();
}

/** How a source is refreshed, or why not; undefined if its operator did not say. */
export function refreshInWords(source: Pick<SourceRecord, 'refresh' | 'refresh_how'>): string | undefined {
  const { refresh, refresh_how: how } = source;
  return refresh === null ? undefined : `${REFRESH_WORDS[refresh]}. ${how ?? ''}`.trim();
}

/** A place as a sentence calls it: `the Netherlands`. */
export function withArticle(name: string): string {
  return TAKES_ARTICLE.test(name) ? `the ${name}` : name;
}

const TAKES_ARTICLE =
  /^(?:United (?:States|Kingdom|Arab)|Philippines|Bahamas|Maldives|Gambia|Comoros|Isle of|(?:Dominican|Central African|Czech|Democratic) Republic|Republic of)|(?:Netherlands|Islands|Territory|Territories)$/;

/** A country that has the name of its city is `all of Hong Kong`. */
export function wholeCountry(country: string, city: string): string {
  return country === city ? `all of ${withArticle(country)}` : withArticle(country);
}
