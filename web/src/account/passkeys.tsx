import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addPasskey, listPasskeys, type Passkey, passkeyObstacle, removePasskey } from '../passkeys.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useNotify } from '../ui/notices.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Day } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { browserName } from './browser-name.ts';
import { Section } from './section.tsx';

type Open = { dialog: 'add' } | { dialog: 'remove'; passkey: Passkey };

export function Passkeys() {
  const { value, problem, reload } = useAnswer(listPasskeys);
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<Open>();
  const notify = useNotify();
  const obstacle = passkeyObstacle();

  function done(message: string) {
    // Closing the dialog focuses its button first, which disappears with a removed passkey.
    flushSync(() => setOpen(undefined));
    heading.current?.focus();
    reload();
    notify(message);
  }

  return (
    <Section
      title="Passkeys"
      about="Sign in with your fingerprint, face or security key. A passkey can’t be guessed or phished."
      heading={heading}
    >
      {obstacle === undefined ? (
        <button type="button" className="button quiet" onClick={() => setOpen({ dialog: 'add' })}>
          Add a passkey
        </button>
      ) : (
        <p className="hint">{obstacle}</p>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} retry={reload} />}
      {value !== undefined && value.length > 0 && (
        <ul className="entries">
          {value.map((passkey) => (
            <li key={passkey.id}>
              <span>
                <b>{nameOf(passkey)}</b>
                <small>
                  Added <Day at={passkey.createdAt} />
                </small>
              </span>
              <button
                type="button"
                className="plain danger"
                onClick={() => setOpen({ dialog: 'remove', passkey })}
              >
                Remove<span className="hidden"> {nameOf(passkey)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {open?.dialog === 'add' && (
        <AddDialog close={() => setOpen(undefined)} added={() => done('Passkey added.')} />
      )}
      {open?.dialog === 'remove' && (
        <RemoveDialog
          passkey={open.passkey}
          close={() => setOpen(undefined)}
          removed={() => done('Passkey removed.')}
        />
      )}
    </Section>
  );
}

function AddDialog({ close, added }: { close: () => void; added: () => void }) {
  return (
    <Dialog title="Add a passkey" close={close}>
      <Form
        submit={async (field) => {
          await addPasskey(field('name').trim());
          added();
        }}
        problems={{ name: { valueMissing: 'Enter a name you will recognise.' } }}
      >
        <Field
          name="name"
          label="Name"
          defaultValue={browserName(navigator.userAgent)}
          hint="Your browser asks for the rest."
          maxLength={100}
          required
        />
        <Submit>Continue</Submit>
      </Form>
    </Dialog>
  );
}

interface RemoveDialogProps {
  passkey: Passkey;
  close: () => void;
  removed: () => void;
}

function RemoveDialog({ passkey, close, removed }: RemoveDialogProps) {
  return (
    <Dialog title={`Remove ${nameOf(passkey)}?`} close={close}>
      <p>You won’t be able to sign in with it. Delete it on your device, too.</p>
      <Form
        className="form beside"
        submit={async () => {
          await removePasskey(passkey.id);
          removed();
        }}
      >
        <Submit kind="danger">Remove passkey</Submit>
        <button type="button" className="button quiet" onClick={close}>
          Keep it
        </button>
      </Form>
    </Dialog>
  );
}

function nameOf({ name }: Passkey): string {
  return name ?? 'Passkey';
}
