import { lazy, Suspense, useState } from 'react';
import type { Account } from '../../../src/dashboard/interface.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  newRecoveryCodes,
  type TwoFactorSetup as Setup,
  verifyTotp,
} from '../authentication.ts';
import { useSession } from '../session.tsx';
import { TOTP_PROBLEMS, TotpField } from '../sign-in/second-factor.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useNotify } from '../ui/notices.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { PasswordForm } from './password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from './section.tsx';

const TotpSecret = lazy(() => import('./totp-secret.tsx'));

export function TwoFactor({ account }: { account: Account }) {
  const [open, setOpen] = useState<'enable' | 'codes' | 'disable'>();
  const close = () => setOpen(undefined);
  return (
    <Section
      title="Two-factor sign-in"
      about="Asks for a code from your phone after your password, so that a stolen password isn’t enough to sign in."
    >
      {account.two_factor ? (
        <>
          <p>
            <span className="state active">On</span>
          </p>
          <p className="beside">
            <button type="button" className="button quiet" onClick={() => setOpen('codes')}>
              New recovery codes
            </button>
            <button type="button" className="button quiet" onClick={() => setOpen('disable')}>
              Turn off
            </button>
          </p>
        </>
      ) : (
        <button type="button" className="button quiet" onClick={() => setOpen('enable')}>
          Turn on
        </button>
      )}
      {open === 'enable' && <EnableDialog close={close} />}
      {open === 'codes' && <CodesDialog close={close} />}
      {open === 'disable' && <DisableDialog close={close} />}
    </Section>
  );
}

type Step = { name: 'password' } | { name: 'app'; setup: Setup } | { name: 'codes'; codes: string[] };

/** Three steps: the password, the app, the recovery codes. */
function EnableDialog({ close }: { close: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  const { refresh } = useSession();
  const notify = useNotify();

  async function finish() {
    close();
    await refresh();
    notify('Two-factor sign-in is on.');
  }

  switch (step.name) {
    case 'password':
      return (
        <Dialog key="password" title="Confirm it’s you" close={close}>
          <PasswordForm
            action="Continue"
            submit={async (password) => setStep({ name: 'app', setup: await enableTwoFactor(password) })}
          />
        </Dialog>
      );
    case 'app':
      return (
        <Dialog key="app" title="Add it to your app" close={close}>
          <p>Scan the code with an authenticator app, then enter the six digits it shows.</p>
          <Suspense fallback={<Skeleton label="Loading" lines={5} className="" />}>
            <TotpSecret uri={step.setup.totpURI} />
          </Suspense>
          <Form
            submit={async (field) => {
              await verifyTotp(field('code').replaceAll(' ', ''));
              setStep({ name: 'codes', codes: step.setup.backupCodes });
            }}
            problems={TOTP_PROBLEMS}
            fieldOf={{ INVALID_CODE: 'code' }}
          >
            <TotpField />
            <Submit>Turn on</Submit>
          </Form>
        </Dialog>
      );
    case 'codes':
      return (
        <Dialog key="codes" title="Save your recovery codes" close={() => void finish()}>
          <RecoveryCodes codes={step.codes} done={() => void finish()} />
        </Dialog>
      );
  }
}

function CodesDialog({ close }: { close: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  if (codes !== undefined) {
    return (
      <Dialog key="codes" title="Save your new recovery codes" close={close}>
        <RecoveryCodes codes={codes} done={close} />
      </Dialog>
    );
  }
  return (
    <Dialog key="password" title="New recovery codes" close={close}>
      <p>The old ones stop working.</p>
      <PasswordForm
        action="Create new codes"
        submit={async (password) => setCodes((await newRecoveryCodes(password)).backupCodes)}
      />
    </Dialog>
  );
}

function DisableDialog({ close }: { close: () => void }) {
  const { refresh } = useSession();
  const notify = useNotify();
  return (
    <Dialog title="Turn off two-factor sign-in?" close={close}>
      <p>You’ll sign in with your password only.</p>
      <PasswordForm
        action="Turn off"
        danger
        submit={async (password) => {
          await disableTwoFactor(password);
          close();
          await refresh();
          notify('Two-factor sign-in is off.');
        }}
      />
    </Dialog>
  );
}
