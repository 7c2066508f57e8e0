import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AccountResponse } from '../../../src/service/accounts/account-requests.ts';
import type { BrowserSession } from './browser-session.ts';

const LISTED = '/passkey/list-user-passkeys';

interface CeremonyOptions {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}

/** Bits of the flags (Web Authentication, section 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A browser with a software passkey: both ceremonies of WebAuthn, level 3, with ES256. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #rpId: string | undefined;
  /** Whether it verifies its user by a PIN, fingerprint or face. */
  verifies = true;
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #uses = 0;

  /** @param rpId relying party that it responds for; by default that of the options */
  constructor(origin: string, rpId?: string) {
    this.#origin = origin;
    this.#rpId = rpId;
  }

  options(browser: BrowserSession): Promise<CeremonyOptions> {
    return browser.ask('GET', '/auth/passkey/generate-register-options');
  }

  /** Registers itself with the account that the browser is signed in to. */
  async register(browser: BrowserSession, name: string): Promise<{ id: string }> {
    const list = () => browser.ask<AccountResponse<typeof LISTED>>('GET', `/auth${LISTED}`);
    const before = new Set((await list()).map(({ id }) => id));
    const response = this.attest(await this.options(browser));
    await browser.ask('POST', '/auth/passkey/verify-registration', { response, name });
    const passkey = (await list()).find(({ id }) => !before.has(id));
    if (passkey === undefined) throw new Error('the registered passkey is not listed');
    return passkey;
  }

  async signIn(browser: BrowserSession): Promise<Response> {
    const options = await browser.ask<CeremonyOptions>('GET', '/auth/passkey/generate-authenticate-options');
    return browser.send('POST', '/auth/passkey/verify-authentication', { response: this.#assert(options) });
  }

  /** @param certificate of the device's manufacturer, as Apple's devices send; by default none */
  attest(options: CeremonyOptions, certificate?: Buffer) {
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      coseKey(this.#keys.publicKey),
    ]);
    const data = Buffer.concat([this.#authenticatorData(options, ATTESTED), credential]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options).toString('base64url'),
      attestationObject: attestationOf(data, certificate).toString('base64url'),
      transports: ['internal'],
    });
  }

  #assert(options: CeremonyOptions) {
    const data = this.#authenticatorData(options, 0);
    const clientData = this.#clientData('webauthn.get', options);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #credential<Answer>(response: Answer) {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, { challenge }: CeremonyOptions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #authenticatorData({ rp, rpId }: CeremonyOptions, flags: number): Buffer {
    const data = Buffer.alloc(37);
    createHash('sha256')
      .update(this.#rpId ?? rp?.id ?? rpId ?? '')
      .digest()
      .copy(data);
    data.writeUInt8(PRESENT | (this.verifies ? VERIFIED : 0) | flags, 32);
    data.writeUInt32BE(++this.#uses, 33);
    return data;
  }
}

/** CBOR of `{ fmt: "none", attStmt: {}, authData }`, or of `{ fmt: "apple", attStmt: { x5c: [certificate] }, authData }`. */
function attestationOf(authData: Buffer, certificate?: Buffer): Buffer {
  const statement =
    certificate === undefined
      ? [Buffer.from('\x64none\x67attStmt\xa0', 'latin1')]
      : [
          Buffer.from('\x65apple\x67attStmt\xa1\x63x5c\x81\x59', 'latin1'),
          Buffer.from([certificate.length >> 8, certificate.length & 255]),
          certificate,
        ];
  return Buffer.concat([
    Buffer.from('\xa3\x63fmt', 'latin1'),
    ...statement,
    Buffer.from('\x68authData\x58', 'latin1'),
    Buffer.from([authData.length]),
    authData,
  ]);
}

/** CBOR of the COSE key `{ 1: 2, 3: -7, -1: 1, -2: x, -3: y }` (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);
}
