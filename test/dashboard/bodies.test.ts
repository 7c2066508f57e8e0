import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_REQUESTS } from '../../src/service/accounts/account-requests.ts';
import { signedUp } from '../support/accounts/browser-session.ts';
import { dashboardRoutes } from '../support/accounts/dashboard-routes.ts';
import { exchange } from '../support/http/exchange.ts';
import { startSmallService } from '../support/small-service.ts';

const { started: service, routes } = await dashboardRoutes(() => startSmallService());

test('a body that is nested too deep is refused with a 400 by every request that reads one, with a session and without', async () => {
  const { address } = service.server;
  const { cookie } = await signedUp(service);
  const lists = '['.repeat(9000) + ']'.repeat(9000);
  const objects = `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`;
  const bodies = [lists, objects, `{"email":${lists}}`, `{"response":{"response":{},"other":${objects}}}`];
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const account = method === 'AUTH' ? ACCOUNT_REQUESTS[path] : undefined;
    // Bodies of DELETE are not read.
    if (method === 'GET' || method === 'DELETE' || account?.method === 'GET') continue;
    for (const body of bodies)
      for (const session of [{}, { Cookie: cookie }]) {
        const answer = await exchange(address, `/dashboard${account ? `/auth${path}` : path}`, {
          method: account ? 'POST' : method,
          body,
          headers: { Origin: address, 'Content-Type': 'application/json', ...session },
        });
        assert.equal(answer.status, 400, `${route}: ${answer.text}`);
        assert.equal((JSON.parse(answer.text) as { code: string }).code, 'invalid_request');
      }
  }
});
