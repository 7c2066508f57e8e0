import { oauthProvider } from '@better-auth/oauth-provider';
import type { BetterAuthPlugin } from 'better-auth';
import { SCOPES } from '../../engine/permissions.ts';
import { generateAgentToken, hashToken } from '../keys/token.ts';
import { REFRESH_SCOPE } from '../storage/agents.ts';
import { TABLES } from '../storage/schema.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * better-auth's OAuth provider for `/mcp`: codes with PKCE for programs without a secret. `agent-routes.ts` decides which requests and
 * fields reach it. So nothing that it could fetch from an address of a client's choosing (keys, documents, logos) is ever set.
 *
 * @param page where the browser goes to sign in, to allow, and to learn what is wrong
 */
export function agentAccess(page: string): BetterAuthPlugin {
  const provider = oauthProvider({
    scopes: [...SCOPES, REFRESH_SCOPE],
    grantTypes: ['authorization_code', 'refresh_token'],
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    disableJwtPlugin: true,
    loginPage: page,
    consentPage: page,
    // Of the code, and of the question: somebody may have to sign in first.
    codeExpiresIn: 600,
    accessTokenExpiresIn: HOUR,
    refreshTokenExpiresIn: 30 * DAY,
    generateOpaqueAccessToken: generateAgentToken,
    prefix: { refreshToken: 'lds_refresh_' },
    storeTokens: { hash: async (token) => hashToken(token) },
    // Counted before a request gets here.
    rateLimit: { token: false, authorize: false, register: false },
  });
  // Its descriptions for OpenAPI, which nothing here reads, do not have the type of better-auth's.
  const { schema, ...plugin } = provider as BetterAuthPlugin;
  return { ...plugin, schema: usedOf(schema) };
}

/** Tables and columns that are used here. What the provider does beyond has nowhere to be kept. */
function usedOf(schema: BetterAuthPlugin['schema'] = {}) {
  const used = Object.entries(TABLES).filter(([name]) => name.startsWith('oauth_'));
  return Object.fromEntries(
    used.map(([name, { columns }]) => {
      const known = new Set(Object.keys(columns).map(camelCase));
      const fields = Object.entries(schema[camelCase(name)]?.fields ?? {});
      return [camelCase(name), { fields: Object.fromEntries(fields.filter(([field]) => known.has(field))) }];
    }),
  );
}

/** `oauth_client`, as better-auth calls it: `oauthClient` */
function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
