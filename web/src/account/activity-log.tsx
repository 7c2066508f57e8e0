import { useEffect, useState } from 'react';
import type { ActivityAction, ActivityEvent } from '../../../src/dashboard/interface.ts';
import { activity as askForActivity } from '../dashboard.ts';
import { asProblem, type Problem } from '../problem.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { browserName } from './browser-name.ts';
import { Section } from './section.tsx';

/** Few, so that what comes below the log is easy to reach. */
const SHOWN_FIRST = 10;

export function ActivityLog() {
  const [events, setEvents] = useState<ActivityEvent[]>();
  const [next, setNext] = useState<string | null>(null);
  const [whole, setWhole] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function load(before: string | null) {
    setProblem(undefined);
    try {
      const page = await askForActivity(before);
      setEvents((known) => (before === null ? page.events : [...(known ?? []), ...page.events]));
      setNext(page.next);
    } catch (error) {
      setProblem(asProblem(error));
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page, once
  useEffect(() => void load(null), []);

  const hidesSome = !whole && events !== undefined && events.length > SHOWN_FIRST;

  return (
    <Section
      title="Activity"
      about="Every change to the account and its keys, with the IP address it came from."
    >
      {events === undefined && problem === undefined && (
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
      {problem !== undefined && <ProblemNotice problem={problem} retry={() => void load(next)} />}
      {(hidesSome || next !== null) && problem === undefined && (
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

/** Some subjects are browsers, given by their User-Agent header. */
function subjectOf(action: ActivityAction, subject: string): string {
  return /^(signed_|sign_in|session_)/.test(action) && subject.includes('/') ? browserName(subject) : subject;
}

const WORDS: Record<ActivityAction, string> = {
  account_created: 'Account created',
  email_verified: 'Email address confirmed',
  email_changed: 'Email address changed',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  password_changed: 'Password changed',
  password_reset_requested: 'Password reset requested',
  password_reset: 'Password reset',
  two_factor_enabled: 'Two-factor sign-in turned on',
  two_factor_disabled: 'Two-factor sign-in turned off',
  recovery_codes_replaced: 'Recovery codes replaced',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  key_created: 'Key created',
  key_adopted: 'Existing key added',
  key_renamed: 'Key renamed',
  key_guarded: 'Key’s addresses, days without use or expiry changed',
  key_rotated: 'Key rotated',
  key_revoked: 'Key revoked',
  key_found_and_revoked: 'Key found and revoked by someone',
  key_leaked_and_revoked: 'Published key revoked',
  key_ended_unused: 'Unused key ended',
  agent_connected: 'Agent connected',
  agent_disconnected: 'Agent disconnected',
  data_exported: 'Data downloaded',
  quota_alerts_on: 'Quota alerts turned on',
  quota_alerts_off: 'Quota alerts turned off',
};
