import { BASE } from './base.ts';
import { failureOf, networkFailure } from './failure.ts';

/** Tells with `unauthorized` that the session has ended. */
export const sessionWatch = new EventTarget();

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Asks the server and returns its parsed JSON; undefined where it answers without content.
 * @param path below the base of the service
 * @throws Failure in words for people
 */
export async function request<T>(method: Method, path: string, body?: object): Promise<T> {
  const response = await send(method, path, body);
  if (!response.ok) {
    if (response.status === 401 && !path.startsWith('dashboard/auth/')) {
      sessionWatch.dispatchEvent(new Event('unauthorized'));
    }
    throw await failureOf(response);
  }
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

async function send(method: Method, path: string, body: object | undefined): Promise<Response> {
  const init: RequestInit = { method, headers: { Accept: 'application/json' } };
  if (body !== undefined) {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  try {
    return await fetch(`${BASE}/${path}`, init);
  } catch {
    throw networkFailure();
  }
}
