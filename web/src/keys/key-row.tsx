import { Link } from 'wouter';
import type { Key } from '../../../src/dashboard/interface.ts';
import { count } from '../ui/number.ts';
import { Day, Time } from '../ui/time.tsx';
import type { KeyAction } from './key-dialog.tsx';
import { End, endName, Fact, Remark, State } from './key-facts.tsx';
import { permissionsInWords } from './permissions.tsx';
import { RequestsChart } from './requests-chart.tsx';

interface KeyRowProps {
  apiKey: Key;
  /** All keys, to find the one that replaces this one. */
  all: readonly Key[];
  /** Undefined for an expired or revoked key. */
  act?: (action: KeyAction) => void;
}

export function KeyRow({ apiKey, all, act }: KeyRowProps) {
  const { id, name, prefix, last_four, header_only, addresses, permissions, share, requests, created_at } =
    apiKey;
  const total = sum(requests);
  return (
    <li className="key-row" aria-labelledby={`${id}name`}>
      <div className="key-name">
        <h2 id={`${id}name`}>
          <Link href={keyPath(id)}>{name}</Link>
        </h2>{' '}
        <State apiKey={apiKey} />
        <p>
          <code>
            {prefix}…{last_four}
          </code>
          {share !== null && <span className="tag">{share}&nbsp;% of limits</span>}
          {header_only && <span className="tag">header only</span>}
          {addresses.length > 0 && <span className="tag">from some addresses</span>}
        </p>
        <p>Reads {permissionsInWords(permissions)}</p>
      </div>
      <div className="key-requests">
        <RequestsChart requests={requests} />
        <p>
          <b>{count(total)}</b> {total === 1 ? 'request' : 'requests'} in 30 days
        </p>
      </div>
      <dl className="key-facts">
        <Fact name="Last used">
          {apiKey.last_used_at === null ? 'Never' : <Time at={apiKey.last_used_at} />}
        </Fact>
        <Fact name="Created">
          <Day at={created_at} />
        </Fact>
        <Fact name={endName(apiKey)}>
          <End apiKey={apiKey} />
        </Fact>
      </dl>
      {act !== undefined && <KeyActions apiKey={apiKey} act={act} />}
      <Remark apiKey={apiKey} all={all} />
    </li>
  );
}

interface KeyActionsProps {
  apiKey: Key;
  act: (action: KeyAction) => void;
}

/** Buttons for an active key. */
export function KeyActions({ apiKey: { name, successor_id }, act }: KeyActionsProps) {
  return (
    <div className="key-actions">
      <button type="button" className="plain" onClick={() => act('edit')}>
        Edit<span className="hidden"> {name}</span>
      </button>
      {successor_id === null && (
        <button type="button" className="plain" onClick={() => act('rotate')}>
          Rotate<span className="hidden"> {name}</span>
        </button>
      )}
      <button type="button" className="plain danger" onClick={() => act('revoke')}>
        Revoke<span className="hidden"> {name}</span>
      </button>
    </div>
  );
}

/** The address of a key's page. */
function keyPath(id: string): string {
  return `/key?id=${encodeURIComponent(id)}`;
}

export function sum(requests: readonly number[]): number {
  return requests.reduce((total, day) => total + day, 0);
}
