import Type, { type TObject, type TProperties } from 'typebox';
import { MAX_PASSWORD_LENGTH } from './password-strength.ts';

/** What may be sent to one path. Nothing else of a request's body or query reaches better-auth. */
export interface AccountRequest {
  method: 'GET' | 'POST';
  /** Of the JSON body, for a POST. */
  body?: TObject;
  querystring?: TObject;
}

/** RFC 5321, section 4.5.3.1, allows no longer address. */
export const MAX_EMAIL_LENGTH = 254;

/**
 * The addresses that better-auth accepts. They are ASCII: others may be equal in lower case though they are not the same (the
 * Kelvin sign becomes k), and then a request could reach somebody else's account.
 */
const Email = Type.String({
  minLength: 1,
  maxLength: MAX_EMAIL_LENGTH,
  pattern:
    "^(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$",
});
const Password = text(MAX_PASSWORD_LENGTH);
/** A code from an app has 6 digits, a recovery code 11 characters. */
const Code = text(32);
const Id = text(100);
const PasskeyName = Type.Optional(Type.String({ maxLength: 100 }));
/** Tokens of links in mail are the longest: signed claims of about 250 characters. */
const Token = text(1000);

/** Web Authentication, level 3: a credential id has at most 1023 bytes, which is 1364 characters. */
const CredentialId = text(1400);
/** An attestation with a chain of certificates takes a few kilobytes. */
const CeremonyData = text(16_000);
/** Browsers add members over time, so others are dropped, not refused. */
const Credential = (response: TProperties) =>
  Type.Object({
    id: CredentialId,
    rawId: CredentialId,
    type: Type.Literal('public-key'),
    authenticatorAttachment: Type.Optional(Type.Union([text(32), Type.Null()])),
    response: Type.Object({ clientDataJSON: CeremonyData, ...response }),
  });

const withPassword = post({ password: Password });

/**
 * The requests that the web app makes, by better-auth's paths: no other path of it can be reached. Each field has a bound, and
 * all of them are checked before better-auth or any of our own code reads the body, because a field without one lets anybody
 * choose how much work it causes.
 */
export const ACCOUNT_REQUESTS: Readonly<Record<string, AccountRequest>> = {
  '/sign-up/email': post({
    email: Email,
    password: Password,
    name: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  '/sign-in/email': post({ email: Email, password: Password }),
  '/sign-out': post({}),
  '/verify-email': post({ token: Token, password: Password }),
  '/request-password-reset': post({ email: Email }),
  '/reset-password': post({ token: Token, newPassword: Password }),
  '/change-password': post({
    currentPassword: Password,
    newPassword: Password,
    revokeOtherSessions: Type.Optional(Type.Boolean()),
  }),
  '/delete-user': withPassword,
  '/two-factor/enable': withPassword,
  '/two-factor/disable': withPassword,
  '/two-factor/verify-totp': post({ code: Code, trustDevice: Type.Optional(Type.Boolean()) }),
  '/two-factor/verify-backup-code': post({ code: Code }),
  '/two-factor/generate-backup-codes': withPassword,
  '/passkey/generate-register-options': {
    method: 'GET',
    querystring: Type.Object({ name: PasskeyName }, { additionalProperties: false }),
  },
  '/passkey/verify-registration': post({
    name: PasskeyName,
    response: Credential({
      attestationObject: CeremonyData,
      transports: Type.Optional(Type.Array(text(32), { maxItems: 10 })),
    }),
  }),
  '/passkey/generate-authenticate-options': { method: 'GET' },
  '/passkey/verify-authentication': post({
    response: Credential({
      authenticatorData: CeremonyData,
      signature: text(4000),
      userHandle: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
    }),
  }),
  '/passkey/list-user-passkeys': { method: 'GET' },
  '/passkey/delete-passkey': post({ id: Id }),
};

function post(fields: TProperties): AccountRequest {
  return { method: 'POST', body: Type.Object(fields, { additionalProperties: false }) };
}

function text(maxLength: number) {
  return Type.String({ minLength: 1, maxLength });
}
