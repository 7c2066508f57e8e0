import type { Static } from 'typebox';
import { CATEGORIES } from '../../release/cost-basket.ts';
import { SCORED_GROUPS } from '../../release/measures.ts';
import type { CostComparison } from '../cost/cost-comparison.ts';
import type { QualityComparison } from '../quality/quality-comparison.ts';
import { budgetSentence } from './budget-words.ts';
import { moneyText } from './cells.ts';
import { citationOf } from './citation.ts';
import {
  type Column,
  type Difference,
  estimateOf,
  moneyOf,
  type Row,
  type SummaryDocument,
  type SummaryTable,
} from './document.ts';
import { betterSentence, countedSentence, priceDifferenceSentence } from './sentences.ts';
import { enumerated, GROUP_TITLES, PART_TITLES, SHORT_EVIDENCE } from './words.ts';

type Cost = Static<typeof CostComparison>;
type Quality = Static<typeof QualityComparison>;

/** The answers of the two comparisons for the same places, or only the requested one. */
export type ComparisonAnswers = { cost: Cost; quality?: Quality } | { cost?: Cost; quality: Quality };

/** Up to this many places get a sentence each, amounts in their own currency, and a table of categories and groups. */
const FEW = 4;

/** Places against the first of them. */
export function comparisonDocument(
  { cost, quality }: ComparisonAnswers,
  options: { url?: string } = {},
): SummaryDocument {
  const costs = cost && [...cost.cities, ...cost.countries];
  const qualities = quality && [...quality.cities, ...quality.countries];
  const named = distinctlyNamed((costs ?? qualities ?? []).map(placeOf));
  const places = named.map((place, at) => ({ ...place, cost: costs?.[at], quality: qualities?.[at] }));
  const few = places.length <= FEW;
  return {
    title: few ? enumerated(places.map(({ name }) => name)) : `${places.length} places compared`,
    conclusion: [
      ...(few ? budgetSentences(places) : []),
      ...(few ? eachAgainstFirst(places) : allAgainstFirst(places)),
      ...(cost?.amount !== undefined && few ? amountSentences(cost.amount, places) : []),
    ],
    tables: [placesTable(places, cost, quality), ...(few ? [partsTable(places)] : [])],
    citation: citationOf(
      (cost ?? quality)?.release ?? '',
      [...(cost?.sources ?? []), ...(quality?.sources ?? [])],
      options.url,
    ),
  };
}

interface ComparedPlace {
  kind: 'city' | 'country';
  id: string;
  name: string;
  /** With its country, if that distinguishes it. */
  fullName: string;
  /** Of every place, or of none. */
  cost: (Cost['cities'] | Cost['countries'])[number] | undefined;
  quality: (Quality['cities'] | Quality['countries'])[number] | undefined;
}

/** With its possible names, from short to long. */
type NamedPlace = ReturnType<typeof placeOf>;

function placeOf(compared: {
  city?: { id: string; name: string; country: { name: string } };
  country?: { id: string; name: string };
}) {
  const { city, country } = compared;
  if (city === undefined)
    return { kind: 'country' as const, id: country?.id ?? '', names: [country?.name ?? ''] };
  const { id, name } = city;
  return { kind: 'city' as const, id, names: [name, `${name}, ${city.country.name}`, `${name} (${id})`] };
}

/** Gives each place the shortest name that distinguishes it: `London`, but `London, Canada` next to another London. */
function distinctlyNamed(places: readonly NamedPlace[]) {
  const short = namesApart(places.map(({ names }) => names));
  const full = namesApart(places.map(({ names }) => (names.length > 1 ? names.slice(1) : names)));
  return places.map(({ kind, id }, at) => ({ kind, id, name: short[at] ?? id, fullName: full[at] ?? id }));
}

/**
 * The shortest name of each place that no other place has.
 *
 * @param all the names of each place, from short to long
 */
export function namesApart(all: readonly (readonly string[])[]): string[] {
  return all.map((names, index) => {
    const others = new Set(all.toSpliced(index, 1).flat());
    return names.find((name) => !others.has(name)) ?? names.at(-1) ?? '';
  });
}

type Percent = NonNullable<Cost['cities'][number]['difference']>['overall'];

export function percentOf(difference: Percent | undefined): Difference | null {
  if (difference === undefined) return null;
  const { percent, low, high, significant } = difference;
  return { value: percent, low, high, significant };
}

type Points = Pick<Quality['cities'][number]['difference'], 'value' | 'low' | 'high' | 'significant'>;

export function pointsOf(difference: Points | null | undefined): Difference | null {
  const estimate = difference ? estimateOf(difference) : null;
  return estimate && { ...estimate, significant: difference?.significant === true };
}

function dearer({ cost }: ComparedPlace): Difference | null {
  return percentOf(cost?.difference?.overall);
}

function better({ quality }: ComparedPlace): Difference | null {
  return pointsOf(quality?.difference);
}

function eachAgainstFirst([first, ...others]: readonly ComparedPlace[]): string[] {
  return others.map((place) => {
    const names: [string, string] = [place.name, first?.name ?? ''];
    return [
      place.cost && priceDifferenceSentence(names, dearer(place)),
      place.quality && betterSentence(names, better(place)),
    ]
      .filter(Boolean)
      .join(' ');
  });
}

function allAgainstFirst([first, ...others]: readonly ComparedPlace[]): string[] {
  const name = first?.name ?? '';
  const prices = { what: 'Prices', above: 'more expensive', below: 'cheaper' };
  const life = { what: 'Quality of life', above: 'better', below: 'worse' };
  return [
    ...(first?.cost ? [countedSentence(name, others.map(dearer), prices)] : []),
    ...(first?.quality ? [countedSentence(name, others.map(better), life)] : []),
  ];
}

