import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { Keyboard } from '../support/browser/keyboard.ts';
import { Site } from '../support/browser/site.ts';
import { atEnd, type Lifetime } from '../support/lifetime.ts';

const site = await Site.shared();
const SCRIPT = '/city-picker-1.js';
const field = (page: Page) => page.getByRole('combobox', { name: 'City', exact: true });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first();
const picker = (page: Page) => page.locator('city-picker');
const chosenIn = (of: Locator) => of.evaluate((element) => (element as HTMLInputElement).value);

test('with the keyboard alone a city is found, chosen and sent with its form', async (t) => {
  const page = await site.visit(t);
  const keyboard = new Keyboard(page);
  await page.goto('/places');
  await keyboard.tabTo(picker(page));
  await keyboard.type('lisb');
  await option(page, 'Lisbon').waitFor();
  assert.equal(await field(page).getAttribute('aria-expanded'), 'true');
  await keyboard.press('ArrowDown');
  const active = await field(page).getAttribute('aria-activedescendant');
  assert.equal(await option(page, 'Lisbon').getAttribute('id'), active);
  assert.equal(await option(page, 'Lisbon').getAttribute('aria-selected'), 'true');
  await keyboard.press('ArrowUp');
  assert.equal(await page.getByRole('option', { selected: true }).getAttribute('id'), 'o7');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  assert.equal(await chosenIn(picker(page)), 'lisbon');
  assert.equal(await field(page).inputValue(), 'Lisbon, Portugal');
  assert.equal(await page.getByRole('option').count(), 0);
  await keyboard.press('Enter');
  await page.waitForURL('**/places?id=lisbon');
  await page.getByText('The form sent id=lisbon').waitFor();
  await page.waitForFunction(() => document.querySelector('city-picker')?.matches(':valid'));
  // It shows the city that the form had.
  await page.waitForFunction(
    () =>
      document.querySelector('city-picker')?.shadowRoot?.querySelector('input')?.value === 'Lisbon, Portugal',
  );
});

test('Escape closes the list and then empties the field; a pointer chooses, too', async (t) => {
  const page = await site.visit(t);
  const keyboard = new Keyboard(page);
  await page.goto('/places');
  await field(page).pressSequentially('porto');
  await option(page, 'Porto').waitFor();
  await keyboard.press('Escape');
  assert.equal(await page.getByRole('option').count(), 0);
  assert.equal(await field(page).inputValue(), 'porto');
  await keyboard.press('ArrowDown');
  await option(page, 'Porto').click();
  assert.equal(await chosenIn(picker(page)), 'porto');
  await keyboard.press('Escape');
  assert.deepEqual([await field(page).inputValue(), await chosenIn(picker(page))], ['', '']);
});

test('a form is not sent without a city, nor with a text that is none, and reset, value and disabled work', async (t) => {
  const page = await site.visit(t);
  await page.goto('/places');
  const states = () =>
    page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('form.picker-example') as HTMLFormElement;
      return { valid: form.checkValidity(), sent: new FormData(form).get('id') };
    });
  await page.waitForFunction(() => customElements.get('city-picker') !== undefined);
  assert.deepEqual(await states(), { valid: false, sent: null });
  await field(page).pressSequentially('qqqqzzzz');
  await page.getByText('No place found').waitFor();
  assert.deepEqual(await states(), { valid: false, sent: null });
  await picker(page).evaluate((element) => {
    (element as HTMLInputElement).value = 'berlin';
  });
  assert.deepEqual(await states(), { valid: true, sent: 'berlin' });
  await page.waitForFunction(
    () =>
      document.querySelector('city-picker')?.shadowRoot?.querySelector('input')?.value ===
      'Berlin, State of Berlin, Germany',
  );
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form.picker-example')?.reset());
  assert.deepEqual(await states(), { valid: false, sent: null });
  await picker(page).evaluate((element) => element.toggleAttribute('disabled', true));
  assert.ok(await field(page).isDisabled());
  assert.deepEqual(await states(), { valid: true, sent: null });
});

test('it works on a page of another origin under a strict policy, says what was chosen, and reads names from the right', async (t) => {
  const origin = await foreignPage(t);
  const page = await site.visit(t, { origin, other: site.origin });
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Where to?' }).pressSequentially('القاهرة');
  await option(page, 'Cairo').waitFor();
  assert.equal(await page.getByRole('combobox').getAttribute('dir'), 'auto');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.title === 'cairo Egypt 30.1');
});

test('answers to older texts do not replace the newest one', async (t) => {
  const page = await site.visit(t);
  await page.goto('/places');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/places.json?q=rom', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest('**/places.json?q=rom');
  await field(page).pressSequentially('rom');
  const old = await asked;
  await field(page).fill('oslo');
  await option(page, 'Oslo').waitFor();
  release();
  assert.equal(old.failure()?.errorText, 'net::ERR_ABORTED');
  assert.equal(await page.getByRole('option', { name: 'Rome' }).count(), 0);
});

test('the script is at most 5 KB, has a stable address, and any origin may load it with integrity', async () => {
  const response = await fetch(site.service.server.address + SCRIPT);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.match(String(response.headers.get('cache-control')), /^public, max-age=\d{5}$/);
  assert.ok((await response.arrayBuffer()).byteLength <= 5 * 1024);
});

/** A page whose policy allows nothing but the script and its search. */
async function foreignPage(t: Lifetime): Promise<string> {
  const policy = `default-src 'none'; script-src ${site.origin} 'self'; connect-src ${site.origin}`;
  const files: Record<string, string> = {
    '/': `<!doctype html><html lang="en" dir="rtl"><title>none</title>
<link rel="icon" href="data:,"><script src="/page.js" defer></script><script src="${site.origin}${SCRIPT}" async></script>
<form><city-picker name="to" label="Where to?"></city-picker></form></html>`,
    '/page.js': `document.addEventListener('change', ({ target: { value, place } }) => {
  document.title = value + ' ' + place.country.name + ' ' + place.latitude.toFixed(1);
});`,
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.setHeader('Content-Security-Policy', `${policy}; img-src data:`);
    response.setHeader('Content-Type', type);
    response.end(files[path] ?? '');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  }, t);
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
