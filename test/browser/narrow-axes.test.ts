import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from '../support/browser/site.ts';

const site = await Site.shared();

for (const path of ['/compare?cities=lisbon,berlin', '/cities/lisbon', '/countries/portugal'])
  test(`on a phone, the figures of the axes of ${path} do not run into each other`, async (t) => {
    const page = await site.visit(t);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    const axes = await page.locator('.axis-row svg').evaluateAll((all) =>
      all.map((axis) =>
        [...axis.querySelectorAll('.tick')]
          .map((tick) => tick.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ left, right }) => ({ left, right }))
          .sort((one, other) => one.left - other.left),
      ),
    );
    assert.ok(axes.length > 0);
    for (const figures of axes)
      for (const [index, { left }] of figures.entries())
        assert.ok(
          index === 0 || left > (figures[index - 1]?.right ?? Number.POSITIVE_INFINITY),
          JSON.stringify(figures),
        );
  });
