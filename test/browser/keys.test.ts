import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../support/accounts/browser-session.ts';
import { isToldAt } from '../support/browser/field.ts';
import { Site } from '../support/browser/site.ts';
import { until } from '../support/processes/lds.ts';
import { startSmallService } from '../support/small-service.ts';

const LIMIT = 3;
const site = await Site.start({ LDS_KEYS_PER_ACCOUNT: String(LIMIT) }, startSmallService);
const { service } = site;

test('a key rotated without an overlap is refused at once; its successor works', async (t) => {
  const { page } = await site.signedUp(t);
  const { token } = await site.createKey(page, 'Website');
  await page.goto('/keys');
  const successor = await rotate(page, 'Website', 'Ends now');
  await page.getByText('The old key has stopped working.').waitFor();
  assert.equal(await site.works(token), false);
  assert.ok(await site.works(successor));
});

test('a key rotated with an overlap works until the time on the page, and no longer', async (t) => {
  const { page } = await site.signedUp(t);
  const { key, token } = await site.createKey(page, 'Website');
  await page.goto('/keys');
  const successor = await rotate(page, 'Website', '1 hour');
  await page.getByText(/The old key works until .*\d/).waitFor();
  const old = page.getByRole('listitem', { name: 'Website' }).filter({ hasText: key.last_four });
  await old.getByText('Being replaced').waitFor();
  await old.getByText(/Works until .* Its replacement, …\w{4}, has not been used yet\./).waitFor();
  assert.ok((await site.works(token)) && (await site.works(successor)));

  await letAnHourPass(page, key.id);
  assert.equal(await site.works(token), false);
  assert.ok(await site.works(successor));
  await page.reload();
  await page.getByText('Inactive keys (1)').click();
  await old.getByText('Expired', { exact: true }).first().waitFor();
});

test('a key of the command line becomes one of the account, on the page and without a reload', async (t) => {
  const { page } = await site.signedUp(t, { refused: [404] });
  const { token } = await service.key({ label: 'first key' });
  await page.goto('/keys');
  const add = page.getByText('Add a key that you already have');
  await add.click();
  await page.getByLabel('Key', { exact: true }).fill('lds_live_wrong');
  await page.getByRole('button', { name: 'Add key' }).click();
  await page.getByText('You can’t add this key.').waitFor();
  await page.getByLabel('Key', { exact: true }).fill(` ${token} `);
  await page.getByRole('button', { name: 'Add key' }).click();
  await page.getByText('Key “first key” added').waitFor();
  await page.getByRole('button', { name: 'Revoke first key' }).waitFor();
  assert.ok(!(await page.content()).includes(token));
  assert.ok(!page.url().includes('lds_live'));
  assert.ok(await site.works(token));
});

test('the revoke dialog says what will break, and the running API then refuses the key', async (t) => {
  const { page } = await site.signedUp(t);
  const { token } = await site.createKey(page, 'Leaked');
  for (let request = 0; request < 3; request++) assert.ok(await site.works(token));
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Revoke Leaked' }).click();
  await page.getByText('3 requests in the last 7 days').waitFor();
  await page.getByRole('button', { name: 'Keep it' }).click();
  assert.ok(await site.works(token));

  await page.getByRole('button', { name: 'Revoke Leaked' }).click();
  const answered = page.waitForResponse((response) => response.url().endsWith('/revoke'));
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await answered;
  await until('the key is refused', async () => !(await site.works(token)), 1);
  await page.getByText('Key “Leaked” revoked.').waitFor();
  await page.getByText('Inactive keys (1)').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Revoke Leaked' }).count(), 0);
});

