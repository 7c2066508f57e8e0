import { Redirect } from 'wouter';
import { useSession } from '../session.tsx';

/** Sends people who are signed in already to the page that signing in leads to. */
export function LeaveIfSignedIn({ to = '/keys' }: { to?: string }) {
  const { state } = useSession();
  return state?.account == null ? null : <Redirect to={to} replace />;
}
