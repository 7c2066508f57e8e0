import type { Evidence } from '../release/cost-estimates.ts';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A period of the API, ISO 8601: `2025`, `2023-10`, `2026-08-21`, or an interval of two days; null for an undated figure. */
export function periodInWords(period: string | null): string {
  if (period === null) return 'undated';
  const [start = '', end] = period.split('/');
  if (end === undefined) return dateInWords(start);
  return `${MONTH.format(new Date(start))} to ${MONTH.format(new Date(end))}`;
}

function dateInWords(date: string): string {
  if (date.length === 4) return date;
  return (date.length === 7 ? MONTH : DAY).format(new Date(date));
}

export const EVIDENCE_WORDS: Record<Evidence | 'national', string> = {
  official_local: 'Official figures of the city',
  official_regional: 'Official figures of the region',
  derived_from_official: 'Rents computed by others from official figures',
  modelled_from_national_rents: 'National prices and rents of other cities',
  national: 'National prices',
  modelled: 'National prices',
};

const METHODS: Record<string, string> = {
  observed: 'Observed',
  derived: 'Derived',
  estimated: 'Estimated',
};

/** How a figure came about: what an estimate rests on, or the method of an observed one. */
export function methodInWords(figure: { method: string; evidence?: Evidence | 'national' }): string {
  if (figure.evidence === undefined) return METHODS[figure.method] ?? figure.method;
  const words = EVIDENCE_WORDS[figure.evidence];
  return `Estimated from ${lowerFirst(words)}`;
}

/** `Official figures`: `official figures` */
export function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

const UNITS: Record<string, string> = { square_metre_month: 'm² and month', degrees_celsius: '°C' };

/** `litres_per_day`: `litres per day`. */
export function unitInWords(unit: string): string {
  return UNITS[unit] ?? unit.replaceAll('_', ' ');
}

export function amountInWords({
  amount,
  currency,
  per,
}: {
  amount: number;
  currency: string;
  per: string;
}): string {
  const money = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return `${money.format(amount)} per ${unitInWords(per)}`;
}

/** `restaurants`: `Restaurants` */
export function categoryName(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ');
}
