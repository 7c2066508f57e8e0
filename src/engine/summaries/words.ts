import { CATEGORIES } from '../../release/cost-basket.ts';
import type { Evidence } from '../../release/cost-estimates.ts';
import type { Grain } from '../../release/grain.ts';
import { costMeasure, type MeasureId, SCORED_GROUPS } from '../../release/measures.ts';
import type { PlainMeasure } from '../../release/plain-measures.ts';
import type { REFRESHED, SourceRecord, STATED_BY } from '../../release/source.ts';
import { memo } from '../memo.ts';

/** Figures in words, for pages, documents and the command line. */

export const MEASURE_TITLES: Readonly<Record<MeasureId, string>> = {
  cost: 'Cost of living',
  housing: 'Housing',
  utilities: 'Utilities',
  food: 'Food',
  restaurants: 'Restaurants and hotels',
  transport: 'Transport',
  communication: 'Communication',
  recreation: 'Recreation',
  clothing: 'Clothing',
  health: 'Health care (prices)',
  education_cost: 'Education (prices)',
  budget_one: 'Monthly budget of one adult',
  budget_couple: 'Monthly budget of a couple',
  budget_family: 'Monthly budget of a family',
  earnings: 'Earnings (USD a month)',
  purchasing_power: 'Purchasing power',
  rent_burden: 'Rent as % of earnings',
  quality: 'Quality of life',
  healthcare: 'Healthcare',
  safety: 'Safety',
  environment: 'Environment',
  education: 'Education',
  infrastructure: 'Infrastructure',
  economy: 'Economy',
  mobility: 'Mobility',
  climate: 'Climate',
  hardship: 'Freedom from hardship',
  resident_climate: 'Climate for residents',
};

/** Figures without an interval, with their unit. */
export const CONDITION_TITLES: Readonly<Record<PlainMeasure, string>> = {
  high: 'Daily high, °C',
  rain: 'Rain, mm',
  sun: 'Sunshine, hours',
  sea: 'To the sea, km',
  station: 'Weather station, km away',
  airport: 'To an airport, km',
};

/** Written out, because formatting twelve dates takes 10 ms of every start. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** What the price level of a city is based on, as a sentence. */
export function evidenceSentence(evidence: Evidence | 'national', name: string, country: string): string {
  switch (evidence) {
    case 'official_local':
      return `This is based on official rents or prices of ${withArticle(name)} or its metropolitan area.`;
    case 'official_regional':
      return `This is based on official rents or prices of the region around ${withArticle(name)}.`;
    case 'derived_from_official':
      return `This is based on a rent computed from official figures of ${withArticle(name)} or its region.`;
    case 'modelled_from_national_rents':
      return `No source has measured ${withArticle(name)}: this is a model, based on the price level of ${withArticle(country)} and official rents of other cities.`;
    case 'national':
      return `This is the price level of ${withArticle(country)} as a whole.`;
    case 'modelled':
      return `No source has measured ${withArticle(name)}: this is a model, based on the price level of ${withArticle(country)} and the size of its cities.`;
  }
}

/** What a figure of a city was measured for, in words. */
export const SHARE_WORDS: Readonly<Record<Grain, string>> = {
  city: 'the city',
  metro: 'its metropolitan area',
  region: 'its region',
  country: 'its country',
};

/** More than rounding can take from shares that add up to 1. An estimated part always has more weight. */
const LEAST_ESTIMATED = 0.03;

/** For which kinds of place the figures of a score were measured: `its region 50 %, its country 40 %, estimated 10 %`. */
function measuredWords(measured: Readonly<Record<Grain, number>>): string {
  const parts = (Object.keys(SHARE_WORDS) as Grain[]).filter((grain) => measured[grain] > 0);
  if (parts.length === 0) return 'nothing: estimated from the other groups';
  const [only] = parts;
  const estimated = 1 - parts.reduce((sum, grain) => sum + measured[grain], 0);
  if (parts.length === 1 && only !== undefined && estimated < LEAST_ESTIMATED)
    return `${SHARE_WORDS[only]} only`;
  const shares: [string, number][] = parts.map((grain) => [SHARE_WORDS[grain], measured[grain]]);
  if (estimated >= LEAST_ESTIMATED) shares.push(['estimated', estimated]);
  return shares.map(([of, share]) => `${of} ${Math.round(100 * share)} %`).join(', ');
}

/** For which kinds of place a score was measured, or that it was not. */
export function scoredWords({
  score,
  measured,
}: {
  score: number | null;
  measured: Readonly<Record<Grain, number>>;
}): string {
  return score === null ? 'nothing: estimated from the other groups' : measuredWords(measured);
}

/** `64.5`, with one decimal. */
export function tenths(value: number): string {
  return withMinus(value.toFixed(1));
}

/** Machines write a hyphen, which is short and may end a line. */
export function withMinus(number: string): string {
  return number.replace('-', '−');
}

export function whole(value: number): string {
  return decimals(Math.round(value), 0);
}

/** `1,204.25`, with at most this many decimals. */
export function decimals(value: number, most: number): string {
  return withMinus(formatWith(most).format(value));
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** Three digits, where there is little room: `0.123`, `4,560`, `2.86M`. */
export function short(value: number): string {
  return Math.abs(value) < 10_000 ? decimals(Number(value.toPrecision(3)), 3) : compact.format(value);
}

/** Each is made once: making a formatter, as `toLocaleString` does each time, takes forty times as long as using it. */
const formats = new Map<number, Intl.NumberFormat>();
const moneyFormats = new Map<string, Intl.NumberFormat>();

function formatWith(maximumFractionDigits: number): Intl.NumberFormat {
  return memo(formats, maximumFractionDigits, () => new Intl.NumberFormat('en', { maximumFractionDigits }));
}

/** `1 city`, `1,204 cities`. @param many where the plural is not `one` with an s */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${whole(value)} ${value === 1 ? one : many}`;
}

/** `Lisbon, Berlin and Porto` */
export const ENUMERATION = new Intl.ListFormat('en-GB');

/** The same, but `London, Canada and Paris and Lisbon`, where a name has a comma. */
export function enumerated(names: readonly string[]): string {
  return names.some((name) => name.includes(', ')) ? names.join(' and ') : ENUMERATION.format(names);
}

/** `+3.2` */
export function signed(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${tenths(Math.abs(value))}`;
}

