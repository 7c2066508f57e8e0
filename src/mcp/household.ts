import Type from 'typebox';
import { HOUSEHOLDS } from '../release/household-budgets.ts';

/** Whose monthly budget a tool shows. */
export const householdArgument = Type.Optional(
  Type.Enum([...HOUSEHOLDS], {
    description: '`one` adult, a `couple`, or a `family` with two children.',
  }),
);
