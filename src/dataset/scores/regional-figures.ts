import { periodEnd } from '../../release/best-figures.ts';
import type { Observation } from '../../release/schema.ts';

/** A national figure, and the figure of another definition by which the regions of the country are told apart. */
interface Spread {
  /** The metric of the national figure, which the regions are given too. */
  metric: string;
  /** The metric that one source has of regions and of the country alike. */
  by: string;
  /** Least and greatest ratio of the other figure to the national one; beyond it they measure different things. */
  ratio: readonly [least: number, greatest: number];
}

export const SPREADS: readonly Spread[] = [
  // Without dust and sea salt: where these are most of the particles, the rest says nothing of the whole.
  { metric: 'pm25_exposure', by: 'pm25_without_dust_and_sea_salt', ratio: [0.6, 1.7] },
  // Some police count attempts too, some years are missing: two or three times the deaths, never ten.
  { metric: 'intentional_homicides', by: 'recorded_homicides', ratio: [0.5, 3.5] },
  { metric: 'physicians', by: 'practising_physicians', ratio: [50, 200] },
];

type Derived = Omit<
  Observation,
  'standard_error' | 'usd' | 'usd_rate' | 'usd_rate_period' | 'usd_rate_source'
>;

/**
 * National figures spread over the regions of the country: each region departs from its country by as much as another
 * source says, which defines the thing a little differently (`national * region / country`). So figures of regions stay
 * comparable with those of countries for which nobody publishes any.
 *
 * @param countryOf place key of the country in which an area or city lies, by its key; also of a city; undefined for a country
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
    return [...others.values()].flatMap((region): Derived[] => {
      const country = countryOf(region.place);
      const national = nations.get(country ?? '');
      const base = others.get(country ?? '');
      if (national === undefined || base === undefined || base.source !== region.source) return [];
      if (!isComparable(base, national, spread)) return [];
      return [
        {
          place: region.place,
          metric: spread.metric,
          period: region.period,
          grain: region.grain,
          method: 'derived',
          value: toFourDigits((national.value * region.value) / base.value),
          unit: national.unit,
          source: [...new Set([national.source, region.source])].sort().join(' '),
          note: '',
        },
      ];
    });
  });
}

function isComparable(
  base: Observation,
  national: Observation,
  { ratio: [least, greatest] }: Spread,
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

/** More digits would pretend that the ratio is as exact as the figures that it was made of. */
function toFourDigits(value: number): number {
  return Number(value.toPrecision(4));
}
