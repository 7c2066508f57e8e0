import Type, { type Static } from 'typebox';
import * as field from '../../engine/field.ts';
import { Problem } from '../../engine/problems.ts';
import { comparisonDocument } from '../../engine/summaries/comparison.ts';
import { CATEGORIES } from '../../release/cost-basket.ts';
import { SCORED_GROUPS } from '../../release/measures.ts';
import { type NamedPlace, PLACE_NAMES, placesNamed } from '../place-names.ts';
import type { Reader } from '../reader.ts';
import type { Tool } from '../tool.ts';
import { askedTopics, householdArgument, topicsArgument } from '../topics.ts';

const FEWEST = 2;
const MOST = 20;

/** As names with one schema, because a schema for each would cost every conversation 250 tokens more. */
const Shares = (names: readonly string[], description: string) =>
  Type.Optional(
    Type.Unsafe<Record<string, number>>({
      type: 'object',
      propertyNames: { enum: names },
      additionalProperties: { type: 'number', minimum: 0, maximum: 999_999 },
      minProperties: 1,
      description,
    }),
  );

const input = field.only({
  places: field.list(
    Type.String({ minLength: 1, maxLength: 100 }),
    `Cities and countries to compare; all others are compared with the first. Each: ${PLACE_NAMES}`,
    { minItems: FEWEST, maxItems: MOST },
  ),
  topics: topicsArgument,
  weights: Type.Optional(
    Type.Object(
      {
        cost: Shares(CATEGORIES, 'Shares of spending by category, instead of an average household’s.'),
        quality: Shares(SCORED_GROUPS, 'Weights of the groups in the overall score.'),
      },
      {
        additionalProperties: false,
        minProperties: 1,
        description: 'What matters to the person, on any scale. Parts that you leave out do not count.',
      },
    ),
  ),
  household: householdArgument,
  amount: field.optional.number(
    'Money in the first place; taxes are not counted, so net pay gives net pay. With `household`, it is per month, and the answer has what is left of it.',
    { exclusiveMinimum: 0 },
  ),
  currency: field.optional.text('Currency of `amount` and of the budgets: ISO 4217 (`EUR`).', {
    pattern: '^[A-Za-z]{3}$',
  }),
});

/** Compares places with the first of them. */
export const comparePlaces: Tool = {
  name: 'compare_places',
  title: 'Compare places',
  description:
    'Compares cost of living and quality of life of 2 to 20 cities and countries with the first: differences, 80 % intervals, and whether they are significant. With `household`, also what it needs in each in a month, in money. With `amount` and `currency`, also what buys the same elsewhere. For “is A cheaper than B”, “what does a family need in A and B”, moving, fair pay.',
  input,
  tables: ['places', 'parts'],
  namesIn: ({ places }: Static<typeof input>) => places,
  answer(reader: Reader, given: Static<typeof input>) {
    const { weights = {}, household, amount, currency } = given;
    const topics = askedTopics(reader, given.topics, {
      cost: [weights.cost, household, amount, currency],
      quality: [weights.quality],
    });
    const places = placesNamed(reader.release, given.places);
    checkFirst(places, amount);
    const query = queryOf(places);
    const cost = () =>
      reader.ask('/data/cost-of-living', {
        query: {
          ...query,
          weights: textOf(weights.cost),
          household,
          amount,
          currency: currency?.toUpperCase(),
        },
      }).body;
    const quality = () =>
      reader.ask('/data/quality-of-life', { query: { ...query, weights: textOf(weights.quality) } }).body;
    if (!topics.includes('quality')) return comparisonDocument({ cost: cost() });
    return comparisonDocument({ ...(topics.includes('cost') && { cost: cost() }), quality: quality() });
  },
};

/** The API compares with the first city, and with a country only if there is no city. */
function checkFirst(places: readonly NamedPlace[], amount: number | undefined): void {
  if (places[0]?.kind === 'country' && places.some(({ kind }) => kind === 'city'))
    throw new Problem(
      'invalid_parameter',
      `compare_places: if there are cities, all places are compared with the first city. Name the city first${amount === undefined ? '' : ', with an amount that is spent there'}.`,
    );
}

function queryOf(places: readonly NamedPlace[]) {
  const ids = (wanted: NamedPlace['kind']) => {
    const found = places.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    return found.length === 0 ? undefined : found;
  };
  return { cities: ids('city'), countries: ids('country') };
}

function textOf(shares: Readonly<Record<string, number | undefined>> | undefined): string | undefined {
  return (
    shares &&
    Object.entries(shares)
      .map(([name, share]) => `${name}:${share}`)
      .join()
  );
}
