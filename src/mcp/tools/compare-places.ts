import Type, { type Static } from 'typebox';
import { Problem } from '../../engine/problems.ts';
import { comparisonDocument } from '../../engine/summaries/comparison.ts';
import { CATEGORIES } from '../../release/cost-basket.ts';
import { SCORED_GROUPS } from '../../release/measures.ts';
import { householdArgument } from '../household.ts';
import { type NamedPlace, PLACE_NAMES, placesNamed } from '../place-names.ts';
import type { Reader } from '../reader.ts';
import type { Tool } from '../tool.ts';
import { askedTopics, topicsArgument } from '../topics.ts';

const FEWEST = 2;
const MOST = 20;

const Shares = (names: readonly string[], what: string) =>
  Type.Optional(
    Type.Partial(
      Type.Object(
        Object.fromEntries(names.map((name) => [name, Type.Number({ minimum: 0, maximum: 999_999 })])),
      ),
      { additionalProperties: false, minProperties: 1, description: what },
    ),
  );

const input = Type.Object(
  {
    places: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: FEWEST,
      maxItems: MOST,
      description: `Cities and countries to compare; all others are compared with the first. Each: ${PLACE_NAMES}`,
    }),
    topics: topicsArgument,
    weights: Type.Optional(
      Type.Object(
        {
          cost: Shares(CATEGORIES, 'Shares of spending by category, instead of an average household’s.'),
          quality: Shares(SCORED_GROUPS, 'Weights of the groups in the overall score.'),
        },
        {
          additionalProperties: false,
          description: 'What matters to the person, on any scale. Parts that you leave out do not count.',
        },
      ),
    ),
    household: householdArgument,
    amount: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description:
          'An amount of money in the first place. The answer has the amounts that buy the same in the other places, before taxes; with `household`, an amount per month, and what is left of it.',
      }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{3}$',
        description: 'Currency of `amount` and of the budgets: ISO 4217 (`EUR`).',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Compares places with the first of them. */
export const comparePlaces: Tool = {
  name: 'compare_places',
  title: 'Compare places',
  description:
    'Compares cost of living and quality of life of 2 to 20 cities and countries: differences from the first place with 80 % intervals, and whether they are significant. With `household`, also what one adult, a couple or a family needs in each in a month, in money. With `amount` and `currency`, also the salary or amount that buys the same elsewhere. Use it for “is A cheaper than B”, “what does a family need in A and B”, moving, and fair pay.',
  input,
  tables: ['places', 'parts'],
  namesIn: ({ places }: Static<typeof input>) => places,
  answer(reader: Reader, given: Static<typeof input>) {
    const topics = askedTopics(
      reader,
      given.topics,
      given.amount === undefined && given.household === undefined ? [] : ['cost'],
    );
    const places = placesNamed(reader.release, given.places);
    checkFirst(places, given.amount);
    const query = queryOf(places);
    const { weights = {}, household, amount, currency } = given;
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
