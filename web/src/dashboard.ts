import type {
  AccountSettings,
  Activity,
  AgentQuestion,
  FoundKey,
  IssuedKey,
  Key,
  KeyChange,
  KeyList,
  NewKeyRequest,
  NextPage,
  RecentRequestList,
  RotationRequest,
  SessionList,
  SessionState,
  Usage,
  UsageQuery,
} from '../../src/dashboard/interface.ts';
import { request } from './request.ts';

export const session = () => request<SessionState>('GET', 'dashboard/session');

export const findKey = (token: string, revoke: boolean) =>
  request<FoundKey>('POST', 'dashboard/found-key', { token, revoke });

export const keys = () => request<KeyList>('GET', 'dashboard/keys');
export const key = (id: string) => request<Key>('GET', `dashboard/keys/${encodeURIComponent(id)}`);
export const recentRequests = (id: string) =>
  request<RecentRequestList>('GET', `dashboard/keys/${encodeURIComponent(id)}/requests`);
export const createKey = (wanted: NewKeyRequest) => request<IssuedKey>('POST', 'dashboard/keys', wanted);
export const adoptKey = (token: string) => request<Key>('POST', 'dashboard/keys/adopt', { token });
export const changeKey = (id: string, change: KeyChange) =>
  request<Key>('PATCH', `dashboard/keys/${id}`, change);
export const rotateKey = (id: string, rotation: RotationRequest) =>
  request<IssuedKey>('POST', `dashboard/keys/${id}/rotate`, rotation);
export const revokeKey = (id: string) => request<Key>('POST', `dashboard/keys/${id}/revoke`);

export const agentQuestion = (clientId: string) =>
  request<AgentQuestion>('GET', `dashboard/agents/question?client_id=${encodeURIComponent(clientId)}`);
export const decideAboutAgent = (accept: boolean, query: string) =>
  request<NextPage>('POST', 'dashboard/agents/decision', { accept, query });

export interface UsageChoice {
  /** Id of a key; null: all keys. */
  key: string | null;
  days: number;
}

export const usage = (choice: UsageChoice) => request<Usage>('GET', `dashboard/usage?${usageQuery(choice)}`);

export function usageQuery({ key, days }: UsageChoice): string {
  const query = { ...(key === null ? {} : { key }), days: String(days) } satisfies UsageQuery;
  return new URLSearchParams(query).toString();
}

/** @param before `next` of the previous page; null: the first page */
export const activity = (before: string | null) =>
  request<Activity>(
    'GET',
    `dashboard/activity${before === null ? '' : `?before=${encodeURIComponent(before)}`}`,
  );

export const changeAccount = (settings: AccountSettings) =>
  request<void>('PATCH', 'dashboard/account', settings);

export const sessions = () => request<SessionList>('GET', 'dashboard/sessions');
/** @param id id of a session, or `others` for all but this one */
export const endSession = (id: string) => request<void>('DELETE', `dashboard/sessions/${id}`);
