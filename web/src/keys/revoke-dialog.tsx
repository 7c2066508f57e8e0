import type { Key } from '../../../src/dashboard/interface.ts';
import { revokeKey } from '../dashboard.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { counted } from '../ui/number.ts';
import { Time } from '../ui/time.tsx';
import { sum } from './key-row.tsx';

interface RevokeDialogProps {
  apiKey: Key;
  close: () => void;
  revoked: (key: Key) => void;
}

export function RevokeDialog({ apiKey, close, revoked }: RevokeDialogProps) {
  const { id, name, prefix, last_four } = apiKey;
  return (
    <Dialog title={`Revoke ${name}?`} close={close}>
      <p>
        <code>
          {prefix}…{last_four}
        </code>
      </p>
      <Consequence apiKey={apiKey} />
      <p>This can’t be undone. To replace the key without downtime, rotate it instead.</p>
      <Form className="form beside" submit={async () => revoked(await revokeKey(id))}>
        <Submit kind="danger">Revoke key</Submit>
        <button type="button" className="button quiet" onClick={close}>
          Keep it
        </button>
      </Form>
    </Dialog>
  );
}

/** What will break, judging by recent requests. */
function Consequence({ apiKey: { requests, last_used_at } }: { apiKey: Key }) {
  const week = sum(requests.slice(-7));
  if (last_used_at === null) {
    return <p className="panel">This key was never used, so nothing should break.</p>;
  }
  if (week === 0) {
    return (
      <p className="panel">
        Last used <Time at={last_used_at} />, with no requests in the last 7 days. Little should break.
      </p>
    );
  }
  return (
    <p className="panel bad">
      <strong>{counted(week, 'request')} in the last 7 days</strong>, the latest <Time at={last_used_at} />.
      Within a second, requests with this key will get a 401 response.
    </p>
  );
}
