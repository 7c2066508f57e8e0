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
    <Page title="Reset your password" narrow>
      <p className="lead">Enter your account’s email address, and we’ll send you a link.</p>
      <Form
        submit={async (field) => {
          const email = field('email').trim();
          await requestPasswordReset(email);
          done(email);
        }}
        problems={{ email: EMAIL_PROBLEMS }}
      >
        <Field name="email" type="email" label="Email" autoComplete="email" required />
        <Submit>Send link</Submit>
      </Form>
      <p className="elsewhere">
        Remembered it? <Link href="/sign-in">Sign in</Link>
      </p>
    </Page>
  );
}

/** Says the same whether or not the account exists. */
function Asked({ email }: { email: string }) {
  const { state } = useSession();
  return (
    <Page title="Check your email" narrow>
      <p className="lead">
        If an account exists for <strong>{email}</strong>, we’ve sent a link to that address. It works for an
        hour.
      </p>
      {state?.service.sends_mail === false && (
        <p className="panel">
          This installation is set up for development and doesn’t send mail. The operator can find the message
          on the server.
        </p>
      )}
      <p className="elsewhere">
        <Link href="/sign-in">Back to sign-in</Link>
      </p>
    </Page>
  );
}
