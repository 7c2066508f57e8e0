import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Site } from '../support/browser/site.ts';
import { atEnd, file } from '../support/lifetime.ts';

const site = await Site.shared();
/** As pages write it. */
const ours = site.service.server.address;

/** The address of another site with this page. */
async function otherSite(content: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Elsewhere</title><h1>Elsewhere</h1>${content}</html>`,
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  atEnd(() => new Promise((closed) => server.close(closed)), file);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

for (const [path, heading] of [
  ['/cities/lisbon?currency=USD', 'Lisbon, Portugal'],
  ['/compare?cities=lisbon,berlin', 'Lisbon and Berlin'],
  ['/explore?country=portugal', 'Cost of living in Portugal on the map'],
] as const)
  test(`the line of ${path} shows the frame on another site, without a script, and leads back to the page`, async (t) => {
    const page = await site.visit(t, { javaScriptEnabled: false });
    await page.goto(path);
    await page.getByText('Embed this').click();
    const line = await page.locator('.embed code').innerText();

    const origin = await otherSite(line);
    const reader = await site.visit(t, { origin, other: ours, javaScriptEnabled: false });
    await reader.goto('/');
    const frame = reader.frameLocator('iframe');
    const link = frame.getByRole('link', { name: heading, exact: true });
    await link.waitFor();
    assert.equal(await frame.getByText('This page was made with').count(), 0);
    assert.deepEqual(await reader.context().cookies(), []);
    const opened = reader.context().waitForEvent('page');
    await link.click();
    // With the release whose figures the frame shows.
    await (await opened).waitForURL((url) => url.href.startsWith(`${ours}${path}&release=`));
  });

test('no other page of ours is shown on another site', async (t) => {
  const origin = await otherSite(`<iframe src="${ours}/cities/lisbon"></iframe>`);
  const reader = await site.visit(t, { origin, other: ours });
  const refusal = reader.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await reader.goto('/');
  await refusal;
  assert.equal(await reader.frameLocator('iframe').getByRole('heading').count(), 0);
});
