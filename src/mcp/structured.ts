import Type, { type TObject } from 'typebox';
import type { SummaryDocument } from '../engine/summaries/document.ts';
import { lean } from '../engine/summaries/lean.ts';

/**
 * The JSON beside the Markdown: the lean document, with intervals as arrays of three numbers, which take half as many tokens as
 * three named ones.
 */
export function structured(document: SummaryDocument): Record<string, unknown> {
  return lean(document, shortCell);
}

function shortCell(cell: unknown): unknown {
  if (typeof cell !== 'object' || cell === null || !('value' in cell && 'low' in cell && 'high' in cell))
    return cell;
  return [cell.value, cell.low, cell.high];
}

const CELLS =
  'Rows by table; unknown values are absent. A cell is text, a number, source ids, money (`amount`, `currency`, `low`, `high`), or an estimate or difference with its 80 % interval: [value, low, high]. If the interval of a difference includes 0, the two places cannot be told apart.';

/**
 * The schema of `structured`, which is short because every client reads those of all tools.
 *
 * @param tables names of the tables that an answer may have
 */
export function outputSchema(tables: readonly string[]): TObject {
  const Rows = Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown())));
  return Type.Object({
    title: Type.String(),
    conclusion: Type.Array(Type.String()),
    tables: Type.Object(Object.fromEntries(tables.map((name) => [name, Rows])), { description: CELLS }),
    citation: Type.Object({
      service: Type.String(),
      release: Type.String(),
      sources: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'Source ids by licence. Name the sources wherever you use their figures.',
      }),
    }),
  });
}
