import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { Site } from '../support/browser/site.ts';

const site = await Site.shared();
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 900 };

/** The part of the map that the drawing shows: left, top, width and height. */
async function shown(page: Page): Promise<number[]> {
  return ((await page.locator('.map-frame > svg').getAttribute('viewBox')) ?? '').split(' ').map(Number);
}

function middleOf([left = 0, top = 0, width = 0, height = 0]: number[]): [x: number, y: number] {
  return [left + width / 2, top + height / 2];
}

test('the wheel and dragging move the map, and its address shows the same part again, also without JavaScript', async (t) => {
  const page = await site.visit(t, { viewport: LAPTOP });
  await page.goto('/explore?measure=housing');
  const frame = page.getByRole('group', { name: /^Map:/ });
  await frame.scrollIntoViewIfNeeded();
  const box = await frame.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.4);
  await page.mouse.wheel(0, -900);
  await page.waitForURL(/at=/);
  const zoomed = page.url();
  await page.mouse.down();
  // One movement, so that the address changes once.
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.4);
  await page.mouse.up();
  await page.waitForURL((url) => url.href !== zoomed);
  const moved = page.url();
  const there = await shown(page);
  assert.ok((there[2] ?? 0) < 2000, `${there}`);
  assert.match(moved, /\?measure=housing&at=/);
  for (const javaScriptEnabled of [true, false]) {
    const other = await site.visit(t, { viewport: LAPTOP, javaScriptEnabled });
    await other.goto(moved);
    const [here, wanted] = [middleOf(await shown(other)), middleOf(there)];
    const apart = Math.hypot(here[0] - wanted[0], here[1] - wanted[1]);
    assert.ok(apart < 8, `${apart} units with${javaScriptEnabled ? '' : 'out'} JavaScript`);
  }
});

test('a city at the pointer is named beside it, with a link that the pointer can reach', async (t) => {
  const page = await site.visit(t, { viewport: LAPTOP });
  await page.goto('/explore?at=38.72,-9.13,20');
  const frame = page.getByRole('group', { name: /^Map:/ });
  await frame.scrollIntoViewIfNeeded();
  const box = await frame.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const link = frame.getByRole('link', { name: 'Lisbon, Portugal' });
  await link.hover();
  await link.click();
  await page.getByRole('heading', { name: 'Lisbon', level: 1 }).waitFor();
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';

  test(`on a phone the map takes three fifths of the screen, and the page below it does not scroll sideways, ${how} JavaScript`, async (t) => {
    const page = await site.visit(t, { viewport: PHONE, javaScriptEnabled });
    await page.goto('/explore');
    const frame = await page.locator('.map-frame').boundingBox();
    assert.ok(frame && frame.height >= 0.6 * PHONE.height, `${frame?.height}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.getByRole('heading', { name: 'Cities by level' }).waitFor();
    assert.ok(await page.getByRole('list', { name: 'Colours' }).isVisible());
  });
}

test('names of large cities are on the map without JavaScript, and none overlaps another', async (t) => {
  for (const path of ['/explore', '/explore?country=portugal', '/explore?at=50,10,6']) {
    const page = await site.visit(t, { viewport: LAPTOP, javaScriptEnabled: false });
    await page.goto(path);
    const names = page.locator('.names text:visible');
    const boxes: Label[] = [];
    for (const name of await names.all()) {
      const box = await name.boundingBox();
      if (box !== null) boxes.push({ name: (await name.textContent()) ?? '', ...box });
    }
    assert.ok(boxes.length >= 8, `${path}: ${boxes.length} names`);
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        assert.ok(!overlap(one, other), `${path}: ${one.name} and ${other.name}`);
  }
});

interface Label {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Boxes of text are higher than its letters. */
function overlap(one: Label, other: Label): boolean {
  const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return wide > 2 && high > one.height / 3;
}
