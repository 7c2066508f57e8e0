import { useState } from 'react';
import type { KeyState } from '../../src/dashboard/interface.ts';
import { findKey } from './dashboard.ts';
import { KEY_FIELD_PROBLEMS, KeyField } from './keys/key-field.tsx';
import { Form, Submit } from './ui/form.tsx';
import { Page } from './ui/page.tsx';

type Found = { token: string; state: KeyState | null; revokedNow: boolean };

export default function FoundKey() {
  const [found, setFound] = useState<Found>();

  return (
    <Page title="Is this key ours?" narrow>
      <p className="lead">
        Found a key in a repository, a log or a message? Anyone who has a key can revoke it, without an
        account.
      </p>
      <Form
        submit={async (field) => {
          const token = field('token').trim();
          const { state } = await findKey(token, false);
          setFound({ token, state, revokedNow: false });
        }}
        problems={KEY_FIELD_PROBLEMS}
      >
        <KeyField hint="We look it up and don’t store it." onInput={() => setFound(undefined)} />
        <Submit>Check the key</Submit>
      </Form>
      <div aria-live="polite">{found !== undefined && <Verdict found={found} setFound={setFound} />}</div>
    </Page>
  );
}

function Verdict({ found, setFound }: { found: Found; setFound: (found: Found) => void }) {
  const { token, state, revokedNow } = found;
  if (revokedNow) {
    return (
      <section className="panel good">
        <h2>Key revoked</h2>
        <p>
          It stops working within a second. Its owner sees in the activity log that it was found. Thank you!
        </p>
      </section>
    );
  }
  if (state === null) {
    return (
      <section className="panel">
        <h2>Not one of our keys</h2>
        <p>It belongs to another service, or a character is missing: our keys have 47 characters.</p>
      </section>
    );
  }
  if (state !== 'active') {
    return (
      <section className="panel good">
        <h2>One of our keys, no longer active</h2>
        <p>This key {state === 'expired' ? 'has expired' : 'was revoked'}, so nobody can use it.</p>
      </section>
    );
  }
  return (
    <section className="panel bad">
      <h2>One of our keys, and it works</h2>
      <p>
        Anyone who sees it can use it. Revoking can’t be undone: requests with this key will fail from then
        on.
      </p>
      <Form
        submit={async () => {
          const { state: after } = await findKey(token, true);
          setFound({ token, state: after, revokedNow: true });
        }}
      >
        <Submit kind="danger">Revoke this key now</Submit>
      </Form>
    </section>
  );
}
