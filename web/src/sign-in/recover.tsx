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
  const sendsMail = useSendsMail();
  return (
    <Page title="Reset your password" narrow>
      <p className="lead">
        {sendsMail
          ? 'Enter your account’s email address, and we’ll send you a link.'
          : 'This installation sends no mail. Enter your account’s email address, and its operator will find a link for you on the server.'}
      </p>
      <Form
        submit={async (field) => {
          const email = field('email').trim();
          await requestPasswordReset(email);
          done(email);
        }}
        problems={{ email: EMAIL_PROBLEMS }}
      >
        <Field name="email" type="email" label="Email" autoComplete="email" required />
        <Submit>{sendsMail ? 'Send link' : 'Make a link'}</Submit>
      </Form>
      <p className="elsewhere">
        Remembered it? <Link href="/sign-in">Sign in</Link>
      </p>
    </Page>
  );
}

/** True while it is not known. */
function useSendsMail(): boolean {
  const { state } = useSession();
  return state?.service.sends_mail !== false;
}

/** Says the same whether or not the account exists. */
function Asked({ email }: { email: string }) {
  const sendsMail = useSendsMail();
  return (
    <Page title={sendsMail ? 'Check your email' : 'Ask the operator'} narrow>
      <p className="lead">
        If an account exists for <strong>{email}</strong>,{' '}
        {sendsMail
          ? 'we’ve sent a link to that address.'
          : 'its link is in a message on the server, where the operator of this installation finds it.'}{' '}
        It works for an hour.
      </p>
      <p className="elsewhere">
        <Link href="/sign-in">Back to sign-in</Link>
      </p>
    </Page>
  );
}
