import type { RecentRequestList } from '../../../src/dashboard/interface.ts';
import { BASE } from '../base.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Moment } from '../ui/time.tsx';
import type { Answer } from '../use-answer.ts';

type Requests = NonNullable<RecentRequestList['requests']>;

interface RecentRequestsProps {
  requests: Answer<RecentRequestList>;
  /** Asks again for the whole page. */
  refresh: () => void;
}

/** The newest requests with a key, and a button that asks for newer ones. */
export function RecentRequests({ requests: { value, problem, loading }, refresh }: RecentRequestsProps) {
  return (
    <section>
      <div className="section-head">
        <h2>Recent requests</h2>
        <button type="button" className="button quiet" aria-disabled={loading} onClick={refresh}>
          Refresh
        </button>
      </div>
      <p className="lead">
        The newest 100, kept for seven days. We don’t store which places you asked for, or from where.
      </p>
      {problem !== undefined && <ProblemNotice problem={problem} retry={refresh} />}
      {value === undefined ? (
        problem === undefined && <Skeleton label="Loading requests" lines={5} className="usage" />
      ) : (
        <Shown requests={value.requests} />
      )}
    </section>
  );
}

function Shown({ requests }: { requests: Requests | null }) {
  if (requests === null) return <p className="empty">This service keeps no list of recent requests.</p>;
  if (requests.length === 0)
    return <p className="empty">No requests with this key in the last seven days.</p>;
  return (
    <ScrollArea label="Recent requests" className="tall">
      <table className="requests">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Status</th>
            <th scope="col">Endpoint</th>
            <th scope="col">Problem</th>
            <th scope="col" className="number">
              Duration
            </th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ at, operation, path, status, problem, milliseconds }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two requests may be alike in everything
            <tr key={index}>
              <td>
                <Moment at={at} />
              </td>
              <td>
                <span className={`status ${classOf(status)}`}>{status}</span>
              </td>
              <td>{path === undefined ? unnamed(operation) : <code>{path}</code>}</td>
              <td>{problem !== null && <a href={`${BASE}/errors/${problem}`}>{problem}</a>}</td>
              <td className="number">{duration(milliseconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function unnamed(operation: string): string {
  return operation === 'none' ? 'No such endpoint' : operation;
}

function classOf(status: number): 'answered' | 'refused' | 'failed' {
  if (status < 400) return 'answered';
  return status < 500 ? 'refused' : 'failed';
}

function duration(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}
