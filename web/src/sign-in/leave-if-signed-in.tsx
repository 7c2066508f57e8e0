import { Redirect } from 'wouter';
import { useSession } from '../session.tsx';

/** Whoever is signed in has nothing to do on the page, and goes where signing in leads. */
export function LeaveIfSignedIn({ to = '/keys' }: { to?: string }) {
  const { state } = useSession();
  return state?.account == null ? null : <Redirect to={to} replace />;
}
