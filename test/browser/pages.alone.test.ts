import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { fillAccount, SCENES } from '../support/browser/scenes.ts';
import { NARROW, Site, WIDE } from '../support/browser/site.ts';
import { file } from '../support/lifetime.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Adds `axe` to a page. The package's main file is the same, more than twice as long. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const FIRST_LOAD_BYTES = 150_000;
/** Half of the limit for a good score (web.dev/articles/cls). */
const LAYOUT_SHIFT = 0.05;
/** The only rules of axe that depend on the theme. They take most of the time, because they look at every text. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
const COLOURS: axe.RunOptions = { runOnly: { type: 'rule', values: RULES_OF_COLOUR } };
const ALL_BUT_COLOURS: axe.RunOptions = {
  rules: Object.fromEntries(RULES_OF_COLOUR.map((rule) => [rule, { enabled: false }])),
};
/** Later rows of a table look like those before them. */
const LATER_ROWS = 'tr:nth-child(n + 20)';
/**
 * Each width with one theme, which shows all that both widths have in both themes. What only one width has is in the header, the
 * menus and the toolbars, and no colour depends on the width: the other theme is looked at where each kind of page just loaded.
 */
const LOOKS = [
  { viewport: WIDE, colorScheme: 'dark', other: 'light' },
  { viewport: NARROW, colorScheme: 'light', other: 'dark' },
] as const;
const site = await Site.shared();
const regular = await ofLongStanding();
const stage = await site.stage(file);

for (const { name, who, refused = [], loads = false, alike = false, show } of SCENES)
  test(`${name}: axe finds no accessibility problem at 360 and 1440 pixels, nothing is wider than the screen, and figures of axes keep apart`, async () => {
    const cookies = who === 'regular' ? regular.cookies : [];
    await stage.scene({ refused, cookies }, async (page) => {
      if (who === 'newcomer') await site.signUp(page);
      await show(page, site);
      for (const { viewport, colorScheme, other } of LOOKS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        if (!alike || viewport === NARROW)
          assert.deepEqual(
            await barriers(page, alike ? ALL_BUT_COLOURS : {}),
            [],
            `${colorScheme}, ${viewport.width} pixels`,
          );
        if (loads) {
          await page.emulateMedia({ colorScheme: other });
          assert.deepEqual(await barriers(page, COLOURS), [], `${other}, ${viewport.width} pixels`);
        }
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= viewport.width, `${width} pixels wide on a screen of ${viewport.width}`);
        assert.deepEqual(await page.evaluate(overlaps), [], `${viewport.width} pixels`);
      }
    });
  });

for (const path of ['/sign-up', '/keys'])
  test(`${path} takes at most ${FIRST_LOAD_BYTES / 1000} kB over the wire on a first visit`, async (t) => {
    const page = await site.visit(t, path === '/keys' ? { storageState: regular } : {});
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    t.diagnostic(`${bytes} bytes`);
    assert.ok(bytes > 50_000 && bytes <= FIRST_LOAD_BYTES, `${bytes} bytes`);
  });

for (const viewport of [WIDE, NARROW])
  for (const { name, who, show } of SCENES.filter(({ loads }) => loads === true))
    test(`${name}: nothing moves while it loads, at ${viewport.width} pixels`, async (t) => {
      const page = await site.visit(t, { viewport, ...(who === 'regular' ? { storageState: regular } : {}) });
      await page.addInitScript(observeLayoutShifts);
      await show(page, site);
      const moved = Number(await page.locator('html').getAttribute('data-moved'));
      assert.ok(moved <= LAYOUT_SHIFT, `shifted by ${moved}`);
    });

test('a long table does not move while a slow computer reads it', async (t) => {
  const page = await site.visit(t, { viewport: WIDE });
  await page.addInitScript(observeLayoutShifts);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await page.goto('/reference/listCities');
  // What moved is reported after the frame in which it did.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const moved = Number(await page.locator('html').getAttribute('data-moved'));
  assert.ok(moved <= LAYOUT_SHIFT, `shifted by ${moved}`);
});

test('reduced motion stops all animations', async (t) => {
  const { page } = await site.signedUp(t);
  await page.goto('/keys');
  await page.getByLabel('Name').fill('Still');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Waiting for the first request').waitFor();
  const animations = () => page.evaluate(() => document.getAnimations().length);
  assert.ok((await animations()) > 0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(await animations(), 0);
});

/** The cookies of a user with years of data. */
async function ofLongStanding() {
  const { page } = await site.signedUp(file);
  await fillAccount(page, site);
  return page.context().storageState();
}

/** Runs in the page: figures of an axis that touch another one. */
function overlaps(): string[] {
  // A narrow frame leaves some out.
  const shown = [...document.querySelectorAll('.axis-row svg')].filter((axis) => axis.checkVisibility());
  return shown.flatMap((axis) => {
    const ticks = [...axis.querySelectorAll('text')].map((tick) => ({
      tick,
      box: tick.getBoundingClientRect(),
    }));
    ticks.sort((one, other) => one.box.left - other.box.left);
    return ticks.flatMap(({ tick, box }, index) => {
      const next = ticks[index + 1];
      return next !== undefined && next.box.left < box.right + 2
        ? [`${tick.textContent} ${next.tick.textContent}`]
        : [];
    });
  });
}

/** Runs in the page: adds up layout shifts in `data-moved` of the root element. */
function observeLayoutShifts(): void {
  let moved = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) moved += shift.value;
    document.documentElement.dataset.moved = String(moved);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The barriers that axe finds, each with its rule and elements. */
async function barriers(page: Page, wanted: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // With `preload`, it would load style sheets again, for a rule that is off.
  const options: axe.RunOptions = { resultTypes: ['violations'], preload: false, ...wanted };
  const violations = await page.evaluate(
    async ([exclude, given]) => {
      const results = await window.axe.run({ include: document, exclude }, given);
      return results.violations;
    },
    [LATER_ROWS, options] as const,
  );
  return violations.map(({ id, help, nodes }) => {
    const where = nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`);
    return `${id}: ${help}: ${where.join('; ')}`;
  });
}
