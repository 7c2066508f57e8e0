import './keys.css';
import '../usage/usage.css';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation, useSearchParams } from 'wouter';
import type { Key, Usage } from '../../../src/dashboard/interface.ts';
import { key as askForKey, recentRequests as askForRequests, usage as askForUsage } from '../dashboard.ts';
import { type Issued, useSession } from '../session.tsx';
import { useNotify } from '../ui/notices.tsx';
import { focusHeading, Page } from '../ui/page.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Day, Time } from '../ui/time.tsx';
import { Behind } from '../usage/behind.tsx';
import { DaysChart } from '../usage/days-chart.tsx';
import { totalOf } from '../usage/outcomes.ts';
import { type Answer, useAnswer, useReloadOnReturn } from '../use-answer.ts';
import { KeyDialog, type OpenKeyDialog } from './key-dialog.tsx';
import { End, endName, Fact, State } from './key-facts.tsx';
import { KeyActions } from './key-row.tsx';
import { permissionsInWords } from './permissions.tsx';
import { RecentRequests } from './recent-requests.tsx';

const DAYS = 30;

/** One key, named by `id` in the address: what it may do, its usage and its newest requests. */
export default function KeyPage() {
  const [parameters] = useSearchParams();
  const id = parameters.get('id') ?? '';
  const ask = useCallback(() => askForKey(id), [id]);
  const { value, problem, reload, replace } = useAnswer(ask);
  const { setIssued } = useSession();
  const [, go] = useLocation();
  const [open, setOpen] = useState<OpenKeyDialog>();
  const notify = useNotify();

  /** The list shows a new key until it is saved. */
  function showIssued(issued: Issued) {
    setIssued(issued);
    go('/keys');
  }

  function showChanged(changed: Key, message: string) {
    flushSync(() => setOpen(undefined));
    if (changed.state === 'revoked') focusHeading();
    replace(changed);
    notify(message);
  }

  return (
    <Page title={value?.name ?? 'API key'} className="key-page">
      <p>
        <Link href="/keys">All keys</Link>
      </p>
      {problem !== undefined && <ProblemNotice problem={problem} retry={reload} />}
      {value === undefined ? (
        problem === undefined && <Skeleton label="Loading the key" lines={9} className="usage" />
      ) : (
        <KnownKey apiKey={value} reload={reload} act={(action) => setOpen({ action, apiKey: value })} />
      )}
      {open !== undefined && (
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

interface KeySettingsProps {
  apiKey: Key;
  act: Parameters<typeof KeyActions>[0]['act'];
}

/** All parts are asked for again together, so that none contradicts another. */
function KnownKey({ apiKey, act, reload }: KeySettingsProps & { reload: () => void }) {
  const { id } = apiKey;
  const usage = useAnswer(useCallback(() => askForUsage({ key: id, days: DAYS }), [id]));
  const requests = useAnswer(useCallback(() => askForRequests(id), [id]));
  const { reload: reloadUsage } = usage;
  const { reload: reloadRequests } = requests;
  const refresh = useCallback(() => {
    reload();
    reloadUsage();
    reloadRequests();
  }, [reload, reloadUsage, reloadRequests]);
  useReloadOnReturn(refresh);

  return (
    <>
      <KeySettings apiKey={apiKey} act={act} />
      <div className="usage">
        <KeyUsage id={id} usage={usage} />
        <RecentRequests requests={requests} refresh={refresh} />
      </div>
    </>
  );
}

function KeySettings({ apiKey, act }: KeySettingsProps) {
  const {
    prefix,
    last_four,
    permissions,
    plan,
    share,
    header_only,
    addresses,
    idle_days,
    created_at,
    last_used_at,
  } = apiKey;
  return (
    <section className="key-settings" aria-label="Settings">
      <p>
        <code>
          {prefix}…{last_four}
        </code>{' '}
        <State apiKey={apiKey} />
      </p>
      <dl className="key-facts">
        <Fact name="May read">{permissionsInWords(permissions)}</Fact>
        <Fact name="Plan">
          {plan}
          {share !== null && `, ${share} % of the account’s limits`}
        </Fact>
        <Fact name="Accepted">{header_only ? 'in the header only' : 'in the header or the URL'}</Fact>
        <Fact name="Allowed addresses">{addresses.length === 0 ? 'all' : addresses.join(', ')}</Fact>
        <Fact name="Ends without use">{idle_days === null ? 'no' : `after ${idle_days} days`}</Fact>
        <Fact name={endName(apiKey)}>
          <End apiKey={apiKey} />
        </Fact>
        <Fact name="Created">
          <Day at={created_at} />
        </Fact>
        <Fact name="Last used">{last_used_at === null ? 'Never' : <Time at={last_used_at} />}</Fact>
      </dl>
      {apiKey.state === 'active' && <KeyActions apiKey={apiKey} act={act} />}
    </section>
  );
}

function KeyUsage({ id, usage: { value, problem, reload } }: { id: string; usage: Answer<Usage> }) {
  return (
    <section>
      <div className="section-head">
        <h2>Usage</h2>
        <Link href={`/usage?key=${encodeURIComponent(id)}`}>By endpoint, and as a table</Link>
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} retry={reload} />}
      {value === undefined
        ? problem === undefined && <Skeleton label="Loading usage" lines={5} className="usage" />
        : shownUsage(value)}
    </section>
  );
}

function shownUsage({ days, behind_seconds }: Usage) {
  return (
    <>
      {days.every((day) => totalOf(day) === 0) ? (
        <p className="empty">No requests with this key in the last {DAYS} days.</p>
      ) : (
        <DaysChart days={days} />
      )}
      <Behind seconds={behind_seconds} />
    </>
  );
}
