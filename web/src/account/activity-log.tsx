import { useEffect, useState } from 'react';
import type { ActivityAction, ActivityEvent } from '../../../src/dashboard/interface.ts';
import { activity as askForActivity } from '../dashboard.ts';
import { asFailure, type Failure } from '../failure.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { browserName } from './browser-name.ts';
import { Section } from './section.tsx';

/** What comes below the log can be reached without reading all of it. */
const SHOWN_FIRST = 10;

export function ActivityLog() {
  const [events, setEvents] = useState<ActivityEvent[]>();
  const [next, setNext] = useState<string | null>(null);
  const [whole, setWhole] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function load(before: string | null) {
    setFailure(undefined);
    try {
      const page = await askForActivity(before);
      setEvents((known) => (before === null ? page.events : [...(known ?? []), ...page.events]));
      setNext(page.next);
    } catch (error) {
      setFailure(asFailure(error));
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page, once
  useEffect(() => void load(null), []);

  const hidesSome = !whole && events !== undefined && events.length > SHOWN_FIRST;

  return (
    <Section
      title="Activity"
      about="Every change of the account and its keys, with the address that it came from."
    >
      {events === undefined && failure === undefined && (
        <Skeleton label="Loading activity" lines={5} className="" />
      )}
      <ol className="entries log">
        {events?.slice(0, hidesSome ? SHOWN_FIRST : events.length).map((event) => (
          <li key={event.id}>
            <span>
              {WORDS[event.action]}
              {event.subject !== null && <b> {subjectOf(event.action, event.subject)}</b>}
            </span>
            <small>
              <Time at={event.at} />
              {event.address !== null && `, ${event.address}`}
            </small>
          </li>
        ))}
      </ol>
      {failure !== undefined && <FailureNotice failure={failure} retry={() => void load(next)} />}
      {(hidesSome || next !== null) && failure === undefined && (
        <button
          type="button"
          className="button quiet"
          onClick={() => (hidesSome ? setWhole(true) : void load(next))}
        >
          Show earlier
        </button>
      )}
    </Section>
  );
}

/** Some subjects are browsers, as their header names them. */
function subjectOf(action: ActivityAction, subject: string): string {
  return /^(signed_|sign_in|session_)/.test(action) && subject.includes('/') ? browserName(subject) : subject;
}

const WORDS: Record<ActivityAction, string> = {
  account_created: 'Account created',
  email_verified: 'E-mail address confirmed',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  password_changed: 'Password changed',
  password_reset_requested: 'Link for a new password asked for',
  password_reset: 'Password changed by link',
  two_factor_enabled: 'Two-factor sign-in switched on',
  two_factor_disabled: 'Two-factor sign-in switched off',
  recovery_codes_replaced: 'Recovery codes replaced',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  key_created: 'Key created',
  key_renamed: 'Key renamed',
  key_rotated: 'Key rotated',
  key_revoked: 'Key revoked',
  key_found_and_revoked: 'Key found by somebody and revoked',
  data_exported: 'Data downloaded',
};
