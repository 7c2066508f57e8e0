import type { IncomingMessage } from 'node:http';
import Type, { type TObject } from 'typebox';
import { Problem } from '../../engine/problems.ts';

/**
 * Authentication method B, declared as a query parameter of every operation. It is not a second security scheme in the OpenAPI
 * document, because many generated clients send credentials for every scheme, which is `conflicting_credentials`.
 */
const apiKeyParameter = Type.String({
  maxLength: 100,
  description:
    'Your API key, for tests only, instead of the `Authorization` header, never together with it: URLs end up in logs and histories. Such responses are never stored.',
});

/** Adds `api_key` to the query schema of an operation. */
export function withApiKey(query: TObject): TObject {
  const properties = { ...query.properties, api_key: Type.Optional(apiKeyParameter) };
  return Type.Object(properties, { additionalProperties: false });
}

export interface Credentials {
  token: string;
  /** True when the key came by method B of the specification, `?api_key=`. */
  inUrl: boolean;
}

const BEARER = /^bearer(?:\s+(.*))?$/i;

/**
 * Reads the API key of a request (specification, section 5; RFC 6750), or returns a Problem when there is no key, more than
 * one, or a bearer header without a token. If `Authorization` uses another scheme, `api_key` decides.
 *
 * @param authorizations every `Authorization` header of the request, as sent
 * @param apiKey the `api_key` query parameter, an array when it was given more than once
 * @param request to see whether the key is where many other services expect it
 */
export function readCredentials(
  authorizations: readonly string[],
  apiKey: unknown,
  request: Pick<IncomingMessage, 'headers' | 'url'> = { headers: {} },
): Credentials | Problem {
  const [header = ''] = authorizations;
  const bearer = BEARER.exec(header);
  if (authorizations.length > 1 || Array.isArray(apiKey) || (bearer !== null && apiKey !== undefined)) {
    return new Problem(
      'conflicting_credentials',
      'Send exactly one key: as a bearer token, or as api_key in the query.',
    );
  }
  if (bearer !== null) {
    const token = bearer[1];
    if (token === undefined)
      return new Problem('invalid_token', 'The Authorization header has no key after "Bearer".');
    return { token, inUrl: false };
  }
  if (apiKey === '') return new Problem('invalid_token', 'The parameter api_key is empty.');
  if (typeof apiKey === 'string') return { token: apiKey, inUrl: true };
  // A header may be the key itself, so it is not repeated.
  const fault =
    header !== '' ? 'The Authorization header does not begin with "Bearer". ' : keyElsewhere(request);
  return fault === '' ? NO_KEY : new Problem('missing_credentials', fault + HOW_TO_SEND);
}

const HOW_TO_SEND = 'Send your API key as "Authorization: Bearer <API_KEY>".';
/** Made once, because making it would take a tenth of the refusal. */
const NO_KEY = new Problem('missing_credentials', HOW_TO_SEND);

/** Names of parameters for keys in other services. */
const FOREIGN_PARAMETER = /[?&](api-?key|key|token|access_token)=/i;

function keyElsewhere({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): string {
  if (headers['x-api-key'] !== undefined) return 'The header X-API-Key is not read. ';
  const [, parameter] = FOREIGN_PARAMETER.exec(url) ?? [];
  return parameter === undefined ? '' : `The parameter ${parameter} is not read. `;
}
