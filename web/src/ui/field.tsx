import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useForm } from './form.tsx';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'name'> {
  name: string;
  label: string;
  hint?: ReactNode;
}

/** A labelled input with its hint and the problem that its form found. */
export function Field({ name, label, hint, className = '', ...input }: FieldProps) {
  const id = useId();
  const wrong = useForm().wrong[name];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} name={name} className={className} {...described(id, hint, wrong)} {...input} />
      <Remarks id={id} hint={hint} wrong={wrong} />
    </div>
  );
}

type PasswordFieldProps = Omit<FieldProps, 'type' | 'className'> & {
  autoComplete: 'new-password' | 'current-password';
};

/** A password field with a button that shows the characters, so that nobody has to type a password twice. */
export function PasswordField({ name, label, hint, ...input }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const wrong = useForm().wrong[name];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="with-button">
        <input
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoCapitalize="off"
          spellCheck={false}
          required
          {...described(id, hint, wrong)}
          {...input}
        />
        <button type="button" className="plain" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="hidden"> characters</span>
        </button>
      </div>
      <Remarks id={id} hint={hint} wrong={wrong} />
    </div>
  );
}

/** For every form that sets a password. */
export const NEW_PASSWORD = {
  autoComplete: 'new-password',
  minLength: 10,
  hint: 'At least 10 characters. Several words make a good password.',
} as const;

export const NEW_PASSWORD_PROBLEMS = {
  valueMissing: 'Choose a password.',
  tooShort: 'Use at least 10 characters.',
} as const;

/** Problem codes of a refused new password, for `fieldOf`. */
export function newPasswordCodes(field: string): Record<string, string> {
  return { PASSWORD_TOO_SHORT: field, PASSWORD_TOO_LONG: field, PASSWORD_TOO_COMMON: field };
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'name' | 'type'> {
  name: string;
  label: string;
  hint?: ReactNode;
}

export function Checkbox({ name, label, hint, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className="field check">
      <input id={id} name={name} type="checkbox" {...described(id, hint, undefined)} {...input} />
      <label htmlFor={id}>{label}</label>
      <Remarks id={id} hint={hint} wrong={undefined} />
    </div>
  );
}

function described(id: string, hint: ReactNode, wrong: string | undefined) {
  const remarks = [hint === undefined ? [] : `${id}hint`, wrong === undefined ? [] : `${id}wrong`].flat();
  return {
    'aria-describedby': remarks.length === 0 ? undefined : remarks.join(' '),
    'aria-invalid': wrong !== undefined,
  };
}

function Remarks({ id, hint, wrong }: { id: string; hint: ReactNode; wrong: string | undefined }) {
  return (
    <>
      {wrong !== undefined && (
        <p id={`${id}wrong`} className="wrong">
          {wrong}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}hint`} className="hint">
          {hint}
        </p>
      )}
    </>
  );
}
