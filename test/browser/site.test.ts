import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newAddress, PASSWORD } from '../support/accounts/browser-session.ts';
import { Keyboard } from '../support/browser/keyboard.ts';
import { NARROW, Site } from '../support/browser/site.ts';

const site = await Site.shared();
const WIDTHS = [320, 390, 768, 1024, 1280, 1920];

test('the header fits every width from 320 to 1920 pixels, and no page is wider than the screen', async (t) => {
  const page = await site.visit(t);
  for (const path of ['/guides', '/guides/settings', '/reference/listCities', '/metrics', '/sources'])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      const { wide, header } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        header: document.querySelector('header')?.scrollWidth ?? 0,
      }));
      assert.ok(wide <= width && header <= width, `${path} at ${width}: ${wide}, header ${header}`);
    }
});

test('on paper, the page of a city has nothing to fill in or press, and all of its tables', async (t) => {
  const page = await site.visit(t, { viewport: NARROW });
  await page.goto('/cities/lisbon');
  const tables = await page.locator('table:visible').count();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('form:visible, button:visible, header.site:visible').count(), 0);
  assert.equal(await page.locator('table:visible').count(), tables);
});

test('a table that is wider than the screen scrolls in its own box, with the keyboard too', async (t) => {
  const page = await site.visit(t, { viewport: NARROW });
  await page.goto('/metrics');
  const box = page.getByRole('group').first();
  await box.focus();
  await page.keyboard.press('End');
  await page.keyboard.down('ArrowRight');
  await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0);
  await page.keyboard.up('ArrowRight');
});

test('without JavaScript the menu opens, guides are complete, and the search and the reference work', async (t) => {
  const page = await site.visit(t, { viewport: NARROW, javaScriptEnabled: false });
  await page.goto('/guides/using-the-api');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'API reference', exact: true }).first().click();
  await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Get one city' }).last().click();
  await page.getByRole('heading', { name: 'Get one city', level: 1 }).waitFor();
  assert.ok(await page.getByText('curl -H').isVisible());
  assert.equal(await page.getByRole('button', { name: 'Run', exact: true }).isVisible(), false);
  await page.getByRole('searchbox').fill('invalid token');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'invalid_token' }).first().click();
  await page.getByRole('heading', { name: 'invalid_token', level: 1 }).waitFor();
});

test('the search suggests pages, and the keyboard can choose one', async (t) => {
  const page = await site.visit(t);
  const keyboard = new Keyboard(page);
  await page.goto('/guides');
  await keyboard.tabTo(page.getByRole('combobox', { name: /^Search (places and|the) documentation$/ }));
  await keyboard.type('rate limit exc');
  const option = page.getByRole('option', { name: 'rate_limit_exceeded' });
  await option.waitFor();
  await keyboard.press('Escape');
  await option.waitFor({ state: 'detached' });
  await keyboard.type('e');
  await option.waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'rate_limit_exceeded', level: 1 }).waitFor();
});

test('a new key is filled in on the API reference, but only in the same tab', async (t) => {
  const { page } = await site.signedUp(t);
  await page.goto('/keys');
  await page.getByLabel('Name').fill('Notebook');
  await page.getByRole('button', { name: 'Create key' }).click();
  const token = await page.locator('.token code').innerText();
  await page.goto('/reference/getCity');
  assert.equal(await page.getByLabel('API key').inputValue(), token);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText(/^200 OK · \d+ ms · \/v1\/cities\/lisbon$/).waitFor();
  await page.getByText('"id": "lisbon"').last().waitFor();
  const other = await page.context().newPage();
  await other.goto('/reference/getCity');
  assert.equal(await other.getByLabel('API key').inputValue(), '');
  // What the page still loads would be refused to somebody who has signed out.
  await Promise.all([
    ...['sessions', 'activity', 'auth/passkey/list-user-passkeys'].map((path) =>
      page.waitForResponse((response) => new URL(response.url()).pathname === `/dashboard/${path}`),
    ),
    page.goto('/account'),
  ]);
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.waitForFunction(() => sessionStorage.getItem('lds-key') === null);
});

test('a request from the API reference without a key shows the response', async (t) => {
  const page = await site.visit(t, { refused: [401] });
  await page.goto('/reference/getCity');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText(/^401 Unauthorized/).waitFor();
  await page.getByText('"code": "missing_credentials"').last().waitFor();
});

test('people can copy code without its prompt or button, and link to sections', async (t) => {
  const page = await site.visit(t);
  await page.goto('/guides/quickstart');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /^curl -H [\s\S]*\/lisbon\?fields=[\w.,]+"$/);
  await page.goto('/guides/operating');
  await page.getByRole('link', { name: 'Link to “Back-up”' }).click();
  assert.ok(page.url().endsWith('/guides/operating#back-up'));
});

test('on a phone, the lists of guides and sections are menus that close after a choice', async (t) => {
  const page = await site.visit(t, { viewport: NARROW });
  await page.goto('/guides/operating');
  await page.getByRole('button', { name: 'On this page' }).click();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Log' }).click();
  await page.getByRole('navigation', { name: 'On this page' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'All guides' }).click();
  await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
});

