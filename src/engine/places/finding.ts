import type { TSchema } from 'typebox';
import { EVIDENCE } from '../../release/cost-estimates.ts';
import { GRAINS } from '../../release/grain.ts';
import {
  BUDGET_MEASURES,
  COST_MEASURES,
  isBudgetMeasure,
  isPayMeasure,
  MEASURES,
  type MeasureId,
  type NamedMeasure,
  QUALITY_MEASURES,
} from '../../release/measures.ts';
import { PAY_MEASURES } from '../../release/pay.ts';
import {
  comesWithMonth,
  isPlainMeasure,
  PLAIN_MEASURES,
  type PlainMeasure,
  plainMeasureOf,
} from '../../release/plain-measures.ts';
import { type Finding, neededMeasures, type Range } from '../catalogue/city-finder.ts';
import type { Findable } from '../catalogue/measures.ts';
import type { City } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { type Column, intervalColumns, measuredColumns, optional } from '../formats/table.ts';
import NAMES from '../names.json' with { type: 'json' };
import type { Scope } from '../permissions.ts';
import { invalidParameter } from '../problems.ts';
import { byName, CURRENCY_CODE, MEASURED_SHARES } from '../schemas.ts';
import {
  type AskedBudget,
  BUDGET,
  BUDGET_COLUMNS,
  budgetAsked,
  budgetInCurrency,
  budgetParameters,
  refuseWithoutBudget,
} from './budget-finding.ts';
import { boundParameter, columnAsked, conditionParameters } from './conditions.ts';

/** Finding cities by their figures: parameters of `/cities` and the fields that they add to its items. */

const LARGEST_INDEX = 5000;
const LARGEST_EARNINGS = 60_000;
const MOST_SORT_KEYS = 5;
const CERTAINTIES = ['likely', 'sure'] as const;
/** What figures are, where that does not follow from their names. */
const TITLES: { readonly [Id in NamedMeasure]?: string } = NAMES.measure_descriptions;
/** What a request can name. */
type FigureName = NamedMeasure | typeof BUDGET | PlainMeasure;
const FIGURES: readonly FigureName[] = [...MEASURES, BUDGET, ...PLAIN_MEASURES];
const SORT_KEYS = ['name', 'population', ...FIGURES] as const;
const ARE_COSTS: ReadonlySet<MeasureId> = new Set(COST_MEASURES);

export const MeasuredFigure = field.part(
  'A price level, a measure of pay or a score, as in the city\u2019s own data with the default weights, reference and rate; null if the city has none.',
  {
    value: field.number(
      'Price level or purchasing power (New York is 100), earnings (US dollars a month), budget (`currency` a month, from whole US dollars), rent burden (per cent) or score (0 to 100).',
    ),
    ...field.interval,
    currency: field.optional.text('Only of `budget`: the currency of the amounts.', { ...CURRENCY_CODE }),
    evidence: field.oneOfOrNull(
      EVIDENCE,
      'What a price level, or the one behind a measure of pay, is based on, as in the cost-of-living data; null for scores and earnings.',
    ),
    grain: field.oneOfOrNull(
      GRAINS,
      'The kind of place that was measured: the most local one for a price level, the least local one for a score, of which `measured` has the shares, that of the earnings for a measure of pay.',
    ),
    measured: field.partOrNull(
      'How much of a score\u2019s weight was measured, by kind of place, as in the quality-of-life data; null for all other figures.',
      MEASURED_SHARES,
    ),
  },
);

export const FiguresSchema = byName(
  [...MEASURES, BUDGET],
  field.nullable(MeasuredFigure),
  'The figures that the request filters or sorts by, or names in `include`, by name: `cost`, `quality`, `housing`, ... Absent if the request uses none.',
);

/** The name of a column with the figure: that of the comparisons. */
export function columnName(id: NamedMeasure): string {
  if (isPayMeasure(id)) return id;
  const part = id === 'cost' || id === 'quality' ? 'overall' : id.replace('_cost', '');
  return `${ARE_COSTS.has(id) ? 'cost' : 'quality'}_${part}`;
}

function measureColumns(id: NamedMeasure): Column[] {
  const [name, path, isCost] = [columnName(id), `figures.${id}`, ARE_COSTS.has(id)];
  return [
    ...intervalColumns(name, path),
    ...(isCost ? [{ name: `${name}_evidence`, path: `${path}.evidence` }] : []),
    { name: `${name}_grain`, path: `${path}.grain` },
    ...(isCost || isPayMeasure(id) ? [] : measuredColumns(name, path)),
  ];
}

