import { oauthProvider } from '@better-auth/oauth-provider';
import type { BetterAuthPlugin } from 'better-auth';
import { SCOPES } from '../../engine/permissions.ts';
import { generateAgentToken, hashToken } from '../keys/token.ts';
import { REFRESH_SCOPE } from '../storage/agents.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * better-auth's OAuth provider for `/mcp`: codes with PKCE for programs without a secret. `Agents` decides which requests and
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

const TOKEN = [
  'token',
  'clientId',
  'sessionId',
  'userId',
  'authorizationCodeId',
  'scopes',
  'expiresAt',
  'createdAt',
  'revoked',
];

/** Tables and columns that are used here; `schema.ts` has them. What the provider does beyond has nowhere to be kept. */
const USED: Record<string, readonly string[]> = {
  oauthClient: [
    'clientId',
    'name',
    'redirectUris',
    'scopes',
    'clientCredentialsScopes',
    'grantTypes',
    'responseTypes',
    'tokenEndpointAuthMethod',
    'applicationType',
    'clientDiscoveryId',
    'disabled',
    'dpopBoundAccessTokens',
    'createdAt',
    'updatedAt',
  ],
  oauthRefreshToken: [...TOKEN, 'rotatedAt', 'authTime'],
  oauthAccessToken: [...TOKEN, 'refreshId'],
  oauthConsent: ['clientId', 'userId', 'scopes', 'requestedUserInfoClaims', 'createdAt', 'updatedAt'],
};

function usedOf(schema: BetterAuthPlugin['schema'] = {}) {
  return Object.fromEntries(
    Object.entries(USED).map(([table, columns]) => {
      const fields = Object.entries(schema[table]?.fields ?? {});
      return [table, { fields: Object.fromEntries(fields.filter(([name]) => columns.includes(name))) }];
    }),
  );
}
