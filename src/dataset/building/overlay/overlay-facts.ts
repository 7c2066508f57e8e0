import type { Grain } from '../../../release/grain.ts';
import type { Fact, FactRow } from '../facts/fact.ts';
import { type Catalogues, type FactFault, faultsOf } from '../facts/fact-rules.ts';
import { type CheckedFacts, withSources } from '../facts/facts.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { type OverlayFigure, OverlayStore } from './overlay-store.ts';

/** An operator's own figures, the file and line of each, those of ours that the operator withdraws, and the sources that they cite. */
export type OverlayFacts = ReturnType<typeof overlayFacts>;

/** What a figure is about, whoever published it. */
type Subject = Pick<Fact, 'place' | 'metric' | 'period' | 'note'> & { grain: string };

/** Everything that was imported into LDS_HOME, unchecked. */
export function overlayFacts(home: string) {
  const overlays = new OverlayStore(home).all();
  const figures = overlays.flatMap(({ file, figures }) =>
    figures.map(({ line, ...figure }) => ({ ...figure, origin: { file, line } })),
  );
  return {
    facts: figures
      .filter((figure) => !isWithdrawal(figure))
      .map(({ value, grain, ...figure }) => ({ ...figure, value: Number(value), grain: grain as Grain })),
    withdrawn: figures.filter(isWithdrawal),
    sources: overlays.flatMap(({ sources }) => sources),
  };
}

/**
 * Our facts and an operator's. The operator's replace ours with the same place, metric, grain, period and note, or withdraw them. Other figures of
 * theirs are one more source: responses show the most local figure, then the most recent, whether it is ours or the operator's.
 * Catalogues and registry may have changed since the import, so every figure is checked again. Throws at the first fault, with
 * file and line.
 *
 * @param places every key that a fact may be about
 */
export function withOverlay(
  checked: CheckedFacts,
  places: { has(key: string): boolean },
  { facts, withdrawn, sources: own }: OverlayFacts,
): CheckedFacts {
  if (facts.length === 0 && withdrawn.length === 0) return checked;
  const sources = withSources(checked.sources, own, 'LDS_HOME/overlay');
  for (const { origin, ...fact } of facts) {
    const figure = { ...fact, line: origin.line, value: String(fact.value) };
    const [first] = faultsOfFigure(figure, { metrics: checked.metrics, places, sources });
    if (first !== undefined)
      throw new SourceFileError(
        origin.file,
        origin.line,
        first.column,
        `${first.fault}. Correct the file and import it again (data import)`,
      );
  }
  const known = new Set(withdrawn.length === 0 ? [] : checked.facts.map(subjectKey));
  for (const { origin, ...subject } of withdrawn)
    if (!known.has(subjectKey(subject)))
      throw new SourceFileError(origin.file, origin.line, 'value', NOTHING_TO_WITHDRAW);
  const said = new Set([...facts, ...withdrawn].map(subjectKey));
  return {
    ...checked,
    sources,
    facts: [
      ...checked.facts.filter((fact) => !said.has(subjectKey(fact))),
      ...facts.map(({ origin: _, ...fact }) => fact),
    ],
  };
}

/** The fault of a withdrawal without a figure of ours. */
export const NOTHING_TO_WITHDRAW =
  'there is no figure of ours to withdraw: place, metric, period, grain and note must be those of a line of data/facts';

export function subjectKey({ place, metric, grain, period, note }: Subject): string {
  return [place, metric, grain, period, note].join('\t');
}

/** What a withdrawal leaves empty. */
const WITHOUT_FIGURE: ReadonlySet<string> = new Set<keyof FactRow>(['value', 'unit', 'source']);

/** Whether an operator's line has no figure of its own: it withdraws ours. */
export function isWithdrawal(figure: Pick<OverlayFigure, 'value' | 'unit' | 'source'>): boolean {
  return figure.value + figure.unit + figure.source === '';
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
