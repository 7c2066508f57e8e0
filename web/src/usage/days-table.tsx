import type { Usage } from '../../../src/dashboard/interface.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { OutcomeCounts, OutcomeNames } from './outcome-cells.tsx';
import { dayName, sumOf } from './outcomes.ts';

/** The chart's numbers, latest day first. */
export function DaysTable({ days }: { days: Usage['days'] }) {
  const sum = sumOf(days);
  return (
    <ScrollArea label="Requests by day" className="tall">
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <OutcomeNames />
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((row) => (
            <tr key={row.day}>
              <th scope="row">{dayName(row.day, 'long')}</th>
              <OutcomeCounts of={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All days</th>
            <OutcomeCounts of={sum} />
          </tr>
        </tfoot>
      </table>
    </ScrollArea>
  );
}
