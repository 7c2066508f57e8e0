import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { NARROW, Site } from '../support/browser/site.ts';
import { run } from '../support/processes/lds.ts';

/** The questions of readers, from the front page to the answer. */
const site = await Site.shared();
const PAGES = 3;
/** Characters: a first response that fits a terminal. */
const SHORT = 2000;
const SCREENS = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

for (const javaScriptEnabled of [true, false])
  for (const viewport of SCREENS) {
    const how = `at ${viewport.width} pixels${javaScriptEnabled ? '' : ' without JavaScript'}`;

    test(`the journalist finds the cheapest capitals of Europe that are good to live in, ${how}`, async (t) => {
      const page = await site.visit(t, { viewport, javaScriptEnabled });
      const rows = await answerOf(page, 'Good, cheap capitals of Europe', async () => {
        await page.getByRole('heading', { name: /^\d+ capitals in Europe$/ }).waitFor();
      });
      const costs = rows.map((row) => moneyIn(row));
      assert.deepEqual(
        costs,
        costs.toSorted((one, other) => one - other),
        'the cheapest first',
      );
      assert.ok(rows.length > 20 && rows.every((row) => numberIn(row, 'Quality of life') >= 70));
      const names = rows.map(({ name }) => name);
      assert.ok(
        names.some((name) => name.startsWith('Prague')) &&
          !names.some((name) => /^(Porto|Ankara)/.test(name)),
      );
    });

    test(`the nomad finds cities that are warm in January, safe, and under 1,500 euros a month, ${how}`, async (t) => {
      const page = await site.visit(t, { viewport, javaScriptEnabled });
      const rows = await answerOf(page, 'Warm in January, safe, under 1,500 euros a month', async () => {
        await page.getByText(/The weather is that of January\./).waitFor();
      });
      assert.ok(rows.length > 20);
      for (const row of rows) {
        assert.ok(numberIn(row, 'Daily high, °C') >= 18, row.name);
        assert.ok(numberIn(row, 'Safety') >= 70 && moneyIn(row) <= 1500, row.name);
      }
    });

    test(`the consultant finds what a family needs in Singapore, in dollars, ${how}`, async (t) => {
      const page = await site.visit(t, { viewport, javaScriptEnabled });
      const visited = pagesOf(page);
      await searchFor(page, 'Singapore');
      await page.getByRole('link', { name: 'a family of four' }).click();
      await page.getByRole('heading', { name: 'What a family of four needs in a month' }).waitFor();
      assert.match(
        await page.locator('.lead').first().innerText(),
        /^At the standard of an average American household, a family of four needs about [\d,]+ SGD a month in Singapore \(80 % interval: [\d,]+ to [\d,]+\), [\d,]+ SGD of it for rent\./,
      );
      // The search, the city, and the city for a family.
      assert.ok(visited().length <= 1 + PAGES, `${visited()}`);
    });

    test(`the student sees the rents of Braga and Lisbon side by side in euros, ${how}`, async (t) => {
      const page = await site.visit(t, { viewport, javaScriptEnabled });
      await page.goto('/compare');
      await page.getByLabel('City or country', { exact: true }).fill('Braga');
      await page.getByLabel('Other city or country').fill('Lisbon');
      await page.getByRole('main').getByRole('button', { name: 'Compare' }).click();
      const budgets = page.getByRole('group', { name: 'Monthly budget' });
      await page.getByText(/^EUR a month/).waitFor();
      const rents = await budgets.locator('tr', { hasText: /^Rent/ }).locator('td').allInnerTexts();
      const [braga = 0, lisbon = 0] = rents.map((text) => Number(text.replace(',', '')));
      assert.ok(braga > 300 && lisbon > 1.3 * braga, `${rents}`);
    });

    test(`the small town sees what is known of itself and what is its country’s, ${how}`, async (t) => {
      const page = await site.visit(t, { viewport, javaScriptEnabled });
      const visited = pagesOf(page);
      await searchFor(page, 'Kharsia');
      await page.getByRole('link', { name: 'Which are which' }).click();
      const known = page.getByRole('group', { name: 'Figures by what they were measured for' });
      const counts = await known.locator('tbody tr').evaluateAll((rows) =>
        rows.map((row) => {
          const [place, count] = [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '');
          return [place, Number(count)] as const;
        }),
      );
      const [[first, own], [last, ofCountry]] = [counts[0] ?? ['', 0], counts.at(-1) ?? ['', 0]];
      assert.deepEqual([first, last], ['Kharsia itself', 'India']);
      assert.ok(own < 20 && ofCountry > 2 * own, `${counts}`);
      // Housing at a thirtieth of New York, beside two hundred dollars for a night.
      assert.match(
        await page.locator('#lodging').innerText(),
        /^Housing is [\d.]+ where New York is 100, beside \d+ USD for a night .* don’t contradict each other/,
      );
      assert.ok(visited().length <= PAGES, `${visited()}`);
    });

    test(`the skeptic gets from a rent of Lisbon to who measured it, when, and on which terms, ${how}`, async (t) => {
      const page = await site.visit(t, { viewport, javaScriptEnabled });
      await page.goto('/cities/lisbon');
      assert.match(
        await page.getByText(/^As of:/).innerText(),
        /rents of .*20\d\d; national price levels of .*20\d\d, carried forward with inflation; exchange rates up to \d+ \w+ 20\d\d\.$/,
      );
      const rent = page.getByRole('row', { name: /17\.43/ }).first();
      await rent.getByRole('link', { name: /INE/ }).click();
      const facts = page.locator('dl.facts > div');
      await facts.first().waitFor();
      const told = await facts.allInnerTexts();
      assert.match(told[0] ?? '', /^Publisher’s page\s+https:/);
      assert.match(told[1] ?? '', /^How we read it\s+\S/);
      // The third page is the publisher’s own.
      const publisher = new URL((await facts.first().getByRole('link').getAttribute('href')) ?? '');
      assert.match(publisher.hostname, /(^|\.)ine\.pt$/);
      const stated = told.find((fact) => fact.startsWith('Who states it')) ?? '';
      assert.match(
        stated,
        /(As the publisher states it|By law|As the copy that we read quotes it|Not stated; our understanding)\. \S/,
      );
    });
  }

