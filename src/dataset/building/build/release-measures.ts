import {
  type CityClimateRecord,
  CLIMATE_GROUP,
  climateScore,
  residentScore,
} from '../../../release/climate-records.ts';
import type { Category } from '../../../release/cost-basket.ts';
import {
  type CityCost,
  type CostEstimates,
  isKnown,
  type Level,
  shownIndex,
  spanTooWide,
} from '../../../release/cost-estimates.ts';
import { HOUSEHOLDS, type Household, intervalFactors } from '../../../release/household-budgets.ts';
import {
  everyShare,
  type FigureWithErrors,
  type MeasureRow,
  measureRow,
  QUALITY_MEASURES,
  type QualityMeasure,
} from '../../../release/measures.ts';
import { scoreInterval } from '../../../release/quality-overall.ts';
import type { GroupRecord, Overall } from '../../../release/quality-records.ts';
import type { ReleaseClimate } from '../climate/city-climate.ts';
import type { cityBudgets } from '../estimates/city-budgets.ts';
import { BASE_CITY } from '../estimates/cost-inputs.ts';
import type { ReleaseCity } from './release-places.ts';
import type { ReleaseQuality } from './release-quality.ts';

type Scored = Pick<Overall | GroupRecord, 'score' | 'grain' | 'grains' | 'country_error' | 'local_error'>;

/*
 * The measures of a release: see src/release/measures.ts.
 */

/** Price levels of cities by rank, overall or of a category. @param cities their keys, by rank */
export function costFigures(cities: readonly string[], costs: CostEstimates, part: 'overall' | Category) {
  const base = costs.cities.get(BASE_CITY);
  return cities.map((key): FigureWithErrors | undefined => {
    const cost = costs.cities.get(key);
    if (!isKnown(cost) || !isKnown(base)) return undefined;
    const level = levelOf(cost, part);
    if (spanTooWide(level) !== undefined) return undefined;
    const { evidence, grain, countryVariance, localVariance } = level;
    const index = shownIndex(level, levelOf(base, part), cost === base ? 'same' : relation(cost, base));
    const errors = { sharedError: Math.sqrt(countryVariance), ownError: Math.sqrt(localVariance) };
    return { ...index, evidence, grain, measured: null, ...errors };
  });
}

/** Overall levels of countries by key; the base city is 100. */
export function countryLevels(costs: CostEstimates): Map<string, Level> {
  const base = costs.cities.get(BASE_CITY);
  return new Map(
    [...costs.countries].flatMap(([key, cost]) => {
      if (!isKnown(cost) || !isKnown(base)) return [];
      return [[key, shownIndex(cost.overall, base.overall, relation({ country: key }, base))] as const];
    }),
  );
}

function levelOf({ overall, categories }: CityCost, part: 'overall' | Category) {
  return part === 'overall' ? overall : categories[part];
}

function relation({ country }: { country: string }, base: CityCost) {
  return country === base.country ? 'compatriot' : 'foreign';
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
  const figures = parts.map(({ grouping, record }) => [grouping || 'quality', scored(record)] as const);
  const byMeasure = new Map<readonly number[], ReadonlyMap<string, FigureWithErrors | undefined>>();
  const ofCities = cities.map(({ id, country }) => {
    const positions = places.get(`city/${id}`) ?? places.get(`country/${country}`) ?? [];
    return byMeasure.getOrInsertComputed(
      positions,
      () => new Map(positions.flatMap((position) => figures.slice(position, position + 1))),
    );
  });
  return QUALITY_MEASURES.map(
    (id) =>
      ofClimate.find((row) => row.id === id) ??
      measureRow(
        id,
        ofCities.map((ofCity) => ofCity.get(id)),
      ),
  );
}

function scored(record: Scored): FigureWithErrors | undefined {
  const { score, grain, grains, country_error: sharedError, local_error: ownError } = record;
  if (score === null) return undefined;
  const errors = { sharedError, ownError };
  const measured = everyShare(grains);
  return { value: score, ...scoreInterval(score, record), evidence: null, grain, measured, ...errors };
}
