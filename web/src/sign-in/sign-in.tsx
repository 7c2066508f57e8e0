import './sign-in.css';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { PAGES } from '../../../src/site/pages.ts';
import { signIn } from '../authentication.ts';
import { canAutofillPasskey, passkeyObstacle, signInWithPasskey } from '../passkeys.ts';
import { asProblem } from '../problem.ts';
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
      {ended && <p className="panel warn">Your session has ended. Sign in to continue.</p>}
      <WithPassword enter={enter} askForSecondFactor={() => setSecondFactor(true)} />
      <WithPasskey enter={enter} />
      {state?.service.sends_mail === true && (
        <p className="elsewhere">Just signed up? Open the link we sent you first.</p>
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
      <Field name="email" type="email" label="Email" autoComplete="username webauthn" required />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <p className="forgotten">
        <Link href="/recover">Forgot your password?</Link>
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

  // Offers passkeys in the autofill of the email field, until the person leaves the page or uses the button.
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
      setWrong(asProblem(error).message);
    }
  }

  // Nobody can have created a passkey where passkeys do not work.
  if (obstacle !== undefined) return null;
  return (
    <div className="alternative">
      <p className="or">or</p>
      <button type="button" className="button quiet" onClick={() => void ask()}>
        Use a passkey
      </button>
      <p className="form-problem" role="alert">
        {wrong}
      </p>
    </div>
  );
}

/** Fails silently: nobody asked for it, and the form still works. */
async function offerInAutofill(abort: AbortSignal, enter: () => Promise<void>): Promise<void> {
  try {
    if (!(await canAutofillPasskey()) || abort.aborted) return;
    await signInWithPasskey(abort);
  } catch {
    return;
  }
  await enter();
}

/** The page that sent the visitor here; with its query, never an address outside of the service. */
function useDestination(): string {
  // Not by the router, which would decode it once too often.
  const parameters = new URLSearchParams(location.search);
  const [name = '', ...query] = (parameters.get('then') ?? '').split('?');
  const page = PAGES.find((known) => known === name);
  if (page === undefined) return '/keys';
  return query.length === 0 ? `/${page}` : `/${page}?${query.join('?')}`;
}
