import { compareText } from '../../../release/best-figures.ts';
import type { CityClimateRecord } from '../../../release/climate-records.ts';
import { PRICE_IN_DOLLARS } from '../../../release/price-in-dollars.ts';
import type { Observation } from '../../../release/schema.ts';
import { climateFigures } from '../climate/climate-figure.ts';
import { DERIVED_METRICS, SUMMED_METRICS } from '../facts/derived-metrics.ts';
import {
  currentAverages,
  exchangeRates,
  isOfCurrency,
  type NationalCurrencies,
  NOT_IN_USD,
  toPublishedUsd,
  toUsd,
} from '../facts/exchange-rates.ts';
import { type Fact, latestBy } from '../facts/fact.ts';
import { type CheckedFacts, shownFacts } from '../facts/facts.ts';
import { areaKey } from '../places/areas.ts';
import { hardshipPay } from '../scores/hardship-pay.ts';
import { type LeftOut, type PlacesOfFigures, regionalFigures } from '../scores/regional-figures.ts';
import { cityGeography, populationDensity } from './derived-figures.ts';
import { COUNTRY_INFO_SOURCE } from './release-countries.ts';
import { areasOfCities, CITY_SOURCE, type ReleasePlaces } from './release-places.ts';
import { carriedEarnings, wagesInMoney, wagesOfAreas } from './wages-in-money.ts';

/**
 * A figure as the release has it; `latest` is 1 where its series (see markLatest) has no later period, else 0. `releaseFigures`
 * numbers the series and the positions (release/schema.sql).
 */
export type ReleaseObservation = Observation & {
  latest: 0 | 1;
  series: number | null;
  position: number | null;
};

/**
 * Every figure of a release: published ones, prices with their amount in US dollars, and those derived from them, from the
 * locations of the cities and from their climate. Sorted by series and period, so that the same facts always have the same
 * order.
 *
 * @param all the facts of the release and the inputs of its estimates, which are not figures of it
 * @param climates by city id
 * @param year the year whose solstices the day lengths are for
 * @param leaveOut is told of every figure of a region that gives none of the national metric
 */
export function releaseObservations(
  all: CheckedFacts,
  places: ReleasePlaces,
  climates: ReadonlyMap<string, CityClimateRecord>,
  year: number,
  leaveOut?: (figure: LeftOut) => void,
): ReleaseObservation[] {
  const { cities } = places;
  const observed = [...observedFigures(all, places, year), ...populations(all, places)];
  const derived = [
    ...cities.flatMap(({ id, city }) =>
      cityGeography(city, year, CITY_SOURCE).map((figure) => ({ ...figure, place: `city/${id}` })),
    ),
    ...[...climates].flatMap(([id, climate]) =>
      climateFigures(climate).map((figure) => ({ ...figure, place: `city/${id}` })),
    ),
    ...densities(observed, places),
    ...hardshipPay(observed),
    ...regionalFigures(observed, placesOfFigures(places), leaveOut),
  ];
  return markLatest([...observed, ...derived.map((figure) => ({ ...BLANK, ...figure }))]);
}

/** All observations have its shape. `markLatest` and `releaseFigures` decide on the last three. */
const BLANK: ReleaseObservation = {
  place: '',
  metric: '',
  period: '',
  source: '',
  note: '',
  grain: 'country',
  method: 'observed',
  value: Number.NaN,
  unit: '',
  standard_error: null,
  ...NOT_IN_USD,
  latest: 0,
  series: null,
  position: null,
};

/** Every fact, wages in national money and of areas, and the latest annual averages of exchange rates. */
function observedFigures(all: CheckedFacts, places: ReleasePlaces, year: number): ReleaseObservation[] {
  const { facts, metrics } = shownFacts(all);
  const currencies = nationalCurrencies(places);
  const rates = exchangeRates(facts, currencies);
  const noteOn = notesOnMoney(facts, currencies);
  const publishedDollars = new Map(
    facts.filter(({ metric }) => metric === PRICE_IN_DOLLARS.published).map((fact) => [pricedAt(fact), fact]),
  );
  const inUsd = (fact: Fact) => {
    if (metrics.get(fact.metric)?.kind !== 'price' || fact.unit === 'USD') return NOT_IN_USD;
    const dollars = fact.metric === PRICE_IN_DOLLARS.local ? publishedDollars.get(pricedAt(fact)) : undefined;
    return dollars === undefined ? toUsd(fact, rates) : toPublishedUsd(fact, dollars);
  };
  return [
    ...facts.map((fact) => ({ ...BLANK, ...fact, ...originOf(fact), note: noteOn(fact), ...inUsd(fact) })),
    ...[
      ...wagesInMoney(all.facts, currencies),
      ...wagesOfAreas(all.facts),
      ...carriedEarnings(all.facts, currencies),
    ].map((wage) => ({ ...BLANK, ...wage, ...toUsd(wage, rates) })),
    ...currentAverages(rates, year).map((average) => ({ ...BLANK, ...average })),
  ];
}

function pricedAt({ place, period }: Fact): string {
  return `${place} ${period}`;
}

function nationalCurrencies({ countries }: ReleasePlaces): NationalCurrencies {
  return new Map(
    countries.flatMap(({ id, currency }) =>
      currency === null ? [] : [[`country/${id}`, currency] as const],
    ),
  );
}

/**
 * Notes on figures in local money: which currency that is, if the country has since adopted another.
 * In a series that continues in the new currency, publishers may or may not restate earlier years, and do not say.
 */
