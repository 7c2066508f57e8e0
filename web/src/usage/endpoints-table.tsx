import type { Outcomes, Usage } from '../../../src/dashboard/interface.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { OutcomeCounts, OutcomeNames } from './outcome-cells.tsx';
import { OUTCOMES, totalOf } from './outcomes.ts';

export function EndpointsTable({ endpoints }: { endpoints: Usage['endpoints'] }) {
  const most = Math.max(...endpoints.map(totalOf));
  return (
    <ScrollArea label="Requests by endpoint">
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col" className="share">
              Share
            </th>
            <OutcomeNames />
          </tr>
        </thead>
        <tbody>
          {endpoints.map((row) => (
            <tr key={row.endpoint}>
              <th scope="row">
                <code>{row.path ?? row.endpoint}</code>
              </th>
              <td className="share">
                <Bar outcomes={row} most={most} />
              </td>
              <OutcomeCounts of={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Bar({ outcomes, most }: { outcomes: Outcomes; most: number }) {
  let start = 0;
  return (
    <svg height="10" aria-hidden="true">
      {OUTCOMES.map(({ id, className }) => {
        const width = (100 * outcomes[id]) / most;
        const x = start;
        start += width;
        return <rect key={id} className={className} x={`${x}%`} width={`${width}%`} height="10" />;
      })}
    </svg>
  );
}
