import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { signIn, verifyEmail } from '../authentication.ts';
import { useSession } from '../session.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useNotify } from '../ui/notices.tsx';
import { Page } from '../ui/page.tsx';
import { SecondFactor } from './second-factor.tsx';
import { useLinkToken } from './use-link-token.ts';

/**
 * The link in the confirmation email opens this page. It confirms the address only with the password of its sign-up, so that
 * nobody can make somebody else confirm an account for them. The same password then signs in.
 */
export default function Verify() {
  const token = useLinkToken();
  const { refresh } = useSession();
  const [, navigate] = useLocation();
  const notify = useNotify();
  const [secondFactor, setSecondFactor] = useState(false);

  async function enter() {
    await refresh();
    notify('Your email address is confirmed.');
    navigate('/keys', { replace: true });
  }

  if (token === undefined) return <Incomplete />;
  if (secondFactor) return <SecondFactor enter={enter} startAgain={() => navigate('/sign-in')} />;
  return (
    <Page title="Confirm your email address" narrow>
      <p className="lead">Enter the password you chose when you signed up.</p>
      <Form
        submit={async (field) => {
          const password = field('password');
          const { email } = await verifyEmail(token, password);
          const { twoFactorRedirect } = await signIn(email, password);
          if (twoFactorRedirect === true) return setSecondFactor(true);
          await enter();
        }}
        problems={{ password: { valueMissing: 'Enter your password.' } }}
        fieldOf={{ NOT_YOUR_SIGN_UP: 'password' }}
      >
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Submit>Confirm and sign in</Submit>
      </Form>
      <p className="elsewhere">
        Forgot the password, or the link no longer works? <Link href="/sign-up">Sign up again</Link>
      </p>
      <p className="elsewhere">Didn’t sign up? You don’t need to do anything.</p>
    </Page>
  );
}

function Incomplete() {
  return (
    <Page title="This link is incomplete" narrow>
      <p className="lead">Open it again from the email, or copy all of it.</p>
      <p>
        To get a new link, <Link href="/sign-in">sign in</Link> with the password you chose.
      </p>
    </Page>
  );
}
