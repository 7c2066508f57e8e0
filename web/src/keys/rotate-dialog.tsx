import { useState } from 'react';
import type { Key, RotationRequest } from '../../../src/dashboard/interface.ts';
import { rotateKey } from '../dashboard.ts';
import type { Issued } from '../session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Submit } from '../ui/form.tsx';

interface RotateDialogProps {
  apiKey: Key;
  close: () => void;
  rotated: (issued: Issued) => void;
}

type Overlap = RotationRequest['overlap_seconds'];

const NAMES: Record<Overlap, string> = {
  0: 'Ends now',
  3600: '1 hour',
  86400: '24 hours',
  604800: '7 days',
};
const OVERLAPS = Object.keys(NAMES).map(Number) as Overlap[];

export function RotateDialog({ apiKey: { id, name, last_four }, close, rotated }: RotateDialogProps) {
  const [overlap, setOverlap] = useState<Overlap>(86_400);

  return (
    <Dialog title={`Rotate ${name}`} close={close}>
      <p>
        You get a new key with the same name and settings. The old key, …{last_four}, keeps working for the
        time you choose, so that you can replace it everywhere.
      </p>
      <Form
        submit={async () => {
          const issued = await rotateKey(id, { overlap_seconds: overlap });
          rotated({ ...issued, oldKeyEndsAt: new Date(Date.now() + overlap * 1000).toISOString() });
        }}
      >
        <fieldset className="options">
          <legend>How long the old key keeps working</legend>
          {OVERLAPS.map((seconds) => (
            <label key={seconds}>
              <input
                type="radio"
                name="overlap"
                value={seconds}
                checked={overlap === seconds}
                onChange={() => setOverlap(seconds)}
              />
              <span>{NAMES[seconds]}</span>
            </label>
          ))}
        </fieldset>
        {overlap === 0 && (
          <p className="panel warn">Requests with the old key will fail as soon as you rotate.</p>
        )}
        <Submit>Rotate key</Submit>
      </Form>
    </Dialog>
  );
}
