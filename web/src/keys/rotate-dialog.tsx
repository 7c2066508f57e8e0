import { useState } from 'react';
import { type Key, OVERLAPS } from '../../../src/dashboard/interface.ts';
import { rotateKey } from '../dashboard.ts';
import type { Issued } from '../session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Submit } from '../ui/form.tsx';

interface RotateDialogProps {
  apiKey: Key;
  close: () => void;
  rotated: (issued: Issued) => void;
}

type Overlap = (typeof OVERLAPS)[number];

const NAMES: Record<Overlap, string> = {
  0: 'Ends now',
  3600: '1 hour',
  86400: '24 hours',
  604800: '7 days',
};

export function RotateDialog({ apiKey: { id, name, last_four }, close, rotated }: RotateDialogProps) {
  const [overlap, setOverlap] = useState<Overlap>(86_400);

  return (
    <Dialog title={`Rotate ${name}`} close={close}>
      <p>
        You get a new key with the same name and settings. The old one, …{last_four}, works on for as long as
        you need to put the new one in its place.
      </p>
      <Form
        submit={async () => {
          const issued = await rotateKey(id, { overlap_seconds: overlap });
          rotated({ ...issued, oldKeyEndsAt: new Date(Date.now() + overlap * 1000).toISOString() });
        }}
      >
        <fieldset className="options">
          <legend>How long the old key works on</legend>
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
          <p className="panel warn">Whatever still sends the old key is refused as soon as you rotate.</p>
        )}
        <Submit>Rotate key</Submit>
      </Form>
    </Dialog>
  );
}
