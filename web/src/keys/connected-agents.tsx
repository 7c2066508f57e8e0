import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import type { Key } from '../../../src/dashboard/interface.ts';
import { revokeKey } from '../dashboard.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useNotify } from '../ui/notices.tsx';
import { focusHeading } from '../ui/page.tsx';
import { Day, Time } from '../ui/time.tsx';
import { Fact } from './key-facts.tsx';
import { permissionsInWords } from './permissions.tsx';

interface ConnectedAgentsProps {
  agents: readonly Key[];
  reload: () => void;
}

/** The agents that somebody has allowed to use the account, each with a way to end that. */
export function ConnectedAgents({ agents, reload }: ConnectedAgentsProps) {
  const [ending, setEnding] = useState<Key>();
  const notify = useNotify();
  if (agents.length === 0) return null;

  async function disconnect({ id, name }: Key) {
    await revokeKey(id);
    flushSync(() => setEnding(undefined));
    focusHeading();
    reload();
    notify(`“${name}” disconnected`);
  }

  return (
    <section className="agents" aria-labelledby="agents">
      <h2 id="agents">Connected agents</h2>
      <p className="lead">Programs that you have allowed to use this account. Each name is its own claim.</p>
      <ul className="rows" aria-labelledby="agents">
        {agents.map((agent) => (
          <li className="key-row" key={agent.id} aria-labelledby={`${agent.id}name`}>
            <div className="key-name">
              <h3 id={`${agent.id}name`}>
                <Link href={`/usage?key=${encodeURIComponent(agent.id)}`}>
                  <bdi>{agent.name}</bdi>
                </Link>
              </h3>
              <p>Reads {permissionsInWords(agent.permissions)}</p>
            </div>
            <dl className="key-facts">
              <Fact name="Last used">
                {agent.last_used_at === null ? 'Never' : <Time at={agent.last_used_at} />}
              </Fact>
              <Fact name="Connected">
                <Day at={agent.created_at} />
              </Fact>
            </dl>
            <div className="key-actions">
              <button type="button" className="plain danger" onClick={() => setEnding(agent)}>
                Disconnect<span className="hidden"> {agent.name}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      {ending !== undefined && (
        <Dialog title={`Disconnect ${ending.name}?`} close={() => setEnding(undefined)}>
          <p>Within a second, its requests are refused. To use it again, connect it again.</p>
          <Form className="form beside" submit={() => disconnect(ending)}>
            <Submit kind="danger">Disconnect</Submit>
            <button type="button" className="button quiet" onClick={() => setEnding(undefined)}>
              Keep it
            </button>
          </Form>
        </Dialog>
      )}
    </section>
  );
}
