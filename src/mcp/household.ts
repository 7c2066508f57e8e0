import * as field from '../engine/field.ts';
import { HOUSEHOLDS } from '../release/household-budgets.ts';

/** Whose monthly budget a tool shows. */
export const householdArgument = field.optional.oneOf(
  HOUSEHOLDS,
  '`one` adult, a `couple`, or a `family` with two children.',
);
