import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { AuthenticatorApp } from '../support/accounts/authenticator-app.ts';
import { newAddress, OTHER_PASSWORD, outbox, PASSWORD } from '../support/accounts/browser-session.ts';
import { mailServer } from '../support/accounts/mail-server.ts';
import { isToldAt } from '../support/browser/field.ts';
import { withoutAutofill, withPasskey } from '../support/browser/passkeys.ts';
import { Site } from '../support/browser/site.ts';
import { until } from '../support/processes/lds.ts';
import { startSmallService } from '../support/small-service.ts';

const site = await Site.shared();
const mail = await mailServer();
const mailing = await Site.start({ LDS_SMTP_URL: mail.url }, startSmallService);

test('the sign-up form says what is wrong beside the field, before and after sending', async (t) => {
  const page = await site.visit(t, { refused: [400] });
  await page.goto('/sign-up');
  const create = page.getByRole('button', { name: 'Create account' });
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  await create.click();
  await isToldAt(email, 'Enter your email address.');
  await email.fill('ada');
  await create.click();
  await isToldAt(email, 'Enter a full email address, such as name@example.org.');
  await email.fill('ada@example');
  await password.fill('short');
  await create.click();
  await isToldAt(password, 'Use at least 10 characters.');
  await email.fill(newAddress());
  await password.fill('password12');
  await create.click();
  await isToldAt(password, 'This password is too easy to guess. Choose another.');
  await password.fill('wombat lantern '.repeat(20));
  await create.click();
  await isToldAt(password, 'Use at most 256 characters.');
});

test('signing up with the address of an account leads to signing in and keeps its password', async (t) => {
  const { email } = await site.signedUp(t);
  const page = await site.visit(t, { refused: [401] });
  await fillSignUp(page, email, OTHER_PASSWORD);
  await page.getByText('An account with this email already exists.').waitFor();
  await page.locator('.panel').getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page, email, OTHER_PASSWORD);
  await page.getByRole('alert').filter({ hasText: 'Wrong email or password.' }).waitFor();
  await fillSignIn(page, email);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
});

test('with a mail server, the link confirms the address before anybody is signed in', async (t) => {
  const page = await mailing.visit(t, { refused: [401] });
  const email = newAddress();
  await fillSignUp(page, email);
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const link = linkIn(await mail.next(email), mailing);

  await page.goto('/sign-in');
  await fillSignIn(page, email);
  // Saying more would reveal who has an account.
  await page.getByRole('alert').filter({ hasText: 'Wrong email or password.' }).waitFor();
  await page.getByText('Just signed up? Open the link we sent you first.').waitFor();

  await page.goto(link);
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
  const password = page.getByLabel('Password', { exact: true });
  const confirm = page.getByRole('button', { name: 'Confirm and sign in' });
  await confirm.click();
  await isToldAt(password, 'Enter your password.');
  await password.fill(OTHER_PASSWORD);
  await confirm.click();
  await page.getByText('This link belongs to a sign-up with another password.').waitFor();
  await password.fill(PASSWORD);
  await confirm.click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.getByText('Your email address is confirmed.').waitFor();
  assert.doesNotMatch(page.url(), /token/);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByText('confirmed', { exact: true }).waitFor();
});

test('an incomplete or forged confirmation link leads to a page that says so', async (t) => {
  const page = await mailing.visit(t, { refused: [401] });
  await page.goto('/verify');
  await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
  await page.goto('about:blank');
  await page.goto('/verify#token=made-up');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await page.getByRole('alert').filter({ hasText: 'This link has expired or was already used.' }).waitFor();
});

test('the message in the outbox resets a forgotten password once, and every session ends', async (t) => {
  const { page: elsewhere, email } = await site.signedUp(t, { refused: [401] });
  await elsewhere.goto('/keys');
  const page = await site.visit(t, { refused: [400] });
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await isToldAt(page.getByLabel('Email'), 'Enter your email address.');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.getByText('where the operator of this installation finds it').waitFor();
  await elsewhere.goto('/account');
  await elsewhere.getByText('You sign in with it.').waitFor();
  const link = linkIn(await messageTo(email), site);

  await page.goto(link);
  const password = page.getByLabel('New password');
  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  await isToldAt(password, 'Choose a password.');
  await password.fill('qwertyuiop');
  await change.click();
  await isToldAt(password, 'This password is too easy to guess. Choose another.');
  await password.fill(OTHER_PASSWORD);
  await change.click();
  await page.getByText('Password changed. Sign in with the new one.').waitFor();
  await fillSignIn(page, email, OTHER_PASSWORD);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();

  await elsewhere.getByRole('link', { name: 'Usage' }).click();
  await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.goto('about:blank');
  await page.goto(link);
  await password.fill('marble-canyon-72-thistle');
  await change.click();
  await page.getByRole('alert').filter({ hasText: 'This link has expired or was already used.' }).waitFor();
});