/** Columns of the figures, for formats other than JSON. */
export const FIGURE_COLUMNS: Column[] = [...optional(MEASURES.flatMap(measureColumns)), ...BUDGET_COLUMNS];

/** Query parameters that find cities by figures. */
export const findingParameters: Record<string, TSchema> = {
  ...Object.fromEntries(
    MEASURES.flatMap((id) => {
      const bounds = { minimum: 0, maximum: largestBound(id) };
      return (['min', 'max'] as const).map((end) => boundParameter(id, end, titleOf(id), bounds));
    }),
  ),
  ...budgetParameters,
  ...conditionParameters,
  evidence: field.optional.text(
    `Only cities whose overall price level is based on this evidence; separate several by commas: ${EVIDENCE.join(', ')}.`,
    { minLength: 1, maxLength: 200 },
    'official_local,official_regional',
  ),
  grain: field.optional.text(
    `Only cities whose overall price level is based on figures for this kind of place; separate several by commas: ${GRAINS.join(', ')}.`,
    { minLength: 1, maxLength: 100 },
    'city,metro',
  ),
  certainty: field.optional.oneOf(
    CERTAINTIES,
    'What must be within minimum and maximum: the estimate (`likely`, the default) or its whole 80 % interval (`sure`). With `cost_max` and `sure`, for example, the upper end of the interval counts.',
  ),
  sort: field.optional.text(
    `Sort by up to ${MOST_SORT_KEYS} names, separated by commas. A minus before a name sorts from high to low. Ties stay in the usual order. Names: ${SORT_KEYS.join(', ')}.`,
    { minLength: 1, maxLength: 200 },
    '-quality,cost',
  ),
  include: field.optional.text(
    `Also include these figures of each city, separated by commas; a figure that a city lacks is null. Names: ${FIGURES.join(', ')}.`,
    { minLength: 1, maxLength: 400 },
    'cost,quality',
  ),
};

function largestBound(id: NamedMeasure): number {
  if (id === 'earnings') return LARGEST_EARNINGS;
  return ARE_COSTS.has(id) || isPayMeasure(id) ? LARGEST_INDEX : 100;
}

function titleOf(id: NamedMeasure): string {
  return TITLES[id] ?? (ARE_COSTS.has(id) ? `price level of ${id}` : `score of ${id}`);
}

/** What a request asks about figures. */
export type FigureQuery = NonNullable<ReturnType<typeof figureQuery>>;

type Query = Readonly<Record<string, unknown>>;

/**
 * Reads the parameters, and writes them in canonical form to `canonical`. Undefined when the request doesn't use figures.
 *
 * @throws Problem for unknown or repeated names, too many sort keys, a minimum above its maximum, `certainty` without either, and
 *   a figure of a month without `month`
 */
export function figureQuery(query: Query, canonical: URLSearchParams) {
  const { month } = query as { month?: number };
  if (month !== undefined) canonical.set('month', String(month));
  const ranges = FIGURES.flatMap((name) => rangeOf(query, name, canonical));
  const evidence = namesIn(query, 'evidence', EVIDENCE, canonical);
  const grain = namesIn(query, 'grain', GRAINS, canonical);
  const certainty = certaintyOf(query, ranges, canonical);
  const sort = sortOf(query, canonical);
  const included = namesIn(query, 'include', FIGURES, canonical) ?? [];
  for (const name of included) findable(query, name, 'include');
  const asksForNone = ranges.length === 0 && sort.length === 0 && included.length === 0;
  if (asksForNone && !evidence && !grain && month === undefined) {
    refuseWithoutBudget(query);
    return undefined;
  }
  const finding: Finding = {
    ranges,
    certainty,
    sort,
    evidence: evidence && new Set(evidence),
    grain: grain && new Set(grain),
  };
  const needed = neededMeasures(finding);
  const budget = needed.some(isBudgetMeasure) || included.includes(BUDGET) ? budgetAsked(query) : undefined;
  if (budget === undefined) refuseWithoutBudget(query);
  else {
    canonical.set('household', budget.household);
    canonical.set('currency', budget.currency);
  }
  const used = new Set<string>([...needed.map((id) => plainMeasureOf(id) ?? id), ...included]);
  const conditions = PLAIN_MEASURES.filter(
    (id) => used.has(id) || (month !== undefined && comesWithMonth(id)),
  );
  const shown: MeasureId[] = [...MEASURES.filter((id) => used.has(id)), ...(budget ? [budget.measure] : [])];
  return {
    finding,
    /** The figures that a city must have. */
    needed,
    shown,
    budget,
    /** The conditions to show; undefined for none. */
    conditions: conditions.length === 0 ? undefined : { month, shown: conditions },
  };
}

