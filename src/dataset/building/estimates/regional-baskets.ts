import { mean } from 'simple-statistics';
import type { Category } from '../../../release/cost-basket.ts';
import { BASKET_WEIGHTS, CATEGORIES } from '../../../release/cost-basket.ts';
import { compareGrains, type Grain } from '../../../release/grain.ts';
import { type Fact, latestBy } from '../facts/fact.ts';
import type { CostCity } from './cost-inputs.ts';
import { populationShares } from './rent-model.ts';
import { type BasketCovers, type RegionalSeries, SeriesTable, seriesKey } from './series-tables.ts';

/** What a regional basket says about a category in a city, beyond what follows from rents. */
export interface BasketDeparture {
  /** Natural logarithm, to be added to the level that the city's rents predict. */
  log: number;
  variance: number;
  grain: Grain;
  source: string;
}

export type BasketDepartures = ReadonlyMap<Category, BasketDeparture>;

/** Tariffs of telephones are the same all over a country, and rents have their own evidence. */
const PRICED = CATEGORIES.filter((category) => category !== 'housing' && category !== 'communication');
const CATEGORIES_OF: Readonly<Record<BasketCovers, readonly Category[]>> = {
  all: PRICED,
  without_rent: PRICED,
  food: ['food'],
  poor_basket: PRICED,
};

/**
 * The needs of the poor rise with the incomes around them, not only with prices. In 32 provinces of Indonesia, food
 * prices rise by .17 ± .08 for each 1 of the poverty line (ln), with a spread of .075.
 */
const POOR_BASKET_SCALE = 0.2;
const POOR_BASKET_SD = 0.075;

/** Standard deviation (ln) of a city's prices around those of the region that a figure was measured for. */
const CITY_IN_REGION_SD = 0.03;

/** A figure of a series in one city. */
interface CityFigure {
  city: number;
  /** ln of the figure, less the mean of the country's cities with a figure, weighted by people, and less what rents explain. */
  departure: number;
  fact: Fact;
}

/**
 * How far each category in each city of a country departs from the level that the city's rents predict. Only differences within a
 * series and country count. They are partly true and partly noise: the true share is estimated for each series, and only that is
 * kept (for the needs of the poor, a fixed share). Of several series, the most local and exact one is used.
 *
 * @param rents ln of the cities' rents relative to the country
 * @param loadings rise of the categories with rents
 */
export function basketDepartures(
  cities: readonly CostCity[],
  baskets: RegionalBaskets,
  rents: Float64Array,
  loadings: Readonly<Record<Category, number>>,
): Map<string, BasketDepartures> {
  const departures = new Map<string, Map<Category, BasketDeparture>>();
  const all = figuresOfSeries(cities, baskets, rents, loadings).sort(byExactness);
  for (const { series, figures } of all) {
    const poor = series.covers === 'poor_basket';
    const spread = mean(figures.map(({ departure }) => departure ** 2));
    const kept = poor ? POOR_BASKET_SCALE : Math.max(0, 1 - series.sd ** 2 / spread);
    for (const { city, departure, fact } of figures) {
      const ofRegion = fact.grain === 'region' ? CITY_IN_REGION_SD ** 2 : 0;
      const { grain, source } = fact;
      const variance = (poor ? POOR_BASKET_SD ** 2 : kept * series.sd ** 2) + ofRegion;
      const said = { log: kept * departure, variance, grain, source };
      const ofCity = departures.getOrInsertComputed(cities[city]?.key ?? '', () => new Map());
      for (const category of CATEGORIES_OF[series.covers]) {
        const known = ofCity.get(category);
        const better = !poor && known !== undefined && compareGrains(grain, known.grain) < 0;
        if (known === undefined || better) ofCity.set(category, said);
      }
    }
  }
  return departures;
}

/** Poverty lines last: they say less about prices than any other figure, even if they are local. */
function byExactness({ series: left }: SeriesFigures, { series: right }: SeriesFigures): number {
  const poor = ({ covers }: RegionalSeries) => (covers === 'poor_basket' ? 1 : 0);
  return poor(left) - poor(right) || left.sd - right.sd;
}

type SeriesFigures = ReturnType<typeof figuresOfSeries>[number];

/** The figures of each series in the cities of a country, in a fixed order: of the city itself, or else of an area around it. */
function figuresOfSeries(
  cities: readonly CostCity[],
  baskets: RegionalBaskets,
  rents: Float64Array,
  loadings: Readonly<Record<Category, number>>,
) {
  const shares = populationShares(cities);
  return baskets.flatMap(({ series, byPlace }) => {
    const loading = loadingOf(series.covers, loadings);
    const figures = [...cities.entries()].flatMap(([city, { key, areas }]): CityFigure[] => {
      const place = byPlace.has(key) ? key : areas.find((area) => byPlace.has(area));
      const fact = place === undefined ? undefined : byPlace.get(place);
      if (fact === undefined) return [];
      return [{ city, departure: logOf(fact) - loading * (rents[city] ?? 0), fact }];
    });
    if (new Set(figures.map(({ fact }) => fact.place)).size < 2) return [];
    const people = figures.reduce((sum, { city }) => sum + (shares[city] ?? 0), 0);
    const mean = figures.reduce(
      (sum, { city, departure }) =>
        sum + (people === 0 ? 1 / figures.length : (shares[city] ?? 0) / people) * departure,
      0,
    );
    return { series, figures: figures.map((figure) => ({ ...figure, departure: figure.departure - mean })) };
  });
}

/** The unit of figures that say how far a region is above others of the country; any other figure is a level. */
const GAP_UNIT = 'percent_above_other_regions';

function logOf({ value, unit }: Fact): number {
  return Math.log(unit === GAP_UNIT ? 1 + value / 100 : value);
}

/** The latest figure of every place, by series, in a fixed order. */
export type RegionalBaskets = readonly { series: RegionalSeries; byPlace: ReadonlyMap<string, Fact> }[];

export function readRegionalBaskets(
  facts: readonly Fact[],
  seriesOfTable: readonly RegionalSeries[],
): RegionalBaskets {
  const table = new SeriesTable(seriesOfTable);
  return [...Map.groupBy(facts, (fact) => table.of(fact))]
    .flatMap(([series, ofSeries]) =>
      series === undefined ? [] : { series, byPlace: latestBy(ofSeries, ({ place }) => place) },
    )
    .sort((left, right) => (seriesKey(left.series) < seriesKey(right.series) ? -1 : 1));
}

/** Rise of what a basket covers with rents, by the weights of the categories; a whole basket includes housing. */
function loadingOf(covers: BasketCovers, loadings: Readonly<Record<Category, number>>): number {
  const priced = covers === 'all' ? CATEGORIES : CATEGORIES_OF[covers];
  const weight = priced.reduce((sum, category) => sum + BASKET_WEIGHTS[category], 0);
  return priced.reduce((sum, category) => sum + BASKET_WEIGHTS[category] * loadings[category], 0) / weight;
}
