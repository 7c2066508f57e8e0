import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';

/** Links to the pages before and after one of a list; nothing if there is only one. */
export function pageLinks(
  page: number,
  pages: number,
  to: (page: number) => string,
  { rankings: words }: Messages,
): Html | undefined {
  if (pages === 1) return undefined;
  return html`<nav class="pages" aria-label="${words.pages}">${page > 1 && html`<a rel="prev" href="${to(page - 1)}">${words.previous}</a>`}<span>${words.page(page, pages)}</span>${page < pages && html`<a rel="next" href="${to(page + 1)}">${words.next}</a>`}</nav>`;
}
