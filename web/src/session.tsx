import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { Account, IssuedKey, Service, SessionState } from '../../src/dashboard/interface.ts';
import { KEY_OF_TAB } from '../site/key-of-tab.ts';
import { session as askForSession } from './dashboard.ts';
import { asProblem, type Problem } from './problem.ts';
import { sessionWatch } from './request.ts';
import { ProblemNotice } from './ui/problem-notice.tsx';
import { Skeleton } from './ui/skeleton.tsx';

interface Session {
  /** Undefined until the server has answered. */
  state: SessionState | undefined;
  problem: Problem | undefined;
  /** Whether the session ended while a page was open and nobody has signed in since. */
  ended: boolean;
  refresh: () => Promise<void>;
  /** The key that was just created, until its owner says that it is saved. The tab keeps its token for the API reference. */
  issued: Issued | undefined;
  setIssued: (issued: Issued | undefined) => void;
}

export interface Issued extends IssuedKey {
  /** After a rotation: until when the old key works. */
  oldKeyEndsAt?: string;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>();
  const [problem, setProblem] = useState<Problem>();
  const [ended, setEnded] = useState(false);
  const [issued, keepIssued] = useState<Issued>();

  const setIssued = useCallback((next: Issued | undefined) => {
    keepIssued(next);
    if (next !== undefined) sessionStorage.setItem(KEY_OF_TAB, next.token);
  }, []);

  const refresh = useCallback(async () => {
    try {
      const answer = await askForSession();
      setState(answer);
      setProblem(undefined);
      if (answer.account === null) {
        setIssued(undefined);
        sessionStorage.removeItem(KEY_OF_TAB);
      } else setEnded(false);
    } catch (error) {
      setProblem(asProblem(error));
    }
  }, [setIssued]);

  useEffect(() => {
    void refresh();
    const onUnauthorized = () => {
      setEnded(true);
      void refresh();
    };
    sessionWatch.addEventListener('unauthorized', onUnauthorized);
    return () => sessionWatch.removeEventListener('unauthorized', onUnauthorized);
  }, [refresh]);

  const session = useMemo(
    () => ({ state, problem, ended, refresh, issued, setIssued }),
    [state, problem, ended, refresh, issued, setIssued],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession needs a SessionProvider');
  return session;
}

/** What pages that need a session get. */
export interface SignedIn {
  account: Account;
  service: Service;
}

/** Shows the page to people who are signed in. Others sign in first, then come back to it. */
export function SignedInOnly({ page }: { page: (signedIn: SignedIn) => ReactNode }) {
  const { state, problem, refresh } = useSession();
  const [path] = useLocation();
  if (state === undefined) {
    return problem === undefined ? (
      <Skeleton label="Loading" lines={6} />
    ) : (
      <ProblemNotice problem={problem} retry={() => void refresh()} />
    );
  }
  const { account, service } = state;
  if (account === null) {
    // As it is: the router would decode it once too often.
    const here = path.slice(1) + location.search;
    return <Redirect to={`/sign-in?then=${encodeURIComponent(here)}`} replace />;
  }
  return page({ account, service });
}