test('people can turn on two-factor sign-in with an app, need it at the next sign-in, and can turn it off', async (t) => {
  const { page, email } = await site.signedUp(t, { refused: [400, 401] });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await isToldAt(dialog.getByLabel('Your password'), 'That isn’t your current password.');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const app = new AuthenticatorApp(await dialog.locator('.totp-secret code').innerText());
  const code = page.getByLabel('Code from your authenticator app');
  await code.fill('12');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await isToldAt(code, 'The code has six digits.');
  await code.fill(app.wrong());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await isToldAt(code, 'This code is wrong or has expired. Codes change every 30 seconds.');
  await code.fill(await app.next());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  const [recoveryCode = ''] = await dialog.locator('.recovery-codes code').allInnerTexts();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('Two-factor sign-in is on.').waitFor();

  await signOut(page);
  await page.goto('/account');
  await fillSignIn(page, email);
  const enter = page.getByRole('button', { name: 'Sign in', exact: true });
  await code.fill(app.wrong());
  await enter.click();
  await isToldAt(code, 'This code is wrong or has expired. Codes change every 30 seconds.');
  await code.fill(await app.next());
  await enter.click();
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();

  for (const [attempt, verdict] of [recoveryCode, recoveryCode].entries()) {
    await signOut(page);
    await page.goto('/account');
    await fillSignIn(page, email);
    await page.getByRole('button', { name: 'No access to the app? Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(verdict);
    await enter.click();
    if (attempt === 0) await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    else await isToldAt(page.getByLabel('Recovery code'), 'This recovery code is wrong or was already used.');
  }
  await page.getByRole('button', { name: 'Use the authenticator app' }).click();
  await code.fill(await app.next());
  await enter.click();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Two-factor sign-in is off.').waitFor();
  await signOut(page);
  await page.goto('/sign-in');
  await fillSignIn(page, email);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
});

test('a passkey can be added, used with its button, and removed', async (t) => {
  const page = await withPasskey(site, t);
  await withoutAutofill(page);
  await page.goto('/usage');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Usage' }).waitFor();

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByText('Passkey removed.').waitFor();
  await until('it is gone', async () => (await page.getByText('Laptop').count()) === 0);
});

test('the autofill of the email field offers the passkey', async (t) => {
  const page = await withPasskey(site, t);
  await page.goto('/usage');
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
});

test('if a session ends elsewhere, its page says so, and signing in leads back to the page', async (t) => {
  const { page, email } = await site.signedUp(t, { refused: [401] });
  await page.goto('/keys');
  await page.getByRole('heading', { name: 'Create your first key' }).waitFor();
  const other = await site.visit(t);
  await other.goto('/account');
  await fillSignIn(other, email);
  await other.getByRole('button', { name: 'Sign out all others' }).click();
  await other.getByText('All other sessions signed out.').waitFor();

  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Your session has ended. Sign in to continue.').waitFor();
  await fillSignIn(page, email);
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  await signOut(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await page.getByText('Your session has ended').count(), 0, 'said once');
});

test('changing the password takes the current one and signs out everywhere else', async (t) => {
  const { page, email } = await site.signedUp(t, { refused: [400] });
  const other = await site.visit(t, { refused: [401] });
  await other.goto('/sign-in');
  await fillSignIn(other, email);
  await other.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Change password' }).click();
  const current = page.getByLabel('Current password');
  const wanted = page.getByLabel('New password');
  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  await isToldAt(current, 'Enter your current password.');
  await current.fill(OTHER_PASSWORD);
  await wanted.fill(OTHER_PASSWORD);
  await change.click();
  await isToldAt(current, 'That isn’t your current password.');
  await current.fill(PASSWORD);
  await wanted.fill('1234567890');
  await change.click();
  await isToldAt(wanted, 'This password is too easy to guess. Choose another.');
  await wanted.fill(OTHER_PASSWORD);
  await change.click();
  await page.getByText('Password changed. Every other browser is signed out.').waitFor();
  await page.locator('h2:focus').getByText('Password').waitFor();
  await other.getByRole('link', { name: 'Usage' }).click();
  await other.getByText('Your session has ended. Sign in to continue.').waitFor();
  await signOut(page);
  await page.goto('/sign-in');
  await fillSignIn(page, email, OTHER_PASSWORD);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
});

test('people can leave the forms for a new password and a new address without changing anything', async (t) => {
  const { page } = await site.signedUp(t);
  await page.goto('/account');
  for (const [action, title] of [
    ['Change password', 'Password'],
    ['Change email address', 'Email address'],
  ] as const) {
    await page.getByRole('button', { name: action }).click();
    await page.locator('input:focus').fill('half-way@example.org');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('h2:focus').getByText(title, { exact: true }).waitFor();
    assert.equal(await page.locator('main form').count(), 0, action);
    await page.getByRole('button', { name: action }).waitFor();
  }
});

test('the activity log goes back to the first day', async (t) => {
  const { page } = await site.signedUp(t);
  const { key } = await site.createKey(page, 'Website');
  for (let change = 1; change <= 55; change++)
    await site.ask(page, 'PATCH', `keys/${key.id}`, { name: `Website ${change}` });
  await page.goto('/account');
  await page.getByText('Key renamed Website 55').waitFor();
  const earlier = page.getByRole('button', { name: 'Show earlier' });
  await earlier.click();
  await page.getByText('Key renamed Website 6', { exact: true }).waitFor();
  await earlier.click();
  await page.getByText('Account created').waitFor();
  assert.equal(await page.locator('.log li').count(), 58);
  assert.equal(await earlier.count(), 0);
});

test('people can download everything stored about their account, and delete it with their password', async (t) => {
  const { page, email } = await site.signedUp(t, { refused: [400, 401] });
  const { token } = await site.createKey(page, 'Goes too');
  await page.goto('/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download your data' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const data = JSON.parse(text) as { account: { email: string }; keys: { label: string }[] };
  assert.equal(data.account.email, email);
  assert.deepEqual(
    data.keys.map(({ label }) => label),
    ['Goes too'],
  );
  assert.ok(!text.includes(token));

  await page.getByRole('button', { name: 'Delete account' }).click();
  const password = page.getByRole('dialog').getByLabel('Your password');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await isToldAt(password, 'Enter your password.');
  await password.fill(OTHER_PASSWORD);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await isToldAt(password, 'That isn’t your current password.');
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByText('Account deleted.').waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await site.works(token), false);
  await page.goto('/sign-in');
  await fillSignIn(page, email);
  await page.getByRole('alert').filter({ hasText: 'Wrong email or password.' }).waitFor();
});

test('after too many wrong passwords, the page says how long to wait', async (t) => {
  const page = await site.visit(t, { refused: [401, 429] });
  const guess = { email: newAddress(), password: OTHER_PASSWORD };
  const headers = { Origin: site.origin };
  await until('no more tries are taken', async () => {
    const response = await page.request.post('/dashboard/auth/sign-in/email', { headers, data: guess });
    return response.status() === 429;
  });
  await page.goto('/sign-in');
  await fillSignIn(page, guess.email);
  await page
    .getByRole('alert')
    .filter({ hasText: /Too many attempts\. Try again in \d+ (seconds|minutes)\./ })
    .waitFor();
});

async function fillSignUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.getByText('You’re signed out.').waitFor();
}

async function messageTo(email: string): Promise<string> {
  const written = () => outbox(site.service).find((message) => message.includes(`To: ${email}`));
  await until('the message is in the outbox', () => written() !== undefined);
  return written() ?? '';
}

/** Path and fragment of a link in a message. Its host is the listening address, but the browser uses a host name. */
function linkIn(message: string, { service }: Site): string {
  const link = /https?:\/\/\S+#token=\S+/.exec(message)?.[0] ?? '';
  assert.ok(link.startsWith(service.server.publicUrl), message);
  return link.slice(service.server.publicUrl.length);
}
