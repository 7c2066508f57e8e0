import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IssuedKey, Key, NewKeyRequest, ProblemDocument } from '../../../src/dashboard/interface.ts';
import { PROBLEMS } from '../../../src/engine/problems.ts';

export const PASSWORD = 'wombat-lantern-48-quince';
export const OTHER_PASSWORD = 'granite-ferry-17-saffron';

/** Sends requests like a browser: keeps cookies and sends Origin. */
export class BrowserSession {
  readonly #address: string;
  readonly cookies = new Map<string, string>();

  /** @param service the service that it sends requests to */
  constructor({ server }: { server: { address: string } }) {
    this.#address = server.address;
  }

  /** Sends a request to a path below `/dashboard`, with the body as JSON. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const response = await fetch(`${this.#address}/dashboard${path}`, {
      method,
      redirect: 'manual',
      headers: {
        Origin: this.#address,
        ...(this.cookies.size === 0 ? {} : { Cookie: this.cookie }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  /** Sends a request that must succeed. @returns the JSON of the response */
  async ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as Answer;
  }

  /** Sends a request that must fail with a code of the dashboard or of better-auth. @returns the problem document */
  async refused(status: number, method: string, path: string, body?: unknown): Promise<ProblemDocument> {
    const problem = await problemOf(await this.send(method, path, body), status);
    const audiences = new Map<string, string>(
      Object.entries(PROBLEMS).map(([code, { audience }]) => [code, audience]),
    );
    if (!/^[A-Z_]+$/.test(problem.code)) assert.match(audiences.get(problem.code) ?? '', /dashboard|both/);
    assert.equal(problem.instance, `/dashboard${path.replace(/\?.*/, '')}`);
    return problem;
  }

  signUp(email: string, password = PASSWORD): Promise<Response> {
    return this.send('POST', '/auth/sign-up/email', { name: '', email, password });
  }

  signIn(email: string, password = PASSWORD): Promise<Response> {
    return this.send('POST', '/auth/sign-in/email', { email, password });
  }

  async isSignedIn(): Promise<boolean> {
    const { account } = await this.ask<{ account: object | null }>('GET', '/session');
    return account !== null;
  }

  createKey(name: string, wanted: Partial<NewKeyRequest> = {}): Promise<IssuedKey> {
    return this.ask('POST', '/keys', { name, expires_at: null, header_only: false, ...wanted });
  }

  async keys(): Promise<Key[]> {
    return (await this.ask<{ keys: Key[] }>('GET', '/keys')).keys;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export type SignedUp = BrowserSession & { email: string };

export function newAddress(): string {
  return `${randomUUID()}@example.org`;
}

/** A browser with a new account that is signed in. */
export async function signedUp(
  service: ConstructorParameters<typeof BrowserSession>[0],
  email = newAddress(),
): Promise<SignedUp> {
  const browser = new BrowserSession(service);
  assert.equal((await browser.signUp(email)).status, 200);
  return Object.assign(await signedIn(service, email), { email });
}

/** Another browser, signed in to an existing account. */
export async function signedIn(
  service: ConstructorParameters<typeof BrowserSession>[0],
  email: string,
  password = PASSWORD,
): Promise<BrowserSession> {
  const browser = new BrowserSession(service);
  const response = await browser.signIn(email, password);
  assert.equal(response.status, 200, await response.text());
  return browser;
}

/** The problem document of a response that must be one. */
export async function problemOf(response: Response, status: number): Promise<ProblemDocument> {
  const text = await response.text();
  assert.equal(response.status, status, text);
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  assert.match(String(response.headers.get('cache-control')), /^(private, )?no-store$/);
  const problem = JSON.parse(text) as ProblemDocument;
  assert.equal(problem.status, status);
  assert.equal(problem.request_id, response.headers.get('x-request-id'));
  for (const field of [problem.code, problem.title, problem.detail]) assert.match(field, /\S/);
  return problem;
}

/** The messages in the service's outbox, oldest first. */
export function outbox({ home }: { home: string }): string[] {
  const directory = join(home, 'outbox');
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .toSorted()
    .map((name) => readFileSync(join(directory, name), 'utf8'));
}

/** The token of a link `…/reset#token=…` in a message. */
export function tokenIn(message: string | undefined): string {
  const [, token = ''] = /#token=(\S+)/.exec(message ?? '') ?? [];
  assert.notEqual(token, '', `no link in: ${message}`);
  return token;
}
