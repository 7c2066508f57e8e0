import { CATEGORIES, type Category } from './cost-basket.ts';
import type { CategoryEstimate, CityCost, CountryCost, Evidence, Unknown } from './cost-estimates.ts';
import type { Grain } from './grain.ts';

/*
 * How a release keeps the estimates of the cost of living: the rows of its tables cost_place, cost_estimate and
 * cost_basis, written by the build and read by the server.
 */

export interface CostPlaceRow {
  place: string;
  common_variance: number | null;
  rent_variance: number | null;
  reason: string | null;
  detail: string | null;
}

export interface CostEstimateRow {
  place: string;
  category: string;
  log: number;
  country_variance: number;
  local_variance: number;
  rent_loading: number;
  basis: number;
}

export interface CostBasisRow {
  id: number;
  evidence: string;
  grain: string;
  period: string;
  /** Ids, separated by spaces. */
  sources: string;
}

/** What an estimate rests on. */
export type CostBasis = Pick<CategoryEstimate, 'evidence' | 'grain' | 'period' | 'sources'>;

export function costPlaceRow(place: string, cost: CityCost | CountryCost | Unknown): CostPlaceRow {
  if ('reason' in cost)
    return { place, common_variance: null, rent_variance: null, reason: cost.reason, detail: cost.detail };
  const rentVariance = 'rentVariance' in cost ? cost.rentVariance : 0;
  return {
    place,
    common_variance: cost.commonVariance,
    rent_variance: rentVariance,
    reason: null,
    detail: null,
  };
}

/** @param bases numbers each distinct basis, and holds it in the form that costBasisRow takes */
export function costEstimateRows(
  place: string,
  cost: CityCost | CountryCost | Unknown,
  bases: Map<string, number>,
): CostEstimateRow[] {
  if ('reason' in cost) return [];
  const national: CostBasis | undefined =
    'sources' in cost
      ? { evidence: 'modelled', grain: 'country', period: cost.period, sources: cost.sources }
      : undefined;
  const row = (
    category: string,
    estimate: CountryCost['overall'] & Partial<CategoryEstimate>,
  ): CostEstimateRow => {
    const { evidence, grain, period, sources } = national ?? (estimate as CategoryEstimate);
    const basis = `${evidence}\t${grain}\t${period}\t${sources.join(' ')}`;
    const id = bases.get(basis) ?? bases.size + 1;
    bases.set(basis, id);
    return {
      place,
      category,
      log: estimate.log,
      country_variance: estimate.countryVariance,
      local_variance: estimate.localVariance,
      rent_loading: estimate.rentLoading ?? 0,
      basis: id,
    };
  };
  return [
    row('overall', cost.overall),
    ...CATEGORIES.map((category) => row(category, cost.categories[category])),
  ];
}

export function costBasisRow(id: number, basis: string): CostBasisRow {
  const [evidence = '', grain = '', period = '', sources = ''] = basis.split('\t');
  return { id, evidence, grain, period, sources };
}

/** What a release has of one place. */
interface CostPlace {
  place: CostPlaceRow;
  rows: readonly (CostEstimateRow & CostBasisRow)[];
}

/** The estimate of a city from its rows; the reason where there is none. */
export function toCityCost(country: string, { place, rows }: CostPlace): CityCost | Unknown {
  if (place.reason !== null) return toUnknown(place);
  const { overall, categories } = byCategory(rows);
  return {
    country,
    categories,
    overall,
    commonVariance: place.common_variance ?? 0,
    rentVariance: place.rent_variance ?? 0,
  };
}

export function toCountryCost({ place, rows }: CostPlace): CountryCost | Unknown {
  if (place.reason !== null) return toUnknown(place);
  const { overall, categories } = byCategory(rows);
  const { period, sources } = overall;
  return { categories, overall, commonVariance: place.common_variance ?? 0, period, sources };
}

function byCategory(rows: readonly (CostEstimateRow & CostBasisRow)[]) {
  const estimates = new Map(rows.map((row) => [row.category, toEstimate(row)]));
  const of = (category: string): CategoryEstimate => {
    const estimate = estimates.get(category);
    if (estimate === undefined)
      throw new Error(`the release has no estimate of ${category} for ${rows[0]?.place}`);
    return estimate;
  };
  const categories = Object.fromEntries(CATEGORIES.map((category) => [category, of(category)])) as Record<
    Category,
    CategoryEstimate
  >;
  return { overall: of('overall'), categories };
}

function toEstimate(row: CostEstimateRow & CostBasisRow): CategoryEstimate {
  return {
    log: row.log,
    countryVariance: row.country_variance,
    localVariance: row.local_variance,
    rentLoading: row.rent_loading,
    evidence: row.evidence as Evidence,
    grain: row.grain as Grain,
    period: row.period,
    sources: row.sources.split(' '),
  };
}

function toUnknown({ reason, detail }: CostPlaceRow): Unknown {
  return { reason: reason as Unknown['reason'], detail: detail ?? '' };
}
