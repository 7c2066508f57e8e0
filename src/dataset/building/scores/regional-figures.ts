import { mean } from 'simple-statistics';
import { periodEnd } from '../../../release/best-figures.ts';
import type { Observation } from '../../../release/schema.ts';

/** A national figure, and the figure with another definition that distinguishes the country's regions. */
export interface Spread {
  /** The metric of the national figure, which the regions also get. */
  metric: string;
  /** The metric that one source has of regions and, unless `base` says otherwise, of the country. */
  by: string;
  /** Lowest and highest ratio of the other figure to the national one; beyond these, they measure different things. */
  ratio?: readonly [least: number, greatest: number];
  /**
   * How much a region differs from its country in the national metric per unit of difference in the other: the slope across
   * countries. Without one, regions differ by the same factor in both.
   */
  slope?: number;
  /** `regions`: the source has no figure of the country, so the mean of its regions is used. */
  base?: 'regions';
  /** The highest possible figure of the national metric. */
  most?: number;
}

export const SPREADS: readonly Spread[] = [
  // Without dust and sea salt: where these are most of the particles, the rest says nothing of the whole.
  { metric: 'pm25_exposure', by: 'pm25_without_dust_and_sea_salt', ratio: [0.6, 1.7] },
  // Some police also count attempts, and some years are missing: the ratio may be two or three, but never ten.
  { metric: 'intentional_homicides', by: 'recorded_homicides', ratio: [0.5, 3.5] },
  { metric: 'physicians', by: 'practising_physicians', ratio: [50, 200] },
  // Household disposable income is 29 to 81 % of national income, which also pays the state and stays in firms.
  { metric: 'gni_per_capita_ppp', by: 'household_disposable_income', ratio: [0.25, 1] },
  // Years at school for each per cent of adults who finished upper secondary school: across 41 countries.
  { metric: 'mean_years_of_schooling', by: 'upper_secondary_education', slope: 0.091 },
  // The same for each per cent of adults with some secondary school, across 184 countries (UNDP).
  { metric: 'mean_years_of_schooling', by: 'ten_years_of_schooling_women', slope: 0.108, base: 'regions' },
  // Many people use the internet without a connection at home: users differ less than connections, across 34 countries.
  { metric: 'internet_users', by: 'households_with_broadband', slope: 0.43, most: 100 },
];

type Derived = Omit<
  Observation,
  'standard_error' | 'usd' | 'usd_rate' | 'usd_rate_period' | 'usd_rate_source'
>;

/** The mean of fewer regions does not represent the country. */
const FEWEST_REGIONS = 10;
/** By what share a country may be outside the range of its regions: figures are rounded, and years may differ by one. */
const TOLERANCE = 0.02;

/**
 * National figures spread over the regions of the country: each region departs from its country by as much as another
 * source says, which defines the thing a little differently (`national * region / country`, or with a slope
 * `national + slope * (region - country)`). So figures of regions stay comparable with those of countries for which nobody
 * publishes any.
 *
 * @param countryOf gives the key of the country that an area or a city, named by its key, is in; undefined for a country
 */
export function regionalFigures(
  observed: readonly Observation[],
  countryOf: (place: string) => string | undefined,
): Derived[] {
  const used = new Set(SPREADS.flatMap(({ metric, by }) => [metric, by]));
  const byMetric = Map.groupBy(
    observed.filter(({ metric }) => used.has(metric)),
    ({ metric }) => metric,
  );
  return SPREADS.flatMap((spread) => {
    const nations = latestByPlace(byMetric.get(spread.metric) ?? []);
    const others = latestByPlace(byMetric.get(spread.by) ?? []);
    const regions = Map.groupBy(others.values(), ({ place }) => countryOf(place) ?? '');
    return [...regions].flatMap(([country, ofCountry]) => {
      const national = nations.get(country);
      const base = baseOf(spread, others.get(country), ofCountry);
      if (national === undefined || base === undefined || !isComparable(base, national, spread)) return [];
      return ofCountry
        .filter(({ source }) => source === base.source)
        .map((region) => derived(spread, national, base, region));
    });
  });
}

/**
 * The figure of the country to compare regions with: the other source's, undefined if it contradicts the source's figures of the
 * regions; with `base`, the mean of the regions, undefined if there are too few.
 */
function baseOf(
  { base }: Spread,
  country: Observation | undefined,
  regions: readonly Observation[],
): Pick<Observation, 'value' | 'source'> | undefined {
  if (base === 'regions') {
    const [first] = regions;
    if (first === undefined || regions.length < FEWEST_REGIONS) return undefined;
    const ofSource = regions.filter(({ source }) => source === first.source);
    return {
      value: mean(ofSource.map(({ value }) => value)),
      source: first.source,
    };
  }
  if (country === undefined) return undefined;
  const values = regions.filter(({ source }) => source === country.source).map(({ value }) => value);
  const isAmongThem =
    country.value >= Math.min(...values) * (1 - TOLERANCE) &&
    country.value <= Math.max(...values) * (1 + TOLERANCE);
  return isAmongThem ? country : undefined;
}

function derived(
  { metric, slope, most = Number.POSITIVE_INFINITY }: Spread,
  national: Observation,
  base: Pick<Observation, 'value'>,
  region: Observation,
): Derived {
  const value =
    slope === undefined
      ? (national.value * region.value) / base.value
      : national.value + slope * (region.value - base.value);
  return {
    place: region.place,
    metric,
    period: region.period,
    grain: region.grain,
    method: 'derived',
    value: toFourDigits(Math.min(most, value)),
    unit: national.unit,
    source: [...new Set([national.source, region.source])].sort().join(' '),
    note: '',
  };
}

function isComparable(
  base: Pick<Observation, 'value'>,
  national: Observation,
  { ratio: [least, greatest] = [0, Number.POSITIVE_INFINITY] }: Spread,
): boolean {
  const ratio = base.value / national.value;
  return ratio >= least && ratio <= greatest;
}

function latestByPlace(observations: readonly Observation[]): Map<string, Observation> {
  const latest = new Map<string, Observation>();
  for (const observation of observations) {
    const known = latest.get(observation.place);
    if (known === undefined || periodEnd(observation.period) > periodEnd(known.period))
      latest.set(observation.place, observation);
  }
  return latest;
}

/** More digits would suggest that the ratio is as exact as the figures behind it. */
function toFourDigits(value: number): number {
  return Number(value.toPrecision(4));
}
