import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from './problem.ts';

export interface Answer<T> {
  /** The latest response, also while the next one is loading. */
  value: T | undefined;
  problem: Problem | undefined;
  loading: boolean;
  reload: () => void;
  /** Sets the value without a request, for example to the response to a change. */
  replace: (value: T) => void;
}

/**
 * Asks the server, and asks again whenever `ask` changes.
 * @param ask a stable function: from `useCallback`, or of a module
 */
export function useAnswer<T>(ask: () => Promise<T>): Answer<T> {
  const [value, setValue] = useState<T>();
  const [problem, setProblem] = useState<Problem>();
  const [loading, setLoading] = useState(true);
  // A response to an older request is ignored.
  const asked = useRef(0);

  const reload = useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    setLoading(true);
    ask()
      .then(
        (answer) => {
          if (asked.current !== mine) return;
          setValue(answer);
          setProblem(undefined);
        },
        (error: unknown) => asked.current === mine && setProblem(asProblem(error)),
      )
      .finally(() => asked.current === mine && setLoading(false));
  }, [ask]);

  const replace = useCallback((known: T) => {
    asked.current += 1;
    setValue(known);
    setLoading(false);
  }, []);

  useEffect(() => {
    reload();
    return () => {
      asked.current += 1;
    };
  }, [reload]);

  return { value, problem, loading, reload, replace };
}

/** Shows people who come back to the page what changed in the meantime. */
export function useReloadOnReturn(reload: () => void): void {
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, [reload]);
}
