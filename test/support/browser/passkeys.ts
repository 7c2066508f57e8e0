import type { Page } from 'playwright-core';
import type { Lifetime } from '../lifetime.ts';
import { isToldAt } from './field.ts';
import type { Site, VisitOptions } from './site.ts';

/** A signed-out browser with a passkey, which it uses without asking. */
export async function withPasskey(site: Site, t: Lifetime, options: VisitOptions = {}): Promise<Page> {
  const { page } = await site.signedUp(t, options);
  await addVirtualAuthenticator(page);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('');
  await page.getByRole('button', { name: 'Continue' }).click();
  await isToldAt(page.getByLabel('Name'), 'Enter a name you will recognise.');
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey added.').waitFor();
  // On a page with the sign-in form, the passkey would sign in again at once.
  await page.request.post('/dashboard/auth/sign-out', {
    data: {},
    headers: { Origin: new URL(page.url()).origin },
  });
  return page;
}

/** Otherwise a page with the sign-in form signs in by itself before its button is pressed. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

/** Adds an authenticator inside the device that has verified its user. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
