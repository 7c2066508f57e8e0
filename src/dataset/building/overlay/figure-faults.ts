import type { FactRow } from '../facts/fact.ts';
import { type Catalogues, type FactFault, faultsOf } from '../facts/fact-rules.ts';
import type { OverlayFigure } from './overlay-store.ts';

/** What a withdrawal leaves empty. */
const WITHOUT_FIGURE: ReadonlySet<string> = new Set<keyof FactRow>(['value', 'unit', 'source']);

/** Whether an operator's line has no figure of its own: it withdraws ours. */
export function isWithdrawal({
  value,
  unit,
  source,
}: Pick<OverlayFigure, 'value' | 'unit' | 'source'>): boolean {
  return value === '' && unit === '' && source === '';
}

/** Everything that is wrong with an operator's figure: the rules for facts, and one more. */
export function faultsOfFigure(figure: OverlayFigure, catalogues: Catalogues): FactFault[] {
  const metric = catalogues.metrics.get(figure.metric);
  const row: FactRow = { ...figure, standard_error: '' };
  if (isWithdrawal(figure))
    return faultsOf(row, catalogues).filter(({ column }) => !WITHOUT_FIGURE.has(column));
  if (metric?.resource !== 'model_input') return faultsOf(row, catalogues);
  const fault = `${metric.id} is an input of the estimates, which use no imported figures`;
  return [{ column: 'metric', fault }, ...faultsOf(row, catalogues)];
}
