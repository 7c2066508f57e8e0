import type { FactRow } from '../facts/fact.ts';
import { type Catalogues, type FactFault, faultsOf } from '../facts/fact-rules.ts';
import type { OverlayFigure } from './overlay-store.ts';

/** Everything that is wrong with an operator's figure: the rules for facts, and one more. */
export function faultsOfFigure(figure: OverlayFigure, catalogues: Catalogues): FactFault[] {
  const metric = catalogues.metrics.get(figure.metric);
  const row: FactRow = { ...figure, standard_error: '' };
  if (metric?.resource !== 'model_input') return faultsOf(row, catalogues);
  const fault = `${metric.id} is an input of the estimates, which use no imported figures`;
  return [{ column: 'metric', fault }, ...faultsOf(row, catalogues)];
}
