import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORTS_PATH } from '../../src/service/report.ts';
import { listReports } from '../../src/service/storage/reports.ts';
import { mailServer } from '../support/accounts/mail-server.ts';
import { exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const service = await startSmallService();
const { address } = service.server;

const TYPED = {
  place: 'city/lisbon',
  metric: 'cost',
  value: '61.2',
  source: '',
  release: '2026.11.6',
  text: 'The publisher has 71.2.\r\nSee its table 3.',
};

/** As a browser without scripts sends it: from the page at this address. */
function send(to: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return exchange(to, REPORTS_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: to, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

const stored = () => listReports(service.store.database, { closed: true });

test('the link at a figure’s source opens a form that has place, figure, value, source and release filled in', async () => {
  const whole = await generousService();
  const page = async (path: string) => (await exchange(whole.server.address, path)).text;
  for (const path of ['/cities/lisbon', '/countries/portugal', '/sources/wb-wdi-2026-07']) {
    const [, link = ''] =
      /<a class="quiet" rel="nofollow" href="[./]*(report\?[^"]*)"/.exec(await page(path)) ?? [];
    const query = new URLSearchParams(link.split('?')[1]?.replaceAll('&amp;', '&'));
    assert.ok(query.get('release'), path);
    const form = await page(`/${link.replaceAll('&amp;', '&')}`);
    for (const [name, value] of query)
      assert.ok(form.includes(`name="${name}" value="${value}"`), `${path}: ${name}`);
    assert.match(form, /<form class="report" method="post" action=".\/dashboard\/reports">/);
    assert.match(form, /<meta name="robots" content="noindex/);
  }
});

test('a report is stored as it was typed, with the time and nothing else, and its sender is thanked', async () => {
  const { status, headers } = await send(address, { ...TYPED, email: 'not asked for' });
  assert.equal(status, 303);
  assert.equal(headers.location, '../report/received');
  const thanks = await exchange(address, '/report/received');
  assert.match(thanks.text, /Your report has been received/);
  const [report, ...others] = await stored();
  assert.deepEqual(others, []);
  const { id: _, at, ...rest } = report ?? assert.fail('no report');
  assert.deepEqual(rest, { ...TYPED, text: 'The publisher has 71.2.\nSee its table 3.', closed_at: null });
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
});

test('an empty report, one from another site and one that is too long are refused and not stored', async () => {
  const before = await stored();
  assert.equal((await send(address, { ...TYPED, text: ' \n' })).status, 400);
  assert.equal((await send(address, TYPED, { Origin: 'https://evil.example' })).status, 403);
  assert.equal((await send(address, TYPED, { Origin: 'null' })).status, 403);
  assert.equal((await send(address, { ...TYPED, text: 'x'.repeat(60_000) })).status, 413);
  assert.deepEqual(await stored(), before);
});

test('what could drive a terminal is left out, and fields are cut to their bounds', async () => {
  await send(address, { ...TYPED, place: `city/${'x'.repeat(500)}`, text: 'red \u001b[31mtext\u202e' });
  const [report] = await stored();
  assert.equal(report?.text, 'red [31mtext');
  assert.equal(report?.place.length, 120);
});

test('one address can send ten reports an hour', async () => {
  const limited = await startSmallService();
  const statuses: number[] = [];
  for (let time = 0; time < 11; time++) statuses.push((await send(limited.server.address, TYPED)).status);
  assert.deepEqual(statuses, [...Array(10).fill(303), 429]);
  assert.equal((await listReports(limited.store.database, { closed: true })).length, 10);
});

test('with a mail server and an address for users, the operator gets each report', async () => {
  const mail = await mailServer();
  const mailing = await startSmallService({
    LDS_SMTP_URL: mail.url,
    LDS_CONTACT_URL: 'mailto:operator@example.org',
  });
  assert.equal((await send(mailing.server.address, TYPED)).status, 303);
  const message = await mail.next('operator@example.org');
  assert.match(message, /city\/lisbon/);
  assert.match(message, /The publisher has 71\.2/);
  assert.match(message, /lds reports close [0-9a-f-]{36}/);
});
