import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { signIn, signUp } from '../authentication.ts';
import { session as askForSession } from '../dashboard.ts';
import { Problem } from '../problem.ts';
import { useSession } from '../session.tsx';
import { Field, NEW_PASSWORD, NEW_PASSWORD_PROBLEMS, newPasswordCodes, PasswordField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { EMAIL_PROBLEMS } from './email-problems.ts';
import { LeaveIfSignedIn } from './leave-if-signed-in.tsx';
import { MailSent } from './mail-sent.tsx';

export function SignUp() {
  const { state, refresh } = useSession();
  const [, navigate] = useLocation();
  const [mailedTo, setMailedTo] = useState<string>();
  const [taken, setTaken] = useState(false);

  /** The server responds the same for a known address, so the form doesn't reveal who has an account. */
  async function submit(field: (name: string) => string) {
    const email = field('email').trim();
    const password = field('password');
    setTaken(false);
    await signUp(email, password);
    const { service } = state ?? (await askForSession());
    if (service.sends_mail) return setMailedTo(email);
    try {
      const { twoFactorRedirect } = await signIn(email, password);
      if (twoFactorRedirect === true) return setTaken(true);
    } catch (error) {
      if (error instanceof Problem && error.code === 'INVALID_EMAIL_OR_PASSWORD') return setTaken(true);
      throw error;
    }
    await refresh();
    navigate('/keys');
  }

  if (mailedTo !== undefined) return <MailSent to={mailedTo} />;
  return (
    <Page title="Create an account" narrow>
      <LeaveIfSignedIn />
      <p className="lead">Your account holds your API keys. Creating it takes half a minute.</p>
      <Form
        submit={submit}
        problems={{ email: EMAIL_PROBLEMS, password: NEW_PASSWORD_PROBLEMS }}
        fieldOf={{ ...newPasswordCodes('password'), INVALID_EMAIL: 'email' }}
      >
        <Field name="email" type="email" label="Email" autoComplete="email" maxLength={254} required />
        <PasswordField name="password" label="Password" {...NEW_PASSWORD} />
        <Submit>Create account</Submit>
      </Form>
      <div aria-live="polite">
        {taken && (
          <p className="panel bad">
            An account with this email already exists. <Link href="/sign-in">Sign in</Link>, or{' '}
            <Link href="/recover">reset your password</Link>.
          </p>
        )}
      </div>
      <p className="elsewhere">
        Already have an account? <Link href="/sign-in">Sign in</Link>
      </p>
    </Page>
  );
}
