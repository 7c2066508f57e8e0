import { useState } from 'react';
import { Link } from 'wouter';
import { confirmEmailChange } from '../authentication.ts';
import { useSession } from '../session.tsx';
import { useLinkToken } from '../sign-in/use-link-token.ts';
import { PasswordField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';

/**
 * The link that a new email address gets opens this page. It changes the address only with the password of the account, because
 * otherwise the owner of a mistyped address could take over the account.
 */
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
      <p className="lead">Enter the password of your account.</p>
      <Form
        submit={async (field) => {
          const changed = await confirmEmailChange(token, field('password'));
          await refresh();
          setEmail(changed.email);
        }}
        problems={{ password: { valueMissing: 'Enter your password.' } }}
        fieldOf={{ INVALID_PASSWORD: 'password' }}
      >
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Submit>Use this address</Submit>
      </Form>
      <p className="elsewhere">Didn’t ask for it? You don’t need to do anything.</p>
    </Page>
  );
}
