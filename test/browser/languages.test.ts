import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NARROW, Site } from '../support/browser/site.ts';

const site = await Site.shared();

test('a German browser gets the page of a city in German, down to what scripts write, and fits a phone', async (t) => {
  const page = await site.visit(t, { viewport: NARROW, locale: 'de-DE' });
  await page.goto('/cities/lisbon');
  await page.getByRole('heading', { name: 'Lebenshaltungskosten' }).waitFor();
  await page.getByRole('button', { name: 'Kopieren' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.equal(width, room, 'pixels');
  await page.getByRole('combobox').fill('Porto');
  await page.getByRole('listbox', { name: 'Vorschläge' }).getByText('Portugal').first().waitFor();
});

test('a reader switches the language, and keeps it on the way to other cities and forms', async (t) => {
  const page = await site.visit(t, { locale: 'en-GB' });
  await page.goto('/cities/lisbon');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Lebenshaltungskosten' }).waitFor();
  await page.locator('#similar ~ .scroll a[href*="cities/"]').first().click();
  await page.waitForURL(/\/cities\/(?!lisbon)[\w-]+\?lang=de$/);
  await page.getByRole('heading', { name: 'Lebenshaltungskosten' }).waitFor();
  await page.getByLabel('Währung').first().fill('CHF');
  await page.getByRole('button', { name: 'In dieser Währung zeigen' }).click();
  await page.getByRole('columnheader', { name: 'CHF im Monat' }).waitFor();
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('columnheader', { name: 'CHF a month' }).waitFor();
});
