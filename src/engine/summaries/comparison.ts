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
  const costs = cost === undefined ? undefined : [...cost.cities, ...cost.countries];
  const qualities = quality === undefined ? undefined : [...quality.cities, ...quality.countries];
  const places = distinctlyNamed((costs ?? qualities ?? []).map(placeOf));
  const comparison: Comparison = {
    places,
    costs: costs?.map((of) => ({ ...of, change: percentOf(of.difference?.overall) })),
    qualities: qualities?.map((of) => ({ ...of, change: pointsOf(of.difference) })),
    base: cost?.reference.name ?? '',
    withAmount: cost?.amount !== undefined,
    withBudget: costs?.some(({ budget }) => budget !== undefined) ?? false,
  };
  const few = places.length <= FEW;
  return {
    title: few ? enumerated(places.map(({ name }) => name)) : `${places.length} places compared`,
    conclusion: [
      ...(few ? budgetSentences(comparison) : []),
      ...(few ? eachAgainstFirst(comparison) : allAgainstFirst(comparison)),
      ...(cost?.amount !== undefined && few ? amountSentences(cost.amount, comparison) : []),
    ],
    tables: [placesTable(comparison), ...(few ? [partsTable(comparison)] : [])],
    citation: citationOf(
      (cost ?? quality)?.release ?? '',
      [...(cost?.sources ?? []), ...(quality?.sources ?? [])],
      options.url,
    ),
  };
}

interface Comparison {
  places: readonly ComparedPlace[];
  costs: ((Cost['cities'] | Cost['countries'])[number] & { change: Difference | null })[] | undefined;
  qualities:
    | ((Quality['cities'] | Quality['countries'])[number] & { change: Difference | null })[]
    | undefined;
  /** Name of the city whose price level is 100. */
  base: string;
  withAmount: boolean;
  withBudget: boolean;
}

interface ComparedPlace {
  kind: 'city' | 'country';
  id: string;
  name: string;
  /** With its country, if that distinguishes it. */
  fullName: string;
}

interface NamedPlace extends Pick<ComparedPlace, 'kind' | 'id'> {
  /** Its possible names, from short to long. */
  names: readonly string[];
}

function placeOf(compared: {
  city?: { id: string; name: string; country: { name: string } };
  country?: { id: string; name: string };
}): NamedPlace {
  const { city, country } = compared;
  if (city === undefined) return { kind: 'country', id: country?.id ?? '', names: [country?.name ?? ''] };
  const { id, name } = city;
  return { kind: 'city', id, names: [name, `${name}, ${city.country.name}`, `${name} (${id})`] };
}

