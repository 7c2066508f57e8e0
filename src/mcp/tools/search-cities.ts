import Type, { type Static } from 'typebox';
import * as field from '../../engine/field.ts';
import { Problem } from '../../engine/problems.ts';
import type { Source } from '../../engine/schemas.ts';
import { citationOf } from '../../engine/summaries/citation.ts';
import { citiesDocument } from '../../engine/summaries/found-places.ts';
import { CONTINENTS } from '../../release/continents.ts';
import { COST_MEASURES, MEASURES, QUALITY_MEASURES } from '../../release/measures.ts';
import { PAY_MEASURES } from '../../release/pay.ts';
import type { Reader } from '../reader.ts';
import type { Tool } from '../tool.ts';
import { householdArgument } from '../topics.ts';

const MOST = 50;

const input = field.only({
  criteria: Type.Optional(
    field.list(
      field.only({
        measure: Type.Enum([...MEASURES]),
        min: Type.Optional(Type.Number({ minimum: 0 })),
        max: Type.Optional(Type.Number({ minimum: 0 })),
      }),
      '`cost` is the price level (New York is 100), `housing` to `education_cost` its parts; `earnings` US dollars a month before tax, `purchasing_power` earnings against prices (New York is 100), `rent_burden` rent of a one-bedroom home in % of earnings; `quality` the overall score (0 to 100), `healthcare` to `hardship` its groups, `resident_climate` the climate index for residents.',
      { maxItems: 10 },
    ),
  ),
  sort: field.optional.text(
    'Measures, `budget`, `high`, `rain`, `sun`, `station`, `sea`, `airport`, `population` or `name`, separated by commas, with a minus for descending order: `-quality,cost`. Default: largest first, or with `near` nearest first.',
    { minLength: 1, maxLength: 200 },
  ),
  include: Type.Optional(
    field.list(Type.String({ maxLength: 30 }), 'More measures to show.', { maxItems: 6 }),
  ),
  country: field.optional.text('Id, ISO code or name.', { minLength: 1, maxLength: 100 }),
  region: field.optional.text('First-level region: `California`, `CA`.', { minLength: 1, maxLength: 100 }),
  continent: Type.Optional(Type.Enum([...CONTINENTS])),
  subregion: field.optional.text('Of UN M49: `southern-europe`.', { maxLength: 100 }),
  capital: field.optional.flag('Only capitals.'),
  month: field.optional.integer('For `high`, `rain` and `sun`; 1 is January.', { minimum: 1, maximum: 12 }),
  budget_max: field.optional.number('Needed a month by `household`, in `currency` (default: USD).'),
  household: householdArgument,
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  high_min: field.optional.number('Average daily high, °C.'),
  high_max: field.optional.number('°C.'),
  rain_max: field.optional.number('mm.'),
  sun_min: field.optional.number('Hours of sunshine.'),
  sea_max: field.optional.number('Kilometres to the coast.'),
  station_max: field.optional.number('Kilometres to the weather station.'),
  airport_max: field.optional.number('Kilometres to an airport.'),
  near: field.optional.text('Latitude and longitude in degrees: `38.72,-9.14`.', { maxLength: 50 }),
  radius_km: field.optional.number('Around `near`.', { exclusiveMinimum: 0, maximum: 1000 }),
  min_population: Type.Optional(Type.Integer({ minimum: 0 })),
  fold: field.optional.oneOf(
    ['agglomeration'],
    'Only the main city of each urban agglomeration: for rankings.',
  ),
  certain: field.optional.flag(
    'The whole 80 % interval is within the bounds. Climate and distances have none.',
  ),
  measured: field.optional.flag('The price level is based on official figures of the city or its region.'),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, default: 10 })),
});

/** Cities by their figures. */
export const searchCities: Tool = {
  name: 'search_cities',
  title: 'Search cities by figures',
  description:
    'Finds and ranks cities (not their parts) by price levels, budgets, pay, scores, climate of a month, distance to the sea, place and population: cheap cities with good health care, where wages buy most, capitals of Europe, warm in January. Cities that lack a needed figure are left out and counted. If intervals overlap, the order is not certain: use compare_places.',
  input,
  tables: ['cities'],
  answer(reader: Reader, given: Static<typeof input>) {
    const { criteria = [], capital, certain, measured, sort, include, limit, ...where } = given;
    checkCriteria(criteria);
    const bounds = criteria.flatMap(({ measure, min, max }) => [
      [`${measure}_min`, min] as const,
      [`${measure}_max`, max] as const,
    ]);
    const found = reader.ask('/cities', {
      query: {
        ...where,
        ...Object.fromEntries(bounds),
        kind: 'city',
        capital: capital ? 'true' : undefined,
        sort,
        include,
        limit,
        certainty: certain ? 'sure' : undefined,
        evidence: measured ? 'official_local,official_regional' : undefined,
      },
    });
    const document = citiesDocument(found);
    const ids = found.body.map(({ id }) => id);
    const shown = new Set(found.body.flatMap(({ figures = {} }) => Object.keys(figures)));
    const withConditions = found.body.some(({ conditions }) => conditions !== undefined);
    const sources = [...sourcesOf(reader, ids, shown, withConditions)];
    return { ...document, citation: citationOf(found.release, sources) };
  },
};

/** The bounds of a second criterion would replace those of the first. */
function checkCriteria(criteria: NonNullable<Static<typeof input>['criteria']>): void {
  const named = criteria.map(({ measure }) => measure);
  for (const [at, { measure, min, max }] of criteria.entries()) {
    const wrong = named.indexOf(measure) !== at ? `names ${measure} twice` : `has no bound for ${measure}`;
    if (named.indexOf(measure) !== at || (min ?? max) === undefined)
      throw new Problem(
        'invalid_parameter',
        `search_cities: criteria ${wrong}. Give its min, max or both in one criterion.`,
      );
  }
}

/** The most places that a comparison takes. */
const AT_ONCE = 20;

/**
 * The sources behind the price levels and scores of cities, for the kinds of figures that are shown.
 *
 * @param conditions whether climate and distances are shown, too: they are among the data that scores are made of
 */
function* sourcesOf(
  reader: Reader,
  ids: readonly string[],
  shown: ReadonlySet<string>,
  conditions: boolean,
): Generator<Static<typeof Source>> {
  const shows = (measures: readonly string[]) => measures.some((measure) => shown.has(measure));
  // Only the response for a single city has pay.
  if (shows(PAY_MEASURES)) for (const id of ids) yield* sourcesAt(reader, 'cost-of-living', [id]);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const cities = ids.slice(from, from + AT_ONCE);
    if (shows(COST_MEASURES)) yield* sourcesAt(reader, 'cost-of-living', cities);
    if (conditions || shows(QUALITY_MEASURES)) yield* sourcesAt(reader, 'quality-of-life', cities);
  }
}

/** @param cities ids, at least one */
function sourcesAt(reader: Reader, data: 'cost-of-living' | 'quality-of-life', cities: readonly string[]) {
  const fields = 'sources';
  const [place = '', ...others] = cities;
  return others.length === 0
    ? reader.ask(`/data/${data}/{city_id}`, { place, query: { fields } }).body.sources
    : reader.ask(`/data/${data}`, { query: { fields, cities } }).body.sources;
}
