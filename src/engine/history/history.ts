import type { Static } from 'typebox';
import { periodEnd } from '../../release/best-figures.ts';
import type { DatedObservation } from '../../release/schema.ts';
import { perhaps, similarNames } from '../../release/similar-names.ts';
import type { Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { citing, metricOf, provenanceOf } from '../figures/figures.ts';
import { type Column, fieldColumns, type Table } from '../formats/table.ts';
import { queryText } from '../parameters/query-text.ts';
import { aboutCity, aboutCountry } from '../places/place-resolution.ts';
import { invalidParameter, wrongParameters } from '../problems.ts';
import {
  CityReference,
  CountryReference,
  Figure,
  provenance,
  ReleaseVersion,
  resource,
  Sources,
} from '../schemas.ts';
import { COST_INDEX, costHistory } from './cost-history.ts';

const MOST_METRICS = 20;

const PastFigure = resource('PastFigure', 'A figure of one period.', {
  metric: field.text('Metric id, as listed in the data dictionary.'),
  title: Figure.properties.title,
  value: field.number('The value, in `unit`.'),
  unit: field.text('Unit id; for a price, its currency (ISO 4217).'),
  per: field.textOrNull('What a price is per, such as `month`; null for other figures.'),
  usd: field.numberOrNull(
    'The price in US dollars, at the exchange rate of its period; null if there is no rate, and for other figures.',
  ),
  standard_error: Figure.properties.standard_error,
  low: field.numberOrNull('Lower end of the 80 % interval of an estimate; null for published figures.'),
  high: field.numberOrNull('Upper end of the 80 % interval of an estimate; null for published figures.'),
  ...provenance,
  latest: field.flag(
    'Whether this is the latest figure of its series. The other endpoints use only the latest figures.',
  ),
});

const common = {
  release: ReleaseVersion,
  observations: field.list(
    PastFigure,
    'Ordered by metric, then by period, earliest first. Published figures, and `cost_index`, our estimate of the price level in each year since 2015, with New York as 100 in each. Published figures are not interpolated: periods without one are absent.',
  ),
  sources: Sources,
};

export const CityHistory = resource('CityHistory', 'The figures of a city over time.', {
  city: CityReference,
  ...common,
});

export const CountryHistory = resource('CountryHistory', 'The figures of a country over time.', {
  country: CountryReference,
  ...common,
});

const DATE = {
  maxLength: 10,
  examples: ['2015', '2015-06', '2015-06-30'],
  pattern: '^\\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?)?$',
};

const historyParameters = field.only({
  metric: field.optional.text(
    `Only these metrics: at most ${MOST_METRICS} ids of the data dictionary, separated by commas. Default: all.`,
    { minLength: 1, maxLength: 1000 },
    'population',
  ),
  from: field.optional.text(
    'Only figures whose period ends in or after this year, month or day (ISO 8601). Figures without a period are left out.',
    DATE,
  ),
  to: field.optional.text(
    'Only figures whose period begins in or before this year, month or day (ISO 8601). Figures without a period are left out.',
    DATE,
    '2023-12',
  ),
});

/** The history has figures of all kinds, as the downloads do. */
const SCOPE = 'release:read';

const FIGURE_COLUMNS: readonly Column[] = [
  ...fieldColumns(['metric', 'title', 'period', 'value', 'unit', 'per', 'usd'], 'observations.'),
  ...fieldColumns(['standard_error', 'grain'], 'observations.'),
  // Not `place`, because this is a name: the column `id` has the id of the city or country.
  { name: 'measured_place', path: 'observations.place' },
  ...fieldColumns(['method', 'note', 'sources', 'latest', 'low', 'high'], 'observations.'),
];

function historyTable(kind: 'city' | 'country'): Table {
  return {
    items: 'observations',
    file: `${kind}-history`,
    columns: [
      { name: 'id', path: `${kind}.id` },
      { name: 'name', path: `${kind}.name` },
      ...FIGURE_COLUMNS,
      { name: 'release', path: 'release' },
    ],
  };
}

export const getCityHistory: Endpoint<typeof CityHistory> = {
  ...described('getCityHistory'),
  path: '/data/history/cities/{city_id}',
  scope: SCOPE,
  query: historyParameters,
  response: CityHistory,
  table: historyTable('city'),
  resolve: aboutCity('/data/history/cities', historyQuery, history),
};

export const getCountryHistory: Endpoint<typeof CountryHistory> = {
  ...described('getCountryHistory'),
  path: '/data/history/countries/{country_id}',
  scope: SCOPE,
  query: historyParameters,
  response: CountryHistory,
  table: historyTable('country'),
  resolve: aboutCountry('/data/history/countries', historyQuery, history),
};

type HistoryQuery = Static<typeof historyParameters>;
type Asked = ReturnType<typeof historyQuery>;

function historyQuery(release: Release, { metric, from, to }: HistoryQuery) {
  for (const [parameter, date] of Object.entries({ from, to }))
    if (date !== undefined && !isReal(date))
      throw invalidParameter(parameter, 'is not a day of the calendar');
  const ids = metric === undefined ? undefined : metricIds(release, metric);
  if (from !== undefined && to !== undefined && periodStart(from) > periodEnd(to))
    throw invalidParameter('from', 'must not be later than to');
  return {
    /** Undefined: all of them. */
    metrics: ids && new Set(ids),
    /** Days, for comparison as text; undefined: no bound. */
    from: from && periodStart(from),
    to: to && periodEnd(to),
    /** With each metric once and in order. */
    query: queryText({ metric: ids?.join(), from, to }),
  };
}

/** Ids of metrics that the release has, each once and sorted. Throws a Problem that names the others. */
function metricIds(release: Release, list: string): string[] {
  const ids = [...new Set(list.split(',').map((id) => id.trim()))].sort();
  if (ids.length > MOST_METRICS) throw invalidParameter('metric', `has more than ${MOST_METRICS} ids`);
  const unknown = ids.filter((id) => !release.metrics.has(id));
  if (unknown.length === 0) return ids;
  throw wrongParameters(
    unknown.map((id) => ({
      parameter: 'metric',
      message: `names "${id}", which is no metric${perhaps(similarNames(id, [...release.metrics.keys()]))}`,
    })),
  );
}

function history(release: Release, place: Place, asked: Asked) {
  const all = release.history(place);
  const shown = inOrder(all.filter((observation) => isAsked(observation, asked)));
  const published = shown.map((observation) => pastFigure(release, observation));
  const isIndexAsked = asked.metrics?.has(COST_INDEX) ?? true;
  const estimated = isIndexAsked
    ? costFigures(release, place).filter((figure) => isAsked(figure, asked))
    : [];
  const observations = [...published, ...estimated].sort(({ metric: one }, { metric: other }) =>
    one < other ? -1 : one > other ? 1 : 0,
  );
  // A figure shows its amount in dollars, and not the rate.
  const rates = shown.flatMap(({ usd_rate_source }) => usd_rate_source?.split(' ') ?? []);
  return citing(release, { release: release.version, observations }, rates);
}

/** A period of several days counts if it overlaps with the requested time. */
function isAsked(
  { metric, period }: { metric: string; period: string | null },
  { metrics, from, to }: Asked,
): boolean {
  if (metrics !== undefined && !metrics.has(metric)) return false;
  if (from === undefined && to === undefined) return true;
  if (period === null || period === '') return false;
  return (from === undefined || periodEnd(period) >= from) && (to === undefined || periodStart(period) <= to);
}

/** Of a date of the form of DATE. */
function isReal(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}

/** The first day of a period, for comparison as text. */
function periodStart(period: string): string {
  return `${period.split('/')[0] ?? ''}-00-00`.slice(0, 'yyyy-mm-dd'.length);
}

/** By metric and period. A country has thousands of figures, so each key is made once. */
function inOrder(observations: readonly DatedObservation[]): DatedObservation[] {
  const keyed = observations.map((observation) => {
    const { metric, period, source, note, place } = observation;
    return { observation, key: `${metric}\t${periodEnd(period)}\t${period}\t${source}\t${note}\t${place}` };
  });
  return keyed
    .sort(({ key: one }, { key: other }) => (one < other ? -1 : one > other ? 1 : 0))
    .map(({ observation }) => observation);
}

function pastFigure(release: Release, observation: DatedObservation): Static<typeof PastFigure> {
  const { title, kind, per } = metricOf(release, observation);
  const isPrice = kind === 'price';
  return {
    metric: observation.metric,
    title,
    value: observation.value,
    unit: observation.unit,
    per: isPrice ? per : null,
    usd: isPrice && observation.unit === 'USD' ? observation.value : observation.usd,
    standard_error: observation.standard_error,
    ...provenanceOf(release, observation),
    low: null,
    high: null,
    latest: observation.latest === 1,
  };
}

/** The index of each year, as figures. */
function costFigures(release: Release, place: Place): Static<typeof PastFigure>[] {
  const metric = release.metrics.get(COST_INDEX);
  if (metric === undefined) return [];
  return costHistory(release, place).map(({ sources, ...index }) => ({
    metric: metric.id,
    title: metric.title,
    unit: metric.unit,
    per: null,
    usd: null,
    standard_error: null,
    place: place.name,
    method: 'estimated',
    ...index,
    sources: [...sources],
  }));
}
