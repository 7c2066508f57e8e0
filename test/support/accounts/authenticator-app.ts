import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP, URI } from 'otpauth';

const STEP_MILLISECONDS = 30_000;
/** A returned code is used within this time. */
const HASTE_MILLISECONDS = 5000;

/** An authenticator app. Each code works only once, so the app uses all codes that are valid now before it waits for another. */
export class AuthenticatorApp {
  readonly totp: TOTP;
  #step = 0;

  /** @param secret the `otpauth:` URI of the QR code, or the secret as the page shows it, in groups of letters */
  constructor(secret: string) {
    this.totp = secret.startsWith('otpauth:')
      ? (URI.parse(secret) as TOTP)
      : new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  }

  /** A valid code that was not returned before. Three are valid: those of this step, the previous one and the next. */
  async next(): Promise<string> {
    this.#step = Math.max(this.#step + 1, stepAt(Date.now() + HASTE_MILLISECONDS) - 1);
    while (this.#step > stepAt(Date.now()) + 1) await delay(50);
    return this.totp.generate({ timestamp: this.#step * STEP_MILLISECONDS });
  }

  /** A code that is valid neither now nor soon. */
  wrong(): string {
    const codes = Array.from({ length: 6 }, (_, digit) => String(digit).repeat(6));
    return codes.find((code) => this.totp.validate({ token: code, window: 2 }) === null) ?? '';
  }
}

function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / STEP_MILLISECONDS);
}
