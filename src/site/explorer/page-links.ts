import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';

const PAGE = 100;

/** The page that an address asks for, of a list with this many items: the first of its items, and the one after its last. */
export function pageAsked(asked: string | undefined, length: number) {
  const pages = Math.max(1, Math.ceil(length / PAGE));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(asked ?? 1)) || 1));
  return { page, pages, from: (page - 1) * PAGE, to: Math.min(length, page * PAGE) };
}

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
