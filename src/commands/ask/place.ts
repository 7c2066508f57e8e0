import { historyDocument } from '../../engine/summaries/history.ts';
import { budgetDocument, PLACE_PATHS, placeDocument } from '../../engine/summaries/place.ts';
import { similarDocument } from '../../engine/summaries/similar.ts';
import type { Answers } from './answers.ts';
import { type Define, nameIn, pageOf, wholeNumber } from './question.ts';

interface PlaceFlags {
  full?: true;
  reference?: string;
  weights?: string;
}

/** `budget` shows what a household needs; the other commands take the option, too. */
export const HOUSEHOLD_OPTION = 'what this household needs in a month: one, couple or family';

interface BudgetFlags {
  household?: string;
  currency?: string;
  ofCountry?: true;
}

/** `budget`: what a household needs in a month, by category. */
export function registerBudget(define: Define): void {
  define<BudgetFlags>(
    'budget <name...>',
    'show what a household needs in a city in a month, in money, by category',
    (command) =>
      command
        .option('--household <kind>', HOUSEHOLD_OPTION)
        .option('--currency <code>', 'the currency of the amounts; default: that of the place')
        .option('--of-country', 'the name is a country'),
    async (answers, names, { household, currency, ofCountry }) => {
      const paths = ofCountry ? COUNTRY : CITY;
      const { body: place } = await answers.ask(paths.place, { place: nameIn(names) });
      const { body } = await answers.ask(paths.cost, { place: place.id, query: { household, currency } });
      return budgetDocument(body, place, pageOf(answers, `${paths.page}/${place.id}`));
    },
  );
}

/** `city` and `country`: facts, cost of living and quality of life of a place. */
export function registerPlace(define: Define): void {
  define<PlaceFlags>(
    'city <name...>',
    'show facts, cost of living and quality of life of a city',
    placeOptions,
    (answers, names, flags) => askPlace(answers, CITY, names, flags),
  );
  define<PlaceFlags>(
    'country <name...>',
    'show facts, cost of living and quality of life of a country',
    placeOptions,
    (answers, names, flags) => askPlace(answers, COUNTRY, names, flags),
  );
}

function placeOptions(command: Parameters<Parameters<Define>[2]>[0]) {
  return command
    .option('--full', 'show every price and every figure')
    .option('--reference <city>', 'the city whose price level is 100 (default: New York)')
    .option('--weights <list>', 'your own basket: housing:0.4,food:0.3,transport:0.3');
}

const CITY = { page: '/cities', ...PLACE_PATHS.city };
const COUNTRY = { page: '/countries', ...PLACE_PATHS.country };

async function askPlace(
  answers: Answers,
  paths: typeof CITY | typeof COUNTRY,
  names: readonly string[],
  { full, reference, weights }: PlaceFlags,
) {
  const { body: place } = await answers.ask(paths.place, { place: nameIn(names) });
  const about = { place: place.id };
  const [cost, quality] = await Promise.all([
    answers.ask(paths.cost, { ...about, query: { reference, weights } }),
    answers.ask(paths.quality, about),
  ]);
  return placeDocument(
    { place, cost: cost.body, quality: quality.body },
    { detail: full ? 'full' : 'brief', ...pageOf(answers, `${paths.page}/${place.id}`) },
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
    (command) =>
      command
        .option('--of-country', 'the name is a country')
        .option('--metric <ids>', 'only these metrics, separated by commas')
        .option('--from <date>', 'from this year, month or day: 2015, 2015-06')
        .option('--to <date>', 'until this year, month or day'),
    async (answers, names, { ofCountry, metric, from, to }) => {
      const path = ofCountry ? '/data/history/countries/{country_id}' : '/data/history/cities/{city_id}';
      const { body } = await answers.ask(path, { place: nameIn(names), query: { metric, from, to } });
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
    (command) =>
      command
        .option('--limit <number>', 'how many cities, at most 50', wholeNumber, 10)
        .option('--country <name>', 'only cities of this country')
        .option('--elsewhere', 'only cities of other countries')
        .option('--min-population <number>', 'only cities with at least this many inhabitants', wholeNumber),
    async (answers, names, { limit, country, elsewhere, minPopulation }) => {
      const { body } = await answers.ask('/data/similar/{city_id}', {
        place: nameIn(names),
        query: { limit, country, elsewhere: elsewhere && 'true', min_population: minPopulation },
      });
      return similarDocument(body);
    },
  );
}
