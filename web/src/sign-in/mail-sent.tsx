import { Link } from 'wouter';
import { Page } from '../ui/page.tsx';

/** Shown after a sign-up if the service sends mail. Says the same whether or not the address was new. */
export function MailSent({ to }: { to: string }) {
  return (
    <Page title="Check your email" narrow>
      <p className="lead">
        We sent a message to <strong>{to}</strong>. Open the link in it within an hour, and enter your
        password to finish.
      </p>
      <p>
        Nothing after a minute? Check your spam folder. To get a new link,{' '}
        <Link href="/sign-in">sign in</Link>.
      </p>
    </Page>
  );
}
