import { Secret, TOTP } from 'otpauth';

/** What an authenticator app makes of the secret as a page shows it, in groups of letters. */
export function authenticatorApp(secret: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
}
