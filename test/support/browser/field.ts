import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/** Asserts that a field is marked as invalid, described by the problem, and focused. */
export async function isToldAt(field: Locator, problem: string): Promise<void> {
  await field.and(field.page().locator('[aria-invalid="true"]')).waitFor();
  const { description, focused } = await field.evaluate((element) => ({
    description: (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
    focused: element === document.activeElement,
  }));
  assert.ok(description.includes(problem), `${description} is not: ${problem}`);
  assert.ok(focused, 'the focus is on the field');
}