test('a key can have an expiry, a share and header-only use, and can be renamed; mistakes are shown at the field', async (t) => {
  const { page } = await site.signedUp(t);
  await page.goto('/keys');
  const name = page.getByLabel('Name');
  await page.getByRole('button', { name: 'Create key' }).click();
  await isToldAt(name, 'Give the key a name.');
  await name.fill('Trial');
  await page.getByText('Give the key a name.').waitFor({ state: 'detached' });
  await page.getByText('Permissions, expiry and other options').click();
  await page.getByLabel('Expires').selectOption('On a day I choose');
  await page.getByRole('button', { name: 'Create key' }).click();
  const day = page.getByLabel('Last day (UTC)');
  await isToldAt(day, 'Pick a day.');
  await day.fill('2020-01-01');
  await page.getByRole('button', { name: 'Create key' }).click();
  await isToldAt(day, 'Pick a day in the future.');
  const lastDay = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await day.fill(lastDay);
  const share = page.getByLabel('Share of the account’s limits (%)');
  await share.fill('0');
  await page.getByRole('button', { name: 'Create key' }).click();
  await isToldAt(share, 'Enter a whole number from 1 to 100.');
  await share.fill('20');
  await page.getByLabel('Only in the Authorization header').check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const token = await page.locator('.token code').innerText();
  const row = page.getByRole('listitem', { name: 'Trial' });
  await row.getByText('header only').waitFor();
  await row.getByText('20 % of limits').waitFor();
  await row.getByText(/Expires on/).waitFor();
  assert.equal((await service.get(`/countries/portugal?api_key=${token}`, null)).status, 403);

  await page.getByRole('button', { name: 'Edit Trial' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('   ');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await isToldAt(page.getByRole('dialog').getByLabel('Name'), 'Give the key a name.');
  await page.getByRole('dialog').getByLabel('Name').fill('Production');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Key “Production” saved.').waitFor();
  await page.getByRole('heading', { name: 'Production', exact: true }).waitFor();
});

test('a key gets allowed addresses and days without use when it is made, and others when it is edited', async (t) => {
  const { page } = await site.signedUp(t, { refused: [400] });
  await page.goto('/keys');
  await page.getByLabel('Name').fill('Server');
  await page.getByText('Permissions, expiry and other options').click();
  await page.getByLabel('Allowed addresses').fill('192.0.2.0/24, 2001:db8::/32');
  await page.getByLabel('End after days without use').fill('13');
  await page.getByRole('button', { name: 'Create key' }).click();
  await isToldAt(page.getByLabel('End after days without use'), 'Enter a whole number from 14 to 3650.');
  await page.getByLabel('End after days without use').fill('90');
  await page.getByRole('button', { name: 'Create key' }).click();
  const token = await page.locator('.token code').innerText();
  await page.getByRole('listitem', { name: 'Server' }).getByText('from some addresses').waitFor();
  assert.equal((await service.get('/countries/portugal', token)).status, 403);

  await page.getByRole('link', { name: 'Server', exact: true }).click();
  await page.getByText('192.0.2.0/24, 2001:db8::/32').waitFor();
  await page.getByText('after 90 days').waitFor();
  await page.getByRole('button', { name: 'Edit Server' }).click();
  const addresses = page.getByRole('dialog').getByLabel('Allowed addresses');
  assert.equal(await addresses.inputValue(), '192.0.2.0/24, 2001:db8::/32');
  await addresses.fill('localhost');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await isToldAt(
    addresses,
    'An address is not valid: "localhost" is no address or network such as 10.0.0.0/8.',
  );
  await addresses.fill('127.0.0.1 ::1');
  await page.getByRole('dialog').getByLabel('End after days without use').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('127.0.0.1, ::1').waitFor();
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
});

test('a key has only the permissions that are checked, and its page shows them with its newest requests', async (t) => {
  const { page } = await site.signedUp(t);
  await page.goto('/keys');
  await page.getByLabel('Name').fill('Atlas');
  await page.getByText('Permissions, expiry and other options').click();
  const permissions = page.getByRole('group', { name: 'What the key may read' }).getByRole('checkbox');
  for (const permission of await permissions.all()) await permission.uncheck();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Choose at least one thing that the key may read.').waitFor();
  await page.getByRole('checkbox', { name: 'Places' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const token = await page.locator('.token code').innerText();
  await page.getByText('Reads places', { exact: true }).waitFor();
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
  assert.equal((await service.get('/release', token)).status, 403);

  await page.getByRole('link', { name: 'Atlas', exact: true }).click();
  const requests = page.getByRole('region', { name: 'Recent requests' }).getByRole('row');
  await requests.filter({ hasText: 'GET /v1/countries/{country_id}' }).filter({ hasText: '200' }).waitFor();
  await requests.filter({ hasText: 'insufficient_scope' }).filter({ hasText: '403' }).waitFor();
  await page.getByRole('button', { name: 'Edit Atlas' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Globe');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Globe', level: 1 }).waitFor();
});

test('a key’s page that was open when a request came shows it in its list, its chart and its last use', async (t) => {
  const { page } = await site.signedUp(t);
  const { key, token } = await site.createKey(page, 'Open');
  await page.goto(`/key?id=${key.id}`);
  await page.getByText('No requests with this key in the last 30 days.').waitFor();
  await page.getByText('No requests with this key in the last seven days.').waitFor();
  assert.ok(await site.works(token));
  const shown = [
    page.getByRole('cell', { name: 'GET /v1/countries/{country_id}' }),
    page.getByText('1 request in 30 days'),
    page.getByText('Last used').locator('..').getByText('just now'),
  ];
  await until('the request is everywhere on the page', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    return (await Promise.all(shown.map((part) => part.isVisible()))).every(Boolean);
  });
});

test('a link to a key’s page leads there after signing in, and examples use the host of the page', async (t) => {
  const { page: own, email } = await site.signedUp(t);
  const { key } = await site.createKey(own, 'Linked');
  const page = await site.visit(t);
  await page.goto(`/key?id=${key.id}`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.keyboard.type(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Linked', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Rotate Linked' }).click();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByText(`${site.origin}/v1/data/cost-of-living/lisbon`).first().waitFor();
  await page.goto('/guides/authentication');
  await page.getByText(`${site.origin}/v1/cities/lisbon`).first().waitFor();
});

test('the example of a key asks for what the key may read', async (t) => {
  const { page } = await site.signedUp(t);
  await page.goto('/keys');
  await page.getByLabel('Name', { exact: true }).fill('Places only');
  await page.getByText('Permissions, expiry and other options').click();
  for (const name of ['Cost of living', 'Quality of life', 'Release and history'])
    await page.getByRole('checkbox', { name }).uncheck();
  await page.getByRole('button', { name: 'Create key' }).click();
  const code = await page.locator('.issued pre').first().innerText();
  const [, token = ''] = /LDS_API_KEY='(\w+)'/.exec(code) ?? [];
  const [url = ''] = /http[^']+/.exec(code) ?? [];
  const { status } = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(status, 200, url);
});

test('an account at its key limit sees that, and cannot create more', async (t) => {
  const { page } = await site.signedUp(t);
  for (let key = 1; key <= LIMIT; key++) await site.createKey(page, `Key ${key}`);
  await page.goto('/keys');
  await page.getByText(`This account has ${LIMIT} active keys, the most it can have.`).waitFor();
  assert.ok(await page.getByRole('button', { name: 'New key' }).isDisabled());
});

test('the usage page says that another account’s key does not exist', async (t) => {
  const owner = await site.signedUp(t);
  const { key } = await site.createKey(owner.page, 'Secret project');
  const { page } = await site.signedUp(t, { refused: [404] });
  await page.goto(`/usage?key=${key.id}`);
  await page.getByRole('alert').filter({ hasText: 'Your account has no such key.' }).waitFor();
  assert.doesNotMatch(await page.locator('body').innerText(), /Secret project/);
  await page.goto('/keys');
  await page.getByRole('heading', { name: 'Create your first key' }).waitFor();
});

test('the time until the quota resets is in whole hours and minutes', async (t) => {
  const { page } = await site.signedUp(t);
  const midnight = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
  for (const [seconds, words] of [
    [20 * 3600 - 20, 'in 20 h 0 min'],
    [3600 - 20, 'in 1 h 0 min'],
    [59 * 60, 'in 59 min'],
  ] as const) {
    await page.clock.setFixedTime(midnight - seconds * 1000);
    await page.goto('/usage');
    await page.getByText(words).waitFor();
  }
});

test('chart, table, endpoints, quota and CSV agree with the requests sent', async (t) => {
  const { page } = await site.signedUp(t);
  const { key, token } = await site.createKey(page, 'Measured');
  const etag = String((await service.get('/cities/lisbon', token)).headers.get('etag'));
  for (let request = 0; request < 5; request++) await service.get('/countries/portugal', token);
  for (let request = 0; request < 2; request++)
    await service.get('/cities/lisbon', token, { headers: { 'If-None-Match': etag } });
  await service.get('/cities/nowhere-at-all', token);
  const answered = { Answered: 6, 'Unchanged (304)': 2, 'Refused (4xx)': 1 };

  await page.goto(`/usage?key=${key.id}&days=7`);
  const plot = page.getByRole('group', { name: /^Chart of requests per day/ });
  await plot.focus();
  await page.keyboard.press('End');
  await page.getByText(/^requests on /).waitFor();
  assert.match(await page.locator('figcaption').innerText(), /^9\s+requests on/);
  assert.deepEqual(await barHeights(page, 6), Object.values(answered));

  await page.getByRole('tab', { name: 'Table' }).click();
  const table = page.getByRole('region', { name: 'Requests by day' }).getByRole('table');
  const [head = [], today = []] = await cells(table);
  const row = Object.fromEntries(head.map((name, column) => [name, today[column]]));
  for (const [name, requests] of Object.entries(answered)) assert.equal(row[name], String(requests), name);
  assert.equal(row.Total, '9');
  assert.equal((await cells(table)).length, 1 + 7 + 1);

  const endpoints = page.getByRole('region', { name: 'Requests by endpoint' }).getByRole('table');
  assert.deepEqual(
    (await cells(endpoints)).slice(1).map((row) => [row[0], row.at(-1)]),
    [
      ['GET /v1/countries/{country_id}', '5'],
      ['GET /v1/cities/{city_id}', '4'],
    ],
  );
  const account = page.getByRole('list', { name: 'Account' });
  assert.match(await account.innerText(), /^Account\s+7 of 100,000$/);
  const ofKeys = page.getByRole('list', { name: 'Keys' }).getByRole('listitem');
  assert.match((await ofKeys.allInnerTexts()).join(), /^Measured\s+…\w{4}\s+7$/);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  const rows = parse(await readFile(await download.path()), { columns: true }) as { requests: string }[];
  assert.equal(
    rows.reduce((sum, { requests }) => sum + Number(requests), 0),
    9,
  );
});

test('anyone who has a key can revoke it without an account, and its owner sees this in the activity log', async (t) => {
  const owner = await site.signedUp(t);
  const { token } = await site.createKey(owner.page, 'Pushed to a repository');
  const finder = await site.visit(t);
  await finder.goto('/found-key');
  const look = finder.getByRole('button', { name: 'Check the key' });
  await look.click();
  await isToldAt(finder.getByLabel('Key', { exact: true }), 'Paste the key first.');
  await finder.getByLabel('Key', { exact: true }).fill('sk_live_of_somebody_else');
  await look.click();
  await finder.getByText('Not one of our keys').waitFor();
  await finder.getByLabel('Key', { exact: true }).fill(token);
  await look.click();
  await finder.getByText('One of our keys, and it works').waitFor();
  assert.ok(await site.works(token));
  await finder.getByRole('button', { name: 'Revoke this key now' }).click();
  await finder.getByText('Key revoked').waitFor();
  assert.equal(await site.works(token), false);
  await look.click();
  await finder.getByText('One of our keys, no longer active').waitFor();

  await owner.page.goto('/account');
  await owner.page.getByText('Key found and revoked by someone Pushed to a repository').waitFor();
});

/** Rotates a key in the dialog. @returns the new key */
async function rotate(page: Page, name: string, overlap: string): Promise<string> {
  await page.getByRole('button', { name: `Rotate ${name}` }).click();
  await page.getByRole('radio', { name: overlap }).check();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  await page.getByRole('heading', { name: `Key “${name}” created` }).waitFor();
  return page.locator('.token code').innerText();
}

/** Moves the end of an overlap to now, instead of waiting for an hour. */
async function letAnHourPass(page: Page, id: string): Promise<void> {
  const now = new Date().toISOString();
  await service.store.database
    .updateTable('api_key')
    .set({ expires_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
  // The service notices a write of this connection with its next change of a key.
  await site.createKey(page, 'Another');
}

/** Heights of the last day's bars in requests, from the axis up. @param lowest requests of the lowest bar */
async function barHeights(page: Page, lowest: number): Promise<number[]> {
  const heights = await page
    .locator('.plot svg g:not(.tick) > rect')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
  const unit = (heights[0] ?? 0) / lowest;
  return heights.map((height) => Math.round((100 * height) / unit) / 100);
}

/** The texts of a table by row. */
function cells(table: Locator): Promise<string[][]> {
  return table
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}
