import { PasswordField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';

interface PasswordFormProps {
  /** What the button says. */
  action: string;
  danger?: boolean;
  submit: (password: string) => Promise<void>;
}

/** Asks for the password before anything that a stolen session must not be able to do. */
export function PasswordForm({ action, danger = false, submit }: PasswordFormProps) {
  return (
    <Form
      submit={(field) => submit(field('password'))}
      problems={{ password: { valueMissing: 'Enter your password.' } }}
      fieldOf={{ INVALID_PASSWORD: 'password' }}
    >
      <PasswordField name="password" label="Your password" autoComplete="current-password" />
      <Submit kind={danger ? 'danger' : 'accent'}>{action}</Submit>
    </Form>
  );
}
