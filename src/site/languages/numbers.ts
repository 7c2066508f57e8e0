import { roughAmount, withMinus } from '../../engine/summaries/words.ts';

/** Figures, dates and lists as a language writes them, by Intl. Each format is made once, because that takes long. */
export function numbersIn(locale: string, { to, undated }: { to: string; undated: string }) {
  const formats = Array.from(
    { length: MOST_DECIMALS + 1 },
    (_, most) => new Intl.NumberFormat(locale, { maximumFractionDigits: most }),
  );
  const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const hundredth = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const digits = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const enumeration = new Intl.ListFormat(locale);
  const nameOf = (style: 'long' | 'short' | 'narrow') =>
    new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' });
  const names = { long: nameOf('long'), short: nameOf('short'), narrow: nameOf('narrow') };

  const decimals = (value: number, most: number) =>
    withMinus(formats[Math.min(most, MOST_DECIMALS)]?.format(value) ?? '');
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
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        ...(isExact ? { trailingZeroDisplay: 'stripIfInteger' } : { maximumFractionDigits: 0 }),
      }).format(isExact ? amount : roughAmount(amount)),
    fourDigits: (value: number) => withMinus(digits.format(value)),
    list: (words: readonly string[]) => enumeration.format(words),
    /** @param index counted from 0 */
    month: (index: number) => names.long.format(new Date(Date.UTC(2001, index))),
    letterOfMonth: (index: number) => names.narrow.format(new Date(Date.UTC(2001, index))),
    shortMonth: (index: number) => names.short.format(new Date(Date.UTC(2001, index))),
  };
}

const MOST_DECIMALS = 4;