/** The permissions for the figures that a request asks for: those of the resources that have them. */
export function figureScopes(query: Query): Scope[] {
  const figures = figureQuery(query, new URLSearchParams());
  const asksFor = (ids: readonly MeasureId[]) => figures?.shown.some((id) => ids.includes(id)) ?? false;
  const scopes: Scope[] = [];
  if (asksFor([...COST_MEASURES, ...PAY_MEASURES, ...BUDGET_MEASURES])) scopes.push('cost-of-living:read');
  if (asksFor(QUALITY_MEASURES) || figures?.conditions !== undefined) scopes.push('quality-of-life:read');
  return scopes;
}

export function shownFigures(
  release: Release,
  city: City,
  { shown, budget }: { shown: readonly MeasureId[]; budget: AskedBudget | undefined },
) {
  return Object.fromEntries(
    shown.map((id) => {
      const figure = release.measures.figure(id, city) ?? null;
      if (!isBudgetMeasure(id) || budget === undefined) return [id, figure];
      return [BUDGET, figure && budgetInCurrency(release, figure, budget)];
    }),
  );
}

/** @throws Problem for a figure of a month if the request names none */
function findable(query: Query, name: FigureName, parameter: string): Findable {
  const { month } = query as { month?: number };
  if (name === BUDGET) return budgetAsked(query).measure;
  return isPlainMeasure(name) ? columnAsked(name, month, parameter) : name;
}

function rangeOf(query: Query, name: FigureName, canonical: URLSearchParams): Range[] {
  const { [`${name}_min`]: min, [`${name}_max`]: max } = query as Record<string, number | undefined>;
  if (min === undefined && max === undefined) return [];
  const measure = findable(query, name, `${name}_${min === undefined ? 'max' : 'min'}`);
  if (min !== undefined && max !== undefined && min > max)
    throw invalidParameter(`${name}_min`, `is above ${name}_max: no city can satisfy both`);
  if (min !== undefined) canonical.set(`${name}_min`, String(min));
  if (max !== undefined) canonical.set(`${name}_max`, String(max));
  return [{ measure, min, max }];
}

function certaintyOf(
  { certainty }: Query,
  ranges: readonly Range[],
  canonical: URLSearchParams,
): Finding['certainty'] {
  if (certainty !== undefined && ranges.length === 0)
    throw invalidParameter('certainty', 'needs a minimum or a maximum of a figure, such as cost_max');
  if (certainty !== 'sure') return 'likely';
  canonical.set('certainty', certainty);
  return certainty;
}

function sortOf(query: Query, canonical: URLSearchParams): Finding['sort'] {
  const { sort } = query;
  if (sort === undefined) return [];
  const keys = String(sort)
    .split(',')
    .map((item) => {
      const [, minus, name] = /^\s*(-?)\s*(.*?)\s*$/.exec(item) ?? [];
      const by = SORT_KEYS.find((key) => key === name);
      if (by === undefined) throw invalidParameter('sort', unknownName(name, SORT_KEYS));
      return { by, descending: minus === '-' };
    });
  if (keys.length > MOST_SORT_KEYS) throw invalidParameter('sort', `has more than ${MOST_SORT_KEYS} names`);
  refuseRepeated(
    'sort',
    Array.from(keys, ({ by }) => by),
  );
  canonical.set('sort', keys.map(({ by, descending }) => (descending ? `-${by}` : by)).join());
  return keys.map(({ by, descending }) => ({
    by: by === 'name' || by === 'population' ? by : findable(query, by, 'sort'),
    descending,
  }));
}

/** The names in a parameter, in the order of `names`, so that equal sets have one canonical form. */
export function namesIn<Name extends string>(
  query: Query,
  parameter: string,
  names: readonly Name[],
  canonical: URLSearchParams,
): Name[] | undefined {
  const text = query[parameter];
  if (text === undefined) return undefined;
  const asked = String(text)
    .split(',')
    .map((name) => name.trim());
  for (const name of asked)
    if (!names.some((known) => known === name)) throw invalidParameter(parameter, unknownName(name, names));
  refuseRepeated(parameter, asked);
  const chosen = names.filter((name) => asked.includes(name));
  canonical.set(parameter, chosen.join());
  return chosen;
}

function refuseRepeated(parameter: string, names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalidParameter(parameter, `names ${repeated} twice`);
}

function unknownName(name: string | undefined, names: readonly string[]): string {
  const shown = (name ?? '').slice(0, 50);
  return `names ${shown === '' ? 'nothing' : JSON.stringify(shown)}; the names are ${names.join(', ')}`;
}
