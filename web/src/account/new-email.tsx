import { useState } from 'react';
import { Link } from 'wouter';
import { confirmEmailChange } from '../authentication.ts';
import { useSession } from '../session.tsx';
import { useLinkToken } from '../sign-in/use-link-token.ts';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';

/** The link that a new email address gets opens this page. Not opening it but the button changes the address: mail programs open links. */
export default function NewEmail() {
  const token = useLinkToken();
  const [email, setEmail] = useState<string>();
  const { refresh } = useSession();

  if (token === undefined) {
    return (
      <Page title="This link is incomplete" narrow>
        <p className="lead">Open it again from the email, or copy all of it.</p>
      </Page>
    );
  }
  if (email !== undefined) {
    return (
      <Page title="Email address changed" narrow>
        <p className="lead">
          From now on you sign in with <strong>{email}</strong>.
        </p>
        <p className="elsewhere">
          <Link href="/account">Go to your account</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title="Confirm your new email address" narrow>
      <Form
        submit={async () => {
          const changed = await confirmEmailChange(token);
          await refresh();
          setEmail(changed.email);
        }}
      >
        <Submit>Use this address</Submit>
      </Form>
      <p className="elsewhere">Didn’t ask for it? You don’t need to do anything.</p>
    </Page>
  );
}
