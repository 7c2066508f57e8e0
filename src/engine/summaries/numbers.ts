import { memo } from '../memo.ts';

/**
 * Figures, dates and lists as a language writes them, by Intl. Each format is made once: that takes forty times as long as using it.
 *
 * @param dates the locale of dates, lists and amounts of money, if another
 */
export function numbersIn(
  locale: string,
  {
    to,
    undated,
    dates = locale,
    currencyDisplay = 'symbol',
  }: { to: string; undated: string; dates?: string; currencyDisplay?: 'symbol' | 'code' },
) {
  const formats = new Map<number, Intl.NumberFormat>();
  const formatWith = (most: number) =>
    memo(formats, most, () => new Intl.NumberFormat(locale, { maximumFractionDigits: most }));
  const moneyFormats = new Map<string, Intl.NumberFormat>();
  const moneyFormat = (currency: string, isExact: boolean) =>
    new Intl.NumberFormat(dates, {
      style: 'currency',
      currency,
      currencyDisplay,
      ...(isExact ? { trailingZeroDisplay: 'stripIfInteger' } : { maximumFractionDigits: 0 }),
    });
  const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const hundredth = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const digits = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });
  const day = new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(dates, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const enumeration = new Intl.ListFormat(dates);
  /** By index, counted from 0. */
  const months = (style: 'long' | 'short' | 'narrow') => {
    const format = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' });
    const names = Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2001, index)));
    return (index: number) => names[index] ?? '';
  };
  /** `1.204,25`, with at most this many decimals. */
  const decimals = (value: number, most: number) => withMinus(formatWith(most).format(value));
  const whole = (value: number) => decimals(Math.round(value), 0);
  const tenths = (value: number) => withMinus(tenth.format(value));
  /** `+3,2` */
  const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${tenths(Math.abs(value))}`;
  const roughly = (amount: number) => whole(roughAmount(amount));
  const between = (low: string, high: string) => `${low} ${to} ${high}`;
  const intervalOf =
    (written: (value: number) => string) =>
    ({ low, high }: { low: number; high: number }) =>
      between(written(low), written(high));
  const date = (text: string) =>
    text.length === 4 ? text : (text.length === 7 ? month : day).format(new Date(text));
  return {
    whole,
    tenths,
    hundredths: (value: number) => withMinus(hundredth.format(value)),
    decimals,
    /** Three digits, where there is little room: `0,123`, `4.560`, `2,86 Mio.` */
    short: (value: number) =>
      Math.abs(value) < 10_000 ? decimals(Number(value.toPrecision(3)), 3) : compact.format(value),
    signed,
    between,
    signedInterval: intervalOf(signed),
    interval: intervalOf(tenths),
    wholeInterval: intervalOf(whole),
    roughly,
    roughInterval: intervalOf(roughly),
    /** A period of the API, ISO 8601: a year, a month, a day, or an interval of two days. */
    period: (period: string | null) => {
      if (period === null) return undated;
      const [start = '', end] = period.split('/');
      return end === undefined
        ? date(start)
        : `${month.format(new Date(start))} ${to} ${month.format(new Date(end))}`;
    },
    day: (instant: Date) => date(instant.toISOString().slice(0, 10)),
    /** `2.735 €`: an estimate without decimals, or an amount as published. */
    money: (amount: number, currency: string, isExact = false) =>
      memo(moneyFormats, `${currency} ${isExact}`, () => moneyFormat(currency, isExact)).format(
        isExact ? amount : roughAmount(amount),
      ),
    fourDigits: (value: number) => withMinus(digits.format(value)),
    list: (words: readonly string[]) => enumeration.format(words),
    month: months('long'),
    letterOfMonth: months('narrow'),
    shortMonth: months('short'),
  };
}

/** Machines write a hyphen, which is short and may end a line. */
function withMinus(number: string): string {
  return number.replace('-', '−');
}

/** An estimated amount without decimals, a long one with four digits, because its interval is much wider. */
export function roughAmount(amount: number): number {
  return Math.abs(amount) < 100_000 ? Math.round(amount) : Number(amount.toPrecision(4));
}
