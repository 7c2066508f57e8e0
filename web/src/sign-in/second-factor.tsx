import { useState } from 'react';
import { verifyRecoveryCode, verifyTotp } from '../authentication.ts';
import { Checkbox, Field } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';

interface SecondFactorProps {
  enter: () => Promise<void>;
  startAgain: () => void;
}

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function SecondFactor({ enter, startAgain }: SecondFactorProps) {
  const [lost, setLost] = useState(false);
  const Step = lost ? WithRecoveryCode : WithTotp;
  return (
    <Page key={String(lost)} title={lost ? 'Use a recovery code' : 'Enter the code'} narrow>
      <Step enter={enter} />
      <p className="elsewhere">
        <button type="button" className="link" onClick={() => setLost(!lost)}>
          {lost ? 'Use the authenticator app' : 'No access to the app? Use a recovery code'}
        </button>
        <button type="button" className="link" onClick={startAgain}>
          Start again
        </button>
      </p>
    </Page>
  );
}

function WithTotp({ enter }: { enter: () => Promise<void> }) {
  return (
    <Form
      submit={async (field) => {
        await verifyTotp(field('code').replaceAll(' ', ''), field('trust') === 'on');
        await enter();
      }}
      problems={TOTP_PROBLEMS}
      fieldOf={{ INVALID_CODE: 'code' }}
    >
      <TotpField />
      <Checkbox name="trust" label="Don’t ask again on this device for 30 days" />
      <Submit>Sign in</Submit>
    </Form>
  );
}

function WithRecoveryCode({ enter }: { enter: () => Promise<void> }) {
  return (
    <Form
      submit={async (field) => {
        await verifyRecoveryCode(field('code').trim());
        await enter();
      }}
      problems={{ code: { valueMissing: 'Enter one of your recovery codes.' } }}
      fieldOf={{ INVALID_BACKUP_CODE: 'code' }}
    >
      <Field
        name="code"
        label="Recovery code"
        hint="One of the codes you saved when you turned on two-factor sign-in. Each works once."
        className="mono"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <Submit>Sign in</Submit>
    </Form>
  );
}

export function TotpField() {
  return (
    <Field
      name="code"
      label="Code from your authenticator app"
      className="mono code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{3} ?\d{3}"
      maxLength={7}
      required
    />
  );
}

export const TOTP_PROBLEMS = {
  code: {
    valueMissing: 'Enter the six digits from the app.',
    patternMismatch: 'The code has six digits.',
  },
} as const;
