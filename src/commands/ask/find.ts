import { type Command, InvalidArgumentError, Option } from 'commander';
import { citiesDocument } from '../../engine/summaries/found-places.ts';
import { MEASURES, type MeasureId, QUALITY_MEASURES } from '../../release/measures.ts';
import type { Answers } from './answers.ts';
import { type Define, wholeNumber } from './question.ts';

type FindFlags = Readonly<Record<string, string | number | true | undefined>>;

/** The filters that the help lists; every other measure has them, too. */
const LISTED = [
  'cost-max',
  'cost-min',
  'housing-max',
  'quality-min',
  'safety-min',
  'healthcare-min',
  'climate-min',
  'purchasing-power-min',
];
/** Leaves out small places, most of which have the same modelled figures, unless the command asks for them. */
const CITY = 100_000;
const BEST_FIRST: ReadonlySet<string> = new Set([
  ...QUALITY_MEASURES,
  'earnings',
  'purchasing_power',
  'population',
  'high',
  'sun',
]);
/** Bounds of figures without an interval: as in the API, with a hyphen. */
const CONDITIONS: Readonly<Record<string, string>> = {
  'high-min': 'average daily high of the month at least this, °C',
  'high-max': 'average daily high of the month at most this, °C',
  'rain-max': 'precipitation of the month at most this, mm',
  'sun-min': 'sunshine of the month at least this, hours',
  'sea-max': 'at most this far from the coast, km',
  'airport-max': 'at most this far from an airport, km',
};

/** `find`: cities by their figures. */
export function registerFind(define: Define): void {
  define<FindFlags>(
    'find [name...]',
    'find cities by cost of living, quality of life or name',
    options,
    find,
  );
}

function options(command: Command): Command {
  for (const measure of MEASURES)
    for (const end of ['min', 'max']) command.addOption(boundOption(measure, end));
  for (const [name, words] of Object.entries(CONDITIONS))
    command.addOption(new Option(`--${name} <number>`, words).argParser(decimal));
  return command
    .addOption(new Option('--budget-max <amount>', 'needing at most this much a month').argParser(decimal))
    .addOption(new Option('--budget-min <amount>', 'at least this much').argParser(decimal).hideHelp())
    .option('--household <kind>', 'whose budget: one, couple or family')
    .option('--currency <code>', 'the currency of the budget; default: USD')
    .option('--month <number>', 'the month of these figures: 1 is January', wholeNumber)
    .option('--continent <name>', 'only cities of this continent: europe')
    .option('--subregion <name>', 'only cities of this sub-region of UN M49: southern-europe')
    .option('--capital', 'only capitals of countries')
    .option('--sure', 'require the whole 80 % interval to pass, not only the estimate')
    .option('--evidence <names>', 'only price levels with this evidence: official_local,official_regional')
    .option('--country <name>', 'only cities of this country')
    .option('--region <name>', 'only cities of this first-level region: california')
    .option('--near <point>', 'only cities around this point: latitude,longitude in degrees')
    .option('--radius-km <number>', 'radius in kilometres (default: 50)', wholeNumber)
    .option(
      '--min-population <number>',
      `only cities with at least this many inhabitants (default: ${CITY}; with a name or a point, none)`,
      wholeNumber,
    )
    .addOption(
      new Option('--fold <by>', 'only the main city of each urban agglomeration').choices(['agglomeration']),
    )
    .option('--include <names>', 'also show these figures: safety,climate')
    .option(
      '--sort <names>',
      'quality or another score, purchasing-power: best first; cost: cheapest first; high, sun: most first; rain, sea, airport: least first; population; name',
    )
    .option('--reverse', 'reverse the order')
    .option('--limit <number>', 'how many cities, at most 1000', wholeNumber, 20)
    .addHelpText(
      'after',
      `\nFigures, each with --NAME-min and --NAME-max: ${MEASURES.map(dashed).join(', ')}. Price levels and purchasing power: New York is 100. Earnings: US dollars a month. Rent burden: per cent of earnings. Scores: 0 to 100.`,
    );
}

function boundOption(measure: MeasureId, end: string): Option {
  const name = `${dashed(measure)}-${end}`;
  const option = new Option(`--${name} <number>`, `${end === 'min' ? 'at least' : 'at most'} this much`);
  return option.argParser(decimal).hideHelp(!LISTED.includes(name));
}

function dashed(name: string): string {
  return name.replaceAll('_', '-');
}

function decimal(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('not a number.');
  return value;
}

async function find(answers: Answers, names: readonly string[], flags: FindFlags) {
  // What is left are parameters of the API, by Commander's names.
  const { sure, capital, reverse, sort, json, csv, md, url, release, ...given } = flags;
  const parameters = Object.entries(given).map(([name, value]) => [snake(name), value] as const);
  const query = {
    kind: 'city',
    ...(names.length === 0 && given.near === undefined && { min_population: CITY }),
    ...Object.fromEntries(parameters),
    ...(names.length > 0 && { q: names.join(' ') }),
    ...(capital && { capital: 'true' }),
    ...(sure && { certainty: 'sure' }),
    ...(typeof sort === 'string' && { sort: sortOf(sort, reverse === true) }),
  };
  return citiesDocument(await answers.ask('/cities', { query }));
}

/** `costMax`, Commander's name of the option, in the API: `cost_max` */
function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** In the API a minus means descending; people mean the best first. */
function sortOf(names: string, reverse: boolean): string {
  return names
    .split(',')
    .map((name) => name.trim().replaceAll('-', '_'))
    .map((name) => (BEST_FIRST.has(name) !== reverse ? `-${name}` : name))
    .join();
}