for (const viewport of SCREENS) {
  test(`the developer gets from a new key to a first, short response in the browser, at ${viewport.width} pixels`, async (t) => {
    const { page } = await site.signedUp(t, { viewport });
    const visited = pagesOf(page);
    await page.goto('/keys');
    await page.getByLabel('Name').fill('Notebook');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByRole('link', { name: 'run a request in the browser' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText(/^200 OK/).waitFor();
    const shown = await page.locator('.run-result pre').innerText();
    assert.ok(shown.includes('"overall"') && shown.length < SHORT, shown);
    assert.ok(visited().length <= PAGES, `${visited()}`);
  });

  test(`the developer without JavaScript copies a line for curl, whose response is short, at ${viewport.width} pixels`, async (t) => {
    const page = await site.visit(t, { viewport, javaScriptEnabled: false });
    const visited = pagesOf(page);
    await page.goto('/reference');
    await page
      .getByRole('main')
      .getByRole('link', { name: 'Get cost-of-living data for one city' })
      .last()
      .click();
    const line = await page.getByText(/^curl -H/).innerText();
    const { token } = await site.service.key();
    const { code, stdout, stderr } = await run('sh', ['-c', line], {
      env: { ...process.env, LDS_API_KEY: token },
    }).ended;
    assert.equal(code, 0, stderr);
    assert.ok(stdout.includes('"overall"') && stdout.length < SHORT, stdout);
    assert.ok(visited().length <= PAGES, `${visited()}`);
  });
}

test('a reader changes a question without JavaScript, and a continent typed as the country is understood', async (t) => {
  const page = await site.visit(t, { viewport: NARROW, javaScriptEnabled: false });
  const chosen = (name: string) => page.getByRole('combobox', { name, exact: true });
  await page.goto('/find');
  await page.getByText('Ask your own question').click();
  await page.getByRole('textbox', { name: 'Country' }).fill('Europe');
  await page.getByLabel('Only capitals').check();
  await chosen('Quality of life').selectOption('80');
  await chosen('Order').selectOption('cost');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('heading', { name: /^\d+ capitals in Europe$/ }).waitFor();
  await page.getByText('Change the question').click();
  assert.equal(await chosen('Continent').inputValue(), 'europe');
  assert.equal(await chosen('Quality of life').inputValue(), '80');
  assert.ok(await page.getByLabel('Only capitals').isChecked());
});

/** From the front page by its search to the page of the first place that it finds. */
async function searchFor(page: Page, place: string): Promise<void> {
  await page.goto('/');
  const search = page.getByRole('search', { name: 'Front page' });
  await search.locator('input').fill(place);
  await search.getByRole('button', { name: 'Search' }).click();
  const found = page.getByRole('main').getByRole('link', { name: new RegExp(`^${place}`) });
  await found.first().click();
}

/** The addresses that the page has been at, without fragments: a change of these alone is no other page. */
function pagesOf(page: Page): () => string[] {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url().replace(/#.*/, '')));
  return () => [...new Set(visited)];
}

interface Row {
  name: string;
  /** By the title of the column. */
  cells: Readonly<Record<string, string>>;
}

/**
 * Goes from the front page by links to the answer of a ready question.
 *
 * @param arrived waits for the answer
 * @returns its rows, the first of which is on the first screen
 */
async function answerOf(page: Page, question: string, arrived: () => Promise<void>): Promise<Row[]> {
  const visited = pagesOf(page);
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Find', exact: true })
    .click();
  await page.getByRole('link', { name: question }).click();
  await arrived();
  assert.ok(visited().length <= PAGES, `${visited()}`);
  const first = await page.locator('.carded tbody tr').first().boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  assert.ok(first !== null && first.y + 40 < height, `the first result is ${first?.y} pixels down`);
  return page.locator('.carded tbody tr').evaluateAll((lines) =>
    lines.map((line) => ({
      name: line.querySelector('th')?.textContent ?? '',
      cells: Object.fromEntries(
        [...line.querySelectorAll('td')].map((cell) => [cell.dataset.title ?? '', cell.textContent ?? '']),
      ),
    })),
  );
}

/** What one adult needs a month. */
function moneyIn({ cells }: Parameters<typeof numberIn>[0]): number {
  return Number.parseFloat((cells['One adult, a month'] ?? '').replace(',', ''));
}

function numberIn({ name, cells }: Row, title: string): number {
  const value = Number.parseFloat(cells[title] ?? '');
  assert.ok(Number.isFinite(value), `${title} of ${name}: ${cells[title]}`);
  return value;
}
