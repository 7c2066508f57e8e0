import type { Estimate, Price, Source } from './answers.ts';

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

const EVIDENCE: Record<string, string> = {
  official_local: 'Estimate from official figures of the city',
  official_regional: 'Estimate from official figures of the region',
  derived_from_official: 'Estimate from rents that others computed from official figures',
  modelled_from_national_rents: 'Estimate from national prices and rents of other cities',
  modelled: 'Estimate from national prices',
};

const METHODS: Record<string, string> = {
  observed: 'Observed',
  derived: 'Derived',
  estimated: 'Estimated',
};

export function methodInWords(figure: Estimate | Price): string {
  const evidence = 'evidence' in figure ? EVIDENCE[figure.evidence] : undefined;
  return evidence ?? METHODS[figure.method] ?? figure.method;
}

const PER: Record<string, string> = { square_metre_month: 'm² and month' };

export function amountInWords({ amount, currency, per }: Price): string {
  const money = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return `${money.format(amount)} per ${PER[per] ?? per.replaceAll('_', ' ')}`;
}

/** `GeoNames · World Bank`: no commas, because names of publishers contain some. */
export function publishersOf(ids: readonly string[], sources: readonly Source[]): string {
  const publishers = ids.flatMap((id) => sources.find((source) => source.id === id)?.publisher ?? []);
  return [...new Set(publishers)].join(' · ');
}

/** `restaurants`: `Restaurants` */
export function categoryName(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ');
}
