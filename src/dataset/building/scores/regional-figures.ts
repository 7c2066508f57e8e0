import { mean } from 'simple-statistics';
import { periodEnd, yearOf } from '../../../release/best-figures.ts';
import type { Observation } from '../../../release/schema.ts';
import type { DerivedFigure } from '../facts/fact.ts';
import { shrunkenRates } from './shrunken-rates.ts';

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
  /** The power of the ratio of region to country by which the national figure differs; otherwise 1. */
  power?: number;
  /** What regions then still differ by: a standard deviation of the logarithm, as a share of the figure. */
  error?: number;
  /**
   * What is used if the source has no figure of the country. `regions`: the mean of its regions. `same years`: the national
   * figures of the region's years, where both are defined alike.
   */
  base?: 'regions' | 'same years';
  /** Figures with a standard error are rates of few cases: they are moved towards the region around them (shrunkenRates). */
  isCounted?: true;
  /** The highest possible figure of the national metric. */
  most?: number;
}

export const SPREADS: readonly Spread[] = [
  // Without dust and sea salt: where these are most of the particles, the rest says nothing of the whole.
  // Dust and salt differ less between regions: learned from all particles in the urban centres of 53 countries (GHS-UCDB of the
  // JRC). Regions of a left-out country are 0.20 from it (ln), 0.22 with the whole ratio, and 0.24 if they equal their country.
  // Its cities are 0.18 from what this gives, which is the error and how far cities of a region differ.
  {
    metric: 'pm25_exposure',
    by: 'pm25_without_dust_and_sea_salt',
    ratio: [0.6, 1.7],
    power: 0.55,
    error: 0.14,
  },
  // Some police also count attempts, and some years are missing: the ratio may be two or three, but never ten.
  {
    metric: 'intentional_homicides',
    by: 'recorded_homicides',
    ratio: [0.5, 3.5],
    base: 'same years',
    isCounted: true,
  },
  { metric: 'intentional_homicides', by: 'certified_homicides', ratio: [0.5, 3.5], isCounted: true },
  // The regions' years differ by country, and some are those of the pandemic.
  { metric: 'life_expectancy', by: 'regional_life_expectancy', ratio: [0.9, 1.1] },
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

/** What is compared of a figure. */
type Compared = Pick<
  Observation,
  'place' | 'metric' | 'period' | 'grain' | 'value' | 'unit' | 'source' | 'standard_error'
>;
type Derived = DerivedFigure & Pick<Observation, 'standard_error'>;

/** The figure of a region that does not count. */
export interface LeftOut {
  region: Compared;
  /** Key of the country. */
  country: string;
  /** The national metric that the region gets no figure of. */
  metric: string;
  reason: string;
}

/** Where areas and cities are, by their keys. */
export interface PlacesOfFigures {
  /** The key of the country that an area or a city is in; undefined for a country. */
  countryOf(place: string): string | undefined;
  /** Keys of the areas that contain an area or a city, and more than it; the smallest first. */
  areasAround(place: string): readonly string[];
}

/** The mean of fewer regions does not represent the country. */
const FEWEST_REGIONS = 10;
/** How many countries a line about left-out figures names. */
const NAMED_COUNTRIES = 5;
/** By what share a country may be outside the range of its regions: figures are rounded, and years may differ by one. */
const TOLERANCE = 0.02;

/**
 * National figures spread over the regions and cities of the country: each place departs from its country by as much as another
 * source says, which defines the thing a little differently (`national * place / country`, or with a slope
 * `national + slope * (place - country)`). So figures of places stay comparable with those of countries for which nobody
 * publishes any, whatever each source counts and of whichever years it is.
 *
 * @param leaveOut is told of every figure that cannot count, with the reason
 */
export function regionalFigures(
  observed: readonly Compared[],
  places: PlacesOfFigures,
  leaveOut: (figure: LeftOut) => void = () => {},
): Derived[] {
  const used = new Set(SPREADS.flatMap(({ metric, by }) => [metric, by]));
  const byMetric = Map.groupBy(
    observed.filter(({ metric }) => used.has(metric)),
    ({ metric }) => metric,
  );
  return SPREADS.flatMap((spread) =>
    spreadFigures(spread, byMetric.get(spread.metric) ?? [], byMetric.get(spread.by) ?? [], places, leaveOut),
  );
}

/** A line for each source and reason: how many of its figures do not count, and in which countries. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const keyOf = ({ region, metric, reason }: LeftOut) =>
    [region.metric, region.source, metric, reason].join('\t');
  return [...Map.groupBy(leftOut, keyOf)].map(([key, figures]) => {
    const [by, source, metric, reason] = key.split('\t');
    const countries = [...new Set(figures.map(({ country }) => country.replace(/^country\//, '')))].sort();
    const rest = countries.length - NAMED_COUNTRIES;
    const named = `${countries.slice(0, NAMED_COUNTRIES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
    const gives = figures.length === 1 ? 'gives' : 'give';
    const noun = figures.length === 1 ? 'figure' : 'figures';
    return `${figures.length} ${noun} of ${by} (${source}) ${gives} no ${metric}: ${reason} (${named})`;
  });
}

function spreadFigures(
  spread: Spread,
  nationals: readonly Compared[],
  others: readonly Compared[],
  { countryOf, areasAround }: PlacesOfFigures,
  leaveOut: (figure: LeftOut) => void,
): Derived[] {
  const { metric } = spread;
  const nations = latestByPlace(nationals);
  const figures = [...Map.groupBy(others, ({ source }) => source).values()].flatMap((ofSource) => {
    const latest = latestByPlace(ofSource);
    const regions = Map.groupBy(latest.values(), ({ place }) => countryOf(place) ?? '');
    // What is in no country are the countries themselves.
    regions.delete('');
    return [...regions].flatMap(([country, ofCountry]) => {
      const national = nations.get(country);
      const history = nationals.filter(({ place }) => place === country);
      const baseOf = baseFor(spread, latest.get(country), ofCountry, history);
      return ofCountry.flatMap((region) => {
        const without = (reason: string) => {
          leaveOut({ region, country, metric, reason });
          return [];
        };
        if (national === undefined) return without(`${metric} has no figure of the country`);
        // No deaths do not mean no risk; without a count, nothing says what they mean.
        if (spread.isCounted === true && region.value === 0 && region.standard_error === null)
          return without('no deaths, and no number of people that says what they mean');
        const base = baseOf(region);
        if (typeof base === 'string') return without(base);
        const [least, greatest] = spread.ratio ?? [0, Number.POSITIVE_INFINITY];
        const ratio = base / national.value;
        return ratio >= least && ratio <= greatest
          ? derived(spread, national, base, region)
          : without(`the two national figures have a ratio outside ${least} to ${greatest}`);
      });
    });
  });
  const settled =
    spread.isCounted === true
      ? shrunkenRates(figures, {
          areasAround,
          nationalRate: (place) => nations.get(countryOf(place) ?? '')?.value,
        })
      : figures;
  return settled.map(rounded);
}

/**
 * Gives the figure of the country to compare a region with: the other source's, unless it contradicts the source's figures
 * of the regions; if the source has none, what the spread says (`Spread.base`). If there is none, the reason.
 */
function baseFor(
  { base, metric }: Spread,
  country: Compared | undefined,
  regions: readonly Compared[],
  history: readonly Compared[],
): (region: Compared) => number | string {
  const values = regions.map(({ value }) => value);
  if (country !== undefined) {
    const isAmongThem =
      country.value >= Math.min(...values) * (1 - TOLERANCE) &&
      country.value <= Math.max(...values) * (1 + TOLERANCE);
    const contradiction = 'the source’s figure of the country contradicts those of its regions';
    return () => (isAmongThem ? country.value : contradiction);
  }
  if (base === 'same years')
    return ({ period }) =>
      meanOfYears(history, period) ?? `${metric} has no figure of the country for each of these years`;
  if (base === undefined) return () => 'the source has no figure of the country';
  return () =>
    regions.length < FEWEST_REGIONS
      ? `the source has no figure of the country, and fewer than ${FEWEST_REGIONS} regions`
      : mean(values);
}

/** The mean of annual figures over the years of a period; undefined if one of them is missing. */
function meanOfYears(history: readonly Compared[], period: string): number | undefined {
  const [from, to] = [Number(period.slice(0, 'yyyy'.length)), yearOf(period)];
  const ofYears = history.filter((figure) => Number(figure.period) >= from && Number(figure.period) <= to);
  return ofYears.length === to - from + 1 ? mean(ofYears.map(({ value }) => value)) : undefined;
}

function derived(
  { metric, slope, power = 1, error, most = Number.POSITIVE_INFINITY }: Spread,
  national: Compared,
  base: number,
  region: Compared,
): Derived {
  const factor = slope ?? (national.value / base) * (region.value / base) ** (power - 1);
  const value = slope === undefined ? factor * region.value : national.value + factor * (region.value - base);
  const ofRegion = region.standard_error === null ? null : factor * region.standard_error;
  return {
    place: region.place,
    metric,
    period: region.period,
    grain: region.grain,
    method: 'derived',
    value: Math.min(most, value),
    unit: national.unit,
    source: [...new Set([national.source, region.source])].sort().join(' '),
    note: '',
    standard_error: ofRegion ?? (error === undefined ? null : error * value),
  };
}

function latestByPlace(observations: readonly Compared[]): Map<string, Compared> {
  const latest = new Map<string, Compared>();
  for (const observation of observations) {
    const known = latest.get(observation.place);
    if (known === undefined || periodEnd(observation.period) > periodEnd(known.period))
      latest.set(observation.place, observation);
  }
  return latest;
}

function rounded({ value, standard_error: error, ...figure }: Derived): Derived {
  return {
    ...figure,
    value: toFourDigits(value),
    standard_error: error === null ? null : toFourDigits(error),
  };
}

/** More digits would suggest that the ratio is as exact as the figures behind it. */
function toFourDigits(value: number): number {
  return Number(value.toPrecision(4));
}
