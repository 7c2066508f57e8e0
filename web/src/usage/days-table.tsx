import type { Usage } from '../../../src/dashboard/interface.ts';
import { count } from '../ui/number.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { dayName, OUTCOMES, sumOf, totalOf } from './outcomes.ts';

/** The chart's numbers, latest day first. */
export function DaysTable({ days }: { days: Usage['days'] }) {
  const sum = sumOf(days);
  return (
    <ScrollArea label="Requests by day" className="tall">
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {OUTCOMES.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((row) => (
            <tr key={row.day}>
              <th scope="row">{dayName(row.day, 'long')}</th>
              {OUTCOMES.map(({ id }) => (
                <td key={id} className={row[id] === 0 ? 'zero' : ''}>
                  {count(row[id])}
                </td>
              ))}
              <td>{count(totalOf(row))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All days</th>
            {OUTCOMES.map(({ id }) => (
              <td key={id}>{count(sum[id])}</td>
            ))}
            <td>{count(totalOf(sum))}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollArea>
  );
}
