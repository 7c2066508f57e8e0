import { useId, useState } from 'react';
import type { Permission } from '../../../src/dashboard/interface.ts';
import { createKey } from '../dashboard.ts';
import { Problem } from '../problem.ts';
import type { Issued } from '../session.tsx';
import { Checkbox, Field } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { A_DAY } from '../ui/time.tsx';
import { GUARD_PROBLEMS, GuardFields, guardsIn } from './guard-fields.tsx';
import { chosenPermissions, PermissionFields } from './permissions.tsx';

/** A number of days from now, never, or a day to pick. */
const EXPIRIES = ['never', '30', '90', '365', 'day'] as const;
type Expiry = (typeof EXPIRIES)[number];

export function NewKeyForm({ created }: { created: (issued: Issued) => void }) {
  const [expiry, setExpiry] = useState<Expiry>('never');

  return (
    <Form
      submit={async (field) => {
        const issued = await createKey({
          name: field('name').trim(),
          expires_at: expiryTime(expiry, field('day')),
          header_only: field('header-only') === 'on',
          permissions: permissionsIn(field),
          share: field('share') === '' ? null : Number(field('share')),
          ...guardsIn(field),
        });
        created(issued);
      }}
      problems={{
        name: KEY_NAME_PROBLEMS,
        share: SHARE_PROBLEMS,
        ...GUARD_PROBLEMS,
        day: { valueMissing: 'Pick a day.', rangeUnderflow: 'Pick a day in the future.' },
      }}
    >
      <KeyNameField />
      <details className="more">
        <summary>Permissions, expiry and other options</summary>
        <div className="form">
          <PermissionFields />
          <ExpiryField expiry={expiry} setExpiry={setExpiry} />
          {expiry === 'day' && <Field name="day" type="date" label="Last day (UTC)" min={today()} required />}
          <Field
            name="share"
            type="number"
            label="Share of the account’s limits (%)"
            hint="All keys share the account’s limits. Set a percentage to leave room for the other keys. Empty: no limit of its own."
            placeholder="100"
            inputMode="numeric"
            min={1}
            max={100}
            step={1}
          />
          <GuardFields />
          <Checkbox
            name="header-only"
            label="Only in the Authorization header"
            hint="Refuses the key as api_key in a URL, where logs and browser histories would keep it."
          />
        </div>
      </details>
      <Submit>Create key</Submit>
    </Form>
  );
}

/** @throws Problem when none is chosen */
function permissionsIn(field: (name: string) => string): Permission[] {
  const permissions = chosenPermissions(field);
  if (permissions.length > 0) return permissions;
  throw new Problem('no_permission', 0, 'Choose at least one thing that the key may read.');
}

function ExpiryField({ expiry, setExpiry }: { expiry: Expiry; setExpiry: (expiry: Expiry) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Expires</label>
      <select
        id={id}
        value={expiry}
        onChange={({ target }) => setExpiry(EXPIRIES.find((known) => known === target.value) ?? 'never')}
      >
        <option value="never">Never</option>
        <option value="30">In 30 days</option>
        <option value="90">In 90 days</option>
        <option value="365">In a year</option>
        <option value="day">On a day I choose</option>
      </select>
    </div>
  );
}

export function KeyNameField({ defaultValue = '' }: { defaultValue?: string }) {
  return (
    <Field
      name="name"
      label="Name"
      defaultValue={defaultValue}
      placeholder="Website, notebook, staging …"
      autoComplete="off"
      maxLength={100}
      pattern=".*\S.*"
      required
    />
  );
}

export const KEY_NAME_PROBLEMS = {
  valueMissing: 'Give the key a name.',
  patternMismatch: 'Give the key a name.',
} as const;

const SHARE = 'Enter a whole number from 1 to 100.';
const SHARE_PROBLEMS = {
  badInput: SHARE,
  rangeUnderflow: SHARE,
  rangeOverflow: SHARE,
  stepMismatch: SHARE,
} as const;

/** A key works until the end of the picked day. */
function expiryTime(expiry: Expiry, day: string): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'day') return new Date(`${day}T23:59:59Z`).toISOString();
  return new Date(Date.now() + Number(expiry) * A_DAY * 1000).toISOString();
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
