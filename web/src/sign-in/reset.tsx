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
      <p className="lead">It ends every session of your account; you sign in with it next.</p>
      <Form
        submit={async (field) => {
          await resetPassword(field('password'), token);
          notify('Your password is changed. Sign in with it.');
          navigate('/sign-in');
        }}
        problems={{ password: NEW_PASSWORD_PROBLEMS }}
        fieldOf={newPasswordCodes('password')}
      >
        <PasswordField name="password" label="New password" {...NEW_PASSWORD} />
        <Submit>Change password</Submit>
      </Form>
      <p className="elsewhere">
        Link too old? <Link href="/recover">Ask for a new one</Link>
      </p>
    </Page>
  );
}

function NoToken() {
  return (
    <Page title="This link is not whole" narrow>
      <p className="lead">
        Open it again from the mail, or copy all of it. You can also{' '}
        <Link href="/recover">ask for a new one</Link>.
      </p>
    </Page>
  );
}
