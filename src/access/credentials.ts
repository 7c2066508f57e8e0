import Type, { type TObject } from 'typebox';
import { Problem } from '../http/problems.ts';

/**
 * Method B of authentication, as a parameter that every operation takes. The OpenAPI document has it here and not as a second
 * security scheme: of two schemes many generated clients send both, which is `conflicting_credentials`.
 */
const apiKeyParameter = Type.String({
  maxLength: 100,
  description:
    'Your API key, for tests only, in place of the `Authorization` header and never beside it: URLs end up in logs and histories. Responses are then never stored.',
});

/** The query of an operation, with `api_key`. */
export function withApiKey(query: TObject): TObject {
  const properties = { ...query.properties, api_key: Type.Optional(apiKeyParameter) };
  return Type.Object(properties, { additionalProperties: false });
}

export interface Credentials {
  token: string;
  /** True for method B of the specification, `?api_key=`. */
  inUrl: boolean;
}

const BEARER = /^bearer(?:\s+(.*))?$/i;

/**
 * The one API key that a request carries (specification, section 5; RFC 6750), or the Problem where there is none, where there
 * are two, and for a bearer header without a token. Another scheme in `Authorization` leaves the word to `api_key`.
 *
 * @param authorizations every `Authorization` header of the request, as sent
 * @param apiKey the `api_key` query parameter, an array when it was given more than once
 */
export function readCredentials(authorizations: readonly string[], apiKey: unknown): Credentials | Problem {
  const [header = ''] = authorizations;
  const bearer = BEARER.exec(header);
  if (authorizations.length > 1 || Array.isArray(apiKey) || (bearer !== null && apiKey !== undefined)) {
    return new Problem(
      'conflicting_credentials',
      'Send one key, once: as a bearer token, or as api_key in the query.',
    );
  }
  if (bearer !== null) {
    const token = bearer[1];
    if (token === undefined)
      return new Problem('invalid_token', 'The Authorization header names no key after "Bearer".');
    return { token, inUrl: false };
  }
  if (typeof apiKey === 'string') return { token: apiKey, inUrl: true };
  return new Problem('missing_credentials', 'Send your API key as "Authorization: Bearer <API_KEY>".');
}
