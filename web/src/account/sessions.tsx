import { useRef, useState } from 'react';
import type { SessionList } from '../../../src/dashboard/interface.ts';
import { sessions as askForSessions, endSession } from '../dashboard.ts';
import { asProblem } from '../problem.ts';
import { useNotify } from '../ui/notices.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Day } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { browserName } from './browser-name.ts';
import { Section } from './section.tsx';

export function Sessions() {
  const { value, problem, reload } = useAnswer(askForSessions);
  const heading = useRef<HTMLHeadingElement>(null);
  const [ending, setEnding] = useState(false);
  const notify = useNotify();

  async function end(id: string, message: string) {
    if (ending) return;
    setEnding(true);
    try {
      await endSession(id);
      notify(message);
      heading.current?.focus();
    } catch (error) {
      notify(asProblem(error).message);
    }
    setEnding(false);
    reload();
  }

  return (
    <Section
      title="Sessions"
      about="Browsers that are signed in. Sign out any sessions you don’t recognise."
      heading={heading}
    >
      {problem !== undefined && <ProblemNotice problem={problem} retry={reload} />}
      {value === undefined && problem === undefined && (
        <Skeleton label="Loading sessions" lines={2} className="" />
      )}
      <ul className="entries">
        {value?.sessions.map((session) => (
          <li key={session.id}>
            <SessionName session={session} />
            {session.current ? (
              <span className="tag">this browser</span>
            ) : (
              <button
                type="button"
                className="plain danger"
                onClick={() => void end(session.id, 'Session signed out.')}
              >
                Sign out<span className="hidden"> {browserName(session.user_agent)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {value !== undefined && value.sessions.length > 1 && (
        <button
          type="button"
          className="button quiet"
          onClick={() => void end('others', 'All other sessions signed out.')}
        >
          Sign out all others
        </button>
      )}
    </Section>
  );
}

function SessionName({ session }: { session: SessionList['sessions'][number] }) {
  const { user_agent, address, created_at, updated_at, current } = session;
  return (
    <span>
      <b title={user_agent ?? undefined}>{browserName(user_agent)}</b>
      <small>
        {address !== null && `${address}, `}signed in <Day at={created_at} />
        {!current && (
          <>
            , last seen about <Day at={updated_at} />
          </>
        )}
      </small>
    </span>
  );
}