function budgetSentences(places: readonly ComparedPlace[]): string[] {
  return places.flatMap(({ name, cost }) => (cost?.budget ? [budgetSentence(name, cost.budget)] : []));
}

function amountSentences(
  amount: NonNullable<Cost['amount']>,
  [first, ...others]: readonly ComparedPlace[],
): string[] {
  const given = moneyText({ amount: amount.value, currency: amount.currency });
  const parts = others.flatMap(({ name, cost }) =>
    cost?.equivalent ? [`${moneyText(cost.equivalent)} in ${name}`] : [],
  );
  if (parts.length === 0) return [];
  return [`Taxes aside, ${given} in ${first?.name} buy the same as ${enumerated(parts)}.`];
}

function placesTable(
  places: readonly ComparedPlace[],
  cost: Cost | undefined,
  quality: Quality | undefined,
): SummaryTable {
  const [first] = places;
  const withBudget = places.some((place) => place.cost?.budget !== undefined);
  const withAmount = cost?.amount !== undefined;
  const columns: (Column | false | undefined)[] = [
    { id: 'id', title: 'Id', kind: 'text', dataOnly: true },
    { id: 'place', title: 'Place', kind: 'text' },
    withBudget && { id: 'budget_per_month', title: 'Needed a month', kind: 'money' },
    withBudget && withAmount && { id: 'remaining_per_month', title: 'Left of the amount', kind: 'money' },
    cost && { id: 'cost', title: `Prices (${cost.reference.name} = 100)`, kind: 'estimate' },
    cost && { id: 'dearer_percent', title: `% vs ${first?.name}`, kind: 'difference' },
    cost && { id: 'evidence', title: 'Evidence', kind: 'text', words: SHORT_EVIDENCE },
    cost && { id: 'cost_grain', title: 'Grain of the prices', kind: 'text', dataOnly: true },
    withAmount && { id: 'equivalent_before_taxes', title: 'Buys the same', kind: 'money' },
    withAmount &&
      places.length <= FEW && { id: 'equivalent_own_currency', title: 'In its own currency', kind: 'money' },
    quality && { id: 'quality', title: 'Quality (of 100)', kind: 'estimate' },
    quality && { id: 'better_points', title: `Points vs ${first?.name}`, kind: 'difference' },
    quality && { id: 'quality_grain', title: 'Grain of the quality', kind: 'text', dataOnly: true },
  ];
  return {
    id: 'places',
    title: 'Places, with 80 % intervals; ≈ cannot be told apart',
    columns: columns.filter((column) => typeof column === 'object'),
    rows: places.map((place) => ({
      id: place.id,
      place: place.fullName,
      ...(place.cost && costCells(place.cost)),
      dearer_percent: place === first ? null : dearer(place),
      quality: place.quality && estimateOf(place.quality.score),
      better_points: place === first ? null : better(place),
      quality_grain: place.quality?.score.grain,
    })),
  };
}

function costCells({
  index,
  evidence,
  equivalent,
  budget,
  remaining,
}: Cost['cities'][number] | Cost['countries'][number]): Row {
  const { amount = 0, currency = '', low = amount, high = amount, own_currency: own } = equivalent ?? {};
  return {
    budget_per_month: budget && moneyOf(budget.total, budget.currency),
    remaining_per_month: remaining && moneyOf(remaining, budget?.currency ?? ''),
    cost: index && estimateOf(index.overall),
    evidence,
    cost_grain: index?.overall.grain,
    equivalent_before_taxes: equivalent && { amount, currency, low, high },
    // Its interval is that of the amount before it.
    equivalent_own_currency:
      own == null || own.currency === currency ? null : { amount: own.amount, currency: own.currency },
  };
}

/** A row for each category of prices and group of the quality of life, a column for each place but the first. */
function partsTable([first, ...others]: readonly ComparedPlace[]): SummaryTable {
  const row = (of: string, part: string, cell: (place: ComparedPlace) => Difference | null): Row => ({
    of,
    part,
    ...Object.fromEntries(others.map((place) => [columnOf(place), cell(place)])),
  });
  const prices = CATEGORIES.map((part) =>
    row('cost', part, ({ cost }) => percentOf(cost?.difference?.[part])),
  );
  const life = SCORED_GROUPS.map((part) =>
    row('quality', part, ({ quality }) => pointsOf(quality?.groups[part].difference)),
  );
  return {
    id: 'parts',
    omitFromCsv: true,
    title: 'Differences by part: of prices in %, of the quality of life in points; ≈ cannot be told apart',
    columns: [
      { id: 'of', title: 'Of', kind: 'text', words: { cost: 'Prices', quality: 'Quality' } },
      { id: 'part', title: 'Part', kind: 'text', words: { ...PART_TITLES, ...GROUP_TITLES } },
      ...others.map(
        (place): Column => ({
          id: columnOf(place),
          title: `${place.name} vs ${first?.name}`,
          kind: 'difference',
        }),
      ),
    ],
    rows: [...(first?.cost ? prices : []), ...(first?.quality ? life : [])],
  };
}

/** The name of the place for agents: a city and a country may share an id, and `of`, the id of a city, is also a column here. */
function columnOf({ kind, id }: ComparedPlace): string {
  return kind === 'city' && id !== 'of' && id !== 'part' ? id : `${kind}:${id}`;
}
