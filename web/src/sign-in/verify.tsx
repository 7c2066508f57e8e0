import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { verifyEmail } from '../authentication.ts';
import { asFailure, type Failure } from '../failure.ts';
import { useSession } from '../session.tsx';
import { useNotify } from '../ui/notices.tsx';
import { Page } from '../ui/page.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Where the link of the confirmation mail leads: confirms the address, which signs in, and goes on to the keys. */
export default function Verify() {
  const token = useLinkToken();
  const [failure, setFailure] = useState<Failure>();
  const { refresh } = useSession();
  const [, navigate] = useLocation();
  const notify = useNotify();

  useEffect(() => {
    if (token === undefined) return;
    verifyEmail(token).then(
      async () => {
        await refresh();
        notify('Your e-mail address is confirmed.');
        navigate('/keys', { replace: true });
      },
      (error: unknown) => setFailure(asFailure(error)),
    );
  }, [token, refresh, navigate, notify]);

  if (token === undefined || failure !== undefined) {
    return (
      <Page key="failed" title="The address could not be confirmed" narrow>
        <p className="lead">{failure?.message ?? 'The link is not whole. Open it again from the mail.'}</p>
        <p>
          <Link href="/sign-in">Sign in</Link> to have a new message sent.
        </p>
      </Page>
    );
  }
  return (
    <Page title="Confirming your address" narrow>
      <p className="lead" role="status">
        One moment.
      </p>
    </Page>
  );
}
