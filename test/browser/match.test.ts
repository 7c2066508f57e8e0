import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { Site } from '../support/browser/site.ts';

const site = await Site.shared();
const TABLE = 'Büro,Staat\nLissabon,Portugal\nSpringfield,US\nnowhere at all,\n';
const table = (page: Page) => page.getByLabel('Table, with column names');
const match = (page: Page) => page.getByRole('button', { name: 'Match' }).click();

test('a pasted table is matched by its named columns, an open name is chosen, and the file has both', async (t) => {
  const page = await site.visit(t);
  await page.goto('/match');
  await table(page).fill(TABLE);
  await page.getByLabel('City column').fill('Büro');
  await page.getByLabel('Country column').fill('Staat');
  await match(page);
  await page.getByText('1 matched, 1 to check, 1 unknown.').waitFor();
  const choice = page.getByLabel('City of Springfield, US');
  const [, first = ''] = await choice.locator('option').allTextContents();
  assert.match(first, /^Springfield, /);
  await choice.selectOption({ index: 1 });
  await page.getByText('2 matched, 0 to check, 1 unknown.').waitFor();
  // Of a figure of four digits, as people write it; the file below has plain numbers.
  const budget = page
    .getByRole('row', { name: /Lissabon/ })
    .getByRole('cell')
    .nth(3);
  assert.match(await budget.innerText(), /^\d,\d{3}$/);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), 'matched.csv');
  const rows: Record<string, string>[] = parse(readFileSync(await saved.path()), {
    columns: true,
    bom: true,
  });
  assert.deepEqual(
    rows.map((row) => [row.Büro, row.lds_status, row.lds_id?.replace(/-.*/, '')]),
    [
      ['Lissabon', 'matched', 'lisbon'],
      ['Springfield', 'matched', 'springfield'],
      ['nowhere at all', 'unknown', ''],
    ],
  );
});

test('a choice that the server refuses or does not answer stays open, and says why', async (t) => {
  const page = await site.visit(t, { refused: [429], offline: true });
  await page.goto('/match');
  await table(page).fill('city,country\nSpringfield,US\n');
  await match(page);
  const choice = page.getByLabel('City of Springfield, US');
  const detail = 'Try again in 7 seconds.';
  const answers = [
    { status: 429, contentType: 'application/json', body: JSON.stringify({ status: 429, detail }) },
    undefined,
  ];
  await page.route('**/reconcile', (route) => {
    const answer = answers.shift();
    return answer === undefined ? route.abort() : route.fulfill(answer);
  });
  for (const said of [detail, 'The server does not respond.']) {
    await choice.selectOption({ index: 1 });
    await page.getByText(said).waitFor();
    assert.equal(await choice.inputValue(), '');
  }
  await page.getByText('0 matched, 1 to check').waitFor();
});

test('files are read in the encodings of spreadsheets, dropped or chosen; a file of 50 MB is refused at once', async (t) => {
  const page = await site.visit(t);
  await page.goto('/match');
  const text = 'city,country\nSão Paulo,Brasil\n';
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(text, 'latin1'),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  ]) {
    await table(page).fill('');
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: bytes });
    await page.waitForFunction((expected) => document.querySelector('textarea')?.value === expected, text);
  }
  await drop(page, 'city,country\nPorto,Portugal\n', 1);
  await page.waitForFunction(
    () => document.querySelector('textarea')?.value === 'city,country\nPorto,Portugal\n',
  );
  await match(page);
  await page.getByText('1 matched, 0 to check, 0 unknown.').waitFor();
  await drop(page, 'Lisbon,Portugal\n', 3_000_000);
  await page.getByText('The file has 48.0 MB, and this page takes 500 rows.').waitFor();
});

/** Drops a file on the table; it is made in the page, because a large one takes long to send there. */
function drop(page: Page, text: string, times: number): Promise<void> {
  return table(page).evaluate(
    (area, content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content.text.repeat(content.times)], 'dropped.csv'));
      area.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true, bubbles: true }));
    },
    { text, times },
  );
}
