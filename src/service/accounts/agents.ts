import { SCOPES } from '../../engine/permissions.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { agentKey } from '../keys/lifecycle.ts';
import { hashToken, visibleParts } from '../keys/token.ts';
import {
  boundUnusedClients,
  clientName,
  endByToken,
  endWithoutRefresh,
  forgetConsents,
  giveToAgent,
  REFRESH_SCOPE,
  setRedirects,
  UNNAMED,
} from '../storage/agents.ts';
import type { Store } from '../storage/database.ts';
import type { Accounts } from './accounts.ts';
import { logActivity } from './activity-log.ts';
import { pageOfAgents } from './agent-page.ts';

export interface AgentsParts {
  store: Store;
  keys: KeyRing;
  accounts: Accounts;
  /** Public address without /v1. */
  publicUrl: string;
}

/** Who sends a request. */
export interface Sender {
  headers: Headers;
  address: string;
  /** Identifies requests that count together: the address, or its network. */
  client: string;
}

/** What an agent registers. Everything else that it says about itself is dropped, above all addresses that we would fetch. */
export interface Registration {
  client_name?: string;
  redirect_uris: string[];
}

/** An answer of the protocol, as JSON. */
export interface Answered {
  status: number;
  body: object;
}

/**
 * Addresses of apps on the same device (RFC 8252, section 7.1) that the provider does not take: with the scheme of a known editor,
 * or a reverse domain name and a host. A browser passes them on to the app and runs nothing itself.
 */
