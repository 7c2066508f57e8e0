import type { Grain } from '../../../release/grain.ts';
import type { Source } from '../../../release/source.ts';
import type { Fact } from '../facts/fact.ts';
import type { CheckedFacts } from '../facts/facts.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { faultsOfFigure } from './figure-faults.ts';
import { OverlayStore } from './overlay-store.ts';

/** An operator's own figures, the file and line of each, and the sources that they cite. */
export interface OverlayFacts {
  facts: (Fact & { origin: { file: string; line: number } })[];
  sources: Source[];
}

/** Everything that was imported into LDS_HOME, unchecked. */
export function overlayFacts(home: string): OverlayFacts {
  const overlays = new OverlayStore(home).all();
  return {
    facts: overlays.flatMap(({ file, figures }) =>
      figures.map(({ line, value, grain, ...figure }) => ({
        ...figure,
        value: Number(value),
        grain: grain as Grain,
        origin: { file, line },
      })),
    ),
    sources: overlays.flatMap(({ sources }) => sources),
  };
}

/**
 * Our facts and an operator's. The operator's replace ours with the same place, metric, grain, period and note. Other figures of
 * theirs are one more source: responses show the most local figure, then the most recent, whether it is ours or the operator's.
 * Catalogues and registry may have changed since the import, so every figure is checked again. Throws at the first fault, with
 * file and line.
 *
 * @param places every key that a fact may be about
 */
export function withOverlay(
  checked: CheckedFacts,
  places: { has(key: string): boolean },
  { facts, sources: own }: OverlayFacts,
): CheckedFacts {
  if (facts.length === 0) return checked;
  const sources = new Map(checked.sources);
  for (const source of own) {
    const other = sources.get(source.id);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(source))
      throw new SourceFileError(
        'LDS_HOME/overlay',
        0,
        'id',
        `two different sources have the id ${source.id}`,
      );
    sources.set(source.id, source);
  }
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
  const said = new Set(facts.map(subjectKey));
  return {
    ...checked,
    sources,
    facts: [
      ...checked.facts.filter((fact) => !said.has(subjectKey(fact))),
      ...facts.map(({ origin: _, ...fact }) => fact),
    ],
  };
}

function subjectKey({ place, metric, grain, period, note }: Fact): string {
  return [place, metric, grain, period, note].join('\t');
}