/** Gives each place the shortest name that distinguishes it: `London`, but `London, Canada` next to another London. */
function distinctlyNamed(places: readonly NamedPlace[]): ComparedPlace[] {
  const short = namesApart(places.map(({ names }) => names));
  const full = namesApart(places.map(({ names }) => (names.length > 1 ? names.slice(1) : names)));
  return places.map(({ kind, id }, index) => ({
    kind,
    id,
    name: short[index] ?? id,
    fullName: full[index] ?? id,
  }));
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

interface Points {
  value: number | null;
  low: number | null;
  high: number | null;
  significant: boolean | null;
}

export function pointsOf(difference: Points | null | undefined): Difference | null {
  if (difference == null) return null;
  const estimate = estimateOf(difference);
  return estimate && { ...estimate, significant: difference.significant === true };
}

function eachAgainstFirst({ places: [first, ...others], costs, qualities }: Comparison): string[] {
  return others.flatMap(({ name }, index) => {
    const names: [string, string] = [name, first?.name ?? ''];
    return [
      [
        costs && priceDifferenceSentence(names, costs[index + 1]?.change ?? null),
        qualities && betterSentence(names, qualities[index + 1]?.change ?? null),
      ]
        .filter(Boolean)
        .join(' '),
    ];
  });
}

function allAgainstFirst({ places: [first], costs, qualities }: Comparison): string[] {
  const name = first?.name ?? '';
  const changes = (compared: { change: Difference | null }[]) =>
    compared.slice(1).map(({ change }) => change);
  return [
    costs &&
      countedSentence(name, changes(costs), { what: 'Prices', above: 'more expensive', below: 'cheaper' }),
    qualities &&
      countedSentence(name, changes(qualities), { what: 'Quality of life', above: 'better', below: 'worse' }),
  ].filter((sentence) => sentence !== undefined);
}

function budgetSentences({ places, costs }: Comparison): string[] {
  return places.flatMap(({ name }, index) => {
    const budget = costs?.[index]?.budget;
    return budget == null ? [] : [budgetSentence(name, budget)];
  });
}

function amountSentences(
  amount: NonNullable<Cost['amount']>,
  { places: [first, ...others], costs }: Comparison,
): string[] {
  const given = moneyText({ amount: amount.value, currency: amount.currency });
  const parts = others.flatMap(({ name }, index) => {
    const equivalent = costs?.[index + 1]?.equivalent;
    return equivalent == null ? [] : [`${moneyText(equivalent)} in ${name}`];
  });
  if (parts.length === 0) return [];
  return [`Taxes aside, ${given} in ${first?.name} buy the same as ${enumerated(parts)}.`];
}

function placesTable(comparison: Comparison): SummaryTable {
  const { places, costs, qualities, base, withAmount, withBudget } = comparison;
  const first = places[0]?.name ?? '';
  const costColumns: Column[] = [
    { id: 'cost', title: `Prices (${base} = 100)`, kind: 'estimate' },
    { id: 'dearer_percent', title: `% vs ${first}`, kind: 'difference' },
    { id: 'evidence', title: 'Evidence', kind: 'text', words: SHORT_EVIDENCE },
    { id: 'cost_grain', title: 'Grain of the prices', kind: 'text', dataOnly: true },
  ];
  const amountColumns: Column[] = [
    { id: 'equivalent_before_taxes', title: 'Buys the same', kind: 'money' },
    { id: 'equivalent_own_currency', title: 'In its own currency', kind: 'money' },
  ];
  const budgetColumns: Column[] = [
    { id: 'budget_per_month', title: 'Needed a month', kind: 'money' },
    { id: 'remaining_per_month', title: 'Left of the amount', kind: 'money' },
  ];
  const qualityColumns: Column[] = [
    { id: 'quality', title: 'Quality (of 100)', kind: 'estimate' },
    { id: 'better_points', title: `Points vs ${first}`, kind: 'difference' },
    { id: 'quality_grain', title: 'Grain of the quality', kind: 'text', dataOnly: true },
  ];
  return {
    id: 'places',
    title: 'Places, with 80 % intervals; ≈ cannot be told apart',
    columns: [
      { id: 'id', title: 'Id', kind: 'text', dataOnly: true },
      { id: 'place', title: 'Place', kind: 'text' },
      ...(withBudget ? (withAmount ? budgetColumns : budgetColumns.slice(0, 1)) : []),
      ...(costs === undefined ? [] : costColumns),
      ...(withAmount ? amountColumns.slice(0, places.length <= FEW ? 2 : 1) : []),
      ...(qualities === undefined ? [] : qualityColumns),
    ],
    rows: places.map(({ id, fullName }, index) => ({
      id,
      place: fullName,
      ...costCells(costs?.[index], index === 0),
      ...qualityCells(qualities?.[index], index === 0),
    })),
  };
}

function costCells(compared: NonNullable<Comparison['costs']>[number] | undefined, isFirst: boolean): Row {
  if (compared === undefined) return {};
  const { index, change, evidence, equivalent, budget, remaining } = compared;
  const own = equivalent?.own_currency;
  return {
    budget_per_month: budget && moneyOf(budget.total, budget.currency),
    remaining_per_month: remaining && moneyOf(remaining, budget?.currency ?? ''),
    cost: index && estimateOf(index.overall),
    dearer_percent: isFirst ? null : change,
    evidence,
    cost_grain: index?.overall.grain,
    equivalent_before_taxes: equivalent && {
      amount: equivalent.amount,
      currency: equivalent.currency,
      low: equivalent.low,
      high: equivalent.high,
    },
    // Its interval is that of the amount before it.
    equivalent_own_currency:
      own == null || own.currency === equivalent?.currency
        ? null
        : { amount: own.amount, currency: own.currency },
  };
}

function qualityCells(
  compared: NonNullable<Comparison['qualities']>[number] | undefined,
  isFirst: boolean,
): Row {
  if (compared === undefined) return {};
  const { score, change } = compared;
  return {
    quality: estimateOf(score),
    better_points: isFirst ? null : change,
    quality_grain: score.grain,
  };
}

/** A row for each category of prices and group of the quality of life, a column for each place but the first. */
function partsTable({ places: [first, ...others], costs, qualities }: Comparison): SummaryTable {
  const columns = others.map(
    (place): Column => ({
      id: columnOf(place),
      title: `${place.name} vs ${first?.name}`,
      kind: 'difference',
    }),
  );
  const row = (of: string, part: string, cell: (place: number) => Difference | null): Row => ({
    of,
    part,
    ...Object.fromEntries(others.map((place, index) => [columnOf(place), cell(index + 1)])),
  });
  return {
    id: 'parts',
    omitFromCsv: true,
    title: 'Differences by part: of prices in %, of the quality of life in points; ≈ cannot be told apart',
    columns: [
      { id: 'of', title: 'Of', kind: 'text', words: { cost: 'Prices', quality: 'Quality' } },
      { id: 'part', title: 'Part', kind: 'text', words: { ...PART_TITLES, ...GROUP_TITLES } },
      ...columns,
    ],
    rows: [
      ...(costs === undefined
        ? []
        : CATEGORIES.map((part) =>
            row('cost', part, (place) => percentOf(costs[place]?.difference?.[part])),
          )),
      ...(qualities === undefined
        ? []
        : SCORED_GROUPS.map((part) =>
            row('quality', part, (place) => pointsOf(qualities[place]?.groups[part].difference)),
          )),
    ],
  };
}

/** The name of the place for agents: a city and a country may share an id, and `of`, the id of a city, is also a column here. */
function columnOf({ kind, id }: ComparedPlace): string {
  return kind === 'city' && id !== 'of' && id !== 'part' ? id : `${kind}:${id}`;
}
