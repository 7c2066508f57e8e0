import { Link } from 'wouter';
import { Page } from '../ui/page.tsx';

/** After a sign-up, where the service sends mail. Says the same whether or not the address was new. */
export function MailSent({ to }: { to: string }) {
  return (
    <Page title="Look into your mail" narrow>
      <p className="lead">
        We sent a message to <strong>{to}</strong>. The link in it completes your account and works for an
        hour.
      </p>
      <p>
        Nothing there after a minute? Look among the unwanted mail. To have it sent again,{' '}
        <Link href="/sign-in">sign in</Link>.
      </p>
    </Page>
  );
}