const APP_ADDRESS =
  /^(?:cursor|vscode|vscode-insiders|windsurf|[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):\/\/[\w.-]+(?:\/[\w.~%/-]*)?(?:\?[\w.~%=&-]*)?$/;
/** What the provider gets instead. */
const TAKEN_ADDRESS = 'org.example:/';

/** For the person in front of a client, which shows the description of an error (RFC 6749, section 5.2). */
const DISCONNECTED = 'The account’s owner has disconnected this agent';

/** Clients that nobody has allowed. The oldest go first. */
const MOST_UNUSED = 10_000;

/** What reaches the provider; repeated ones, and everything of OpenID Connect, are dropped. */
const ASKED = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;
const EXCHANGED = [
  'grant_type',
  'client_id',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'scope',
] as const;

/**
 * OAuth 2.1 for agents, as the Model Context Protocol's chapter on authorization says: better-auth's provider behind our own
 * addresses. A connection of an agent to an account is a key of that account whose token changes every hour, so that limits,
 * usage, recent requests and revocation are those of keys.
 */
export class Agents {
  readonly #parts: AgentsParts;
  /** The only thing that tokens are for (RFC 8707). */
  readonly #resource: string;

  constructor(parts: AgentsParts) {
    this.#parts = parts;
    this.#resource = `${parts.publicUrl}/mcp`;
  }

  /** RFC 9728. */
  resourceMetadata(): object {
    const { publicUrl } = this.#parts;
    return {
      resource: this.#resource,
      authorization_servers: [publicUrl],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Location Data Service',
      resource_documentation: `${publicUrl}/docs/mcp`,
    };
  }

  /** RFC 8414. */
  serverMetadata(): object {
    const { publicUrl } = this.#parts;
    return {
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      token_endpoint: `${publicUrl}/oauth/token`,
      registration_endpoint: `${publicUrl}/oauth/register`,
      revocation_endpoint: `${publicUrl}/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: [...SCOPES, REFRESH_SCOPE],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${publicUrl}/docs/mcp`,
    };
  }

  /** RFC 7591. */
  async register({ client_name, redirect_uris }: Registration, sender: Sender): Promise<Answered> {
    const { accounts, store } = this.#parts;
    const name = client_name?.replace(/[\p{Cc}\p{Cs}\p{Bidi_C}]/gu, '').trim();
    const answered = await accounts.pass('/oauth2/register', sender, {
      client_name: name || UNNAMED,
      redirect_uris: redirect_uris.map((address) => (APP_ADDRESS.test(address) ? TAKEN_ADDRESS : address)),
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
    const body = Object(await answered.json());
    if (!answered.ok) return { status: answered.status, body };
    await setRedirects(store.database, String(body.client_id), redirect_uris);
    await boundUnusedClients(store.database, MOST_UNUSED);
    return { status: answered.status, body: { ...body, redirect_uris } };
  }

  /** Where a browser goes that an agent sent: to our page, or back to the agent with an error. */
  async authorize(asked: URLSearchParams, sender: Sender): Promise<string> {
    const page = pageOfAgents(this.#parts.publicUrl);
    if (!this.#isForUs(asked)) return `${page}?error=invalid_target`;
    const query = only(ASKED, asked);
    const scopes = (asked.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    const wanted = scopes.some((scope) => scope !== REFRESH_SCOPE) ? scopes : SCOPES;
    query.set('scope', [...new Set([...wanted, REFRESH_SCOPE])].join(' '));
    // Always: a client is only what it says of itself.
    query.set('prompt', 'consent');
    const headers = new Headers({ accept: 'application/json', cookie: sender.headers.get('cookie') ?? '' });
    const asking = { ...sender, headers, method: 'GET' };
    const answered = await this.#parts.accounts.pass(`/oauth2/authorize?${query}`, asking);
    return (await this.#nextOf(answered)) ?? `${page}?error=invalid_request`;
  }

  /** The name that a client claims. Undefined if there is no such client. */
  nameOf(clientId: string): Promise<string | undefined> {
    return clientName(this.#parts.store.database, clientId);
  }

  /**
   * What the account's holder decided.
   *
   * @param query of our page, which the provider signed
   * @returns where the browser goes; undefined if the question has expired or was changed
   */
  async decide(
    accountId: string,
    { accept, query }: { accept: boolean; query: string },
    sender: Sender,
  ): Promise<string | undefined> {
    const { accounts, store } = this.#parts;
    const answered = await accounts.pass('/oauth2/consent', sender, { accept, oauth_query: query });
    await forgetConsents(store.database, accountId);
    const to = await this.#nextOf(answered);
    if (to !== undefined && accept) {
      const name = await this.nameOf(new URLSearchParams(query).get('client_id') ?? '');
      await logActivity(store.database, accountId, 'agent_connected', sender.address, name ?? null);
    }
    return to;
  }

  /** Exchanges a code or a refresh token. */
  async token(form: URLSearchParams, sender: Sender): Promise<Answered> {
    const { accounts, keys, store } = this.#parts;
    if (!this.#isForUs(form)) return refused('invalid_target', 'Tokens are for /mcp only.');
    const fields = only(EXCHANGED, form);
    const answered = await accounts.pass('/oauth2/token', sender, fields);
    const body = Object(await answered.json()) as Record<string, unknown>;
    const { access_token } = body;
    if (answered.ok && typeof access_token === 'string') {
      const allowedNow = fields.get('grant_type') === 'authorization_code';
      const token = { hash: hashToken(access_token), ...visibleParts(access_token) };
      const isConnected = await giveToAgent(store.database, token, allowedNow, agentKey);
      await keys.applyChanges();
      return isConnected
        ? { status: 200, body }
        : refused('invalid_grant', `${DISCONNECTED}. Connect it again.`);
    }
    // A code or a refresh token that comes twice was stolen. The provider has removed what was made from it.
    await this.#ended(await endWithoutRefresh(store.database, fields.get('client_id') ?? ''), sender);
    // RFC 7636, section 4.6.
    if (answered.status === 401 && body.error === 'invalid_request')
      return refused('invalid_grant', 'The code verifier is wrong.');
    if (body.error === 'invalid_grant' && fields.has('refresh_token'))
      return refused(
        'invalid_grant',
        `${DISCONNECTED}, or its token is wrong or was used before. Connect it again.`,
      );
    return { status: answered.status, body };
  }

  /** RFC 7009: whichever token it is, the agent is disconnected. */
  async revoke(form: URLSearchParams, sender: Sender): Promise<void> {
    const token = form.get('token') ?? '';
    const hashes = [hashToken(token), hashToken(token.replace(/^lds_refresh_/, ''))];
    await this.#ended(
      await endByToken(this.#parts.store.database, form.get('client_id') ?? '', hashes),
      sender,
    );
  }

  async #ended(ended: Awaited<ReturnType<typeof endByToken>>, { address }: Sender): Promise<void> {
    if (ended.length === 0) return;
    const { keys, store } = this.#parts;
    await keys.applyChanges();
    for (const { account_id, label } of ended)
      if (account_id !== null)
        await logActivity(store.database, account_id, 'agent_disconnected', address, label);
  }

  /** No resource is ours, too: there is no other. */
  #isForUs(parameters: URLSearchParams): boolean {
    return parameters.getAll('resource').every((resource) => resource === this.#resource);
  }

  /** Where the provider sends the browser. It names its own address as the issuer (RFC 9207), we name ours. */
  async #nextOf(answered: Response): Promise<string | undefined> {
    const { url } = Object(await answered.json()) as { url?: unknown };
    if (!answered.ok || typeof url !== 'string') return undefined;
    const next = new URL(url);
    if (next.searchParams.has('iss')) next.searchParams.set('iss', this.#parts.publicUrl);
    return next.href;
  }
}

function only(names: readonly string[], from: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    names.flatMap((name) => {
      const value = from.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function refused(error: string, error_description: string): Answered {
  return { status: 400, body: { error, error_description } };
}
