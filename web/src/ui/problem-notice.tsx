import type { Problem } from '../problem.ts';

/** Shown in place of content that could not be loaded. */
export function ProblemNotice({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <div className="panel bad problem" role="alert">
      <p>{problem.message}</p>
      <button type="button" className="button quiet" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
