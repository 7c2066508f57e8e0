import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP, URI } from 'otpauth';

const STEP_MILLISECONDS = 30_000;
/** Within which a code that was given out is used. */
const HASTE_MILLISECONDS = 5000;

/** An authenticator app. Its holder has no time to wait for the next code, because each is good once. */
export class AuthenticatorApp {
  readonly totp: TOTP;
  #step = 0;

  /** @param secret the `otpauth:` URI that is in the QR code, or the secret as a page shows it, in groups of letters */
  constructor(secret: string) {
    this.totp = secret.startsWith('otpauth:')
      ? (URI.parse(secret) as TOTP)
      : new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  }

  /** A code that is right and was not given out before: there are three, because those of the step before and the next are too. */
  async next(): Promise<string> {
    this.#step = Math.max(this.#step + 1, stepAt(Date.now() + HASTE_MILLISECONDS) - 1);
    while (this.#step > stepAt(Date.now()) + 1) await delay(50);
    return this.totp.generate({ timestamp: this.#step * STEP_MILLISECONDS });
  }

  /** A code that is right neither now nor soon. */
  wrong(): string {
    const codes = Array.from({ length: 6 }, (_, digit) => String(digit).repeat(6));
    return codes.find((code) => this.totp.validate({ token: code, window: 2 }) === null) ?? '';
  }
}

function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / STEP_MILLISECONDS);
}
