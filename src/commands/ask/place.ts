import type { Static } from 'typebox';
import type { CostOfLiving } from '../../engine/cost/cost-of-living.ts';
import type { QualityOfLife } from '../../engine/quality/quality-of-life.ts';
import type { SimilarCities } from '../../engine/similar/similar-cities.ts';
import { historyDocument } from '../../engine/summaries/history.ts';
import { type City, type Country, placeDocument } from '../../engine/summaries/place.ts';
import { similarDocument } from '../../engine/summaries/similar.ts';
import type { Answers } from './answers.ts';
import { type Define, nameIn, pageOf, queryOf, wholeNumber } from './question.ts';

interface PlaceFlags {
  full?: true;
  reference?: string;
  weights?: string;
}

/** `city` and `country`: facts, cost of living and quality of life of a place. */
export function registerPlace(define: Define): void {
  define<PlaceFlags>(
    'city <name...>',
    'show facts, cost of living and quality of life of a city',
    ['Lisbon', '"Austin, TX" --full', 'lisbon --reference berlin', 'tokyo --json'],
    placeOptions,
    (answers, names, flags) => askPlace(answers, `/cities/${nameIn(names)}`, flags),
  );
  define<PlaceFlags>(
    'country <name...>',
    'show the same for a whole country',
    ['Portugal', 'JP --full', 'south korea --md'],
    placeOptions,
    (answers, names, flags) => askPlace(answers, `/countries/${nameIn(names)}`, flags),
  );
}

function placeOptions(command: Parameters<Parameters<Define>[3]>[0]) {
  return command
    .option('--full', 'show every price and every figure')
    .option('--reference <city>', 'the city whose price level is 100 (default: New York)')
    .option('--weights <list>', 'your own basket: housing:0.4,food:0.3,transport:0.3');
}

async function askPlace(answers: Answers, path: string, { full, reference, weights }: PlaceFlags) {
  const { body: place } = await answers.get<City | Country>(path);
  const kind = 'geonames_id' in place ? '' : 'countries/';
  const query = queryOf({ reference, weights });
  const [cost, quality] = await Promise.all([
    answers.get<CostOfLiving>(`/data/cost-of-living/${kind}${place.id}${query}`),
    answers.get<QualityOfLife>(`/data/quality-of-life/${kind}${place.id}`),
  ]);
  const page = pageOf(answers, `/${kind === '' ? 'cities' : 'countries'}/${place.id}`);
  return placeDocument(
    { place, cost: cost.body, quality: quality.body },
    { detail: full ? 'full' : 'brief', ...page },
  );
}

interface HistoryFlags {
  ofCountry?: true;
  metric?: string;
  from?: string;
  to?: string;
}

/** `history`: the figures of a place over time. */
export function registerHistory(define: Define): void {
  define<HistoryFlags>(
    'history <name...>',
    'show the figures of a city over time; without a metric, list the metrics',
    ['Lisbon', 'Lisbon --metric rent_two_bedroom', 'Portugal --of-country --metric population --from 2015'],
    (command) =>
      command
        .option('--of-country', 'the name is a country')
        .option('--metric <ids>', 'only these metrics, separated by commas')
        .option('--from <date>', 'from this year, month or day: 2015, 2015-06')
        .option('--to <date>', 'until this year, month or day'),
    async (answers, names, { ofCountry, metric, from, to }) => {
      const path = `/data/history/${ofCountry ? 'countries' : 'cities'}/${nameIn(names)}`;
      const { body } = await answers.get<Parameters<typeof historyDocument>[0]>(
        `${path}${queryOf({ metric, from, to })}`,
      );
      return historyDocument(body);
    },
  );
}

interface SimilarFlags {
  limit?: number;
  country?: string;
  elsewhere?: true;
  minPopulation?: number;
}

/** `similar`: the cities that are most like a given one. */
export function registerSimilar(define: Define): void {
  define<SimilarFlags>(
    'similar <name...>',
    'find the cities that are most like a city in prices and quality of life',
    ['Lisbon --elsewhere --min-population 500000', 'Porto --country spain --limit 5'],
    (command) =>
      command
        .option('--limit <number>', 'how many cities, at most 50', wholeNumber, 10)
        .option('--country <name>', 'only cities of this country')
        .option('--elsewhere', 'only cities of other countries')
        .option('--min-population <number>', 'only cities with at least this many inhabitants', wholeNumber),
    async (answers, names, { limit, country, elsewhere, minPopulation }) => {
      const query = queryOf({
        limit,
        country,
        elsewhere: elsewhere && 'true',
        min_population: minPopulation,
      });
      const { body } = await answers.get<Static<typeof SimilarCities>>(
        `/data/similar/${nameIn(names)}${query}`,
      );
      return similarDocument(body);
    },
  );
}
