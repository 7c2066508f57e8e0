import { BASE } from './base.ts';
import { networkProblem, problemOf } from './problem.ts';

/** Fires `unauthorized` when the session has ended. */
export const sessionWatch = new EventTarget();

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Sends a request and returns the parsed JSON; undefined for a response without content.
 * @param path below the base address of the service
 * @throws Problem with a message for people
 */
export async function request<T>(method: Method, path: string, body?: object): Promise<T> {
  const response = await send(method, path, body);
  if (!response.ok) {
    if (response.status === 401 && !path.startsWith('dashboard/auth/')) {
      sessionWatch.dispatchEvent(new Event('unauthorized'));
    }
    throw await problemOf(response);
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
    throw networkProblem();
  }
}
