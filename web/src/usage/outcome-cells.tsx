import type { Outcomes } from '../../../src/dashboard/interface.ts';
import { count } from '../ui/number.ts';
import { OUTCOMES, totalOf } from './outcomes.ts';

/** The heads of `OutcomeCounts`. */
export function OutcomeNames() {
  return (
    <>
      {OUTCOMES.map(({ id, name }) => (
        <th key={id} scope="col">
          {name}
        </th>
      ))}
      <th scope="col">Total</th>
    </>
  );
}

/** A cell for each outcome, and their sum. */
export function OutcomeCounts({ of }: { of: Outcomes }) {
  return (
    <>
      {OUTCOMES.map(({ id }) => (
        <td key={id} className={of[id] === 0 ? 'zero' : ''}>
          {count(of[id])}
        </td>
      ))}
      <td>{count(totalOf(of))}</td>
    </>
  );
}
