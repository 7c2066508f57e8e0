import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** More Tab stops than there are between any two controls in these tests. */
const MAX_STOPS = 60;

/** Moves through a page with the keyboard. It fails if the focus is invisible or out of order. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      await this.#tab();
      if (await this.isOn(target)) return;
    }
    assert.fail(`${target} cannot be reached with the Tab key`);
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  isOn(target: Locator): Promise<boolean> {
    return target.evaluate((element) => element === document.activeElement);
  }

  async #tab(): Promise<void> {
    const before = await this.#page.evaluateHandle(() => document.activeElement);
    await this.#page.keyboard.press('Tab');
    const stop = await this.#page.evaluate((previous) => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return undefined;
      // The visible part of a hidden radio button is the element after it.
      const shown = [element, element.nextElementSibling].filter((one) => one !== null);
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const position = previous === null ? 0 : previous.compareDocumentPosition(element);
      return {
        what: element.outerHTML.slice(0, 120),
        hasRing: shown.some((one) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(one);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
        }),
        isOnScreen: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
        comesLater:
          previous === document.body ||
          (position & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) !== 0,
      };
    }, before);
    assert.ok(stop !== undefined, 'the focus left the page');
    assert.ok(stop.hasRing, `no ring to be seen: ${stop.what}`);
    assert.ok(stop.isOnScreen, `not on the screen: ${stop.what}`);
    assert.ok(stop.comesLater, `out of order: ${stop.what}`);
  }
}
