import { type ByCategory, byCategory, type Category } from './cost-basket.ts';
import type {
  CategoryEstimate,
  CityCost,
  CountryCost,
  Evidence,
  NoEstimate,
  OwnMoves,
  PastMove,
} from './cost-estimates.ts';
import type { Grain } from './grain.ts';

/*
 * How a release keeps the estimates of the cost of living: the rows of its tables cost and cost_basis, written by the
 * build and read by the server.
 */

export interface CostRow {
  place: string;
  common_variance: number | null;
  rent_variance: number | null;
  /** JSON, CostEstimatesRecord. */
  estimates: string | null;
  reason: string | null;
  detail: string | null;
}

/**
 * One row per place, because with a row for each of its categories, writing the release would take half as long again. An
 * estimate is log, country variance, local variance, rent loading, and the id of its basis.
 */
type CostEstimatesRecord = Record<Category | 'overall', EstimateRecord> & {
  /** Of countries: see CountryCost. */
  spot?: ByCategory<number>;
  /** Of countries, earliest first. */
  past?: PastRecord[];
  /** Of cities that have them, which are many: moves of consecutive years are in one list. */
  moves?: MovesRecord;
};
type PastRecord = [
  year: number,
  log: number,
  countryVariance: number,
  localVariance: number,
  kind: PastMove['basis'],
  since: number,
  basis: number,
];
type MovesRecord = [firstYear: number, logs: (number | null)[], variance: number, basis: number];
type EstimateRecord = [
  log: number,
  countryVariance: number,
  localVariance: number,
  rentLoading: number,
  basis: number,
];

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

/** @param bases each distinct basis, by all that it says: an estimate on a new one adds it */
export function costRow(
  place: string,
  cost: CityCost | CountryCost | NoEstimate,
  bases: Map<string, CostBasisRow>,
): CostRow {
  if ('reason' in cost) {
    const { reason, detail } = cost;
    return { place, common_variance: null, rent_variance: null, estimates: null, reason, detail };
  }
  const national: CostBasis | undefined =
    'sources' in cost
      ? { evidence: 'modelled', grain: 'country', period: cost.period, sources: cost.sources }
      : undefined;
  const record = (estimate: CountryCost['overall'] & Partial<CategoryEstimate>): EstimateRecord => [
    estimate.log,
    estimate.countryVariance,
    estimate.localVariance,
    estimate.rentLoading ?? 0,
    basisId((national === undefined ? estimate : { ...national, ...estimate }) as CostBasis, bases),
  ];
  const estimates: CostEstimatesRecord = {
    overall: record(cost.overall),
    ...byCategory((category) => record(cost.categories[category])),
    ...('spot' in cost ? { spot: cost.spot, past: pastRecords(cost, bases) } : {}),
    ...('rentVariance' in cost && cost.past !== undefined ? { moves: movesRecord(cost.past, bases) } : {}),
  };
  return {
    place,
    common_variance: cost.commonVariance,
    rent_variance: 'rentVariance' in cost ? cost.rentVariance : 0,
    estimates: JSON.stringify(estimates),
    reason: null,
    detail: null,
  };
}

function pastRecords({ past }: CountryCost, bases: Map<string, CostBasisRow>): PastRecord[] {
  return past.map(({ year, log, countryVariance, localVariance, basis, since, sources }) => {
    const of = { evidence: 'modelled', grain: 'country', period: String(year), sources } as const;
    return [year, log, countryVariance, localVariance, basis, since, basisId(of, bases)];
  });
}

function movesRecord(
  { logs, variance, grain, sources }: OwnMoves,
  bases: Map<string, CostBasisRow>,
): MovesRecord {
  const [first, last] = [logs[0]?.[0] ?? 0, logs.at(-1)?.[0] ?? 0];
  const byYear = new Map(logs);
  const evidence = grain === 'region' ? 'official_regional' : 'official_local';
  const basis = { evidence, grain, period: String(last), sources } as const;
  const years = Array.from({ length: last - first + 1 }, (_, index) => byYear.get(first + index) ?? null);
  return [first, years, variance, basisId(basis, bases)];
}

function basisId(
  { evidence, grain, period, sources: cited }: CostBasis,
  bases: Map<string, CostBasisRow>,
): number {
  const sources = SOURCE_IDS.getOrInsertComputed(cited, () => cited.join(' '));
  const row = () => ({ id: bases.size + 1, evidence, grain, period, sources });
  return bases.getOrInsertComputed(`${evidence}\t${grain}\t${period}\t${sources}`, row).id;
}

/** Lists of sources are shared by the estimates of a country. */
const SOURCE_IDS = new WeakMap<readonly string[], string>();

/** What the estimates of a release rest on, by id. */
export type CostBases = ReadonlyMap<number, CostBasis>;

export function toCostBases(rows: Iterable<CostBasisRow>): CostBases {
  return new Map(
    Iterator.from(rows).map(({ id, evidence, grain, period, sources }) => [
      id,
      { evidence: evidence as Evidence, grain: grain as Grain, period, sources: sources.split(' ') },
    ]),
  );
}

/** The estimate of a city; the reason where there is none. */
export function toCityCost(country: string, row: CostRow, bases: CostBases): CityCost | NoEstimate {
  if (row.estimates === null) return toNoEstimate(row);
  const record = JSON.parse(row.estimates) as CostEstimatesRecord;
  return {
    country,
    ...toEstimates(record, bases),
    commonVariance: row.common_variance ?? 0,
    rentVariance: row.rent_variance ?? 0,
    ...(record.moves === undefined ? {} : { past: toOwnMoves(record.moves, bases) }),
  };
}

export function toCountryCost(row: CostRow, bases: CostBases): CountryCost | NoEstimate {
  if (row.estimates === null) return toNoEstimate(row);
  const record = JSON.parse(row.estimates) as CostEstimatesRecord;
  const { overall, categories } = toEstimates(record, bases);
  const { period, sources } = overall;
  const { spot = byCategory(() => 0) } = record;
  const past = (record.past ?? []).map((one) => toPastMove(one, bases));
  return { categories, overall, commonVariance: row.common_variance ?? 0, spot, period, sources, past };
}

function toPastMove(
  [year, log, countryVariance, localVariance, basis, since, id]: PastRecord,
  bases: CostBases,
): PastMove {
  const { sources } = basisOf(id, bases);
  return { year, log, countryVariance, localVariance, basis, since, sources };
}

function toOwnMoves([first, logs, variance, id]: MovesRecord, bases: CostBases): OwnMoves {
  const { grain, sources } = basisOf(id, bases);
  const years = logs.flatMap((log, index) => (log === null ? [] : [[first + index, log] as const]));
  return { logs: years, variance, grain, sources };
}

function toEstimates(record: CostEstimatesRecord, bases: CostBases) {
  const estimate = (of: EstimateRecord): CategoryEstimate => {
    const [log, countryVariance, localVariance, rentLoading, id] = of;
    return { log, countryVariance, localVariance, rentLoading, ...basisOf(id, bases) };
  };
  return {
    overall: estimate(record.overall),
    categories: byCategory((category) => estimate(record[category])),
  };
}

function basisOf(id: number, bases: CostBases): CostBasis {
  const basis = bases.get(id);
  if (basis === undefined) throw new Error(`the release has no basis ${id} of its estimates`);
  return basis;
}

function toNoEstimate({ reason, detail }: CostRow): NoEstimate {
  return { reason: reason as NoEstimate['reason'], detail: detail ?? '' };
}
