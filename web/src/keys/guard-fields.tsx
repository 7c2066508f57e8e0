import type { KeyChange } from '../../../src/dashboard/interface.ts';
import { IDLE_DAYS, MOST_ADDRESSES } from '../../../src/service/keys/key-care.ts';
import { Field } from '../ui/field.tsx';

interface GuardFieldsProps {
  addresses?: readonly string[];
  idleDays?: number | null;
}

/** What guards a key that became known, or that nobody needs any more. */
export function GuardFields({ addresses = [], idleDays = null }: GuardFieldsProps) {
  return (
    <>
      <Field
        name="addresses"
        label="Allowed addresses"
        hint={`IPv4 and IPv6 addresses and networks, separated by commas; ${MOST_ADDRESSES} at most. Empty: all addresses.`}
        placeholder="192.0.2.0/24, 2001:db8::/32"
        defaultValue={addresses.join(', ')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Field
        name="idle-days"
        type="number"
        label="End after days without use"
        hint="We tell you a week before by email, if this service sends any. Empty: the key stays."
        placeholder="90"
        defaultValue={idleDays ?? ''}
        inputMode="numeric"
        min={IDLE_DAYS.min}
        max={IDLE_DAYS.max}
        step={1}
      />
    </>
  );
}

/** @param field reads a field of the form */
export function guardsIn(
  field: (name: string) => string,
): Required<Pick<KeyChange, 'addresses' | 'idle_days'>> {
  return {
    addresses: field('addresses')
      .split(/[\s,]+/)
      .filter((text) => text !== ''),
    idle_days: field('idle-days') === '' ? null : Number(field('idle-days')),
  };
}

const DAYS = `Enter a whole number from ${IDLE_DAYS.min} to ${IDLE_DAYS.max}.`;
export const GUARD_PROBLEMS = {
  'idle-days': { badInput: DAYS, rangeUnderflow: DAYS, rangeOverflow: DAYS, stepMismatch: DAYS },
} as const;
