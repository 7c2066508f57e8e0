import type { Static } from 'typebox';
import { Z80 } from '../../release/cost-estimates.ts';
import { roundTo } from '../../release/round-to.ts';
import type { Observation } from '../../release/schema.ts';
import * as field from '../field.ts';
import { Figure, resource } from '../schemas.ts';

export const FigureDifference = resource(
  'FigureDifference',
  'A figure minus that of the first place, if the publisher states the standard errors of both.',
  {
    value: field.number('The difference, in `unit`.'),
    unit: Figure.properties.unit,
    ...field.difference,
  },
);

/**
 * The difference between two figures of one metric; undefined unless both have the same source, which states the standard errors of
 * both. The errors of two places are assumed to be independent. Two cities that share a figure, such as a national one, do not
 * differ, so the difference has no error.
 */
export function figureDifference(
  figure: Observation,
  first: Observation | undefined,
): Static<typeof FigureDifference> | undefined {
  if (first === undefined || figure.source !== first.source) return undefined;
  if (figure.standard_error === null || first.standard_error === null) return undefined;
  const error = figure.place === first.place ? 0 : Math.hypot(figure.standard_error, first.standard_error);
  const { value, low, high, significant } = around(figure.value - first.value, error);
  return { value: rounded(value), unit: figure.unit, low: rounded(low), high: rounded(high), significant };
}

/** The 80 % interval of a difference with this standard error. */
export function around(value: number, error: number) {
  const [low, high] = [value - Z80 * error, value + Z80 * error];
  return { value, low, high, significant: low > 0 || high < 0 };
}

/** Removes floating-point noise from a difference. */
function rounded(value: number): number {
  return roundTo(value, 1e6);
}
