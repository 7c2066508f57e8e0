import type { Static } from 'typebox';
import type { CostOfLiving } from '../../../src/engine/cost/cost-of-living.ts';
import type { CountryDetail } from '../../../src/engine/places/countries.ts';
import type { QualityOfLife } from '../../../src/engine/quality/quality-of-life.ts';
import type { Grain } from '../../../src/release/grain.ts';
import { PRICE_IN_DOLLARS } from '../../../src/release/price-in-dollars.ts';
import {
  countriesPayingWith,
  countryOf,
  describe,
  figuresOf,
  nameOf,
  placesAround,
  type ReleasedFigure,
  releasedMetrics,
  releaseYear,
  smallestCityWith,
  split,
} from './released-figures.ts';

/** A figure in a response, with the field names of the release. */
type ServedFigure = Pick<ReleasedFigure, 'value' | 'unit' | 'period' | 'grain' | 'note' | 'source'> & {
  place: string;
};

/** Gets the body of the response to a path below /v1. */
type Get = (path: string) => Promise<unknown>;

/**
 * The figures of the same metric in the response where a client would look for this one: the response about its country, or
 * about the smallest city of its place, because that city has the fewest more local figures.
 */
export async function servedFigures(figure: ReleasedFigure, get: Get) {
  const { path, candidates, served } = await answerWith(figure, get);
  const mismatches: string[] = [];
  const figures = served.flatMap((each) => {
    const same = candidates.filter((candidate) => sameFigure(each, candidate));
    // A small country can be the only region of its level, with one name and one figure: Kypros is CY00 and CY000.
    if (same.length === 0)
      mismatches.push(
        `${path} ${figure.metric}: served ${JSON.stringify(each)}; the release has ${candidates.map(describe)}`,
      );
    return same;
  });
  return { path, figures, mismatches };
}

/** What is older describes another time. */
const OLDEST_YEARS = 10;

/** Whether the response rightly has other figures instead: there are some, and all are at least as local, or it is stale. */
export function displacedBy(figure: ReleasedFigure, served: readonly ReleasedFigure[]): boolean {
  const wide = (grain: Grain) => ['city', 'metro', 'region', 'country'].indexOf(grain);
  const isStale = ({ period }: ReleasedFigure) =>
    !(Number(/(\d{4})[-\d]*$/.exec(period)?.[1]) >= releaseYear - OLDEST_YEARS);
  return (
    served.length > 0 &&
    served.every((each) => isStale(each) <= isStale(figure)) &&
    served.every((each) => isStale(each) < isStale(figure) || wide(each.grain) <= wide(figure.grain))
  );
}

const metrics = new Map(releasedMetrics().map((metric) => [metric.id, metric]));

async function answerWith(figure: ReleasedFigure, get: Get) {
  const { metric, place } = figure;
  const [kind, id] = split(place);
  if (kind === 'currency') {
    const path = `/countries/${countriesPayingWith(id)[0]}`;
    const { currencies } = (await get(path)) as Static<typeof CountryDetail>;
    const served = currencies.flatMap(({ code, usd_rate, compiled_usd_rate }) => {
      const rate = metric === 'compiled_exchange_rate' ? compiled_usd_rate : usd_rate;
      if (code !== id || rate === null) return [];
      return [{ ...figure, ...rate, source: rate.sources.join(' '), place: '' }];
    });
    return { path, served, candidates: figuresOf(metric, [place]) };
  }
  const city = String(smallestCityWith(figure));
  const candidates = figuresOf(metric, placesAround(city));
  const resource = metrics.get(metric)?.resource;
  if (resource === 'country') {
    const path = `/countries/${countryOf(place).id}`;
    const { figures } = (await get(path)) as Static<typeof CountryDetail>;
    return { path, candidates, served: Object.entries(figures).flatMap(entryOf(metric)) };
  }
  if (resource === 'quality_of_life') {
    const path = `/data/quality-of-life/${city}`;
    const { groups } = (await get(path)) as Static<typeof QualityOfLife>;
    const indicators = Object.values(groups).flatMap((group) => Object.entries(group.indicators));
    return { path, candidates, served: indicators.flatMap(entryOf(metric)) };
  }
  const path = `/data/cost-of-living/${city}`;
  const { prices, indicators } = (await get(path)) as Static<typeof CostOfLiving>;
  const amounts = prices.flatMap(({ item, amount, currency, usd, ...price }): [string, Entry][] => [
    [item, { ...price, value: amount, unit: currency }],
    ...(item === PRICE_IN_DOLLARS.local && usd !== null
      ? [[PRICE_IN_DOLLARS.published, { ...price, value: usd, unit: 'USD' }] as [string, Entry]]
      : []),
  ]);
  return { path, candidates, served: [...amounts, ...Object.entries(indicators)].flatMap(entryOf(metric)) };
}

/** The fields that all kinds of figures in responses share. */
type Entry = Pick<ReleasedFigure, 'value' | 'unit' | 'grain'> & {
  period: string | null;
  note: string | null;
  place: string;
  sources: string[];
};

function entryOf(metric: string) {
  return ([id, { value, unit, grain, period, note, place, sources }]: [string, Entry]): ServedFigure[] =>
    id === metric
      ? [
          {
            value,
            unit,
            grain,
            period: period ?? '',
            note: withoutEnd(note),
            place,
            source: sources.join(' '),
          },
        ]
      : [];
}

function sameFigure(served: ServedFigure, released: ReleasedFigure): boolean {
  return (
    (['value', 'unit', 'period', 'grain', 'note', 'source'] as const).every(
      (part) => served[part] === released[part],
    ) &&
    (served.place === '' || served.place === nameOf(released.place))
  );
}

/** Only responses note that a rate has ended; the release doesn't. */
function withoutEnd(note: string | null): string {
  return (note ?? '').replace(/(^|; )ended on [-\d]+$/, '');
}
