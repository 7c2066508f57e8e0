import { Failure } from './failure.ts';
import { request } from './request.ts';

/** Passkeys by the browser's own Web Authentication (level 3), against better-auth's passkey interface. */

export interface Passkey {
  id: string;
  name: string | null;
  createdAt: string;
}

export const listPasskeys = () => request<Passkey[]>('GET', 'dashboard/auth/passkey/list-user-passkeys');
export const removePasskey = (id: string) =>
  request<unknown>('POST', 'dashboard/auth/passkey/delete-passkey', { id });

/** Why passkeys cannot be used here; undefined where they can. */
export function passkeyObstacle(): string | undefined {
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    return 'Passkeys are tied to a host name, and this page is open under an IP address. On this machine, use localhost.';
  }
  if (!window.isSecureContext) return 'Passkeys need a page that is served over HTTPS.';
  if (typeof PublicKeyCredential?.parseCreationOptionsFromJSON !== 'function') {
    return 'This browser does not support passkeys.';
  }
  return undefined;
}

/** @throws Failure, `cancelled` where the person did not go through with it */
export async function addPasskey(name: string): Promise<void> {
  const query = new URLSearchParams({ name });
  const options = await request<PublicKeyCredentialCreationOptionsJSON>(
    'GET',
    `dashboard/auth/passkey/generate-register-options?${query}`,
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = await ceremony(() => navigator.credentials.create({ publicKey }));
  await request('POST', 'dashboard/auth/passkey/verify-registration', { response, name });
}

/**
 * Signs in.
 * @param abort ends a conditional ceremony, which waits in the autofill of a form
 * @throws Failure, `cancelled` where the person did not go through with it
 */
export async function signInWithPasskey(abort?: AbortSignal): Promise<void> {
  const options = await request<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    'dashboard/auth/passkey/generate-authenticate-options',
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = await ceremony(() =>
    navigator.credentials.get(
      abort === undefined ? { publicKey } : { publicKey, mediation: 'conditional', signal: abort },
    ),
  );
  await request('POST', 'dashboard/auth/passkey/verify-authentication', { response });
}

/** Whether passkeys can be offered in the autofill of the e-mail field. */
export async function canAutofillPasskey(): Promise<boolean> {
  if (passkeyObstacle() !== undefined) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

async function ceremony(
  ask: () => Promise<Credential | null>,
): Promise<ReturnType<PublicKeyCredential['toJSON']>> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') {
      throw new Failure('PREVIOUSLY_REGISTERED', 0, 'This device already has a passkey for your account.');
    }
    if (!(error instanceof DOMException)) throw error;
  }
  throw new Failure('cancelled', 0, 'No passkey was used. Try again when you are ready.');
}
