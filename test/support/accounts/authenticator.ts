import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { BrowserSession } from './browser-session.ts';

interface CeremonyOptions {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}

/** Bits of the flags (Web Authentication, section 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** What a browser and a passkey in software do in the two ceremonies of WebAuthn, level 3, with ES256. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #rpId: string | undefined;
  /** Whether it asks its holder for a PIN, a finger or a face. */
  verifies = true;
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #uses = 0;

  /** @param rpId as which it answers; as the options say, when absent */
  constructor(origin: string, rpId?: string) {
    this.#origin = origin;
    this.#rpId = rpId;
  }

  options(browser: BrowserSession): Promise<CeremonyOptions> {
    return browser.ask('GET', '/auth/passkey/generate-register-options');
  }

  /** Registers itself with the account that the browser is signed in to. */
  async register(browser: BrowserSession, name: string): Promise<{ id: string }> {
    const response = this.attest(await this.options(browser));
    await browser.ask('POST', '/auth/passkey/verify-registration', { response, name });
    const passkeys = await browser.ask<{ id: string; credentialID: string }[]>(
      'GET',
      '/auth/passkey/list-user-passkeys',
    );
    const passkey = passkeys.find(({ credentialID }) => credentialID === response.id);
    if (passkey === undefined) throw new Error('the passkey that was registered is not listed');
    return passkey;
  }

  async signIn(browser: BrowserSession): Promise<Response> {
    const options = await browser.ask<CeremonyOptions>('GET', '/auth/passkey/generate-authenticate-options');
    return browser.send('POST', '/auth/passkey/verify-authentication', { response: this.#assert(options) });
  }

  /** @param certificate of the maker of the device, as Apple's have one; without it nothing is said of the maker */
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
