import './keys.css';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Key, KeyList } from '../../../src/dashboard/interface.ts';
import { keys as askForKeys } from '../dashboard.ts';
import { type Issued, type SignedIn, useSession } from '../session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useNotify } from '../ui/notices.tsx';
import { count } from '../ui/number.ts';
import { focusHeading, Page } from '../ui/page.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Behind } from '../usage/behind.tsx';
import { useAnswer, useReloadOnReturn } from '../use-answer.ts';
import { AdoptKey } from './adopt-key.tsx';
import { ConnectedAgents } from './connected-agents.tsx';
import { IssuedKeyPanel } from './issued-key.tsx';
import { KeyDialog, type OpenKeyDialog } from './key-dialog.tsx';
import { KeyRow } from './key-row.tsx';
import { NewKeyForm } from './new-key-form.tsx';

type Open = 'create' | OpenKeyDialog;

/** Creates keys, and lists them with their use. */
export default function Keys({ service }: SignedIn) {
  const { value, problem, reload, replace } = useAnswer(askForKeys);
  const { issued, setIssued } = useSession();
  const [open, setOpen] = useState<Open>();
  /** The key that was added last, whose form is closed. */
  const [adopted, setAdopted] = useState<string>();
  const notify = useNotify();
  useReloadOnReturn(reload);

  const list = value?.keys ?? [];
  const current = list.filter(({ state }) => state === 'active');
  const ended = list.filter(({ state }) => state !== 'active');
  const full = current.length >= service.keys_per_account;
  const first = value !== undefined && list.length === 0 && issued === undefined;

  function showIssued(key: Issued) {
    setOpen(undefined);
    setIssued(key);
    reload();
    window.scrollTo(0, 0);
  }

  function showChanged(changed: Key, message: string) {
    // Closing the dialog focuses its button first, which disappears with a revoked key.
    flushSync(() => setOpen(undefined));
    if (changed.state === 'revoked') focusHeading();
    if (value !== undefined) replace(withChanged(value, changed));
    // Other keys may have changed too, for example in another window.
    reload();
    notify(message);
  }

  function showAdopted({ id, name }: Key) {
    setAdopted(id);
    focusHeading();
    reload();
    notify(`Key “${name}” added`);
  }

  return (
    <Page
      title="API keys"
      aside={
        !first && (
          <button
            type="button"
            className="button"
            disabled={value === undefined || full}
            onClick={() => setOpen('create')}
          >
            New key
          </button>
        )
      }
    >
      <p className="lead">
        Your keys share {count(service.plan.daily)} requests per day, and {service.plan.burst.requests} per{' '}
        {service.plan.burst.seconds} seconds. Unchanged responses (304) don’t count toward your limit.
      </p>
      {full && (
        <p className="panel warn">
          This account has {service.keys_per_account} active keys, the most it can have. Revoke one you no
          longer use to create another.
        </p>
      )}
      {issued !== undefined && (
        <IssuedKeyPanel
          key={issued.key.id}
          issued={issued}
          noticed={reload}
          done={() => {
            setIssued(undefined);
            focusHeading();
          }}
        />
      )}
      {value === undefined &&
        (problem === undefined ? (
          <Skeleton label="Loading your keys" lines={4} className="rows" />
        ) : (
          <ProblemNotice problem={problem} retry={reload} />
        ))}
      {first && (
        <section className="panel first-key">
          <h2>Create your first key</h2>
          <p>The key tells the API who sends a request. Name it after what will use it.</p>
          <NewKeyForm created={showIssued} />
        </section>
      )}
      {current.length > 0 && (
        <ul className="rows" aria-label="Active keys">
          {current.map((key) => (
            <KeyRow key={key.id} apiKey={key} all={list} act={(action) => setOpen({ action, apiKey: key })} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details className="ended">
          <summary>Inactive keys ({ended.length})</summary>
          <ul className="rows" aria-label="Inactive keys">
            {ended.map((key) => (
              <KeyRow key={key.id} apiKey={key} all={list} />
            ))}
          </ul>
        </details>
      )}
      {value !== undefined && current.length === 0 && ended.length > 0 && issued === undefined && (
        <p className="empty">You have no active keys. Create one to use the API.</p>
      )}
      {value !== undefined && !full && <AdoptKey key={adopted} adopted={showAdopted} />}
      {value !== undefined && <ConnectedAgents agents={value.agents} reload={reload} />}
      {list.length > 0 && value !== undefined && <Behind seconds={value.behind_seconds} />}
      {open === 'create' && (
        <Dialog title="New key" close={() => setOpen(undefined)}>
          <NewKeyForm created={showIssued} />
        </Dialog>
      )}
      {typeof open === 'object' && (
        <KeyDialog
          {...open}
          close={() => setOpen(undefined)}
          showIssued={showIssued}
          showChanged={showChanged}
        />
      )}
    </Page>
  );
}

function withChanged({ keys, ...list }: KeyList, changed: Key): KeyList {
  return { ...list, keys: keys.map((key) => (key.id === changed.id ? changed : key)) };
}
