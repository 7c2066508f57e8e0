import { useState } from 'react';
import { Link } from 'wouter';
import { requestPasswordReset } from '../authentication.ts';
import { useSession } from '../session.tsx';
import { Field } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { EMAIL_PROBLEMS } from './email-problems.ts';

export default function Recover() {
  const [asked, setAsked] = useState<string>();
  return asked === undefined ? <Ask done={setAsked} /> : <Asked email={asked} />;
}

function Ask({ done }: { done: (email: string) => void }) {
  return (
    <Page title="Choose a new password" narrow>
      <p className="lead">Tell us the e-mail address of your account. We send you a link.</p>
      <Form
        submit={async (field) => {
          const email = field('email').trim();
          await requestPasswordReset(email);
          done(email);
        }}
        problems={{ email: EMAIL_PROBLEMS }}
      >
        <Field name="email" type="email" label="E-mail" autoComplete="email" required />
        <Submit>Send the link</Submit>
      </Form>
      <p className="elsewhere">
        Remembered? <Link href="/sign-in">Sign in</Link>
      </p>
    </Page>
  );
}

/** The same words whether or not there is such an account. */
function Asked({ email }: { email: string }) {
  const { state } = useSession();
  return (
    <Page title="Check your email" narrow>
      <p className="lead">
        If there is an account for <strong>{email}</strong>, a message with a link is on its way. The link
        works for an hour.
      </p>
      {state?.service.sends_mail === false && (
        <p className="panel">
          This installation sends no mail: it is set up for development. The message lies in the folder{' '}
          <code>var/outbox</code> of the server.
        </p>
      )}
      <p className="elsewhere">
        <Link href="/sign-in">Back to signing in</Link>
      </p>
    </Page>
  );
}
