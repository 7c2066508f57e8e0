import type { Release } from '../../engine/catalogue/release.ts';
import { latestRate } from '../../engine/figures/currency.ts';
import { fold } from '../../release/fold.ts';
import { wordsOf } from './asked-words.ts';
import WORDS from './question-words.json' with { type: 'json' };

/** Money in a question: `1,500 euros`, `€900`, `100k`, `12 lakh rupees`, `3,5 Mio COP`, `under 1200`. */
export type AskedPay = NonNullable<ReturnType<typeof payIn>>;

const { named, symbols, times, month, year, bounds } = WORDS.money;
const NAMED: Readonly<Record<string, string>> = { ...named, ...symbols };
const TIMES: Readonly<Record<string, number>> = times;
const PERIODS = { month: wordsOf(month), year: wordsOf(year) };
const BOUNDS = wordsOf(bounds);

const SIGN = Object.keys(symbols)
  .sort((one, other) => other.length - one.length)
  .map((sign) => sign.replaceAll('$', '\\$'))
  .join('|');
const FACTOR = Object.keys(times).join('|');
const AMOUNT = new RegExp(
  `(?<before>${SIGN}|\\b\\p{L}+)?\\s?(?<![\\d.,])(?<number>\\d{1,3}(?:[.,'’\u00a0 ]\\d{3})+(?:[.,]\\d{1,2})?|\\d{1,2}(?:,\\d{2})+,\\d{3}|\\d+(?:[.,]\\d{1,2})?)(?:\\s?(?<factor>${FACTOR})(?!\\p{L}))?\\s?(?<after>${SIGN}|\\p{L}+)?`,
  'giu',
);
/** A second amount that is added: `two salaries 3500 and 2800`. */
const ADDED =
  /^\s*(?:and|plus|und|et|y|e|\+|&)\s*[€$£]?\s?(\d{3,7})(?![\d.,]|\s?k\b)(?:\s?(?:€|\$|£|\p{L}{3}\b))?/iu;
/** Without a currency, a number may be anything that is less than this, or a year. */
const [LEAST, YEARS] = [300, /^(?:19|20)\d\d$/];

/** Digits of a number alone that is rather a postal code. */
const POSTAL = 5;

/** The first amount of money: a number with a currency, a factor such as `k`, or a word that says that it is money. */
export function payIn(release: Release, text: string) {
  const words = fold(text).split(' ');
  const per = (['year', 'month'] as const).find((each) => words.some((word) => PERIODS[each].has(word)));
  const isAll = /^\W*\d[\d.,' ]*\W*$/.test(text) && text.length < POSTAL;
  const isMoney = isAll || per !== undefined || words.some((word) => BOUNDS.has(word));
  for (const match of text.matchAll(AMOUNT)) {
    const { before = '', number = '', factor, after = '' } = match.groups ?? {};
    const [left, right] = [before, after].map((word) => currencyOf(release, word.toLowerCase()));
    const value = numberIn(number) * (TIMES[factor?.toLowerCase() ?? ''] ?? 1);
    const isYear = YEARS.test(number) && per === undefined && !BOUNDS.has(fold(before));
    const isNumber = isMoney && value >= LEAST && !isYear;
    if (factor === undefined && left === undefined && right === undefined && !isNumber) continue;
    // A word that is no currency belongs to the question: `live in Lisbon on 100k a year`.
    const [kept, followed] = [left === undefined ? before : '', right === undefined ? after : ''];
    const behind = `${followed} ${text.slice(match.index + match[0].length)}`.replace(/\s+/gu, ' ').trim();
    const added = ADDED.exec(behind);
    const rest = `${text.slice(0, match.index)} ${kept} ${behind.slice(added?.[0].length ?? 0)}`;
    return {
      /** As the API takes it. */
      amount: String(Math.round((value + Number(added?.[1] ?? 0)) * 100) / 100),
      /** Undefined if the question names none, or one that several countries have: `100k`, `500 pesos`. */
      currency: (right ?? left) || undefined,
      /** As the question says; undefined if it doesn't. */
      per,
      /** The question without it. */
      rest: rest.replace(/\s+/gu, ' ').trim(),
      /** What comes after it. */
      behind,
    };
  }
  return undefined;
}

/** `1,5` and `3.50` have decimals, `60.000` has none. */
function numberIn(number: string): number {
  const [, whole = number, decimals = '0'] = /^(.*\d)[.,](\d{1,2})$/.exec(number) ?? [];
  return Number(`${whole.replace(/\D/gu, '')}.${decimals}`);
}

/** Empty for one that several countries have. */
function currencyOf(release: Release, word: string): string | undefined {
  if (Object.hasOwn(NAMED, word)) return NAMED[word];
  const code = word.toUpperCase();
  return /^[A-Z]{3}$/.test(code) && latestRate(release, 'USD', code) !== null ? code : undefined;
}

/** The currency that a question wants figures in: `average salary in Poland in euros`, `rent in Zurich chf`. */
export function currencyWanted(release: Release, text: string): string | undefined {
  const [, word = ''] = /(?:^|\s)(\p{L}{3,}|[€$£])\W*$/iu.exec(text) ?? [];
  // ALL and TOP are currencies.
  return /^(?:all|top|try|pen|cop)$/.test(word)
    ? undefined
    : currencyOf(release, word.toLowerCase()) || undefined;
}
