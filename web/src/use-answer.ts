import { useCallback, useEffect, useRef, useState } from 'react';
import { asFailure, type Failure } from './failure.ts';

export interface Answer<T> {
  /** The last that came, also while the next is on its way. */
  value: T | undefined;
  failure: Failure | undefined;
  loading: boolean;
  reload: () => void;
  /** Puts what is known without asking, such as the answer to a change. */
  replace: (value: T) => void;
}

/**
 * Asks the server, and again whenever `ask` changes.
 * @param ask a stable function (`useCallback`, or of a module)
 */
export function useAnswer<T>(ask: () => Promise<T>): Answer<T> {
  const [value, setValue] = useState<T>();
  const [failure, setFailure] = useState<Failure>();
  const [loading, setLoading] = useState(true);
  // Only the answer to the last question counts.
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
          setFailure(undefined);
        },
        (error: unknown) => asked.current === mine && setFailure(asFailure(error)),
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

  return { value, failure, loading, reload, replace };
}
