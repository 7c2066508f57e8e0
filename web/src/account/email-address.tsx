import { useRef, useState } from 'react';
import type { Service } from '../../../src/dashboard/interface.ts';
import { requestEmailChange } from '../authentication.ts';
import { useSession } from '../session.tsx';
import { EMAIL_PROBLEMS } from '../sign-in/email-problems.ts';
import { Field, PasswordField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useNotify } from '../ui/notices.tsx';
import { Section } from './section.tsx';

export function EmailAddress({ service }: { service: Service }) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<string>();
  const { refresh } = useSession();
  const notify = useNotify();
  const heading = useRef<HTMLHeadingElement>(null);

  function close() {
    heading.current?.focus();
    setOpen(false);
  }

  async function changed(email: string) {
    close();
    if (service.sends_mail) return setAsked(email);
    await refresh();
    notify('Email address changed.');
  }

  return (
    <Section
      title="Email address"
      about={`You sign in with it${service.sends_mail ? ', and we send links to it if you forget your password' : ''}.`}
      heading={heading}
    >
      {asked !== undefined && (
        <p className="panel good">
          We sent a link to <strong>{asked}</strong>. Open it within an hour. Until then your address stays
          the same.
        </p>
      )}
      {open ? (
        <ChangeEmail changed={changed} close={close} />
      ) : (
        <button type="button" className="button quiet" onClick={() => setOpen(true)}>
          Change email address
        </button>
      )}
    </Section>
  );
}

interface ChangeEmailProps {
  changed: (email: string) => Promise<void>;
  close: () => void;
}

function ChangeEmail({ changed, close }: ChangeEmailProps) {
  return (
    <Form
      submit={async (field) => {
        const email = field('email').trim();
        await requestEmailChange(email, field('password'));
        await changed(email);
      }}
      problems={{ email: EMAIL_PROBLEMS, password: { valueMissing: 'Enter your password.' } }}
      fieldOf={{
        INVALID_PASSWORD: 'password',
        INVALID_EMAIL: 'email',
        SAME_EMAIL: 'email',
        EMAIL_TAKEN: 'email',
      }}
    >
      <Field name="email" type="email" label="New email address" autoComplete="email" required autoFocus />
      <PasswordField name="password" label="Your password" autoComplete="current-password" />
      <p className="beside">
        <Submit>Change email address</Submit>
        <button type="button" className="button quiet" onClick={close}>
          Cancel
        </button>
      </p>
    </Form>
  );
}
