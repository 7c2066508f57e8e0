import type {
  Activity,
  Example,
  FoundKey,
  IssuedKey,
  Key,
  KeyList,
  NewKeyRequest,
  RotationRequest,
  SessionList,
  SessionState,
  Usage,
} from '../../src/dashboard/interface.ts';
import { request } from './request.ts';

export const session = () => request<SessionState>('GET', 'dashboard/session');

/** @param city id, of the few that can be looked at without a key */
export const example = (city: string) => request<Example>('GET', `examples/${encodeURIComponent(city)}`);

export const findKey = (token: string, revoke: boolean) =>
  request<FoundKey>('POST', 'dashboard/found-key', { token, revoke });

export const keys = () => request<KeyList>('GET', 'dashboard/keys');
export const key = (id: string) => request<Key>('GET', `dashboard/keys/${id}`);
export const createKey = (wanted: NewKeyRequest) => request<IssuedKey>('POST', 'dashboard/keys', wanted);
export const renameKey = (id: string, name: string) =>
  request<Key>('PATCH', `dashboard/keys/${id}`, { name });
export const rotateKey = (id: string, rotation: RotationRequest) =>
  request<IssuedKey>('POST', `dashboard/keys/${id}/rotate`, rotation);
export const revokeKey = (id: string) => request<Key>('POST', `dashboard/keys/${id}/revoke`);

export interface UsageChoice {
  /** Id of a key; null: all together. */
  key: string | null;
  days: number;
}

export const usage = (choice: UsageChoice) => request<Usage>('GET', `dashboard/usage?${usageQuery(choice)}`);

export function usageQuery({ key, days }: UsageChoice): string {
  return new URLSearchParams({ ...(key === null ? {} : { key }), days: String(days) }).toString();
}

/** @param before `next` of the page before; null: the newest */
export const activity = (before: string | null) =>
  request<Activity>(
    'GET',
    `dashboard/activity${before === null ? '' : `?before=${encodeURIComponent(before)}`}`,
  );

export const sessions = () => request<SessionList>('GET', 'dashboard/sessions');
/** @param id of a session, or `others`: all but this one */
export const endSession = (id: string) => request<void>('DELETE', `dashboard/sessions/${id}`);
