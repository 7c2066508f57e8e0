import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { AuthenticatorApp } from '../support/accounts/authenticator-app.ts';
import { PASSWORD } from '../support/accounts/browser-session.ts';
import { withoutAutofill, withPasskey } from '../support/browser/passkeys.ts';
import { Site } from '../support/browser/site.ts';
import { atEnd } from '../support/lifetime.ts';
import { anybodysQuestion, HandmadeAgent, statusAt, tokensIn } from '../support/oauth.ts';
import { startSmallService } from '../support/small-service.ts';

const site = await Site.start({}, startSmallService);
/** The public address: agents send browsers there, so the session has to be there. */
const { address } = site.service.server;

/** A program that waits for its code at an address of this device. */
const program = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end('<!doctype html><title>Agent</title><link rel="icon" href="data:,">Back at the agent');
}).listen(0, '127.0.0.1');
await new Promise((resolve) => program.once('listening', resolve));
atEnd(() => program.close());
const callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/back`;

const MARKUP = '<img src=x onerror="document.title=1"><b>Trusted</b>';
/** Percent signs, a plus and letters that must arrive as they left. */
const STATE = '100%41+ä&=%2F';

async function backAt(page: Page): Promise<URLSearchParams> {
  await page.getByText('Back at the agent').waitFor();
  return new URL(page.url()).searchParams;
}

const newcomer = async (t: Parameters<typeof site.visit>[0]) => {
  const page = await site.visit(t, { origin: address, other: new URL(callback).origin, refused: [400, 401] });
  const send = (path: string, data: object) =>
    page.request.post(`/dashboard/${path}`, { headers: { Origin: address }, data });
  const email = `${crypto.randomUUID()}@example.org`;
  await send('auth/sign-up/email', { name: '', email, password: PASSWORD });
  await send('auth/sign-in/email', { email, password: PASSWORD });
  return { page, email, send };
};

test('somebody who signs in with a second factor comes back to the question, allows it, and disconnects the agent later', async (t) => {
  const { page, email, send } = await newcomer(t);
  const { totpURI } = await (await send('auth/two-factor/enable', { password: PASSWORD })).json();
  const app = new AuthenticatorApp(totpURI);
  await send('auth/two-factor/verify-totp', { code: await app.next() });
  await send('auth/sign-out', {});

  const agent = await new HandmadeAgent(address).registered({
    client_name: MARKUP,
    redirect_uris: [callback],
  });
  await page.goto(agent.asks({ redirect_uri: callback, state: STATE, scope: 'places:read' }).href);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code from your authenticator app').fill(await app.next());
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('heading', { name: 'Connect an agent?' }).waitFor();
  await page.getByText(MARKUP).waitFor();
  assert.equal(await page.locator('main img, main b').count(), 0, 'a name is only a name');
  await page.getByText(`a program on this device (${new URL(callback).host})`).waitFor();
  assert.deepEqual(await page.locator('.permissions li').count(), 1);
  await page.getByText('Countries and cities: look-ups, lists and search.').waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  const back = await backAt(page);
  assert.equal(back.get('state'), STATE);
  assert.equal(back.get('iss'), address);
  const tokens = await tokensIn(await agent.exchange(back.get('code') ?? '', { redirect_uri: callback }));
  assert.equal((await statusAt(address, tokens.access_token)).status, 200);

  await page.goto('/keys');
  const row = page.getByRole('listitem', { name: MARKUP });
  await row.getByText('Reads places').waitFor();
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await row.waitFor({ state: 'detached' });
  assert.equal((await statusAt(address, tokens.access_token)).status, 401);
  await page.goto('/usage');
  await page.getByRole('list', { name: 'Keys' }).getByText(MARKUP).waitFor();
});

test('somebody who signs in with a passkey comes back to the question', async (t) => {
  const page = await withPasskey(site, t, { other: new URL(callback).origin, refused: [401] });
  await withoutAutofill(page);
  const agent = await new HandmadeAgent(address).registered({ redirect_uris: [callback] });
  const { search } = await anybodysQuestion(agent, { redirect_uri: callback, state: STATE });
  // Passkeys need a host name, and the public address of this service has none.
  await page.goto(`/connect${search}`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Connect an agent?' }).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  const back = await backAt(page);
  assert.equal(back.get('state'), STATE);
  const tokens = await tokensIn(await agent.exchange(back.get('code') ?? '', { redirect_uri: callback }));
  assert.equal((await statusAt(address, tokens.access_token)).status, 200);
});

test('an agent that is a page of another site finds, registers, exchanges and revokes', async (t) => {
  const page = await site.visit(t, { origin: new URL(callback).origin, other: address, refused: [400] });
  await page.goto(callback);
  const told = await page.evaluate(
    async ([service, redirect]) => {
      const asked = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(`${service}${path}`, init);
        return { status: response.status, body: await response.json() };
      };
      const headers = { 'MCP-Protocol-Version': '2025-11-25' };
      const post = (path: string, type: string, body: string) =>
        asked(path, { method: 'POST', headers: { ...headers, 'Content-Type': type }, body });
      const form = (path: string, fields: Record<string, string>) =>
        post(path, 'application/x-www-form-urlencoded', `${new URLSearchParams(fields)}`);
      const resource = await asked('/.well-known/oauth-protected-resource/mcp', { headers });
      const server = await asked('/.well-known/oauth-authorization-server', { headers });
      const client = JSON.stringify({ redirect_uris: [redirect] });
      const { status, body } = await post('/oauth/register', 'application/json', client);
      const { client_id } = body;
      const grant = {
        client_id,
        grant_type: 'authorization_code',
        code: 'x',
        redirect_uri: String(redirect),
      };
      const token = await form('/oauth/token', { ...grant, code_verifier: 'x'.repeat(43) });
      const revoked = await form('/oauth/revoke', { client_id, token: 'x' });
      return [resource.body.resource, server.body.issuer, status, token.body.error, revoked.status];
    },
    [address, callback] as const,
  );
  assert.deepEqual(told, [`${address}/mcp`, address, 201, 'invalid_grant', 200]);
});

test('“Deny” sends the browser back without a code', async (t) => {
  const { page } = await newcomer(t);
  const agent = await new HandmadeAgent(address).registered({ redirect_uris: [callback] });
  await page.goto(agent.asks({ redirect_uri: callback }).href);
  await page.getByRole('button', { name: 'Deny' }).click();
  const back = await backAt(page);
  assert.deepEqual([back.get('error'), back.get('code')], ['access_denied', null]);
});

test('a question that was changed is refused on the page, and the browser stays', async (t) => {
  const page = (await newcomer(t)).page;
  const agent = await new HandmadeAgent(address).registered({ redirect_uris: [callback] });
  await page.goto(agent.asks({ redirect_uri: callback }).href);
  await page.getByRole('button', { name: 'Allow' }).waitFor();
  await page.goto(page.url().replace('state=a+state', 'state=another'));
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('This question has expired.').waitFor();
  assert.equal(new URL(page.url()).pathname, '/connect');
});
