import './usage.css';
import { useCallback } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Key, Usage as UsageAnswer } from '../../../src/dashboard/interface.ts';
import { BASE } from '../base.ts';
import { keys as askForKeys, usage as askForUsage, type UsageChoice, usageQuery } from '../dashboard.ts';
import { Choice } from '../ui/choice.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAnswer } from '../use-answer.ts';
import { Behind } from './behind.tsx';
import { DaysChart } from './days-chart.tsx';
import { DaysTable } from './days-table.tsx';
import { EndpointsTable } from './endpoints-table.tsx';
import { totalOf } from './outcomes.ts';
import { Quotas } from './quotas.tsx';

const SPANS = [
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '90', name: '90 days' },
] as const;

/** Requests by day, endpoint and outcome, for one key or all. The choice is part of the address, so that people can share it. */
export default function Usage() {
  const [choice, choose] = useChoice();
  const { key, days } = choice;
  const ask = useCallback(() => askForUsage({ key, days }), [key, days]);
  const { value, problem, loading, reload } = useAnswer(ask);
  const list = useAnswer(askForKeys).value;
  const keys = list && [...list.keys, ...list.agents];

  return (
    <Page
      title="Usage"
      aside={
        <a className="button quiet" href={`${BASE}/dashboard/usage.csv?${usageQuery(choice)}`} download>
          Download CSV
        </a>
      }
    >
      <div className="filters">
        <KeyChoice keys={keys} value={key} choose={(chosen) => choose({ key: chosen, days })} />
        <Choice
          label="Period"
          options={SPANS}
          value={String(days)}
          choose={(span) => choose({ key, days: Number(span) })}
        />
      </div>
      {problem !== undefined && <ProblemNotice problem={problem} retry={reload} />}
      {value === undefined ? (
        problem === undefined && <Skeleton label="Loading usage" lines={9} className="usage" />
      ) : (
        <div className="usage" aria-busy={loading}>
          <Days usage={value} />
          <Endpoints usage={value} />
          <Quotas usage={value} keys={keys ?? []} />
          <Behind seconds={value.behind_seconds} />
        </div>
      )}
    </Page>
  );
}

function Days({ usage: { days } }: { usage: UsageAnswer }) {
  if (days.every((day) => totalOf(day) === 0)) return <NoRequests />;
  return (
    <section>
      <Tabs
        label="Requests by day as"
        tabs={[
          { name: 'Chart', content: <DaysChart key={days.length} days={days} /> },
          { name: 'Table', content: <DaysTable days={days} /> },
        ]}
      />
    </section>
  );
}

function NoRequests() {
  return (
    <section className="panel empty">
      <h2>No requests in this period</h2>
      <p>
        Requests appear here a second or two after you send them. <Link href="/keys">Create a key</Link> or
        see <a href={`${BASE}/guides/using-the-api`}>how to use one</a>.
      </p>
    </section>
  );
}

function Endpoints({ usage: { endpoints } }: { usage: UsageAnswer }) {
  if (endpoints.length === 0) return null;
  return (
    <section>
      <h2>By endpoint</h2>
      <EndpointsTable endpoints={endpoints} />
    </section>
  );
}

interface KeyChoiceProps {
  keys: readonly Key[] | undefined;
  value: string | null;
  choose: (id: string | null) => void;
}

function KeyChoice({ keys = [], value, choose }: KeyChoiceProps) {
  return (
    <label className="key-choice">
      <span className="hidden">Key</span>
      <select
        value={value ?? ''}
        onChange={({ target }) => choose(target.value === '' ? null : target.value)}
      >
        <option value="">All keys</option>
        {value !== null && !keys.some(({ id }) => id === value) && <option value={value}>One key</option>}
        {keys.map(({ id, name, last_four, state }) => (
          <option key={id} value={id}>
            {name} …{last_four}
            {state === 'active' ? '' : ` (${state})`}
          </option>
        ))}
      </select>
    </label>
  );
}

function useChoice(): [UsageChoice, (choice: UsageChoice) => void] {
  const [parameters, setParameters] = useSearchParams();
  const days = SPANS.find(({ value }) => value === parameters.get('days'))?.value ?? '30';
  const choice = { key: parameters.get('key'), days: Number(days) };
  return [choice, (chosen) => setParameters(usageQuery(chosen), { replace: true })];
}
