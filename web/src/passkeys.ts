import type { AccountResponse } from '../../src/service/accounts/account-requests.ts';
import { post } from './authentication.ts';
import { Problem } from './problem.ts';
import { request } from './request.ts';

/** Passkeys: the browser does Web Authentication (level 3), the server verifies it with better-auth. */

type Passkeys = AccountResponse<'/passkey/list-user-passkeys'>;
export type Passkey = Passkeys[number];

export const listPasskeys = () => request<Passkeys>('GET', 'dashboard/auth/passkey/list-user-passkeys');
export const removePasskey = (id: string) => post('/passkey/delete-passkey', { id });

/** Why passkeys cannot be used here; undefined if they can. */
export function passkeyObstacle(): string | undefined {
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    return 'Passkeys need a host name, but this page’s address is an IP address. On this machine, use localhost.';
  }
  if (!window.isSecureContext) return 'Passkeys need HTTPS.';
  if (typeof PublicKeyCredential?.parseCreationOptionsFromJSON !== 'function') {
    return 'This browser does not support passkeys.';
  }
  return undefined;
}

/** @throws Problem, `cancelled` if the person did not complete it */
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
 * @throws Problem, `cancelled` if the person did not complete it
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

/** Whether the browser can offer passkeys in the autofill of the email field. */
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
      throw new Problem('PREVIOUSLY_REGISTERED', 0, 'This device already has a passkey for your account.');
    }
    if (!(error instanceof DOMException)) throw error;
  }
  throw new Problem('cancelled', 0, 'No passkey was used. Try again when you’re ready.');
}
