import { useRef, useState } from 'react';
import { changePassword } from '../authentication.ts';
import { useSession } from '../session.tsx';
import { NEW_PASSWORD, NEW_PASSWORD_PROBLEMS, newPasswordCodes, PasswordField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useNotify } from '../ui/notices.tsx';
import { Section } from './section.tsx';

export function Password() {
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  function close() {
    heading.current?.focus();
    setOpen(false);
  }

  return (
    <Section title="Password" about="At least 10 characters, and not a common password." heading={heading}>
      {open ? (
        <ChangePassword close={close} />
      ) : (
        <button type="button" className="button quiet" onClick={() => setOpen(true)}>
          Change password
        </button>
      )}
    </Section>
  );
}

function ChangePassword({ close }: { close: () => void }) {
  const { refresh } = useSession();
  const notify = useNotify();
  return (
    <Form
      submit={async (field) => {
        await changePassword(field('current'), field('new'));
        // Changing the password also replaced the session.
        await refresh();
        notify('Password changed. Every other browser is signed out.');
        close();
      }}
      problems={{ current: { valueMissing: 'Enter your current password.' }, new: NEW_PASSWORD_PROBLEMS }}
      fieldOf={{ INVALID_PASSWORD: 'current', ...newPasswordCodes('new') }}
    >
      <PasswordField name="current" label="Current password" autoComplete="current-password" autoFocus />
      <PasswordField name="new" label="New password" {...NEW_PASSWORD} />
      <p className="beside">
        <Submit>Change password</Submit>
        <button type="button" className="button quiet" onClick={close}>
          Cancel
        </button>
      </p>
    </Form>
  );
}
