import { bestByMetric, mostLocalAndRecentFirst, smallestPlaceFirst } from '../../release/best-figures.ts';
import { compareGrains } from '../../release/grain.ts';
import { PAY_METRICS } from '../../release/pay.ts';
import { PRICE_IN_DOLLARS } from '../../release/price-in-dollars.ts';
import type { MetricRecord, Observation } from '../../release/schema.ts';
import { type Country, isCity, type Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { memo } from '../memo.ts';
import { metricOf } from './figures.ts';

/** The figures in the cost-of-living data of a place: prices, most local first, and one figure per indicator. */
export function costOfLivingFigures(release: Release, place: Place) {
  const observations = knownOf(release, place, 'cost_of_living').filter(
    ({ metric }) => metric !== PRICE_IN_DOLLARS.published,
  );
  const isPrice = (observation: Observation) => metricOf(release, observation).kind === 'price';
  return {
    prices: mostLocalOfEachSeries(observations.filter(isPrice)).sort(mostLocalAndRecentFirst),
    indicators: [
      ...bestByMetric(
        observations.filter((observation) => !isPrice(observation)),
        release.year,
      ).values(),
    ],
  };
}

/** The figures in the quality-of-life data of a place, one per metric. */
export function qualityOfLifeFigures(release: Release, place: Place): Observation[] {
  return [...bestByMetric(knownOf(release, place, 'quality_of_life'), release.year).values()];
}

/** All figures for a city itself, for areas that contain it, and for its country; for a country, its own. */
export function knownFigures(release: Release, place: Place): readonly Observation[] {
  const ofCountry = release.observations(release.countryOf(place));
  return isCity(place) ? [...release.observations(place), ...ofCountry] : ofCountry;
}

/** Those of pay: the most local first, then earnings, minimum wages and incomes, and the most recent first. */
export function shownPay(known: readonly Observation[]): Observation[] {
  const order = [...PAY_METRICS.keys()];
  return mostLocalOfEachSeries(known.filter(({ metric }) => PAY_METRICS.has(metric))).sort(
    (left, right) =>
      compareGrains(left.grain, right.grain) ||
      order.indexOf(left.metric) - order.indexOf(right.metric) ||
      mostLocalAndRecentFirst(left, right),
  );
}

/** Figures for a city itself, for areas that contain it, and for its country; for a country, its own. */
function knownOf(release: Release, place: Place, resource: MetricRecord['resource']): readonly Observation[] {
  const ofCountry = nationalOf(release, release.countryOf(place), resource);
  if (!isCity(place)) return ofCountry;
  const own = release
    .observations(place)
    .filter((observation) => metricOf(release, observation).resource === resource);
  return [...own, ...ofCountry];
}

/** By country, because all its cities use the same figures. */
const national = new WeakMap<Country, Map<string, Observation[]>>();

function nationalOf(
  release: Release,
  country: Country,
  resource: MetricRecord['resource'],
): readonly Observation[] {
  const byResource = memo(national, country, () =>
    Map.groupBy(release.observations(country), (observation) => metricOf(release, observation).resource),
  );
  return byResource.get(resource) ?? [];
}

/**
 * Keeps the figures of the most local place of each series: if a publisher has a figure for the city, its figure for the county
 * or the rest of the country adds nothing.
 */
function mostLocalOfEachSeries(figures: readonly Observation[]): Observation[] {
  const grains = Map.groupBy(figures, ({ metric, source }) => `${metric} ${source}`);
  return [...grains.values()].flatMap((series) => {
    const mostLocal = series.toSorted(smallestPlaceFirst)[0]?.place;
    return series.filter(({ place }) => place === mostLocal);
  });
}
