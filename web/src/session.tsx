import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { Account, IssuedKey, Service, SessionState } from '../../src/dashboard/interface.ts';
import { session as askForSession } from './dashboard.ts';
import { asFailure, type Failure } from './failure.ts';
import { sessionWatch } from './request.ts';
import { FailureNotice } from './ui/failure-notice.tsx';
import { Skeleton } from './ui/skeleton.tsx';

interface Session {
  /** Undefined until the server has answered. */
  state: SessionState | undefined;
  failure: Failure | undefined;
  /** Whether the session ended while a page was open, and nobody has signed in since. */
  ended: boolean;
  refresh: () => Promise<void>;
  /** The key that was just made: in memory alone, until its holder says that it is stored. */
  issued: Issued | undefined;
  setIssued: (issued: Issued | undefined) => void;
}

export interface Issued extends IssuedKey {
  /** Of a rotation: until when the old key works. */
  oldKeyEndsAt?: string;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>();
  const [failure, setFailure] = useState<Failure>();
  const [ended, setEnded] = useState(false);
  const [issued, setIssued] = useState<Issued>();

  const refresh = useCallback(async () => {
    try {
      const answer = await askForSession();
      setState(answer);
      setFailure(undefined);
      if (answer.account === null) setIssued(undefined);
      else setEnded(false);
    } catch (error) {
      setFailure(asFailure(error));
    }
  }, []);

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
    () => ({ state, failure, ended, refresh, issued, setIssued }),
    [state, failure, ended, refresh, issued],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession needs a SessionProvider');
  return session;
}

/** What pages behind the sign-in work with. */
export interface SignedIn {
  account: Account;
  service: Service;
}

/** Shows the page to those who are signed in; the others sign in first and come back to it. */
export function SignedInOnly({ page }: { page: (signedIn: SignedIn) => ReactNode }) {
  const { state, failure, refresh } = useSession();
  const [path] = useLocation();
  if (state === undefined) {
    return failure === undefined ? (
      <Skeleton label="Loading" lines={6} />
    ) : (
      <FailureNotice failure={failure} retry={() => void refresh()} />
    );
  }
  const { account, service } = state;
  if (account === null) return <Redirect to={`/sign-in?then=${path.slice(1)}`} replace />;
  return page({ account, service });
}
