import type { CostOfLiving, CountryCostOfLiving } from '../cost/cost-of-living.ts';
import type { QualityOfLife } from '../quality/quality-of-life.ts';
import { numberText } from './cells.ts';
import { type Difference, estimateOf } from './document.ts';
import { rankSentence } from './ranks.ts';
import { evidenceSentence, interval, signed, tenths } from './words.ts';

/** Conclusions in a sentence or two. They claim no more than the figures show: if places cannot be told apart, they say so. */

/** @param country the name of its country, or its own */
export function costSentence(
  name: string,
  country: string,
  cost: CostOfLiving | CountryCostOfLiving,
): string {
  const { index, index_reason, evidence, reference } = cost;
  const ranking = 'ranking' in cost ? cost.ranking : null;
  if (index === null || evidence === null)
    return `${name} has no price level. ${index_reason?.detail ?? 'No source has one.'}`;
  const { overall } = index;
  if (overall.low === overall.high)
    return `All other cities are compared with ${name}: its price level is ${numberText(overall.value)}.`;
  return `The price level of ${name} is ${tenths(overall.value)}, where ${reference.name} is 100 (80 % interval: ${interval(overall)}).${rankSentence(ranking, true)} ${evidenceSentence(evidence, name, country)}`;
}

export function qualitySentence({ ranking, ...score }: QualityOfLife['score']): string {
  const estimate = estimateOf(score);
  if (estimate === null) return 'We don’t know enough for an overall score of the quality of life.';
  return `The quality of life is ${tenths(estimate.value)} of 100 (80 % interval: ${interval(estimate)}).${rankSentence(ranking, false)}`;
}

/** @param names of the place, and of the first one */
export function priceDifferenceSentence([name, first]: [string, string], percent: Difference | null): string {
  if (percent === null) return `${name} or ${first} has no price level, so we can’t compare them.`;
  return percent.significant
    ? `${name} is ${tenths(Math.abs(percent.value))} % ${percent.value > 0 ? 'more expensive' : 'cheaper'} than ${first} (80 % interval: ${sizes(percent)} %).`
    : `Prices in ${name} and ${first} cannot be told apart (${signed(percent.value)} %, 80 % interval: ${signed(percent.low)} to ${signed(percent.high)} %).`;
}

export function betterSentence([name, first]: [string, string], points: Difference | null): string {
  if (points === null) return `We don’t know enough to compare the quality of life in ${name} and ${first}.`;
  return points.significant
    ? `The quality of life in ${name} is ${points.value > 0 ? 'better' : 'worse'} than in ${first} by ${tenths(Math.abs(points.value))} of 100 points (80 % interval: ${sizes(points)}).`
    : `The quality of life in ${name} and ${first} cannot be told apart (${signed(points.value)} points, 80 % interval: ${signed(points.low)} to ${signed(points.high)}).`;
}

/** `56.9 to 73.5`: the direction is in the words around it, and a significant difference has only one. */
function sizes({ low, high }: Difference): string {
  const [least = 0, most = 0] = [Math.abs(low), Math.abs(high)].sort((one, other) => one - other);
  return `${tenths(least)} to ${tenths(most)}`;
}

/** Several places compared with the first: how many differ significantly. @param words such as `more expensive` and `cheaper` */
export function countedSentence(
  first: string,
  differences: readonly (Difference | null)[],
  words: { what: string; above: string; below: string },
): string {
  const known = differences.filter((difference) => difference !== null);
  const certain = known.filter(({ significant }) => significant);
  const above = certain.filter(({ value }) => value > 0).length;
  const unknown = differences.length - known.length;
  const rest = unknown > 0 ? `; we don’t know enough about ${unknown}` : '';
  return `${words.what}: compared with ${first}, ${above} ${above === 1 ? 'place is' : 'places are'} certainly ${words.above}, ${certain.length - above} certainly ${words.below}, and ${known.length - certain.length} cannot be told apart (≈)${rest}.`;
}
