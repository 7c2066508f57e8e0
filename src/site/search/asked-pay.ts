import type { Release } from '../../engine/catalogue/release.ts';
import { latestRate } from '../../engine/figures/currency.ts';

/** Money in a question: `1,500 euros`, `€900`, `100k`. */
export interface AskedPay {
  /** As the API takes it. */
  amount: string;
  /** Undefined if the question names none: `100k`. */
  currency: string | undefined;
  /** The question without it. */
  rest: string;
  /** What comes after it. */
  behind: string;
}

const NAMED: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  pound: 'GBP',
  pounds: 'GBP',
  francs: 'CHF',
  franken: 'CHF',
};

const AMOUNT =
  /(?<before>[€$£]|\b[a-z]{3}\b)?\s?(?<![\p{L}\d.,])(?<number>\d{1,3}(?:[.,' ]\d{3})+|\d+)(?<thousands>\s?k\b)?\s?(?<after>[€$£]|\p{L}+)?/giu;

/** The first amount of money: a number with a currency, or with a `k` for thousands. */
export function payIn(release: Release, text: string): AskedPay | undefined {
  for (const match of text.matchAll(AMOUNT)) {
    const { before = '', number = '', thousands, after = '' } = match.groups ?? {};
    const [left, right] = [before, after].map((word) => currencyOf(release, word.toLowerCase()));
    if (thousands === undefined && left === undefined && right === undefined) continue;
    const value = Number(number.replace(/[.,' ]/g, '')) * (thousands === undefined ? 1 : 1000);
    // A word that is no currency belongs to the question: `live in Lisbon on 100k a year`.
    const [kept, followed] = [left === undefined ? before : '', right === undefined ? after : ''];
    const behind = `${followed} ${text.slice(match.index + match[0].length)}`.replace(/\s+/gu, ' ').trim();
    const rest = `${text.slice(0, match.index)} ${kept} ${behind}`.replace(/\s+/gu, ' ').trim();
    return { amount: String(value), currency: right ?? left, rest, behind };
  }
  return undefined;
}

function currencyOf(release: Release, word: string): string | undefined {
  if (Object.hasOwn(NAMED, word)) return NAMED[word];
  const code = word.toUpperCase();
  return /^[A-Z]{3}$/.test(code) && latestRate(release, 'USD', code) !== null ? code : undefined;
}
