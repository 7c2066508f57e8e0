import { Field } from '../ui/field.tsx';

/** Where somebody pastes a whole key. Browsers neither keep it nor correct it. */
export function KeyField({ hint, onInput }: { hint?: string; onInput?: () => void }) {
  return (
    <Field
      name="token"
      label="Key"
      hint={`It starts with lds_live_.${hint === undefined ? '' : ` ${hint}`}`}
      className="mono"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={200}
      required
      onInput={onInput}
    />
  );
}

/** What a form with the field says when it is empty. */
export const KEY_FIELD_PROBLEMS = { token: { valueMissing: 'Paste the key first.' } };
