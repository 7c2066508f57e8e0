import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { BrowserSession } from './accounts/browser-session.ts';
import { atEnd } from './lifetime.ts';

/** Where the agents of these tests receive codes: nothing listens there, because the tests read the address. */
export const CALLBACK = 'http://127.0.0.1:47123/callback';

/** What a program keeps of its access, for the official client. */
export class KeptAccess implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata;
  client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
  kept: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  verifier = '';
  /** Where it sent its browser. */
  sentTo: URL | undefined;

  constructor(name: string, redirectUrl = CALLBACK) {
    this.redirectUrl = redirectUrl;
    this.clientMetadata = { client_name: name, redirect_uris: [redirectUrl] };
  }

  clientInformation = () => this.client;
  saveClientInformation: NonNullable<OAuthClientProvider['saveClientInformation']> = (client) => {
    this.client = client;
  };
  tokens = () => this.kept;
  saveTokens: OAuthClientProvider['saveTokens'] = (tokens) => {
    this.kept = tokens;
  };
  redirectToAuthorization(url: URL) {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
}

/**
 * An agent of the official client that is connected to the account of a browser: it was refused, found its way by the metadata,
 * registered, sent the browser, and exchanged the code.
 */
export async function connectedAgent(
  address: string,
  browser: BrowserSession,
  access = new KeptAccess('Helpful agent'),
): Promise<Client> {
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { authProvider: access });
  const first = transport();
  await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError);
  assert.ok(access.sentTo);
  const back = new URL(await allowed(browser, await questionOf(address, browser, access.sentTo)));
  await first.finishAuth(back.searchParams);
  const client = new Client({ name: 'test', version: '1' });
  atEnd(() => client.close());
  await client.connect(transport());
  return client;
}

/** The page to which the browser comes that an agent sends. */
export async function questionOf(address: string, browser: BrowserSession, sentTo: URL): Promise<URL> {
  const answered = await fetch(sentTo, { redirect: 'manual', headers: { Cookie: browser.cookie } });
  assert.equal(answered.status, 302, await answered.text());
  return new URL(answered.headers.get('location') ?? '', address);
}

/** The same for a browser that is not signed in: the query is signed for everybody. */
export async function anybodysQuestion(
  agent: HandmadeAgent,
  changes: Parameters<HandmadeAgent['asks']>[0] = {},
): Promise<URL> {
  const answered = await fetch(agent.asks(changes), { redirect: 'manual' });
  return new URL(answered.headers.get('location') ?? '', agent.address);
}

/** Where the browser is sent after somebody has decided. */
export async function allowed(browser: BrowserSession, page: URL, accept = true): Promise<string> {
  const query = page.search.slice(1);
  return (await browser.ask<{ to: string }>('POST', '/agents/decision', { accept, query })).to;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}

/** A program that speaks the protocol by hand, so that it can break its rules. */
export class HandmadeAgent {
  readonly address: string;
  readonly verifier = randomBytes(32).toString('base64url');
  clientId = '';

  constructor(address: string) {
    this.address = address;
  }

  register(metadata: object = {}): Promise<Response> {
    return fetch(`${this.address}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_name: 'By hand', redirect_uris: [CALLBACK], ...metadata }),
    });
  }

  async registered(metadata: object = {}): Promise<this> {
    const response = await this.register(metadata);
    const text = await response.text();
    assert.equal(response.status, 201, text);
    this.clientId = JSON.parse(text).client_id;
    return this;
  }

  /** The address of the question. @param changes undefined leaves a parameter out */
  asks(changes: Record<string, string | undefined> = {}): URL {
    const url = new URL('/oauth/authorize', this.address);
    const parameters = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: CALLBACK,
      state: 'a state',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${this.address}/mcp`,
      ...changes,
    };
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.set(name, value);
    return url;
  }

  /** A code that somebody has allowed. */
  async code(browser: BrowserSession, changes: Record<string, string | undefined> = {}): Promise<string> {
    const page = await questionOf(this.address, browser, this.asks(changes));
    const back = new URL(await allowed(browser, page));
    assert.equal(back.searchParams.get('error'), null, back.href);
    return back.searchParams.get('code') ?? '';
  }

  post(path: 'token' | 'revoke', form: Record<string, string>): Promise<Response> {
    return fetch(`${this.address}/oauth/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: this.clientId, ...form }),
    });
  }

  exchange(code: string, changes: Record<string, string> = {}): Promise<Response> {
    return this.post('token', {
      grant_type: 'authorization_code',
      code,
      code_verifier: this.verifier,
      redirect_uri: CALLBACK,
      ...changes,
    });
  }

  refresh(refresh_token: string, changes: Record<string, string> = {}): Promise<Response> {
    return this.post('token', { grant_type: 'refresh_token', refresh_token, ...changes });
  }

  async connected(
    browser: BrowserSession,
    changes: Record<string, string | undefined> = {},
  ): Promise<Tokens> {
    await this.registered();
    return tokensIn(await this.exchange(await this.code(browser, changes)));
  }
}

export async function tokensIn(response: Response): Promise<Tokens> {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Tokens;
}

export async function refusedWith(response: Response, error: string, words = /./): Promise<void> {
  const text = await response.text();
  assert.equal(response.status, 400, text);
  const refusal = JSON.parse(text);
  assert.equal(refusal.error, error, text);
  assert.match(refusal.error_description, words);
}

/** The status of a request to `/mcp` with a token. */
export async function statusAt(address: string, token: string | undefined): Promise<Response> {
  return fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
}
