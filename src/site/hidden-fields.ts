import { type Html, html } from './html.ts';
import type { PageRequest } from './site-page.ts';

/** What a form sends along of an address: these parameters, as far as it has them. */
export function hiddenFields(query: PageRequest['query'], names: readonly string[]): Html[] {
  return names
    .filter((name) => query[name] !== undefined)
    .map((name) => html`<input type="hidden" name="${name}" value="${query[name] ?? ''}">\n`);
}
