import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import * as field from '../../engine/field.ts';
import { MAX_PASSWORD_LENGTH } from './password-strength.ts';

/** The base path of better-auth. */
export const AUTH_PATH = '/dashboard/auth';
/** Passes the client's address to better-auth. Clients cannot set it. */
export const ADDRESS_HEADER = 'x-client-address';

/** Where browsers go that an agent sent. */
export function pageOfAgents(publicUrl: string): string {
  return `${publicUrl}/connect`;
}

/** What the web app may send to one path, and what it reads of the response. Nothing else reaches better-auth or the browser. */
export interface AccountRequest {
  method: 'GET' | 'POST';
  /** The JSON body of a POST. */
  body?: TObject;
  querystring?: TObject;
  /** Without it the response is `{}`. */
  response?: TSchema;
}

/** The longest address that RFC 5321, section 4.5.3.1, allows. */
const MAX_EMAIL_LENGTH = 254;

/**
 * The addresses that better-auth accepts, and only in ASCII: different non-ASCII addresses can be equal in lower case (the Kelvin
 * sign becomes k), so that a request could reach somebody else's account.
 */
const Email = Type.String({
  minLength: 1,
  maxLength: MAX_EMAIL_LENGTH,
  pattern:
    "^(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$",
});
const Password = text(MAX_PASSWORD_LENGTH);
/** An app's code has 6 digits, a recovery code 11 characters. */
const Code = text(32);
const Id = text(100);
const PasskeyName = Type.Optional(Type.String({ maxLength: 100 }));
/** The longest are signed claims in links: usually up to 400 characters, almost 1,000 with the longest email addresses. */
const Token = text(1000);

/** Web Authentication, level 3: a credential id has at most 1023 bytes, which is 1364 characters. */
const CredentialId = text(1400);
/** An attestation with a chain of certificates takes a few kilobytes. */
const CeremonyData = text(16_000);
/** Browsers add members over time, so unknown ones are dropped, not refused. */
const Credential = <Response extends TProperties>(response: Response) =>
  Type.Object({
    id: CredentialId,
    rawId: CredentialId,
    type: Type.Literal('public-key'),
    authenticatorAttachment: Type.Optional(Type.Union([text(32), Type.Null()])),
    response: Type.Object({ clientDataJSON: CeremonyData, ...response }),
  });

const RecoveryCodes = Type.Array(Type.String());
/** Defined by Web Authentication, and read by the browser itself. */
const CeremonyOptions = Type.Object({}, { additionalProperties: true });

const withPassword = post({ password: Password });

const REQUESTS = {
  '/sign-up/email': post({
    email: Email,
    password: Password,
    name: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  '/sign-in/email': {
    ...post({ email: Email, password: Password }),
    /** True: the password was right, and a second factor is needed. */
    response: field.only({ twoFactorRedirect: Type.Optional(Type.Boolean()) }),
  },
  '/sign-out': post({}),
  '/verify-email': {
    ...post({ token: Token, password: Password }),
    response: field.only({ email: Type.String() }),
  },
  '/request-password-reset': post({ email: Email }),
  '/reset-password': post({ token: Token, newPassword: Password }),
  '/change-password': post({
    currentPassword: Password,
    newPassword: Password,
    revokeOtherSessions: Type.Optional(Type.Boolean()),
  }),
  '/request-email-change': post({ email: Email, password: Password }),
  '/confirm-email-change': {
    ...post({ token: Token, password: Password }),
    response: field.only({ email: Type.String() }),
  },
  '/delete-user': withPassword,
  '/two-factor/enable': {
    ...withPassword,
    response: field.only({ totpURI: Type.String(), backupCodes: RecoveryCodes }),
  },
  '/two-factor/disable': withPassword,
  '/two-factor/verify-totp': post({ code: Code, trustDevice: Type.Optional(Type.Boolean()) }),
  '/two-factor/verify-backup-code': post({ code: Code }),
  '/two-factor/generate-backup-codes': {
    ...withPassword,
    response: field.only({ backupCodes: RecoveryCodes }),
  },
  '/passkey/generate-register-options': {
    method: 'GET',
    querystring: field.only({ name: PasskeyName }),
    response: CeremonyOptions,
  },
  '/passkey/verify-registration': post({
    name: PasskeyName,
    response: Credential({
      attestationObject: CeremonyData,
      transports: Type.Optional(Type.Array(text(32), { maxItems: 10 })),
    }),
  }),
  '/passkey/generate-authenticate-options': { method: 'GET', response: CeremonyOptions },
  '/passkey/verify-authentication': post({
    response: Credential({
      authenticatorData: CeremonyData,
      signature: text(4000),
      userHandle: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
    }),
  }),
  '/passkey/list-user-passkeys': {
    method: 'GET',
    response: Type.Array(
      field.only({
        id: Type.String(),
        name: Type.Union([Type.String(), Type.Null()]),
        createdAt: Type.String(),
      }),
    ),
  },
  '/passkey/delete-passkey': post({ id: Id }),
} as const satisfies Record<string, AccountRequest>;

/**
 * The requests that the web app sends, by better-auth's paths. Its other paths cannot be reached. Each field has a maximum
 * length, which is checked before better-auth or any of our own code reads the body: a field without one would let anybody
 * choose how much work it causes.
 */
export const ACCOUNT_REQUESTS: Readonly<Record<string, AccountRequest>> = REQUESTS;

type AccountRequests = typeof REQUESTS;
export type AccountPath = keyof AccountRequests;
export type AccountBody<Path extends AccountPath> = AccountRequests[Path] extends {
  body: infer Body extends TSchema;
}
  ? Static<Body> & object
  : never;
export type AccountResponse<Path extends AccountPath> = AccountRequests[Path] extends {
  response: infer Response extends TSchema;
}
  ? Static<Response>
  : Record<string, never>;

function post<Fields extends TProperties>(fields: Fields) {
  return { method: 'POST', body: field.only(fields) } as const;
}

function text(maxLength: number) {
  return Type.String({ minLength: 1, maxLength });
}
