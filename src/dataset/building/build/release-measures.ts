import {
  type CityClimateRecord,
  CLIMATE_GROUP,
  climateScore,
  residentScore,
} from '../../../release/climate-records.ts';
import { CATEGORIES } from '../../../release/cost-basket.ts';
import {
  type CityCost,
  type CostEstimates,
  isKnown,
  shownIndex,
  spanTooWide,
} from '../../../release/cost-estimates.ts';
import { HOUSEHOLDS, type Household, intervalFactors } from '../../../release/household-budgets.ts';
import {
  costMeasure,
  everyShare,
  type FigureWithErrors,
  type MeasureRow,
  measureRow,
  QUALITY_MEASURES,
  type QualityMeasure,
} from '../../../release/measures.ts';
import type { Level } from '../../../release/pay.ts';
import { scoreInterval } from '../../../release/quality-overall.ts';
import type { GroupRecord, Overall } from '../../../release/quality-records.ts';
import type { ReleaseClimate } from '../climate/city-climate.ts';
import type { cityBudgets } from '../estimates/city-budgets.ts';
import { BASE_CITY } from '../estimates/cost-inputs.ts';
import type { ReleaseCity } from './release-places.ts';
import type { ReleaseQuality } from './release-quality.ts';

type Scored = Pick<Overall | GroupRecord, 'score' | 'grain' | 'grains' | 'country_error' | 'local_error'>;
type Figures = (FigureWithErrors | undefined)[];

/*
 * The measures of a release: see src/release/measures.ts.
 */

/** @param cities their keys, by rank */
export function costMeasures(cities: readonly string[], costs: CostEstimates): MeasureRow[] {
  const base = costs.cities.get(BASE_CITY);
  const known = cities.map((key) => {
    const cost = costs.cities.get(key);
    return isKnown(cost) && isKnown(base) ? { cost, base } : undefined;
  });
  return (['overall', ...CATEGORIES] as const).map((part) =>
    measureRow(
      costMeasure(part),
      known.map((pair) => {
        if (pair === undefined) return undefined;
        const level = levelOf(pair.cost, part);
        if (spanTooWide(level) !== undefined) return undefined;
        const { value, low, high } = shownIndex(level, levelOf(pair.base, part), relation(pair));
        const { evidence, grain, countryVariance, localVariance } = level;
        const errors = { sharedError: Math.sqrt(countryVariance), ownError: Math.sqrt(localVariance) };
        return { value, low, high, evidence, grain, measured: null, ...errors };
      }),
    ),
  );
}

/** Overall levels of countries by key; the base city is 100. */
export function countryLevels(costs: CostEstimates): Map<string, Level> {
  const base = costs.cities.get(BASE_CITY);
  return new Map(
    [...costs.countries].flatMap(([country, cost]) => {
      if (!isKnown(cost) || !isKnown(base)) return [];
      const kin = country === base.country ? 'compatriot' : 'foreign';
      return [[country, shownIndex(cost.overall, base.overall, kin)] as const];
    }),
  );
}

function levelOf({ overall, categories }: CityCost, part: 'overall' | (typeof CATEGORIES)[number]) {
  return part === 'overall' ? overall : categories[part];
}

function relation({ cost, base }: { cost: CityCost; base: CityCost }) {
  if (cost === base) return 'same' as const;
  return cost.country === base.country ? 'compatriot' : 'foreign';
}

/** What each household needs in each city. @param cities their keys, by rank */
export function budgetMeasures(
  cities: readonly string[],
  budgetOf: ReturnType<typeof cityBudgets>,
): MeasureRow[] {
  const figure = (household: Household, key: string): FigureWithErrors | undefined => {
    const budget = budgetOf(household, key);
    if (budget === undefined) return undefined;
    const { usd: value } = budget.total;
    const { low, high } = intervalFactors(budget.total);
    const { evidence, grain, countryVariance } = budget.cost.overall;
    const errors = { sharedError: Math.sqrt(countryVariance), ownError: 0 };
    return { value, low: value * low, high: value * high, evidence, grain, measured: null, ...errors };
  };
  const figures = cities.map((key) => HOUSEHOLDS.map((household) => figure(household, key)));
  return HOUSEHOLDS.map((household, index) =>
    measureRow(
      `budget_${household}`,
      figures.map((ofCity) => ofCity[index]),
    ),
  );
}

/** @param cities by rank */
export function climateMeasures(
  cities: readonly ReleaseCity[],
  { cities: records }: ReleaseClimate,
): MeasureRow[] {
  const row = (measure: QualityMeasure, scoreOf: (record: CityClimateRecord) => Scored | null) =>
    measureRow(
      measure,
      cities.map(({ id }) => {
        const record = records.get(id);
        const score = record && scoreOf(record);
        return score ? scored(score) : undefined;
      }),
    );
  return [
    row(CLIMATE_GROUP, (record) => record.index && climateScore(record.index, record)),
    row('resident_climate', (record) => record.residents && residentScore(record.residents, record)),
  ];
}

/**
 * @param cities by rank
 * @param ofClimate its measures
 */
export function qualityMeasures(
  cities: readonly ReleaseCity[],
  { parts, places }: ReleaseQuality,
  ofClimate: readonly MeasureRow[],
): MeasureRow[] {
  // Many cities share a score, so each score is converted only once.
  const figures = parts.map(({ grouping, record }) => ({
    id: grouping === '' ? 'quality' : grouping,
    figure: scored(record),
  }));
  const columns = new Map<string, Figures>(QUALITY_MEASURES.map((id) => [id, cities.map(() => undefined)]));
  for (const [rank, { id, country }] of cities.entries()) {
    for (const position of places.get(`city/${id}`) ?? places.get(`country/${country}`) ?? []) {
      const part = figures[position];
      const column = part === undefined ? undefined : columns.get(part.id);
      if (column !== undefined) column[rank] = part?.figure;
    }
  }
  return QUALITY_MEASURES.map(
    (id) => ofClimate.find((row) => row.id === id) ?? measureRow(id, columns.get(id) ?? []),
  );
}

function scored(record: Scored): FigureWithErrors | undefined {
  const { score, grain, grains, country_error: sharedError, local_error: ownError } = record;
  if (score === null) return undefined;
  const errors = { sharedError, ownError };
  const measured = everyShare(grains);
  return { value: score, ...scoreInterval(score, record), evidence: null, grain, measured, ...errors };
}
