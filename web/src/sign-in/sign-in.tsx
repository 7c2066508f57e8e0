import './sign-in.css';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { PAGES } from '../../../src/site/pages.ts';
import { signIn } from '../authentication.ts';
import { asFailure } from '../failure.ts';
import { canAutofillPasskey, passkeyObstacle, signInWithPasskey } from '../passkeys.ts';
import { useSession } from '../session.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { EMAIL_PROBLEMS } from './email-problems.ts';
import { LeaveIfSignedIn } from './leave-if-signed-in.tsx';
import { SecondFactor } from './second-factor.tsx';

export function SignIn() {
  const { state, refresh, ended } = useSession();
  const [, navigate] = useLocation();
  const destination = useDestination();
  const [secondFactor, setSecondFactor] = useState(false);

  async function enter() {
    await refresh();
    navigate(destination, { replace: true });
  }

  if (secondFactor) return <SecondFactor enter={enter} startAgain={() => setSecondFactor(false)} />;
  return (
    <Page title="Sign in" narrow>
      <LeaveIfSignedIn to={destination} />
      {ended && <p className="panel warn">Your session has ended. Sign in to go on.</p>}
      <WithPassword enter={enter} askForSecondFactor={() => setSecondFactor(true)} />
      <WithPasskey enter={enter} />
      {state?.service.sends_mail === true && (
        <p className="elsewhere">Just signed up? Open the link that we sent you first.</p>
      )}
      <p className="elsewhere">
        New here? <Link href="/sign-up">Create an account</Link>
      </p>
    </Page>
  );
}

function WithPassword({
  enter,
  askForSecondFactor,
}: {
  enter: () => Promise<void>;
  askForSecondFactor: () => void;
}) {
  return (
    <Form
      submit={async (field) => {
        const { twoFactorRedirect } = await signIn(field('email').trim(), field('password'));
        if (twoFactorRedirect === true) return askForSecondFactor();
        await enter();
      }}
      problems={{ email: EMAIL_PROBLEMS, password: { valueMissing: 'Enter your password.' } }}
    >
      <Field name="email" type="email" label="E-mail" autoComplete="username webauthn" required />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <p className="forgotten">
        <Link href="/recover">Forgotten?</Link>
      </p>
      <Submit>Sign in</Submit>
    </Form>
  );
}

function WithPasskey({ enter }: { enter: () => Promise<void> }) {
  const obstacle = passkeyObstacle();
  const [wrong, setWrong] = useState<string>();
  const waiting = useRef<AbortController>(undefined);
  const entered = useRef(enter);
  entered.current = enter;

  // Offers passkeys in the autofill of the e-mail field until the page is left or the button is used.
  useEffect(() => {
    const controller = new AbortController();
    waiting.current = controller;
    void offerInAutofill(controller.signal, () => entered.current());
    return () => controller.abort();
  }, []);

  async function ask() {
    setWrong(undefined);
    // A browser allows one ceremony at a time.
    waiting.current?.abort();
    try {
      await signInWithPasskey();
      await enter();
    } catch (error) {
      setWrong(asFailure(error).message);
    }
  }

  // Those who came under an IP address have made no passkey there.
  if (obstacle !== undefined) return null;
  return (
    <div className="alternative">
      <p className="or">or</p>
      <button type="button" className="button quiet" onClick={() => void ask()}>
        Use a passkey
      </button>
      <p className="form-failure" role="alert">
        {wrong}
      </p>
    </div>
  );
}

/** What fails here fails silently: nobody has asked for it, and the forms remain. */
async function offerInAutofill(abort: AbortSignal, enter: () => Promise<void>): Promise<void> {
  try {
    if (!(await canAutofillPasskey()) || abort.aborted) return;
    await signInWithPasskey(abort);
  } catch {
    return;
  }
  await enter();
}

/** The page that sent the visitor here; never an address from elsewhere. */
function useDestination(): string {
  const [parameters] = useSearchParams();
  const then = parameters.get('then');
  const page = PAGES.find((known) => known !== '' && known === then);
  return `/${page ?? 'keys'}`;
}
