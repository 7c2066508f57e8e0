import { type CostEstimates, isKnown } from '../../release/cost-estimates.ts';
import { estimateCostIndex } from '../estimates/cost-index.ts';
import type { CostInputs } from '../estimates/cost-inputs.ts';
import { markdownTable } from './markdown.ts';

/** Less than that (ln) is no change. */
const CHANGED = 0.005;

/** What each source of rents and baskets changes: the index of all cities without it against the index with it. */
export function ablation(inputs: CostInputs): string {
  const sources = new Set(
    [...inputs.rentSeries, ...inputs.regionalSeries, ...inputs.comparableRents].map(({ source }) => source),
  );
  const all = estimateCostIndex(inputs);
  const rows = [...sources].sort().map((source) => {
    const facts = inputs.facts.filter((fact) => fact.source !== source);
    const changes = changesFrom(estimateCostIndex({ ...inputs, facts }), all);
    const most = changes.reduce(
      (largest, one) => (Math.abs(one.log) > Math.abs(largest.log) ? one : largest),
      {
        city: '',
        log: 0,
      },
    );
    const sizes = changes.map(({ log }) => Math.abs(log)).sort((left, right) => left - right);
    return [
      source,
      changes.length,
      sizes.length === 0 ? '' : (100 * (sizes[sizes.length >> 1] ?? 0)).toFixed(1),
      most.city === ''
        ? ''
        : `${most.city} ${most.log > 0 ? '+' : '−'}${(100 * Math.abs(most.log)).toFixed(1)}`,
    ];
  });
  return markdownTable(['Source', '>Cities changed', '>Median change', 'Largest change by it'], rows);
}

/** Overall levels (ln) of the cities that differ, the second less the first. */
function changesFrom(without: CostEstimates, all: CostEstimates): { city: string; log: number }[] {
  return [...all.cities].flatMap(([key, cost]) => {
    const before = without.cities.get(key);
    if (!isKnown(cost) || !isKnown(before)) return [];
    const log = cost.overall.log - before.overall.log;
    return Math.abs(log) < CHANGED ? [] : [{ city: key.slice('city/'.length), log }];
  });
}
