import { Link, useLocation } from 'wouter';
import { resetPassword } from '../authentication.ts';
import { NEW_PASSWORD, NEW_PASSWORD_PROBLEMS, newPasswordCodes, PasswordField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useNotify } from '../ui/notices.tsx';
import { Page } from '../ui/page.tsx';
import { useLinkToken } from './use-link-token.ts';

export default function Reset() {
  const token = useLinkToken();
  const [, navigate] = useLocation();
  const notify = useNotify();

  if (token === undefined) return <NoToken />;
  return (
    <Page title="Choose a new password" narrow>
      <p className="lead">This signs you out everywhere. Then sign in with the new password.</p>
      <Form
        submit={async (field) => {
          await resetPassword(field('password'), token);
          notify('Password changed. Sign in with the new one.');
          navigate('/sign-in');
        }}
        problems={{ password: NEW_PASSWORD_PROBLEMS }}
        fieldOf={newPasswordCodes('password')}
      >
        <PasswordField name="password" label="New password" {...NEW_PASSWORD} />
        <Submit>Change password</Submit>
      </Form>
      <p className="elsewhere">
        Link expired? <Link href="/recover">Request a new one</Link>
      </p>
    </Page>
  );
}

function NoToken() {
  return (
    <Page title="This link is incomplete" narrow>
      <p className="lead">
        Open it again from the email, or copy all of it. You can also{' '}
        <Link href="/recover">request a new one</Link>.
      </p>
    </Page>
  );
}