/** `54.5 to 73.4`. */
export function interval({ low, high }: { low: number; high: number }): string {
  return `${tenths(low)} to ${tenths(high)}`;
}

/** `2,278 to 3,283`: of amounts of money. */
export function wholeInterval({ low, high }: { low: number; high: number }): string {
  return `${whole(low)} to ${whole(high)}`;
}

/** An estimated amount without decimals, a long one with four digits, because its interval is much wider. */
export function roughAmount(amount: number): number {
  return Math.abs(amount) < 100_000 ? Math.round(amount) : Number(amount.toPrecision(4));
}

/** `2,735`; `3,077,000` */
export function roughly(amount: number): string {
  return whole(roughAmount(amount));
}

/** `2,256,000 to 4,198,000` */
export function roughInterval({ low, high }: { low: number; high: number }): string {
  return `${roughly(low)} to ${roughly(high)}`;
}

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

/** Evidence in a word or two, for a cell of a table. */
export const SHORT_EVIDENCE: Record<Evidence | 'national', string> = {
  official_local: 'local figures',
  official_regional: 'regional figures',
  derived_from_official: 'derived rents',
  modelled_from_national_rents: 'modelled',
  national: 'national',
  modelled: 'modelled',
};

const METHODS: Record<string, string> = {
  observed: 'Observed',
  derived: 'Derived',
  estimated: 'Estimated',
};

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
const UNITS: Record<string, string> = {
  current_international_dollars_per_person: 'international dollars per person',
  current_usd_per_person: 'USD per person',
  currency_units_per_usd: 'currency units per USD',
  degrees_celsius: '°C',
  greater_buenos_aires_1: 'Greater Buenos Aires = 1',
  ha_noi_100: 'Ha Noi = 100',
  index_0_to_1: 'index from 0 to 1',
  index_0_to_100: 'index from 0 to 100',
  index_of_own_base: 'index whose base differs by country',
  international_dollars_2021_per_person: 'international dollars of 2021 per person',
  local_currency_per_usd: 'local currency per USD',
  micrograms_per_cubic_metre: 'µg/m³',
  national_average_100: 'national average = 100',
  new_york_100: 'New York = 100',
  per_100000_inhabitants: 'per 100,000 inhabitants',
  per_100000_live_births: 'per 100,000 live births',
  per_100000_people: 'per 100,000 people',
  per_1000_live_births: 'per 1,000 live births',
  per_1000_people: 'per 1,000 people',
  per_1000_women_aged_15_to_19: 'per 1,000 women aged 15 to 19',
  percent_above_vienna: '% above Vienna',
  percent_of_gdp: '% of GDP',
  persons: 'people',
  persons_per_square_kilometre: 'people per km²',
  ratio_women_to_men: 'women’s value divided by men’s',
  score_1_to_5: 'score from 1 to 5',
  share_above_dollar_parity: 'share above parity with the US dollar',
  square_metre_month: 'm² and month',
  united_states_1: 'United States = 1',
  united_states_100: 'United States = 100',
  united_states_output_2017_1: 'United States output in 2017 = 1',
  us_air_quality_index: 'US Air Quality Index',
  usd_per_year: 'USD per year',
  usd_ppp_2022_per_year: 'USD of 2022 per year at purchasing power parity',
  usd_ppp_per_person_per_year: 'USD per person per year at purchasing power parity',
};

/** `tonnes_per_person`: `tonnes per person`; also of amounts, `EUR per square_metre_month`. */
export function unitInWords(unit: string): string {
  return unit.replace(/\w+$/, (id) => UNITS[id] ?? id.replace(/^percent/, '%')).replaceAll('_', ' ');
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
  return `${moneyFormat(currency).format(amount)} per ${unitInWords(per)}`;
}

function moneyFormat(currency: string): Intl.NumberFormat {
  return memo(
    moneyFormats,
    currency,
    () =>
      new Intl.NumberFormat('en-GB', {
        style: 'currency',
        currency,
        currencyDisplay: 'code',
        trailingZeroDisplay: 'stripIfInteger',
      }),
  );
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

const STATED_WORDS: Readonly<Record<(typeof STATED_BY)[number], string>> = {
  publisher: 'As the publisher states it',
  law: 'By law',
  copy: 'As the copy that we read quotes it',
  understood: 'Not stated; our understanding',
};
export const REFRESH_WORDS: Readonly<Record<(typeof REFRESHED)[number], string>> = {
  automatic: 'Automatic',
  by_hand: 'By hand',
  frozen: 'Frozen',
};

/** Who states the terms of a source, and where; undefined if its operator did not say. */
export function termsInWords({
  terms_stated_by: by,
  terms_stated_where: where,
}: Pick<SourceRecord, 'terms_stated_by' | 'terms_stated_where'>): string | undefined {
  return by === null ? undefined : `${STATED_WORDS[by]}. ${where ?? ''}`.trim();
}

/** How a source is refreshed, or why not; undefined if its operator did not say. */
export function refreshInWords({
  refresh,
  refresh_how: how,
}: Pick<SourceRecord, 'refresh' | 'refresh_how'>): string | undefined {
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
