import Type, { type Static, type TSchema } from 'typebox';
import {
  isMonthly,
  PLAIN_MEASURES,
  type PlainColumn,
  type PlainMeasure,
  plainColumn,
} from '../../release/plain-measures.ts';
import type { City } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { optional } from '../formats/table.ts';
import NAMES from '../names.json' with { type: 'json' };
import { invalidParameter } from '../problems.ts';

/** Finding cities by figures without an interval: what a month is like, and distances. */

/** Its column in CSV, and the bounds that a request may set. */
const ABOUT: Readonly<
  Record<PlainMeasure, { column: string; ends: readonly ('min' | 'max')[]; most: number }>
> = {
  high: { column: 'high_celsius', ends: ['min', 'max'], most: 60 },
  rain: { column: 'rain_mm', ends: ['max'], most: 5000 },
  sun: { column: 'sun_hours', ends: ['min'], most: 744 },
  station: { column: 'station_km', ends: ['max'], most: 1000 },
  sea: { column: 'sea_km', ends: ['max'], most: 5000 },
  airport: { column: 'airport_km', ends: ['max'], most: 5000 },
};
/** What a measure is, with its unit. */
const TITLES: Readonly<Record<PlainMeasure, string>> = NAMES.condition_descriptions;
/** °C. */
const LEAST_HIGH = -90;

export const Conditions = field.part(
  'What `month` is like, as in the climate normals of the city\u2019s quality-of-life data, and distances, as in its figures. Has what the request filters or sorts by or names in `include`, and with `month` everything about it; null if the city has no such figure. Absent if the request uses none.',
  {
    month: field.optional.integer('As in the request: 1 is January.'),
    ...Object.fromEntries(
      PLAIN_MEASURES.map((measure) => [
        measure,
        Type.Optional(
          field.numberOrNull(`${TITLES[measure].replace(/^./, (first) => first.toUpperCase())}.`),
        ),
      ]),
    ),
  },
);

export const CONDITION_COLUMNS = optional([
  { name: 'month', path: 'conditions.month' },
  ...PLAIN_MEASURES.map((measure) => ({ name: ABOUT[measure].column, path: `conditions.${measure}` })),
]);

export const conditionParameters: Record<string, TSchema> = {
  month: field.optional.integer(
    'The month that `high`, `rain` and `sun` are of: 1 is January. The response then includes all three, and how far away the weather station is.',
    { minimum: 1, maximum: 12, examples: [1] },
  ),
  ...Object.fromEntries(
    PLAIN_MEASURES.flatMap((measure) => {
      const { ends, most } = ABOUT[measure];
      const title = TITLES[measure];
      const what = isMonthly(measure) ? `${title}. Needs \`month\`` : title;
      const minimum = measure === 'high' ? LEAST_HIGH : 0;
      return ends.map((end) => boundParameter(measure, end, what, { minimum, maximum: most }));
    }),
  ),
};

/** A parameter of cities with at least or at most so much, by its name. */
export function boundParameter(
  measure: string,
  end: 'min' | 'max',
  what: string,
  bounds: { minimum: number; maximum: number },
): [string, TSchema] {
  const description = `Only cities with at ${end === 'min' ? 'least' : 'most'} this ${what}.`;
  return [`${measure}_${end}`, field.optional.number(description, bounds)];
}

/** What a request shows of conditions: which ones, and of which month. */
export interface AskedConditions {
  month: number | undefined;
  shown: readonly PlainMeasure[];
}

/** @param parameter that asks for the measure @throws Problem if it is one of months and the request names none */
export function columnAsked(
  measure: PlainMeasure,
  month: number | undefined,
  parameter: string,
): PlainColumn {
  if (isMonthly(measure) && month === undefined)
    throw invalidParameter(parameter, `needs month, such as month=1: ${measure} is a figure of a month`);
  return plainColumn(measure, month ?? 0);
}

export function shownConditions(
  { measures }: Release,
  city: City,
  { month, shown }: AskedConditions,
): Static<typeof Conditions> {
  const figures = shown.map((measure) => [
    measure,
    measures.plain(plainColumn(measure, month ?? 0), city) ?? null,
  ]);
  return { ...(month === undefined ? {} : { month }), ...Object.fromEntries(figures) };
}
