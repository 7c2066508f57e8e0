import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { toolPath } from '../../scripts/tools.mjs';
import { KEY_CARE } from '../../src/service/keys/key-care.ts';
import { newAddress, PASSWORD } from '../support/accounts/browser-session.ts';
import { Keyboard } from '../support/browser/keyboard.ts';
import { Site } from '../support/browser/site.ts';
import { run } from '../support/processes/lds.ts';

const site = await Site.shared();

/** The index of the examples' city, as each of the programs prints it. */
const OVERALL_INDEX = /["']?value["']?: \d+/;

test('a visitor gets from the front page to a working key in seven steps, without a reload', async (t) => {
  const page = await site.visit(t);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Cost of living in Lisbon, Portugal' }).waitFor();
  await page.getByRole('link', { name: 'Get an API key' }).click();
  await page.getByLabel('Email').fill(newAddress());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  assert.equal(await fields(page).count(), 2);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.getByLabel('Name').fill('Website');
  assert.equal(await fields(page).count(), 1);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Waiting for the first request').waitFor();
  await page.getByText(KEY_CARE).waitFor();
  assert.equal(await copied(page, 'key'), await page.locator('.token code').innerText());

  // The seventh step is to copy the example.
  const documents = documentsLoadedFromNow(page);
  const { code, stdout, stderr } = await inShell(await copied(page, 'curl example'));
  assert.equal(code, 0, stderr);
  assert.equal((JSON.parse(stdout) as { city: { name: string } }).city.name, 'Lisbon');
  await page.getByText('Your key works').waitFor();
  assert.equal(documents.length, 0, 'without a reload');

  await page.getByRole('link', { name: 'See its usage' }).click();
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  // Off the chart, which otherwise shows the day under the mouse.
  await page.mouse.move(0, 0);
  await page.getByText('1 request in 30 days').waitFor();
});

test('the same works with the keyboard only, with visible focus in the order of the page', async (t) => {
  const page = await site.visit(t);
  const keyboard = new Keyboard(page);
  await page.goto('/');
  await keyboard.tabTo(page.getByRole('link', { name: 'Get an API key' }));
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  assert.ok(await keyboard.isOn(page.getByLabel('Email')), 'a form begins in its first field');
  await keyboard.type(newAddress());
  await keyboard.tabTo(page.getByLabel('Password', { exact: true }));
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Create your first key' }).waitFor();
  await keyboard.tabTo(page.getByLabel('Name'));
  await keyboard.type('Notebook');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Key “Notebook” created' }).waitFor();
  await keyboard.tabTo(page.getByRole('button', { name: 'Copy key' }));
  await keyboard.press('Enter');
  await keyboard.tabTo(page.getByRole('tab', { name: 'curl' }));
  await keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor();
  await keyboard.press('ArrowLeft');
  await keyboard.tabTo(page.getByRole('button', { name: 'Copy curl example' }));
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Copied curl example' }).waitFor();
  assert.equal((await inShell(await clipboard(page))).code, 0);
  await page.getByText('Your key works').waitFor();
  await keyboard.tabTo(page.getByRole('button', { name: 'I’ve saved it' }));
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Key “Notebook” created' }).waitFor({ state: 'detached' });

  await keyboard.tabTo(page.getByRole('button', { name: 'Edit Notebook' }));
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(await keyboard.isOn(page.getByRole('button', { name: 'Edit Notebook' })), 'back where one was');
});

test('the TypeScript and Python examples of the page run unchanged, and read the key from the environment', async (t) => {
  const { page } = await site.signedUp(t);
  await page.goto('/keys');
  await makeFirstKey(page, 'Snippets');
  const programs = [
    ['TypeScript', process.execPath, ['--input-type=module-typescript', '--eval']],
    ['Python', toolPath('python3'), ['-c']],
  ] as const;
  const LDS_API_KEY = await page.locator('.token code').innerText();
  for (const [language, program, flags] of programs) {
    await page.getByRole('tab', { name: language }).click();
    const example = await copied(page, `${language} example`);
    assert.doesNotMatch(example, /lds_live_/);
    const { code, stdout, stderr } = await run(program, [...flags, example], {
      env: { ...process.env, LDS_API_KEY },
    }).ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, OVERALL_INDEX, language);
  }
});

test('a new key can be downloaded, stays visible until the page reloads, and never appears again', async (t) => {
  const { page } = await site.signedUp(t);
  await page.goto('/keys');
  await makeFirstKey(page, 'Büro & Küche');
  const token = await page.locator('.token code').innerText();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'büro-küche.env');
  assert.equal(
    await readFile(await download.path(), 'utf8'),
    `# Büro & Küche\n# ${KEY_CARE}\nLDS_API_KEY=${token}\n`,
  );

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText(token).first().waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Revoke Büro & Küche' }).waitFor();
  assert.ok(!(await page.content()).includes(token));
});

test('the browser asks before it closes a page with an unsaved key', async (t) => {
  const { page } = await site.signedUp(t);
  await page.goto('/keys');
  await makeFirstKey(page, 'Careless');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.accept();
});

/** What a form asks for at first sight. */
function fields(page: Page) {
  return page.getByRole('main').locator('input:visible, select:visible, textarea:visible');
}

async function makeFirstKey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: `Key “${name}” created` }).waitFor();
}

/** Presses a copy button. @returns the contents of the clipboard */
async function copied(page: Page, what: string): Promise<string> {
  await page.getByRole('button', { name: `Copy ${what}` }).click();
  await page.getByRole('button', { name: `Copied ${what}` }).waitFor();
  return clipboard(page);
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Runs a command as if it was pasted into a terminal. */
function inShell(command: string) {
  return run('sh', ['-c', command]).ended;
}

function documentsLoadedFromNow(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loaded.push(request.url());
  });
  return loaded;
}
