import './connect.css';
import { useCallback, useState } from 'react';
import { agentQuestion, decideAboutAgent } from './dashboard.ts';
import { ConnectedPermissions } from './keys/permissions.tsx';
import { type SignedIn, SignedInOnly } from './session.tsx';
import { Form, Submit } from './ui/form.tsx';
import { Page } from './ui/page.tsx';
import { ProblemNotice } from './ui/problem-notice.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import { useAnswer } from './use-answer.ts';

/** Asks somebody whom an agent sent whether it may use the account. The query is the agent's question, signed by the service. */
export default function Connect() {
  const parameters = new URLSearchParams(location.search);
  const error = parameters.get('error');
  if (error !== null || !parameters.has('client_id')) return <Wrong error={error ?? ''} />;
  return <SignedInOnly page={(signedIn) => <Question {...signedIn} asked={parameters} />} />;
}

function Question({ account, asked }: SignedIn & { asked: URLSearchParams }) {
  const id = asked.get('client_id') ?? '';
  const { value, problem, reload } = useAnswer(useCallback(() => agentQuestion(id), [id]));
  const [decided, setDecided] = useState(false);

  async function decide(accept: boolean) {
    const { to } = await decideAboutAgent(accept, location.search.slice(1));
    setDecided(true);
    location.assign(to);
  }

  if (problem?.code === 'not_found') return <Wrong error="invalid_client" />;
  if (value === undefined)
    return problem === undefined ? (
      <Skeleton label="Loading" lines={6} />
    ) : (
      <ProblemNotice problem={problem} retry={reload} />
    );
  if (decided)
    return (
      <Page key="decided" title="Go back to the agent" narrow>
        <p>If nothing happens there, you can close this page and look into the program that sent you.</p>
      </Page>
    );
  const permissions = (asked.get('scope') ?? '').split(' ');
  return (
    <Page title="Connect an agent?" narrow>
      <p className="lead">
        A program that calls itself <bdi className="claimed">{value.name}</bdi> asks to use the account{' '}
        {account.email}.
      </p>
      <p className="panel warn">
        We can’t check this name. Allow it only if you have just started this in a program that you trust.
      </p>
      <section aria-labelledby="may">
        <h2 id="may">It may read</h2>
        <ConnectedPermissions permissions={permissions} />
        <p className="elsewhere">
          Its requests count toward your limits. It can’t see or change your account or your keys. You can
          disconnect it under API keys.
        </p>
      </section>
      <p>
        Your answer goes to <strong className="claimed">{receiver(asked.get('redirect_uri') ?? '')}</strong>.
      </p>
      <div className="decision">
        <Form submit={() => decide(true)}>
          <Submit>Allow</Submit>
        </Form>
        <Form submit={() => decide(false)}>
          <Submit kind="quiet">Deny</Submit>
        </Form>
      </div>
    </Page>
  );
}

/** Who gets the answer, by the address that the browser is sent to. */
function receiver(address: string): string {
  const url = URL.parse(address);
  if (url === null) return 'nowhere';
  if (url.protocol === 'http:') return `a program on this device (${url.host})`;
  return url.protocol === 'https:' ? url.host : `an app on this device (${url.protocol.slice(0, -1)})`;
}

function Wrong({ error }: { error: string }) {
  return (
    <Page title="This agent can’t be connected" narrow>
      <p className="lead">{REASONS[error] ?? 'The link that brought you here is incomplete or wrong.'}</p>
      <p>Start again in the program that sent you here. Nothing was allowed.</p>
    </Page>
  );
}

const REASONS: Record<string, string> = {
  invalid_client: 'We don’t know this program: it has to register again.',
  invalid_redirect: 'It asked for the answer to be sent to an address that it hasn’t registered.',
  invalid_target: 'It asked for access to something that isn’t part of this service.',
};