test('the keyboard zooms the map, which names the city in its centre and the one under the pointer', async (t) => {
  const page = await site.visit(t);
  const keyboard = new Keyboard(page);
  await page.goto('/explore');
  const map = page.getByRole('group', { name: /^Map:/ });
  const drawing = map.locator('svg');
  const whole = (await drawing.getAttribute('viewBox')) ?? '';
  const width = async () => Number((await drawing.getAttribute('viewBox'))?.split(' ')[2]);
  await keyboard.tabTo(map);
  await keyboard.press('+');
  await page.waitForFunction(
    (box) => document.querySelector('.map svg')?.getAttribute('viewBox') !== box,
    whole,
  );
  assert.equal(await width(), 2500);
  await keyboard.press('0');
  await page.waitForFunction(
    (box) => document.querySelector('.map svg')?.getAttribute('viewBox') === box,
    whole,
  );
  const [lisbon] = (await (await page.request.get('/explore.csv?tile=3-0')).text())
    .split('\n')
    .filter((row) => row.startsWith('lisbon,'));
  const [, , , x, y] = (lisbon ?? '').split(',').map(Number);
  const box = await drawing.boundingBox();
  assert.ok(box && x && y);
  const scale = box.width / 4000;
  await drawing.scrollIntoViewIfNeeded();
  const now = (await drawing.boundingBox()) ?? box;
  await page.mouse.move(now.x + x * scale, now.y + (y - 10) * scale);
  // The page names the city in the centre until the one under the pointer has arrived.
  await page
    .locator('.map-city', { hasText: /^.+, Portugal: [\d.]+ where New York is 100, between/ })
    .waitFor();
});

test('a visitor finds Lisbon, compares it with Berlin, creates a key and makes a first request', async (t) => {
  const page = await site.visit(t);
  await compareLisbonWithBerlin(page);
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(newAddress());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Name').fill('Relocation');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: 'Key “Relocation” created' }).waitFor();
  await page.goto('/reference/getCostOfLiving');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText(/^200 OK · \d+ ms · \/v1\/data\/cost-of-living\/lisbon\?fields=\S+$/).waitFor();
});

test('the same comparison works without JavaScript', async (t) => {
  await compareLisbonWithBerlin(await site.visit(t, { javaScriptEnabled: false, viewport: NARROW }));
});

test('the same comparison loses nothing at 200 % zoom and with reduced motion', async (t) => {
  // 1280 pixels at 200 % are 640 for the page.
  const page = await site.visit(t, { viewport: { width: 640, height: 450 }, reducedMotion: 'reduce' });
  const wide: string[] = [];
  page.on('load', async () => {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) wide.push(`${page.url()} by ${over}`);
  });
  await compareLisbonWithBerlin(page);
  assert.deepEqual(wide, []);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

test('the same comparison works without a mouse, with a visible focus in page order', async (t) => {
  const page = await site.visit(t);
  const keyboard = new Keyboard(page);
  await page.goto('/');
  await keyboard.tabTo(page.locator('#front-search'));
  await keyboard.type('Lisbon, Portugal');
  await page
    .getByRole('option', { name: /^Lisbon/ })
    .first()
    .waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Lisbon', level: 1 }).waitFor();
  await keyboard.tabTo(page.getByRole('textbox', { name: 'Place' }));
  await keyboard.type('Berlin, Germany');
  await keyboard.tabTo(page.getByLabel('Your net pay, in EUR'));
  await keyboard.type('60000');
  await keyboard.press('Enter');
  await readComparison(page);
});

/** Finds Lisbon from the front page and compares it with Berlin for 60,000 EUR. */
async function compareLisbonWithBerlin(page: Page): Promise<void> {
  await page.goto('/');
  const search = page.getByRole('search', { name: 'Front page' });
  await search.locator('input').fill('Lisbon');
  await search.getByRole('button', { name: 'Search' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Lisbon/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Lisbon', level: 1 }).waitFor();
  await page.getByRole('textbox', { name: 'Place' }).fill('Berlin, Germany');
  await page.getByLabel('Your net pay, in EUR').fill('60000');
  await page.getByRole('button', { name: 'Compare' }).click();
  await readComparison(page);
}

/** Whether the two can be told apart, and what buys the same. */
async function readComparison(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Lisbon and Berlin', level: 1 }).waitFor();
  assert.match(
    await page.locator('.lead').innerText(),
    /Prices in Berlin and Lisbon cannot be told apart|Berlin is [\d.]+ % (more expensive|cheaper) than Lisbon/,
  );
  const amounts = page.getByRole('group', { name: 'Equivalent amounts' });
  assert.match(
    await amounts.getByRole('row', { name: 'Berlin' }).innerText(),
    /[\d,]+ EUR\s+[\d,]+ to [\d,]+/,
  );
  const differences = page.getByRole('group', { name: 'Berlin against Lisbon' }).first();
  // The header, the axis, and every category with the overall level.
  assert.equal(await differences.getByRole('row').count(), 13);
}

test('without JavaScript, a reader reports a wrong figure from the page of a city', async (t) => {
  const page = await site.visit(t, { viewport: NARROW, javaScriptEnabled: false });
  await page.goto('/cities/lisbon');
  await page.getByRole('link', { name: 'Wrong figure?' }).first().click();
  await page.getByRole('heading', { name: 'Wrong figure?', level: 1 }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Place' }).inputValue(), 'city/lisbon');
  await page.getByLabel('What is wrong?').fill('The publisher has another figure.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you', level: 1 }).waitFor();
});
