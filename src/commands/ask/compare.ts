import { comparisonDocument } from '../../engine/summaries/comparison.ts';
import { typedAmount } from '../../engine/summaries/typed-amount.ts';
import { UsageError } from '../../process/operator-error.ts';
import type { Answers } from './answers.ts';
import { HOUSEHOLD_OPTION } from './place.ts';
import { type Define, pageOf, queryOf } from './question.ts';

interface CompareFlags {
  country?: string[];
  amount?: string[];
  household?: string;
  currency?: string;
  weights?: string;
  groupWeights?: string;
}

/** `compare`: several places against the first. */
export function registerCompare(define: Define): void {
  define<CompareFlags>(
    'compare [cities...]',
    'compare cost of living and quality of life in up to 20 places, and see which differences are significant',
    (command) =>
      command
        .option('--country <name>', 'also compare a whole country; can be repeated', collected)
        .option('--amount <amount...>', 'show what buys the same in each place, taxes aside: 60000 EUR')
        .option('--household <kind>', HOUSEHOLD_OPTION)
        .option('--currency <code>', 'the currency of the budgets; default: that of the first place')
        .option('--weights <list>', 'your own basket: housing:0.4,food:0.3,transport:0.3')
        .option('--group-weights <list>', 'your own weights for quality of life: safety:0.5,climate:0.5'),
    compare,
  );
}

async function compare(answers: Answers, names: readonly string[], flags: CompareFlags) {
  const { amount, currency = flags.currency, rest } = amountIn(flags.amount ?? []);
  const { household } = flags;
  const named = { cities: listOf([...names, ...rest]), countries: listOf(flags.country ?? []) };
  const [cost, quality] = await Promise.all([
    answers.ask('/data/cost-of-living', {
      query: { ...named, household, amount, currency, weights: flags.weights },
    }),
    answers.ask('/data/quality-of-life', { query: { ...named, weights: flags.groupWeights } }),
  ]);
  return comparisonDocument(
    { cost: cost.body, quality: quality.body },
    // The page compares cities only.
    cost.body.countries.length > 0
      ? {}
      : pageOf(
          answers,
          `/compare${queryOf({
            cities: cost.body.cities.map(({ city }) => city.id).join(),
            household,
            amount,
            currency,
            weights: flags.weights,
            group_weights: flags.groupWeights,
          })}`,
        ),
  );
}

function collected(name: string, before: string[] = []): string[] {
  return [...before, name];
}

/** Names may have commas in them, so semicolons separate them. */
function listOf(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.join(';');
}

/** `60000 EUR`, `60000EUR` or `60,000 EUR`; further words are names that came after the amount. */
function amountIn(words: readonly string[]) {
  if (words.length === 0) return { amount: undefined, currency: undefined, rest: [] };
  const [, digits = '', attached] = /^([\d,. ]+?)\s*([A-Za-z]{3})?$/.exec(words[0] ?? '') ?? [];
  const [currency, rest] = attached === undefined ? [words[1], words.slice(2)] : [attached, words.slice(1)];
  const amount = Number(typedAmount(digits));
  if (!(amount > 0) || currency === undefined || !/^[A-Za-z]{3}$/.test(currency))
    throw new UsageError('--amount needs an amount and its currency: --amount 60000 EUR');
  return { amount, currency: currency.toUpperCase(), rest };
}