function notesOnMoney(facts: readonly Fact[], currencies: NationalCurrencies): (fact: Fact) => string {
  const seriesOf = ({ place, metric }: Fact) => `${place} ${metric}`;
  const inLocalMoney = facts.filter(({ unit }) => unit.startsWith('local_currency_per_'));
  const metrics = new Set(inLocalMoney.map(({ metric }) => metric));
  const last = latestBy(inLocalMoney, seriesOf);
  return (fact) => {
    if (!metrics.has(fact.metric)) return fact.note;
    const lastYear = last.get(seriesOf(fact))?.period;
    const currency = currencies.get(fact.place);
    if (lastYear === undefined || currency === undefined || isOfCurrency(lastYear, currency))
      return fact.note;
    const { before, code, since } = currency;
    const money = before === '' ? 'the currency' : `${before}, the currency`;
    return `in ${money} until ${code} came on ${since}`;
  };
}

/** Populations of the countries for which only GeoNames has one, of a year that it does not state. */
function populations({ facts }: CheckedFacts, { countries }: ReleasePlaces): ReleaseObservation[] {
  const known = new Set(facts.filter(({ metric }) => metric === 'population').map(({ place }) => place));
  return countries.flatMap(({ id, country }) =>
    country.population === null || known.has(`country/${id}`)
      ? []
      : {
          ...BLANK,
          place: `country/${id}`,
          metric: 'population',
          source: COUNTRY_INFO_SOURCE,
          note: 'the source does not state the year',
          value: country.population,
          unit: 'persons',
        },
  );
}

/** A figure computed from the coordinates of a city rests on GeoNames as well as on the map or list that it names. */
function originOf({ metric, source }: Fact): Pick<Observation, 'method' | 'source'> {
  if (SUMMED_METRICS.has(metric)) return { method: 'derived', source };
  return DERIVED_METRICS.has(metric)
    ? { method: 'derived', source: [source, CITY_SOURCE].sort().join(' ') }
    : { method: 'observed', source };
}

function densities(observed: readonly Observation[], { countries }: ReleasePlaces) {
  const areas = new Map(countries.map(({ id, country }) => [`country/${id}`, country.areaKm2]));
  return observed.flatMap((figure) => {
    const area = figure.metric === 'population' ? areas.get(figure.place) : undefined;
    return area ? { ...populationDensity(figure, area, COUNTRY_INFO_SOURCE), place: figure.place } : [];
  });
}

/** The country of each area and city, and the areas around it. */
export function placesOfFigures({ areas, cities, cityAreas }: ReleasePlaces): PlacesOfFigures {
  const countries = new Map([
    ...areas.map(({ id, country }) => [areaKey(id), `country/${country}`] as const),
    ...cities.map(({ id, country }) => [`city/${id}`, `country/${country}`] as const),
  ]);
  const members = new Map(
    [...Map.groupBy(cityAreas, ({ area }) => areaKey(area))].map(([area, within]) => [
      area,
      new Set(within.map(({ city }) => `city/${city}`)),
    ]),
  );
  const size = (area: string) => members.get(area)?.size ?? 0;
  const areasOf = areasOfCities(cityAreas);
  return {
    countryOf: (place) => countries.get(place),
    areasAround(place) {
      const within = members.get(place) ?? new Set([place]);
      const [first = ''] = within;
      return (areasOf.get(first) ?? [])
        .filter((area) => members.get(area)?.isSupersetOf(within) === true)
        .filter((area) => place.startsWith('city/') || size(area) > within.size)
        .sort((left, right) => size(left) - size(right) || compareText(left, right));
    },
  };
}

/**
 * The latest figures of some metrics: of a place itself and, for a city, of the areas around it, each with how many of our cities
 * are in its area.
 */
export function latestFigures(
  { areas, cityAreas }: ReleasePlaces,
  observations: readonly ReleaseObservation[],
  metrics: ReadonlySet<string>,
): (place: string) => ReleaseObservation[] {
  const extents = new Map(areas.map(({ id, extent }) => [areaKey(id), extent]));
  const latest = observations
    .filter((figure) => figure.latest === 1 && metrics.has(figure.metric))
    .map((figure): ReleaseObservation => {
      const extent = extents.get(figure.place);
      return extent === undefined ? figure : { ...figure, extent };
    });
  const byPlace = Map.groupBy(latest, ({ place }) => place);
  const areasOf = areasOfCities(cityAreas);
  return (place) => {
    // Not by flatMap: it is asked for every city, and that takes several times as long.
    const figures = [...(byPlace.get(place) ?? [])];
    for (const area of areasOf.get(place) ?? []) figures.push(...(byPlace.get(area) ?? []));
    return figures;
  };
}

/** Sorts by series (a source's figures of one metric for one place, under one note) and marks the last period of each. */
function markLatest(figures: readonly ReleaseObservation[]): ReleaseObservation[] {
  // In lists of a few dozen: sorting hundreds of thousands at once takes four times as long.
  const ofPlaces = [...Map.groupBy(figures, ({ place }) => place)];
  return ofPlaces
    .sort(([left], [right]) => compareText(left, right))
    .flatMap(([, ofPlace]) => {
      const ordered = ofPlace.sort(
        (left, right) => compareSeries(left, right) || compareText(left.period, right.period),
      );
      for (const [index, figure] of ordered.entries()) {
        const next = ordered[index + 1];
        figure.latest = next !== undefined && compareSeries(figure, next) === 0 ? 0 : 1;
      }
      return ordered;
    });
}

/** Of two observations of a place. */
function compareSeries(left: Observation, right: Observation): number {
  return (
    compareText(left.metric, right.metric) ||
    compareText(left.source, right.source) ||
    compareText(left.note, right.note)
  );
}
