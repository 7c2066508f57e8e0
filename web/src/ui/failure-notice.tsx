import type { Failure } from '../failure.ts';

/** In the place of what could not be loaded. */
export function FailureNotice({ failure, retry }: { failure: Failure; retry: () => void }) {
  return (
    <div className="panel bad failure" role="alert">
      <p>{failure.message}</p>
      <button type="button" className="button quiet" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
